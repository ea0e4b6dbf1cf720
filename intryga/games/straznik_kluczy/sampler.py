"""A fair redistribution of what a viewer of Strażnik Kluczy does not see, and what no play can lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    BUILDINGS,
    FOLK_KINDS,
    SLOT_COUNT,
    SLOTS_OF_TYPE,
    SPOT_COUNT,
    SPOTS,
    TYPE_COUNT,
)
from intryga.games.straznik_kluczy.scoring import built, workers
from intryga.games.straznik_kluczy.zones import (
    ACTIVE,
    AI_CHESTS_DOWN,
    BUILT,
    CORRUPTION,
    COVERED,
    DISCARDS,
    DRAW_PILE,
    HAND,
    KNOWN,
    LAST_ROUND,
    PUBLIC_AT,
    PUBLIC_OWNER,
    RING,
    ROUND,
    STARTER,
    SUPPLY,
    VIRTUE,
    VISCOUNT,
)
from intryga.kernel.dice import Dice
from intryga.kernel.layout import OMNISCIENT
from intryga.kernel.state import State

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom


def resample(s: Kingdom, viewer: i64, dice: Dice) -> Kingdom:
    """All cards of a player came openly, so what hand and draw pile hold together is known; which of them are in the
    hand is not, except those that everybody saw go there."""
    r = s.clone()
    r.dice = dice
    if viewer == OMNISCIENT:
        return r
    for seat in range(r.seats):
        if seat != viewer:
            exchange(r, seat)
    face_down = sorted(r.row_item(AI_CHESTS_DOWN, place) for place in range(r.row_size(AI_CHESTS_DOWN)))
    for place, kind in enumerate(face_down):
        r.correct(AI_CHESTS_DOWN, place, kind)    # what they truly are must not matter
    r.shuffle(AI_CHESTS_DOWN)
    r.refresh()
    return r


def exchange(r: Kingdom, seat: i64) -> None:
    """Another hand of the same size from hand and draw pile."""
    hand = HAND.of(seat)
    pile = DRAW_PILE.of(seat)
    kept: list[i64] = [0 for _ in range(FOLK_KINDS)]
    for place in range(r.row_size(KNOWN.of(seat))):
        kept[r.row_item(KNOWN.of(seat), place)] = 1
    count: i64 = 0
    for kind in range(FOLK_KINDS):
        unknown = max(r.cells[hand + kind] - kept[kind], 0)
        if unknown:
            r.move(kind, unknown, hand, pile)
            count += unknown
    r.draw(count, r.size(pile), pile, hand)


def impossible(s: Kingdom) -> str:
    """For positions written by hand."""
    wrong = State.impossible(s)
    if wrong:
        return wrong
    if s.row_size(RING) not in (0, 5):
        return "ring names the five segments clockwise (STR-002)"
    for counter, name in ((STARTER, "starter"), (ACTIVE, "active")):
        if not -1 <= s.cells[counter] < s.players:
            return f"{name} is a seat, or -1 for nobody"
    if s.cells[LAST_ROUND] and s.cells[ROUND] > s.cells[LAST_ROUND]:
        return "the round is after the last one (STR-240)"
    for seat in range(s.players):
        wrong = _impossible_seat(s, seat)
        if wrong:
            return f"seat {seat}: {wrong}"
    return _impossible_spots(s)


def _impossible_seat(s: Kingdom, seat: i64) -> str:
    if s.row_size(VISCOUNT.of(seat)) > 1:
        return "a Viscount stands on one space"
    if not 1 <= s.cells[CORRUPTION.of(seat)] <= s.cells[VIRTUE.of(seat)] <= 7:
        return "corruption and virtue stand on spaces 1 to 7, corruption never beyond virtue (STR-141)"
    for kind in range(FOLK_KINDS):
        if s.cells[HAND.at(seat, kind)] + s.cells[DRAW_PILE.at(seat, kind)] + s.cells[DISCARDS.at(seat, kind)] > 1:
            return "nobody has two copies of a card (STR-006)"
    return ""


def impossible_board(s: Kingdom, seat: i64) -> str:
    """The same of what a position may leave unsaid."""
    if s.cells[SUPPLY.of(seat)] < 0 or workers(s, seat) + s.cells[SUPPLY.of(seat)] != s.rules.setup.workers:
        return f"workers in castle and supply are {s.rules.setup.workers} together (STR-006)"
    for slot in range(SLOT_COUNT):
        if s.cells[COVERED.at(seat, slot)] > 1:
            return "slots are 1 where a building covers them, else 0"
    for building in range(TYPE_COUNT):
        covered: i64 = 0
        for slot in range(building * SLOTS_OF_TYPE, building * SLOTS_OF_TYPE + SLOTS_OF_TYPE):
            covered += s.cells[COVERED.at(seat, slot)]
        if covered + built(s, seat, building) != SLOTS_OF_TYPE:
            return f"buildings {BUILDINGS[building]} on spots and slots are {SLOTS_OF_TYPE} together (STR-006)"
    return ""


def _impossible_spots(s: Kingdom) -> str:
    for spot in range(SPOT_COUNT):
        there: i64 = 0
        for seat in range(s.players):
            for building in range(TYPE_COUNT):
                there += s.cells[BUILT[building].at(seat, spot)]
        for building in range(TYPE_COUNT):
            if s.cells[PUBLIC_AT[building]] and s.row_item(PUBLIC_AT[building], 0) == spot:
                there += 1
        if there > 1 or (there and not s.rules.spots.exists[s.side * SPOT_COUNT + spot]):
            return f"on spot {SPOTS[spot]} there is at most one building, and only where the side has it (STR-085)"
    for building in range(TYPE_COUNT):
        if (s.cells[PUBLIC_AT[building]] == 0) != (s.cells[PUBLIC_OWNER[building]] < 0):
            return "a Public Building has an owner and a spot, or neither (STR-208)"
    return ""
