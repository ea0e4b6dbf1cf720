"""III: FAZA AKCJI, a turn of each: orders are revealed, powers are used. Events are in events.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import (
    ABSOLVE,
    BANK,
    BANKER,
    BANKER_POWER,
    BISHOP,
    BISHOP_POWER,
    END_TURN,
    KINDS,
    MOST_SEATS,
    PLOT,
    RAID,
    REVEAL,
    SPY,
    SPY_POWER,
    STEAL,
)
from intryga.games.spiskowcy.events import PLOTS, RAIDS
from intryga.games.spiskowcy.phase import Phase
from intryga.games.spiskowcy.state import Court
from intryga.games.spiskowcy.told import ABSOLVED
from intryga.games.spiskowcy.zones import BANK_POINTS, FIRST, ORDERS, POINTS, REVEALED, TABLEAU, USED
from intryga.kernel.dice import Dice
from intryga.kernel.steps import ALLOWED, AnyStep, Choice, Offers, each_seat

SEVERAL: Final = -2    # instead of a type of card


class ActionPhase(Phase):
    """Each player takes one turn, even one without orders (SPI-050, SPI-059)."""

    def run(self, s: Court) -> None:
        s.begin_turn((s.cells[FIRST] + self.seat) % s.seats)
        for seat in self.seats(s):
            s.push(TURNS[seat])


class Turn(Choice[Court]):
    """Reveal the orders one by one, and use powers before, between and after (SPI-051, SPI-053)."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat)
        self.orders: i64 = ORDERS.of(seat)
        self.shown: i64 = TABLEAU.of(seat)

    def offers(self, s: Court, o: Offers) -> None:
        face_down = s.kinds(self.orders)
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
        card = self.only_card(s)
        if card == SEVERAL:
            return super().options(s)
        powers = self.powers(s)
        if not powers:
            return ONLY_REVEAL[card] if card >= 0 else ONLY_END_TURN
        options = [REVEAL.of(card)] if card >= 0 else []
        for i in range(len(BY_POWER)):
            if powers >> i & 1:
                options.append(BY_POWER[i])
        if card < 0:
            options.append(END_TURN)
        return options

    def any_option(self, s: Court, dice: Dice) -> i64:
        card = self.only_card(s)
        if card == SEVERAL:
            return super().any_option(s, dice)
        powers = self.powers(s)
        if not powers:
            s.lone = True
            return REVEAL.of(card) if card >= 0 else END_TURN
        # A card to reveal comes before the powers, the end of the turn after them.
        chosen = s.any_bit(powers << 1 | 1 if card >= 0 else powers << 1 | 2 << len(BY_POWER), dice)
        if chosen == 0:
            return REVEAL.of(card)
        return BY_POWER[chosen - 1] if chosen <= len(BY_POWER) else END_TURN

    def only_card(self, s: Court) -> i64:
        """The one type to reveal, -1 if there is none, or SEVERAL (the Innkeeper's pair)."""
        left = s.size(self.orders)
        if left == 0:
            return -1
        cells = s.cells
        at = self.orders
        while cells[at] == 0:
            at += 1
        return at - self.orders if cells[at] == left else SEVERAL

    def powers(self, s: Court) -> i64:
        """What the powers allow now: one bit for each of BY_POWER."""
        cells = s.cells
        own = self.shown
        found: i64 = 0
        if cells[own + BANKER] and cells[BANK_POINTS] and self.has_power(s, BANKER, BANKER_POWER):
            found |= 1
        if cells[own + BISHOP] and s.events_shown(self.seat) and self.has_power(s, BISHOP, BISHOP_POWER):
            found |= 2 if cells[own + RAID] else 0
            found |= 4 if cells[own + PLOT] else 0
        if cells[own + SPY] and self.has_power(s, SPY, SPY_POWER):
            for victim in range(s.seats):
                if victim != self.seat and s.points(victim):
                    found |= 8 << victim
        return found

    def has_power(self, s: Court, character: i64, power: i64) -> bool:
        """Each power once a turn, and only while holding the majority (SPI-053, SPI-054)."""
        return not s.cells[USED + power] and s.majority(self.seat, character)

    def power_refused(self, s: Court, character: i64, power: i64) -> str:
        if self.has_power(s, character, power):
            return ALLOWED
        return "SPI-054" if s.cells[self.shown + character] and s.cells[USED + power] else "SPI-053"

    def lone_is_public(self, s: Court, option: i64) -> bool:
        """With two cards face down only their owner knows whether there is an order to choose."""
        return option == END_TURN or s.cells[self.orders + REVEAL.target(option)] == 1

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
        s.move(kind, 1, self.orders, self.shown)
        if kind == RAID:
            s.push(RAIDS[self.seat])
        elif kind == PLOT:
            s.push(PLOTS[self.seat])


ONLY_END_TURN: Final[list[i64]] = [END_TURN]
BY_POWER: Final[list[i64]] = [BANK, ABSOLVE.of(0), ABSOLVE.of(1), *[STEAL.of(seat) for seat in range(MOST_SEATS)]]
ONLY_REVEAL: Final[list[list[i64]]] = [[REVEAL.of(kind)] for kind in range(KINDS)]
TURNS: Final[list[AnyStep]] = each_seat(Turn, MOST_SEATS)
