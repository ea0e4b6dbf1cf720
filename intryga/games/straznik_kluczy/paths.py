"""The paths of the Viscounts (STR-061): round on the outside, round on the inside, from left to right through it.

The spaces are bits in ring order: of each segment the left, the right and the inner one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import SPACE_COUNT
from intryga.games.straznik_kluczy.zones import RING

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom

LEFTS: Final[i64] = 0b001_001_001_001_001
RIGHTS: Final[i64] = 0b010_010_010_010_010
INNERS: Final[i64] = 0b100_100_100_100_100
ROUND_TRIP: Final[i64] = 15    # so many steps reach every space


def bit_of(s: Kingdom, space: i64) -> i64:
    one: i64 = 1
    return one << (s.place_of(space // 3) * 3 + space % 3)


def space_at(s: Kingdom, position: i64) -> i64:
    """The space whose bit is at this position."""
    return s.cells[RING + 1 + position // 3] * 3 + position % 3


def onward(frontier: i64) -> i64:
    """Where one step leads."""
    lefts = frontier & LEFTS
    inners = frontier & INNERS
    moved = lefts << 1 | lefts << 2 | inners >> 1 | inners << 3 | (frontier & RIGHTS) << 2
    return (moved | moved >> SPACE_COUNT) & 0x7FFF


def reach(s: Kingdom, start: i64, least: i64, most: i64) -> i64:
    """The spaces that so many steps lead to, as bits."""
    frontier = bit_of(s, start)
    found: i64 = 0
    for steps in range(min(most, least + ROUND_TRIP) + 1):
        if steps >= least:
            found |= frontier
        frontier = onward(frontier)
    return found


def steps_to(s: Kingdom, start: i64, end: i64, least: i64) -> i64:
    """The fewest steps, at least so many, that lead there."""
    frontier = bit_of(s, start)
    wanted = bit_of(s, end)
    steps: i64 = 0
    while steps < least or not frontier & wanted:
        frontier = onward(frontier)
        steps += 1
    return steps


def ride_price(s: Kingdom, seat: i64, distance: i64, space: i64) -> i64:
    """In Silver, from where a Viscount stands, after a card of this value (STR-060)."""
    free = distance + s.open_slots(seat, s.rules.slots.free_step)
    return max(0, steps_to(s, s.space(seat), space, distance) - free)


def spaces(s: Kingdom, bits: i64) -> list[i64]:
    """In ring order."""
    found: list[i64] = []
    for position in range(SPACE_COUNT):
        if bits >> position & 1:
            found.append(space_at(s, position))
    return found
