"""Pola budowy: where buildings may stand, which spot comes next clockwise, who has built where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import SPOT_COUNT, SPOTS_HERE, TYPE_COUNT
from intryga.games.straznik_kluczy.zones import BUILT, PUBLIC_AT, PUBLIC_OWNER, RING

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom

ANYWHERE: Final[i64] = -1
NOBODY: Final[i64] = -1
ONWARD: Final[i64] = 0    # the ways of LINK: along a spot's own line to the next spot,
BACK: Final[i64] = 1    # or along that of the spot before


def printed(s: Kingdom, spot: i64) -> i64:
    """Where the rules have this spot, on the side of the board in use (STR-002)."""
    return s.side * SPOT_COUNT + spot


def exists(s: Kingdom, spot: i64) -> bool:
    return s.rules.spots.exists[s.side * SPOT_COUNT + spot] != 0


def space_of(s: Kingdom, spot: i64) -> i64:
    """The outer space on whose side of the river the spot lies (STR-085)."""
    return spot // SPOTS_HERE * 3 + s.rules.spots.bank[s.side * SPOT_COUNT + spot]


def next_spot(s: Kingdom, spot: i64) -> i64:
    """Clockwise; the last of a segment leads to the first of the next one, rivers or not (STR-090)."""
    if spot % SPOTS_HERE < SPOTS_HERE - 1 and exists(s, spot + 1):
        return spot + 1
    return s.next_segment(spot // SPOTS_HERE) * SPOTS_HERE


def spot_before(s: Kingdom, spot: i64) -> i64:
    if spot % SPOTS_HERE:
        return spot - 1
    place = s.place_of(spot // SPOTS_HERE)
    before = s.row_item(RING, place - 1 if place else 4)
    last = before * SPOTS_HERE + SPOTS_HERE - 1
    return last if exists(s, last) else last - 1


# --- who stands there ---


def public_at(s: Kingdom, spot: i64) -> i64:
    """Which Public Building stands there, or NOBODY's."""
    for building in range(TYPE_COUNT):
        if s.row_size(PUBLIC_AT[building]) and s.row_item(PUBLIC_AT[building], 0) == spot:
            return building
    return NOBODY


def builder_at(s: Kingdom, spot: i64) -> i64:
    """Whose building stands there, or NOBODY; a Public Building is of who holds its card (STR-R12)."""
    cells = s.cells
    for seat in range(s.players):
        for building in range(TYPE_COUNT):
            if cells[BUILT[building].at(seat, spot)]:
                return seat
    public = public_at(s, spot)
    return NOBODY if public < 0 else cells[PUBLIC_OWNER[public]]


def is_free(s: Kingdom, spot: i64, space: i64) -> bool:
    """Is this an empty spot at a space, or ANYWHERE?"""
    return exists(s, spot) and (space == ANYWHERE or space_of(s, spot) == space) and builder_at(s, spot) == NOBODY


def first_free(s: Kingdom, space: i64) -> i64:
    """The first empty spot at a space, clockwise, or ANYWHERE in the order of the list; -1 if there is none."""
    first: i64 = 0 if space == ANYWHERE else space // 3 * SPOTS_HERE
    count: i64 = SPOT_COUNT if space == ANYWHERE else SPOTS_HERE
    for spot in range(first, first + count):
        if is_free(s, spot, space):
            return spot
    return -1


def first_at(s: Kingdom, space: i64) -> i64:
    """The first spot of an outer space, clockwise."""
    spot: i64 = 0
    while space_of(s, spot) != space:
        spot += 1
    return spot


def own_here(s: Kingdom, seat: i64, building: i64) -> list[i64]:
    """The spots at the space of a Viscount where an own building of this type stands, clockwise (STR-201)."""
    space = s.space(seat)
    first = space // 3 * SPOTS_HERE
    found: list[i64] = []
    for spot in range(first, first + SPOTS_HERE):
        if s.cells[BUILT[building].at(seat, spot)] and space_of(s, spot) == space:
            found.append(spot)
    return found


# --- links (STR-087, STR-090) ---


def link_effect(s: Kingdom, spot: i64, way: i64) -> i64:
    """The program of the line from a spot onward or back; 0 where none is drawn."""
    return s.rules.spots.link[printed(s, spot if way == ONWARD else spot_before(s, spot))]


def linked_with(s: Kingdom, spot: i64, way: i64) -> i64:
    """Whose building stands at the other end of a link, or NOBODY where nothing is paid (STR-R20)."""
    if not link_effect(s, spot, way):
        return NOBODY
    other = next_spot(s, spot) if way == ONWARD else spot_before(s, spot)
    if not s.rules.options.public_links and public_at(s, other) >= 0:
        return NOBODY
    return builder_at(s, other)
