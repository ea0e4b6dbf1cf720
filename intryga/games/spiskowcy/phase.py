"""A phase goes round the table."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import MOST_SEATS
from intryga.games.spiskowcy.state import Court
from intryga.games.spiskowcy.zones import FIRST
from intryga.kernel.steps import Automatic


class Phase(Automatic[Court]):
    """A phase that each plays clockwise from the First Player (SPI-012). Instead of a seat it has a place in that order
    where it begins: 0, unless a position was written by hand."""

    def order(self, s: Court) -> i64:
        """Which of ORDERS_OF_PLAY it has now."""
        return (s.seats * MOST_SEATS + s.cells[FIRST]) * MOST_SEATS + self.seat


ORDERS_OF_PLAY: Final[list[list[i64]]] = [    # by number of seats, First Player and the place where to begin
    [(first + i) % seats for i in range(begin, seats)] if first < seats else []
    for seats in range(MOST_SEATS + 1)
    for first in range(MOST_SEATS)
    for begin in range(MOST_SEATS)
]
