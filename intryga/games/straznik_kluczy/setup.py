"""Przygotowanie: setting the table (STR-001 to 034)."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    CHESTS,
    FIRST_HERO,
    FIRST_NEUTRAL,
    FOLK_KINDS,
    MANUSCRIPTS,
    PLAYER_CARDS,
    SEGMENT_COUNT,
    SLOT_COUNT,
)
from intryga.games.straznik_kluczy.pairs import ChoosePair
from intryga.games.straznik_kluczy.solo_turn import AiSettle
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import ROUND_BEGINS, STARTS_GAME
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
    FOLK_BOX,
    HERO_DECK,
    HEROES_SHOWN,
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
from intryga.kernel.dice import SETUP
from intryga.kernel.effects import perform
from intryga.kernel.steps import AnyStep, Automatic


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
            s.set_note(COVERED.of(seat), slot, 1)
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
