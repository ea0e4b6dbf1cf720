"""A phase goes round the table."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import MOST_SEATS
from intryga.games.spiskowcy.state import Court
from intryga.games.spiskowcy.zones import FIRST
from intryga.kernel.cells import vec
from intryga.kernel.steps import Automatic


class Phase(Automatic[Court]):
    """A phase that each plays clockwise from the First Player (SPI-012). Instead of a seat it has a place in that order
    where it begins: 0, unless a position was written by hand."""

    def seats(self, s: Court) -> vec[i64]:
        """Those that play it, the last first: as steps are pushed."""
        return BACKWARDS[(s.seats * MOST_SEATS + s.cells[FIRST]) * MOST_SEATS + self.seat]


BACKWARDS: Final = vec[vec[i64]]([    # by number of seats, First Player and the place where to begin
    vec[i64]([(first + i) % seats for i in range(seats - 1, begin - 1, -1)] if first < seats else [])
    for seats in range(MOST_SEATS + 1)
    for first in range(MOST_SEATS)
    for begin in range(MOST_SEATS)
])
