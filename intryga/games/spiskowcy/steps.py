"""The rules of Spiskowcy, in the rulebook's order and under its headings. Events are in events.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import (
    ABSOLVE,
    ADD,
    BANK,
    BANKER,
    BANKER_POWER,
    BISHOP,
    BISHOP_POWER,
    CHARACTERS,
    DISCARD,
    END_TURN,
    ENOUGH,
    INNKEEPER,
    JUGGLER,
    KEEP,
    KINDS,
    MOST_COPIES,
    MOST_SEATS,
    NO_ORDER,
    ORDER,
    PLOT,
    PRINCE,
    RAID,
    REVEAL,
    SPY,
    SPY_POWER,
    STEAL,
)
from intryga.games.spiskowcy.events import PLOTS, RAIDS
from intryga.games.spiskowcy.state import Court
from intryga.games.spiskowcy.told import ABSOLVED, GAME_OVER, LAST_ROUND, NO_ORDER_LAID, ROUND_BEGINS
from intryga.games.spiskowcy.zones import (
    BANK_POINTS,
    DECK,
    DISCARDS,
    FIRST,
    HAND,
    ORDERS,
    PAIRED,
    POINTS,
    RETURNED,
    REVEALED,
    ROUND,
    TABLEAU,
    USED,
)
from intryga.kernel.dice import DEAL as DEALING
from intryga.kernel.dice import SETUP, Dice
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers, SealedChoice, each_seat


class Phase(Automatic[Court]):
    """A phase that each plays clockwise from the First Player (SPI-012). Instead of a seat it has a place in that order
    where it begins: 0, unless a position was written by hand."""

    def seats(self, s: Court) -> list[i64]:
        """Those that play it, the last first: as steps are pushed."""
        return BACKWARDS[(s.seats * MOST_SEATS + s.cells[FIRST]) * MOST_SEATS + self.seat]


# --- PRZEBIEG ROZGRYWKI: the course of the game ---


class Round(Automatic[Court]):
    """Runda: a new place card, then four phases, each finished by all before the next begins (SPI-011 to 013)."""

    def run(self, s: Court) -> None:
        s.add(ROUND, 1)
        s.tell(ROUND_BEGINS, s.cells[FIRST], s.cells[ROUND])
        if s.cells[ROUND] == s.rules.rounds:
            s.tell(LAST_ROUND)
        s.then(PHASES)


class PassToken(Automatic[Court]):
    """The First Player token passes to the left; after the last round the game ends (SPI-010, SPI-014, SPI-015)."""

    def run(self, s: Court) -> None:
        if s.cells[ROUND] < s.rules.rounds:
            s.set_to(FIRST, (s.cells[FIRST] + 1) % s.seats)
            s.push(ROUND_STEP)
        else:
            s.tell(GAME_OVER)


# --- I: FAZA ROZDANIA KART ---


class Deal(Automatic[Court]):
    """Shuffle all that is not face up, then deal; the Juggler's card comes last (SPI-030 to 032). Cards go round one by
    one and stop with the deck (SPI-033): so each seat gets its share of them, the first seats one more if it is odd."""

    def run(self, s: Court) -> None:
        s.dice.begin(DEALING)
        s.move_all(DISCARDS, DECK)
        for seat in range(s.seats):
            s.move_all(RETURNED.of(seat), DECK)
        left = s.size(DECK)
        dealt = min(s.rules.deal[s.cells[ROUND] - 1] * s.seats, left)
        first = s.cells[FIRST]
        for i in range(s.seats):
            share = (dealt + s.seats - 1 - i) // s.seats
            s.draw(share, left, DECK, HAND.of((first + i) % s.seats))
            left -= share
        lucky = s.holder(JUGGLER)
        if lucky >= 0 and left:
            s.draw(1, left, DECK, HAND.of(lucky))


# --- II: FAZA ROZKAZÓW ---


class OrdersPhase(Phase):
    """In turn order each lays cards face down (SPI-040); with `orders = simultaneous`, all at once (SPI-R01)."""

    def run(self, s: Court) -> None:
        paired = s.holder(INNKEEPER)
        s.set_to(PAIRED, paired)
        simultaneous = s.rules.simultaneous
        if simultaneous:
            for seat in self.seats(s):
                s.push(RETURN_REST[seat])
        for seat in self.seats(s):
            if not simultaneous:
                s.push(RETURN_REST[seat])
            if seat == paired:
                s.push(SECOND_CARD[seat])
            s.push(LAY_ORDER[seat])


class LayOrder(SealedChoice[Court]):
    """Rozkaz: any number of cards of one type (SPI-041)."""

    def offers(self, s: Court, o: Offers) -> None:
        o.offer(NO_ORDER, "SPI-R02" if s.rules.min_orders and s.size(HAND.of(self.seat)) else ALLOWED)
        for kind in range(KINDS):
            for n in range(s.in_hand(self.seat, kind)):
                o.allow(ORDER.of(kind, n))

    def options(self, s: Court) -> list[i64]:
        """By hand, because it is the longest list of the game and asked every round of everybody."""
        if s.rules.min_orders:
            return super().options(s)
        options = [NO_ORDER]
        cards = HAND.of(self.seat)
        for kind in range(KINDS):
            count = s.cells[cards + kind]
            if count:
                options.extend(ORDERS_OF[kind][count])
        return options

    def any_option(self, s: Court, dice: Dice) -> i64:
        cards = HAND.of(self.seat)
        rest = s.size(cards)
        if rest == 0 or s.rules.min_orders:
            return super().any_option(s, dice)
        rest = s.one_of(rest + 1, dice) - 1    # each card of the hand stands for the order in which it is the last
        if rest < 0:
            return NO_ORDER
        kind: i64 = 0
        while rest >= s.cells[cards + kind]:
            rest -= s.cells[cards + kind]
            kind += 1
        return ORDER.of(kind, rest)

    def take(self, s: Court, action: i64) -> None:
        if action == NO_ORDER:
            s.tell(NO_ORDER_LAID, self.seat)
            return
        kind, n = ORDER.targets(action)
        s.move(kind, n + 1, HAND.of(self.seat), ORDERS.of(self.seat))


class SecondCard(SealedChoice[Court]):
    """Karczmarka: the majority holder may lay two cards of two types (SPI-042). Asked even when the first answer rules
    it out: otherwise the others could tell a pair from two of a kind by the number of clicks."""

    def offers(self, s: Court, o: Offers) -> None:
        o.allow(ENOUGH)
        first = s.sealed_answer(self.seat)
        for kind in s.kinds(HAND.of(self.seat)):
            if first == NO_ORDER or first == ORDER.of(kind, 0):
                o.offer(ADD.of(kind), "SPI-042")    # not two types
            else:
                o.offer(ADD.of(kind), ALLOWED if ORDER.targets(first)[1] == 0 else "SPI-043")

    def take(self, s: Court, action: i64) -> None:
        if action != ENOUGH:
            s.move(ADD.target(action), 1, HAND.of(self.seat), ORDERS.of(self.seat))


class ReturnRest(Automatic[Court]):
    """Cards not chosen go back unseen (SPI-044)."""

    def run(self, s: Court) -> None:
        s.move_all(HAND.of(self.seat), RETURNED.of(self.seat))


# --- III: FAZA AKCJI ---


class ActionPhase(Phase):
    """Each player takes one turn, even one without orders (SPI-050, SPI-059)."""

    def run(self, s: Court) -> None:
        s.begin_turn((s.cells[FIRST] + self.seat) % s.seats)
        for seat in self.seats(s):
            s.push(TURNS[seat])


class Turn(Choice[Court]):
    """Reveal the orders one by one, and use powers before, between and after (SPI-051, SPI-053)."""

    def offers(self, s: Court, o: Offers) -> None:
        face_down = s.kinds(ORDERS.of(self.seat))
        for kind in face_down:
            o.allow(REVEAL.of(kind))
        rule = self.power_refused(s, BANKER, BANKER_POWER)
        o.offer(BANK, rule or (ALLOWED if s.cells[BANK_POINTS] else "SPI-065"))
        rule = self.power_refused(s, BISHOP, BISHOP_POWER)
        if o.wants(rule):
            o.offer(ABSOLVE.of(0), rule or (ALLOWED if s.face_up(self.seat, RAID) else "SPI-067"))
            o.offer(ABSOLVE.of(1), rule or (ALLOWED if s.face_up(self.seat, PLOT) else "SPI-067"))
        rule = self.power_refused(s, SPY, SPY_POWER)
        if o.wants(rule):
            for victim in range(s.seats):
                has_none = "SPI-071" if victim == self.seat or not s.points(victim) else ALLOWED
                o.offer(STEAL.of(victim), rule or has_none)
        o.offer(END_TURN, "SPI-052" if face_down else ALLOWED)

    def options(self, s: Court) -> list[i64]:
        """By hand, because every turn asks it several times; mostly there is one card to reveal, or nothing to do."""
        only = self.but_for_powers(s)
        if not only:
            return super().options(s)
        powers = self.powers(s)
        if not powers:
            return only
        options = [only[0]] if only is not ONLY_END_TURN else []
        for i in range(len(BY_POWER)):
            if powers >> i & 1:
                options.append(BY_POWER[i])
        if only is ONLY_END_TURN:
            options.append(END_TURN)
        return options

    def any_option(self, s: Court, dice: Dice) -> i64:
        only = self.but_for_powers(s)
        if not only:
            return super().any_option(s, dice)
        powers = self.powers(s)
        count: i64 = 0
        for i in range(len(BY_POWER)):
            count += powers >> i & 1
        rest = s.one_of(count + 1, dice)
        if only is not ONLY_END_TURN:    # a card to reveal comes first, the end of the turn last
            rest -= 1
        if rest < 0 or rest == count:
            return only[0]
        power: i64 = 0
        while powers >> power & 1 == 0 or rest > 0:
            rest -= powers >> power & 1
            power += 1
        return BY_POWER[power]

    def but_for_powers(self, s: Court) -> list[i64]:
        """The one card to reveal, or the end of the turn; nothing if there are two types (the Innkeeper's pair)."""
        cells = s.cells
        orders = ORDERS.of(self.seat)
        only = ONLY_END_TURN
        for kind in range(KINDS):
            if cells[orders + kind]:
                if only is not ONLY_END_TURN:
                    return NOTHING_ALONE
                only = ONLY_REVEAL[kind]
        return only

    def powers(self, s: Court) -> i64:
        """What the powers allow now: one bit for each of BY_POWER."""
        cells = s.cells
        own = TABLEAU.of(self.seat)
        found: i64 = 0
        if cells[BANK_POINTS] and not self.power_refused(s, BANKER, BANKER_POWER):
            found |= 1
        if (cells[own + RAID] or cells[own + PLOT]) and not self.power_refused(s, BISHOP, BISHOP_POWER):
            found |= 2 if cells[own + RAID] else 0
            found |= 4 if cells[own + PLOT] else 0
        if not self.power_refused(s, SPY, SPY_POWER):
            for victim in range(s.seats):
                if victim != self.seat and s.points(victim):
                    found |= 8 << victim
        return found

    def power_refused(self, s: Court, character: i64, power: i64) -> str:
        """Each power once a turn, and only while holding the majority."""
        if not s.cells[TABLEAU.at(self.seat, character)]:
            return "SPI-053"
        if s.cells[USED + power]:
            return "SPI-054"
        return ALLOWED if s.majority(self.seat, character) else "SPI-053"

    def lone_is_public(self, s: Court, option: i64) -> bool:
        """With two cards face down only their owner knows whether there is an order to choose."""
        return option == END_TURN or s.face_down(self.seat, REVEAL.target(option)) == 1

    def take(self, s: Court, action: i64) -> None:
        if action == END_TURN:
            following = (self.seat + 1) % s.seats
            s.begin_turn(following if following != s.cells[FIRST] else -1)
            return
        s.push(self)
        if REVEAL.has(action):
            self.reveal(s, REVEAL.target(action))
        elif action == BANK:    # Bankier (SPI-064)
            s.remember(BANKER_POWER, USED)
            s.move(0, 1, BANK_POINTS, POINTS.of(self.seat))
        elif ABSOLVE.has(action):    # Biskup (SPI-067, SPI-068)
            s.remember(BISHOP_POWER, USED)
            s.tell(ABSOLVED, self.seat)
            s.discard(self.seat, RAID + ABSOLVE.target(action))
        else:    # Szpieg (SPI-071)
            s.remember(SPY_POWER, USED)
            s.move(0, 1, POINTS.of(STEAL.target(action)), POINTS.of(self.seat))

    def reveal(self, s: Court, kind: i64) -> None:
        """An event acts at once, before anything else (SPI-080), and stays (SPI-081)."""
        s.remember_next(kind, REVEALED)
        s.move(kind, 1, ORDERS.of(self.seat), TABLEAU.of(self.seat))
        if kind == RAID:
            s.push(RAIDS[self.seat])
        elif kind == PLOT:
            s.push(PLOTS[self.seat])


# --- IV: FAZA KOŃCA RUNDY ---


class EndPhase(Phase):
    """Each compares what lies open in front of them with the limit, once (SPI-090, SPI-098). What others discard does
    not change the count, so all can be counted at the start; who is within the limit has nothing to do (SPI-096)."""

    def run(self, s: Court) -> None:
        for seat in self.seats(s):
            if may_discard(s, seat):
                s.push(END_OF_ROUND[seat])


def may_discard(s: Court, seat: i64) -> bool:
    """Over the limit, or at a table where nobody minds (SPI-096, SPI-R13)."""
    return s.rules.extra_discards or s.size(TABLEAU.of(seat)) > s.limit()


class EndOfRound(Choice[Court]):
    """Discard characters, one by one, as long as there are too many (SPI-091 to 097)."""

    def offers(self, s: Court, o: Offers) -> None:
        for kind in s.kinds(TABLEAU.of(self.seat)):
            o.offer(DISCARD.of(kind), ALLOWED if kind < CHARACTERS else "SPI-094")
        o.offer(KEEP, self.keeping_refused(s))

    def any_option(self, s: Court, dice: Dice) -> i64:
        cells = s.cells
        shown = TABLEAU.of(self.seat)
        kinds: i64 = 0
        for kind in range(CHARACTERS):
            if cells[shown + kind]:
                kinds += 1
        rest = s.one_of(kinds if self.keeping_refused(s) else kinds + 1, dice)
        if rest == kinds:
            return KEEP
        kind = 0
        while cells[shown + kind] == 0 or rest > 0:
            if cells[shown + kind]:
                rest -= 1
            kind += 1
        return DISCARD.of(kind)

    def keeping_refused(self, s: Court) -> str:
        """May all that is shown stay? The Prince allows some more and is judged by what remains (SPI-092, SPI-093)."""
        shown = s.size(TABLEAU.of(self.seat))
        if shown <= s.limit() or shown == s.events_shown(self.seat):    # SPI-095: only events are left
            return ALLOWED
        if shown > s.limit() + s.rules.prince_keeps or not s.face_up(self.seat, PRINCE):
            return "SPI-091"
        return ALLOWED if s.majority(self.seat, PRINCE) else "SPI-093"

    def take(self, s: Court, action: i64) -> None:
        if action != KEEP:
            s.discard(self.seat, DISCARD.target(action))    # SPI-097
            if may_discard(s, self.seat):
                s.push(self)


# --- The steps are immutable and shared by all games. ---

BACKWARDS: Final[list[list[i64]]] = [    # by number of seats, First Player and the place where to begin
    [(first + i) % seats for i in range(seats - 1, begin - 1, -1)] if first < seats else []
    for seats in range(MOST_SEATS + 1)
    for first in range(MOST_SEATS)
    for begin in range(MOST_SEATS)
]
ONLY_END_TURN: Final[list[i64]] = [END_TURN]
NOTHING_ALONE: Final[list[i64]] = []
BY_POWER: Final[list[i64]] = [BANK, ABSOLVE.of(0), ABSOLVE.of(1), *[STEAL.of(seat) for seat in range(MOST_SEATS)]]
ONLY_REVEAL: Final[list[list[i64]]] = [[REVEAL.of(kind)] for kind in range(KINDS)]
ORDERS_OF: Final[list[list[list[i64]]]] = [    # by kind and number of cards in hand
    [[ORDER.of(kind, n) for n in range(count)] for count in range(MOST_COPIES + 1)] for kind in range(KINDS)
]
ROUND_STEP: Final[AnyStep] = Round()
DEAL: Final[AnyStep] = Deal()
PHASES: Final[list[AnyStep]] = [DEAL, OrdersPhase(0), ActionPhase(0), EndPhase(0), PassToken()]
LAY_ORDER: Final[list[AnyStep]] = each_seat(LayOrder, MOST_SEATS)
SECOND_CARD: Final[list[AnyStep]] = each_seat(SecondCard, MOST_SEATS)
RETURN_REST: Final[list[AnyStep]] = each_seat(ReturnRest, MOST_SEATS)
TURNS: Final[list[AnyStep]] = each_seat(Turn, MOST_SEATS)
END_OF_ROUND: Final[list[AnyStep]] = each_seat(EndOfRound, MOST_SEATS)


def opening(s: Court) -> None:
    """Przygotowanie do gry: a random First Player, then the first round (SPI-001 to 006)."""
    s.dice.begin(SETUP)
    s.set_to(FIRST, s.dice.below(s.seats))
    s.push(ROUND_STEP)
