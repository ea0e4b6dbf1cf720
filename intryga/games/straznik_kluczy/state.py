"""The kingdom (królestwo): who stands where, whose belt shows what, what everybody owns."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from intryga.games.straznik_kluczy import advice, facts, sampler, scoring
from intryga.games.straznik_kluczy.cards import (
    AI_CHESTS,
    CHESTS,
    FOLK_KINDS,
    INNER,
    MANUSCRIPTS,
    NOTHING,
    PLAYER_CARDS,
    SCHEMES,
    SECTION_COUNT,
    SEGMENT_COUNT,
    SLOT_COUNT,
)
from intryga.games.straznik_kluczy.data import Rules
from intryga.games.straznik_kluczy.zones import (
    ACTIVE,
    AI_BOARD,
    AI_CHEST_BOX,
    BONUS,
    CARD_BOX,
    CASTLE_BUSY,
    CASTLE_TURN,
    CHEST_BOX,
    CHEST_UNDER,
    COINS,
    CORRUPTION,
    COVERED,
    DISCARDS,
    DRAW_PILE,
    FOLK_BOX,
    HAND,
    LAYOUT,
    LEADER,
    LEAVING,
    MANUSCRIPT,
    MANUSCRIPT_BOX,
    MANUSCRIPT_DECK,
    MANUSCRIPTS_LEFT,
    NEUTRAL_DECK,
    ON_BELT,
    PUBLIC_OWNER,
    RING,
    SCHEME_BOX,
    STARTER,
    TOWNSFOLK,
    TOWNSFOLK_LEFT,
    VIRTUE,
    VISCOUNT,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import DRAW, Dice
from intryga.kernel.state import State


class Kingdom(State[Rules]):
    """Five segments around a castle, and a board in front of everybody. With one person the seat after theirs is the
    AI's (STR-301): a guest, whose cards are schemes."""

    def __init__(self, rules: Rules, seats: i64, cells: vec[i64], dice: Dice) -> None:
        super().__init__(LAYOUT, rules, seats, cells, dice, 1 if seats == 1 else 0)
        self.players: i64 = self.seats + self.guests
        self.side: i64 = rules.setup.side[seats]    # of the board: 0 for few players, 1 for many (STR-002)

    def twin(self) -> Kingdom:
        return Kingdom(self.rules, self.seats, self.cells[:], self.dice.copy())

    # --- people and the AI ---

    def is_ai(self, seat: i64) -> bool:
        return seat >= self.seats

    def board(self, seat: i64) -> i64:
        """Which player board: 0 for people, else 1 and the number of the AI board."""
        return self.cells[AI_BOARD] + 1 if seat >= self.seats else 0

    # --- belt, hand, deck ---

    def on_belt(self, seat: i64, place: i64) -> i64:
        """The card in a space of the belt, or NOTHING."""
        row = ON_BELT[place].of(seat)
        return self.cells[row + 1] if self.cells[row] else NOTHING

    def chest_under(self, seat: i64, place: i64) -> i64:
        row = CHEST_UNDER[place].of(seat)
        return self.cells[row + 1] if self.cells[row] else NOTHING

    def hand_size(self, seat: i64) -> i64:
        return self.size(HAND.of(seat))

    def cards_owned(self, seat: i64) -> i64:
        """Everywhere: STR-055 counts them all, one about to leave included."""
        total = self.size(HAND.of(seat)) + self.size(DRAW_PILE.of(seat)) + self.size(DISCARDS.of(seat))
        for place in range(3):
            total += self.cells[ON_BELT[place].of(seat)]
        if self.cells[ACTIVE] == seat:
            total += self.cells[LEAVING]
        return total

    def owns(self, seat: i64, kind: i64) -> bool:
        """Is this card among those of a seat, wherever it lies?"""
        cells = self.cells
        if cells[HAND.at(seat, kind)] + cells[DRAW_PILE.at(seat, kind)] + cells[DISCARDS.at(seat, kind)]:
            return True
        return kind in (self.on_belt(seat, 0), self.on_belt(seat, 1), self.on_belt(seat, 2))

    def hand_limit(self, seat: i64) -> i64:
        """STR-120."""
        limit = self.rules.setup.hand_limit + self.open_slots(seat, self.rules.slots.hand_limit)
        if self.cells[LEADER] == seat:
            limit += self.rules.castle.leader_hand
        return limit

    # --- own board ---

    def coins(self, seat: i64, what: i64) -> i64:
        """How many of PURSE[what]."""
        return self.cells[COINS[what].of(seat)]

    def slot_open(self, seat: i64, slot: i64) -> bool:
        return self.cells[COVERED.at(seat, slot)] == 0

    def open_slots(self, seat: i64, number: vec[i64]) -> i64:
        """The sum of a number of a person's slots (see Slots in data.py) over those that are open (STR-088)."""
        cells = self.cells
        at = COVERED.of(seat)
        total: i64 = 0
        for slot in range(SLOT_COUNT):
            if cells[at + slot] == 0:
                total += number[slot]
        return total

    def owns_public(self, seat: i64, building: i64) -> bool:
        return self.cells[PUBLIC_OWNER[building]] == seat

    # --- the ring ---

    def space(self, seat: i64) -> i64:
        """Where the Viscount stands: segment * 3 + LEFT, RIGHT or INNER."""
        return self.cells[VISCOUNT.of(seat) + 1]

    def segment(self, seat: i64) -> i64:
        return self.space(seat) // 3

    def inside(self, seat: i64) -> bool:
        """On the inner path?"""
        return self.space(seat) % 3 == INNER

    def place_of(self, segment: i64) -> i64:
        """The position of a segment in the ring."""
        place: i64 = 0
        while self.cells[RING + 1 + place] != segment:
            place += 1
        return place

    def next_segment(self, segment: i64) -> i64:
        """Clockwise."""
        return self.cells[RING + 1 + (self.place_of(segment) + 1) % SEGMENT_COUNT]

    def facing(self, segment: i64) -> i64:
        """The castle section that faces a segment (STR-003)."""
        return (self.place_of(segment) + self.cells[CASTLE_TURN]) % SECTION_COUNT

    def move_viscount(self, seat: i64, space: i64) -> None:
        if self.cells[VISCOUNT.of(seat)]:
            self.correct(VISCOUNT.of(seat), 0, space)
        else:
            self.remember_next(space, VISCOUNT.of(seat))

    # --- piles of the segments ---

    def townsperson(self, segment: i64) -> i64:
        """The visible top of a pile, or NOTHING."""
        row = TOWNSFOLK[segment]
        return self.cells[row + 1] if self.cells[row] else NOTHING

    def manuscript(self, segment: i64) -> i64:
        row = MANUSCRIPT[segment]
        return self.cells[row + 1] if self.cells[row] else NOTHING

    def next_townsperson(self, segment: i64) -> None:
        """The top has gone: the next one is turned up."""
        self._next(segment, TOWNSFOLK, TOWNSFOLK_LEFT, NEUTRAL_DECK)

    def next_manuscript(self, segment: i64) -> None:
        self._next(segment, MANUSCRIPT, MANUSCRIPTS_LEFT, MANUSCRIPT_DECK)

    def _next(self, segment: i64, tops: list[i64], left: list[i64], deck: i64) -> None:
        cells = self.cells
        if cells[left[segment]]:
            size: i64 = 0
            for one in left:
                size += cells[one]
            self.dice.begin(DRAW)
            self.deal(deck, size, tops[segment])
            self.add(left[segment], -1)

    # --- what the house asks ---

    def scores(self) -> list[dict[str, int]]:
        return scoring.scores(self)

    def live_scores(self, viewer: i64) -> list[dict[str, int]]:
        """All that scores lies open; whose cards are whose is known (they came openly)."""
        return scoring.scores(self)

    def total(self, seat: i64) -> i64:
        return scoring.total(self, seat)

    def winners(self) -> list[i64]:
        return scoring.winners(self)

    def facts(self, viewer: i64) -> dict[str, Any]:
        return facts.facts(self, viewer)

    def resample(self, viewer: i64, dice: Dice) -> Kingdom:
        return sampler.resample(self, viewer, dice)

    def impossible(self) -> str:
        return sampler.impossible(self)

    def value(self, seat: i64) -> float:
        return advice.value(self, seat)

    def certainty(self) -> float:
        """Early next to nothing is certain: a lead says a seventh of what it says at the end (docs/bots.md)."""
        return 1.0 - 0.85 * advice.time_left(self)

    def terms(self, seat: i64) -> dict[str, float]:
        return advice.terms(self, seat)


def empty_table(rules: Rules, seats: i64, dice: Dice) -> Kingdom:
    """Every card in its box; nobody owns anything."""
    s = Kingdom(rules, seats, LAYOUT.new_cells(), dice)
    for kind in range(FOLK_KINDS):
        s.fill(FOLK_BOX, kind, rules.folk.copies[kind])
    for box, kinds in (
        (MANUSCRIPT_BOX, MANUSCRIPTS),
        (CHEST_BOX, CHESTS),
        (CARD_BOX, PLAYER_CARDS),
        (SCHEME_BOX, SCHEMES),
        (AI_CHEST_BOX, AI_CHESTS),
    ):
        for kind in range(len(kinds)):
            s.fill(box, kind, 1)
    for counter in (LEADER, STARTER, ACTIVE, AI_BOARD, CASTLE_BUSY, *BONUS, *PUBLIC_OWNER):
        s.set_to(counter, -1)
    for seat in range(s.players):
        s.set_to(CORRUPTION.of(seat), 1)
        s.set_to(VIRTUE.of(seat), 7)
    return s
