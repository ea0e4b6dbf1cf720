"""The displays of Heroes and chests: one is taken, another takes its place."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.straznik_kluczy.state import Kingdom
from intryga.kernel.dice import DRAW


def place_of(s: Kingdom, display: i64, kind: i64) -> i64:
    """Where it lies; it is there."""
    place: i64 = 0
    while s.row_item(display, place) != kind:
        place += 1
    return place


def refill(s: Kingdom, display: i64, deck: i64, place: i64) -> None:
    """A new one in the place of the one taken (STR-172, STR-220); alone, all slide towards the oldest (STR-321)."""
    size = s.size(deck)
    if size == 0:
        return
    s.dice.begin(DRAW)
    s.deal(deck, size, display)
    if s.guests == 0:
        for at in range(s.row_size(display) - 1, place, -1):
            s.swap(display, at, display, at - 1)
