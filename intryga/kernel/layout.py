"""What lies on a board, by name: which cells belong to which zone, and who may look.

A board is one row of integers. A layout gives stretches of it names, so that views, snapshots, scenarios and journals
need nothing from the game but this list. Sizes are those of the largest table: an offset is a constant of the game.

- a **bag** holds cards without order: one count per kind. A shuffled deck nobody has looked into is a bag too.
- a **row** holds cards in order: how many, then the kind at each place.
- a **counter** is one number.

What players remember (cards thrown back, cards seen) is a bag or a row like any other, marked as a note: it shows what
they know and is not counted among the cards.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.kernel.cells import vec

# Who sees a zone: a seat, or one of these. OWNER stands for the seat a zone belongs to.
EVERYBODY: Final = -1
NOBODY: Final = -2
OWNER: Final = -3
# Viewers are seats 0, 1, ..., and these two.
SPECTATOR: Final = -1
OMNISCIENT: Final = -2
# What a stretch of cells holds.
BAG: Final = 0
ROW: Final = 1
COUNTER: Final = 2


class Zone:
    """One named stretch of the board. `seat` is -1 for what lies in the middle."""

    def __init__(self, name: str, seat: i64, shape: i64, kinds: list[str], at: i64, length: i64, seen_by: i64) -> None:
        self.name = name
        self.seat: i64 = seat
        self.shape: i64 = shape
        self.kinds = kinds
        self.at: i64 = at
        self.length: i64 = length
        self.seen_by: i64 = seat if seen_by == OWNER else seen_by
        self.note = False

    def open_to(self, viewer: i64) -> bool:
        return viewer == OMNISCIENT or self.seen_by == EVERYBODY or (self.seen_by >= 0 and self.seen_by == viewer)

    def label(self) -> str:
        """`deck`, or `hand 2` for a zone of a seat."""
        return self.name if self.seat < 0 else f"{self.name} {self.seat}"


class Layout:
    """Declared once per game, at import. Every method gives the offset of what it adds; that of seat n follows at
    n times the length of one."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.zones: list[Zone] = []
        self.length: i64 = 0
        self.lengths = vec[i64]([0])    # by offset: how many cells the zone there has
        self.blank = vec[i64]([0])    # an empty board, to be copied
        self.at: dict[int, Zone] = {}

    def bag(self, name: str, kinds: list[str], seen_by: i64) -> i64:
        """Cards without order, in the middle of the table."""
        return self._add(name, -1, BAG, kinds, len(kinds), seen_by)

    def bags(self, name: str, kinds: list[str], seen_by: i64) -> i64:
        """The same in front of every seat."""
        return self._add_each(name, BAG, kinds, len(kinds), seen_by)

    def row(self, name: str, kinds: list[str], seen_by: i64, places: i64) -> i64:
        """Cards in order, at most so many."""
        return self._add(name, -1, ROW, kinds, places + 1, seen_by)

    def rows(self, name: str, kinds: list[str], seen_by: i64, places: i64) -> i64:
        return self._add_each(name, ROW, kinds, places + 1, seen_by)

    def counter(self, name: str, seen_by: i64 = EVERYBODY) -> i64:
        return self._add(name, -1, COUNTER, [], 1, seen_by)

    def counters(self, name: str, seen_by: i64 = EVERYBODY) -> i64:
        """One number for each seat."""
        return self._add_each(name, COUNTER, [], 1, seen_by)

    def note(self, at: i64) -> i64:
        """Mark what was just added as something players remember: `NOTE = layout.note(layout.bags(...))`."""
        name = self.at[at].name
        for zone in self.zones:
            if zone.name == name:
                zone.note = True
        return at

    def zones_for(self, seats: i64) -> list[Zone]:
        """The zones of a table with so many seats."""
        return [zone for zone in self.zones if zone.seat < seats]

    def _add_each(self, name: str, shape: i64, kinds: list[str], length: i64, seen_by: i64) -> i64:
        first = self.length
        for seat in range(self.seats):
            self._add(name, seat, shape, kinds, length, seen_by)
        return first

    def _add(self, name: str, seat: i64, shape: i64, kinds: list[str], length: i64, seen_by: i64) -> i64:
        for other in self.zones:
            if other.kinds == kinds:
                kinds = other.kinds    # cards of one family are told by the identity of this list
        zone = Zone(name, seat, shape, kinds, self.length, length, seen_by)
        self.zones.append(zone)
        self.at[zone.at] = zone
        self.length += length
        self.lengths = vec[i64]([self.at[i].length if i in self.at else 0 for i in range(self.length)])
        self.blank = vec[i64]([0 for _ in range(self.length)])
        return zone.at
