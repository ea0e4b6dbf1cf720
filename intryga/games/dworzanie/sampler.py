"""A fair redistribution of what a viewer of Dworzanie does not see, and what no play can lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.dworzanie.cards import (
    BLUE,
    ELIMINATED,
    FAMILIES,
    HAND_SIZE,
    MISSION_NAMES,
    MISSIONS,
    NAMES,
    OF_A_COLOUR,
    ROLES,
    SPY,
    UNKNOWN,
    WHITE,
    memory,
)
from intryga.games.dworzanie.zones import (
    BOX,
    DECK,
    FACE_DOWN,
    FACE_UP,
    FIRST,
    HAND,
    NUMBERED,
    PLAYED_BY,
    RECALLED,
    REMOVED,
    SECRET,
    SHOWN,
    USED,
)
from intryga.kernel.dice import Dice
from intryga.kernel.layout import OMNISCIENT
from intryga.kernel.sampling import miscounted

if TYPE_CHECKING:
    from intryga.games.dworzanie.state import Court


def resample(s: Court, viewer: i64, dice: Dice) -> Court:
    """Spies that the viewer does not recall, hands, missions, the removed cards and the pile are dealt anew. All worlds
    that fit what the viewer knows are equally likely; why opponents played what they played is not asked."""
    r = s.clone()
    r.dice = dice
    if viewer == OMNISCIENT:
        return r
    held = [gather_hand(r, seat) if seat != viewer else 0 for seat in range(r.seats)]
    removed = r.size(REMOVED)
    r.move_all(REMOVED, DECK)
    redraw_spies(r, viewer)    # first: of the hidden cards only they are known to be of some kind
    left = r.size(DECK)
    for seat in range(r.seats):
        r.draw_hand(seat, held[seat], left)
        left -= held[seat]
    r.draw(removed, left, DECK, REMOVED)
    redeal_missions(r, viewer)
    r.refresh()
    return r


def gather_hand(r: Court, seat: i64) -> i64:
    """A hand goes back into the pile; gives how many cards it held."""
    size = r.row_size(HAND.of(seat))
    for held in range(size - 1, -1, -1):
        r.lift(HAND.of(seat), held, DECK)
    return size


def redraw_spies(r: Court, viewer: i64) -> None:
    """Face-down cards the viewer does not recall become other spies; those who played them recall those."""
    known = recollection(r, viewer)
    unknown: list[tuple[i64, i64, i64]] = []    # where they lie, and the number
    for place in range(ELIMINATED + 1):
        spies = FACE_DOWN.of(place)
        for i in range(r.row_size(spies)):
            number = r.row_item(NUMBERED.of(place), i)
            if known[number] == UNKNOWN:
                r.fill(DECK, r.row_item(spies, i), 1)
                unknown.append((spies, i, number))
    left: i64 = 0
    for family in range(FAMILIES):
        left += r.cells[DECK + family * ROLES + SPY]
    for spies, i, number in unknown:
        kind = r.pick(DECK, SPY, ROLES, left)
        left -= 1
        r.fill(DECK, kind, -1)
        r.correct(spies, i, kind)
        player = r.row_item(PLAYED_BY, number)
        if r.rules.recalls and player != viewer:
            r.correct(RECALLED.of(player), number, memory(kind))


def recollection(r: Court, viewer: i64) -> list[i64]:
    """By number, what the viewer recalls of each spy."""
    known: list[i64] = []
    for number in range(r.row_size(PLAYED_BY)):
        known.append(r.row_item(RECALLED.of(viewer), number) if viewer >= 0 else UNKNOWN)
    return known


def redeal_missions(r: Court, viewer: i64) -> None:
    """Everybody knows who holds a mission of which colour."""
    for first in (WHITE, BLUE):
        hidden: list[tuple[i64, i64]] = []    # whose, and in which place
        for seat in range(r.seats):
            for i in range(r.row_size(SECRET.of(seat)) if seat != viewer else 0):
                mission = r.row_item(SECRET.of(seat), i)
                if first <= mission < first + OF_A_COLOUR:
                    hidden.append((seat, i))
                    r.fill(BOX, mission, 1)
        left: i64 = 0
        for mission in range(first, first + OF_A_COLOUR):
            left += r.cells[BOX + mission]
        for seat, i in hidden:
            mission = r.pick(BOX, first, 1, left)
            left -= 1
            r.fill(BOX, mission, -1)
            r.correct(SECRET.of(seat), i, mission)


# --- what cannot be ---


def impossible(s: Court) -> str:
    """Why no play leads here, in a sentence; empty if nothing speaks against it."""
    return miscounted(s, DECK, s.rules.copies) or dealt_twice(s) or misplaced(s) or misnumbered(s)


def dealt_twice(s: Court) -> str:
    """No mission is dealt twice."""
    for mission in range(MISSIONS):
        if not 0 <= s.cells[BOX + mission] <= 1:
            return f"there is only one mission {MISSION_NAMES[mission]}"
    return ""


def misplaced(s: Court) -> str:
    if not 0 <= s.cells[FIRST] < s.seats:
        return f"first is a seat from 0 to {s.seats - 1}"
    if max(s.cells[USED], s.cells[USED + 1], s.cells[USED + 2]) > 1:
        return "each area is played to once in a turn (DWO-032)"
    for place in range(ELIMINATED + 1):
        for i in range(s.row_size(FACE_DOWN.of(place))):
            if s.row_item(FACE_DOWN.of(place), i) % ROLES != SPY:
                return f"{NAMES[s.row_item(FACE_DOWN.of(place), i)]} cannot lie face down: only spies do (DWO-034)"
        for family in range(FAMILIES):
            if s.depth and s.cells[FACE_UP.of(place) + family * ROLES + SPY]:
                return "spies lie face down until the end (DWO-060)"
    for seat in range(s.seats):
        if s.row_size(HAND.of(seat)) + (s.size(USED) if s.seat == seat else 0) > HAND_SIZE:
            return f"seat {seat} holds more cards than it can play in its turn (DWO-030)"
        for row in (SECRET.of(seat), SHOWN.of(seat)):
            if s.row_size(row) == 2 and (s.row_item(row, 0) >= BLUE or s.row_item(row, 1) < BLUE):
                return f"seat {seat} has a white and a blue mission, in this order (DWO-012)"
    return ""


def misnumbered(s: Court) -> str:
    """Every face-down spy has a number of its own, and who played it recalls what it is, or nobody does."""
    if not s.depth and not any(s.row_size(NUMBERED.of(place)) for place in range(ELIMINATED + 1)):
        return ""    # a position written by hand: they get their numbers when it is set up
    seen: list[i64] = []
    for place in range(ELIMINATED + 1):
        if s.row_size(NUMBERED.of(place)) != s.row_size(FACE_DOWN.of(place)):
            return "every face-down spy has a number"
        for i in range(s.row_size(NUMBERED.of(place))):
            number = s.row_item(NUMBERED.of(place), i)
            if number >= s.row_size(PLAYED_BY) or number in seen:
                return "spies are numbered in the order in which they were played"
            seen.append(number)
            spy = memory(s.row_item(FACE_DOWN.of(place), i))
            for seat in range(s.seats):
                mine = s.rules.recalls and s.row_item(PLAYED_BY, number) == seat
                if s.row_item(RECALLED.of(seat), number) != (spy if mine else UNKNOWN):
                    return f"seat {seat} cannot recall this of spy {number + 1}"
    return ""
