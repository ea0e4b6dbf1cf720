"""Przygotowanie: setting the table (STR-001 to 034)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    CHESTS,
    CHOOSE_PAIR,
    DESTROY,
    DISCARD,
    FIRST_HERO,
    FIRST_NEUTRAL,
    FOLK_KINDS,
    MANUSCRIPTS,
    PLAYER_CARDS,
    SEGMENT_COUNT,
    SILVER,
    SLOT_COUNT,
    STOP,
)
from intryga.games.straznik_kluczy.folk import draw
from intryga.games.straznik_kluczy.parameters import COUNT
from intryga.games.straznik_kluczy.solo_turn import AiSettle
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import ROUND_BEGINS, STARTS_AT, STARTS_GAME
from intryga.games.straznik_kluczy.tracks import gain
from intryga.games.straznik_kluczy.turn import TURN
from intryga.games.straznik_kluczy.zones import (
    CARD_BOX,
    CASTLE_TURN,
    CHEST_BOX,
    CHEST_DECK,
    CHESTS_SHOWN,
    COVERED,
    DEBTS_LEFT,
    DEEDS_LEFT,
    DISCARDS,
    DRAW_PILE,
    FOLK_BOX,
    HERO_DECK,
    HEROES_SHOWN,
    KNOWN,
    MANUSCRIPT,
    MANUSCRIPT_BOX,
    MANUSCRIPT_DECK,
    MANUSCRIPTS_LEFT,
    NEUTRAL_DECK,
    OFFERED_CARDS,
    OFFERED_HEROES,
    PLAYER_CARD,
    PLAYER_DECK,
    RING,
    ROUND,
    SETTING_UP,
    STARTER,
    SUPPLY,
    TOWNSFOLK_LEFT,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import SETUP
from intryga.kernel.effects import Effects, perform
from intryga.kernel.language import Operation
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import AnyStep, Automatic, Choice, Offers


def opening(s: Kingdom) -> None:
    s.push(SetUp())


class SetUp(Automatic[Kingdom]):
    """Everything that chance decides, then pairs are chosen, the last in turn order first (STR-008, STR-015)."""

    def run(self, s: Kingdom) -> None:
        s.set_to(SETTING_UP, 1)
        s.dice.begin(SETUP)
        lay_boards(s)
        lay_ring(s)
        lay_townsfolk(s)
        lay_manuscripts(s)
        if s.rules.options.expansion:
            s.move_all(CHEST_BOX, CHEST_DECK)
            for shown in range(s.rules.setup.chests_shown):
                s.deal(CHEST_DECK, len(CHESTS) - shown, CHESTS_SHOWN)
        lay_pairs(s)
        starter = s.dice.below(s.seats)
        s.set_to(STARTER, starter)
        s.tell(STARTS_GAME, starter)
        s.push(Choosing())


class Choosing(Automatic[Kingdom]):
    """Who sits to the right of the start player chooses first; the game begins when all are settled."""

    def run(self, s: Kingdom) -> None:
        starter = s.cells[STARTER]
        steps: list[AnyStep] = []
        for distance in range(1, s.seats + 1):
            steps.append(ChoosePair((starter - distance) % s.seats))
        if s.guests:
            steps.append(AiSettle(s.seats))
        steps.append(CountOut())
        for distance in range(s.seats):
            steps.append(LatePick((starter + distance) % s.seats))
        steps.append(Begin())
        s.then(steps)


def lay_boards(s: Kingdom) -> None:
    """Every building on its slot, every worker in the supply (STR-006)."""
    for seat in range(s.players):
        for slot in range(SLOT_COUNT):
            s.fill(COVERED.of(seat), slot, 1)
        s.set_to(SUPPLY.of(seat), s.rules.setup.workers)


def lay_ring(s: Kingdom) -> None:
    """Segments in random order, the castle turned at random (STR-002, STR-003)."""
    for segment in range(SEGMENT_COUNT):
        s.remember_next(segment, RING)
    s.shuffle(RING)
    s.set_to(CASTLE_TURN, s.dice.below(SEGMENT_COUNT))


def used(s: Kingdom, of_keys: i64) -> bool:
    """Is a card of this set in the game (STR-020, STR-027)?"""
    return of_keys == 0 or s.rules.options.expansion


def lay_townsfolk(s: Kingdom) -> None:
    """Neutral cards in five piles, Heroes in their deck, starting cards in front of everybody (STR-004, 006, 024)."""
    folk = s.rules.folk
    neutral: i64 = 0
    for kind in range(FIRST_NEUTRAL, FOLK_KINDS):
        if used(s, folk.of_keys[kind]):
            s.move(kind, 1, FOLK_BOX, HERO_DECK if kind >= FIRST_HERO else NEUTRAL_DECK)
            neutral += 0 if kind >= FIRST_HERO else 1
    for place in range(SEGMENT_COUNT):
        more = 1 if place < neutral % SEGMENT_COUNT else 0
        s.set_to(TOWNSFOLK_LEFT[s.row_item(RING, place)], neutral // SEGMENT_COUNT + more)
    for segment in range(SEGMENT_COUNT):
        s.next_townsperson(segment)
    for seat in range(s.seats):
        for kind in starting_cards(s):
            s.move(kind, 1, FOLK_BOX, DISCARDS.of(seat))


def starting_cards(s: Kingdom) -> list[i64]:
    """With the expansion some are replaced (STR-024)."""
    folk = s.rules.folk
    found: list[i64] = []
    for kind in range(FIRST_NEUTRAL):
        replaced = s.rules.options.expansion and folk.replaced[kind]
        if used(s, folk.of_keys[kind]) and not replaced:
            found.append(kind)
    return found


def lay_manuscripts(s: Kingdom) -> None:
    """Grey backs on top, the others below (STR-005, STR-021)."""
    tiles = s.rules.manuscripts
    below: i64 = 0
    grey: list[i64] = []
    for kind in range(len(MANUSCRIPTS)):
        if tiles.grey[kind]:
            grey.append(kind)
        elif used(s, tiles.of_keys[kind]):
            s.move(kind, 1, MANUSCRIPT_BOX, MANUSCRIPT_DECK)
            below += 1
    for segment in range(SEGMENT_COUNT):
        kind = grey.pop(s.dice.below(len(grey)))
        s.lay(kind, MANUSCRIPT_BOX, MANUSCRIPT[segment])
        s.set_to(MANUSCRIPTS_LEFT[segment], below // SEGMENT_COUNT)


def lay_pairs(s: Kingdom) -> None:
    """One more than people: a Player card and a Hero each (STR-008)."""
    cards: i64 = 0
    for kind in range(len(PLAYER_CARDS)):
        if used(s, s.rules.player_cards.of_keys[kind]):
            s.move(kind, 1, CARD_BOX, PLAYER_DECK)
            cards += 1
    heroes = s.size(HERO_DECK)
    for pair in range(s.seats + s.rules.setup.more_pairs):
        s.deal(PLAYER_DECK, cards - pair, OFFERED_CARDS)
        s.deal(HERO_DECK, heroes - pair, OFFERED_HEROES)


# --- everybody in turn ---


class ChoosePair(Choice[Kingdom]):
    def offers(self, s: Kingdom, o: Offers) -> None:
        for pair in range(s.row_size(OFFERED_CARDS)):
            o.allow(CHOOSE_PAIR.of(pair))

    def take(self, s: Kingdom, action: i64) -> None:
        pair = CHOOSE_PAIR.target(action)
        s.pass_on(OFFERED_CARDS, pair, PLAYER_CARD.of(self.seat))
        s.lift(OFFERED_HEROES, pair, DISCARDS.of(self.seat))
        s.then([Settle(self.seat), ShuffleIn(self.seat)])


class Settle(Automatic[Kingdom]):
    """The Viscount, the gains, the step at the bottom (STR-009 to 011)."""

    def run(self, s: Kingdom) -> None:
        cards = s.rules.player_cards
        card = s.row_item(PLAYER_CARD.of(self.seat), 0)
        s.move_viscount(self.seat, cards.start[card])
        s.tell(STARTS_AT, self.seat, cards.start[card])
        if not cards.at_end[card]:
            perform(s, cards.effect[card], self.seat)
        perform(s, cards.gains[card], self.seat)


class DestroyAtStart(Operation[Kingdom]):
    """Any own card, before they are shuffled (STR-017)."""

    def __init__(self) -> None:
        super().__init__("start_destroy", [COUNT], one_by_one=True)

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        s.push(StartDestroy(e.seat))


class StartDestroy(Choice[Kingdom]):
    def offers(self, s: Kingdom, o: Offers) -> None:
        for kind in range(FOLK_KINDS):
            if s.cells[DISCARDS.at(self.seat, kind)]:
                o.allow(DESTROY.of(kind))
        o.allow(STOP)

    def take(self, s: Kingdom, action: i64) -> None:
        if action != STOP:
            kind = DESTROY.target(action)
            s.move(kind, 1, DISCARDS.of(self.seat), FOLK_BOX)
            gain(s, self.seat, SILVER, s.rules.folk.cost[kind])


class DiscardAtStart(Operation[Kingdom]):
    """So many own cards stay among the discards when the others are shuffled (STR-032, STR-034)."""

    def __init__(self) -> None:
        super().__init__("start_discard", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        s.push(StartDiscard(e.seat, code[at + 1]))


class StartDiscard(Choice[Kingdom]):
    """Exactly so many (STR-R46): those chosen are noted until the shuffle."""

    about: ClassVar[dict[str, str]] = {"left": NUMBER}

    def __init__(self, seat: i64, left: i64) -> None:
        super().__init__(seat)
        self.left: i64 = left

    def fields(self) -> list[i64]:
        return [self.seat, self.left]

    def offers(self, s: Kingdom, o: Offers) -> None:
        for kind in range(FOLK_KINDS):
            if s.cells[DISCARDS.at(self.seat, kind)] and not stays(s, self.seat, kind):
                o.allow(DISCARD.of(kind))
        o.offer(STOP, "STR-034")

    def take(self, s: Kingdom, action: i64) -> None:
        s.remember_next(DISCARD.target(action), KNOWN.of(self.seat))
        if self.left > 1:
            s.push(StartDiscard(self.seat, self.left - 1))


def stays(s: Kingdom, seat: i64, kind: i64) -> bool:
    """Was this card chosen to stay among the discards?"""
    known = KNOWN.of(seat)
    return any(s.row_item(known, place) == kind for place in range(s.row_size(known)))


class ShuffleIn(Automatic[Kingdom]):
    """The starting deck is shuffled, and a hand drawn (STR-012)."""

    def run(self, s: Kingdom) -> None:
        for kind in range(FOLK_KINDS):
            if s.cells[DISCARDS.at(self.seat, kind)] and not stays(s, self.seat, kind):
                s.move(kind, 1, DISCARDS.of(self.seat), DRAW_PILE.of(self.seat))
        s.forget_row(KNOWN.of(self.seat))
        draw(s, self.seat, s.rules.setup.hand)


# --- all together ---


class CountOut(Automatic[Kingdom]):
    """Debts and Deeds; what nobody chose; Heroes on display (STR-014, STR-015, STR-026)."""

    def run(self, s: Kingdom) -> None:
        setup = s.rules.setup
        s.set_to(DEBTS_LEFT, setup.debts[s.seats])
        s.set_to(DEEDS_LEFT, setup.deeds[s.seats])
        while s.row_size(OFFERED_CARDS):
            s.lift(OFFERED_CARDS, 0, CARD_BOX)
            s.lift(OFFERED_HEROES, 0, HERO_DECK if s.rules.options.expansion else FOLK_BOX)
        if s.rules.options.expansion:
            s.dice.begin(SETUP)
            heroes = s.size(HERO_DECK)
            for shown in range(setup.heroes_shown):
                s.deal(HERO_DECK, heroes - shown, HEROES_SHOWN)


class LatePick(Automatic[Kingdom]):
    """A Hero or a chest from the displays, in turn order (STR-031)."""

    def run(self, s: Kingdom) -> None:
        card = s.row_item(PLAYER_CARD.of(self.seat), 0)
        if s.rules.player_cards.at_end[card]:
            perform(s, s.rules.player_cards.effect[card], self.seat)


class Begin(Automatic[Kingdom]):
    """The first round."""

    def run(self, s: Kingdom) -> None:
        s.set_to(SETTING_UP, 0)
        s.set_to(ROUND, 1)
        s.tell(ROUND_BEGINS, 1)
        s.push(TURN[s.cells[STARTER]])
