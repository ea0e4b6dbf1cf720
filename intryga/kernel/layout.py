"""What lies on a board, by name: which cells belong to which zone, and who may look.

A board is one row of integers. A layout gives stretches of it names, so that views, snapshots, scenarios, journals and
observations need nothing from the game but this list. Sizes are those of the largest table: an offset is a constant
of the game.

- a **bag** holds cards without order: one count per kind. A shuffled deck nobody has looked into is a bag too.
- a **row** holds cards in order: how many, then the kind at each place.
- a **counter** is one number, or a seat.

A bag or row need not hold cards: a NOTE is book-keeping that everybody could do alone from what happened (powers used
in this turn); a MEMORY is what somebody has learnt of hidden cards, so that writing it cannot be taken back. Neither is
counted among the cards. Cards that are HELD may be shown by their owner and taken back: the secret was the owner's, who
has learnt nothing by giving it away; and so may what is SHOWN of them, which is what everybody knows of a hand. What
somebody else's move brings to light stays so.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from intryga.kernel.cells import vec

# Who sees a zone: a seat, or one of these. OWNER stands for the seat a zone belongs to.
EVERYBODY: Final = -1
NOBODY: Final = -2
OWNER: Final = -3
# Viewers are seats 0, 1, ..., and these.
SPECTATOR: Final = -1
OMNISCIENT: Final = -2
OPENED: Final = -3    # sees what is shown to all when the game is over
# What a stretch of cells holds.
BAG: Final = 0
ROW: Final = 1
COUNTER: Final = 2
# What a number means, in counters and in the words of rows, steps and verbs.
NUMBER: Final = "number"
SEAT: Final = "seat"

# What a zone is for.
CARDS: Final = "cards"    # cards and tokens, which are conserved
HELD: Final = "held"    # the same, and their owner may take back having shown them
SHOWN: Final = "shown"    # what everybody knows of the cards that a seat holds
NOTE: Final = "note"
MEMORY: Final = "memory"


@final
class Zone:
    """One named stretch of the board. `seat` is -1 for what lies in the middle."""

    def __init__(self, name: str, seat: i64, shape: i64, kinds: list[str], at: i64, length: i64, seen_by: i64,
                 use: str, holds: str) -> None:  # fmt: skip
        self.name = name
        self.seat: i64 = seat
        self.shape: i64 = shape
        self.kinds = kinds
        self.at: i64 = at
        self.length: i64 = length
        self.seen_by: i64 = seat if seen_by == OWNER else seen_by
        self.holds = holds    # what its numbers mean: NUMBER or SEAT
        self.use = use    # CARDS, HELD, SHOWN, NOTE or MEMORY; of a counter too
        self.held = use == HELD
        self.shown = use == SHOWN
        self.note = use == NOTE
        self.memory = use == MEMORY

    def open_to(self, viewer: i64) -> bool:
        return viewer == OMNISCIENT or self.seen_by == EVERYBODY or (self.seen_by >= 0 and self.seen_by == viewer)

    def label(self) -> str:
        """`deck`, or `hand 2` for a zone of a seat."""
        return self.name if self.seat < 0 else f"{self.name} {self.seat}"

    def cards(self) -> bool:
        """Does it hold cards or tokens, which are conserved?"""
        return self.shape != COUNTER and (self.use == CARDS or self.held)


@final
class Zones:
    """The zones of one name, one in front of every seat."""

    def __init__(self, first: i64, stride: i64) -> None:
        self.first: i64 = first
        self.stride: i64 = stride

    def of(self, seat: i64) -> i64:
        """The zone of a seat, as the board's operations want it."""
        return self.first + seat * self.stride

    def at(self, seat: i64, kind: i64) -> i64:
        """The cell that counts a kind in the bag of a seat."""
        return self.first + seat * self.stride + kind


class Layout:
    """Declared once per game, at import. What lies in the middle is named by its offset, what lies in front of the
    seats by `Zones`. `seats` is the most there are at a table, guests (who belong to the rules) included."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.zones: list[Zone] = []
        self.length: i64 = 0
        self.at: dict[int, Zone] = {}
        # Built once, when the first board is made. By offset: how many cells the zone there has; an empty board.
        self.lengths = vec[i64]([0])
        self.blank = vec[i64]([0])
        self._families: dict[int, list[Zone]] = {}

    # --- declaring ---

    def bag(self, name: str, kinds: list[str], seen_by: i64, use: str = CARDS) -> i64:
        """Cards without order, in the middle of the table."""
        return self._add(name, -1, BAG, kinds, len(kinds), seen_by, use, NUMBER)

    def bags(self, name: str, kinds: list[str], seen_by: i64, use: str = CARDS) -> Zones:
        """The same in front of every seat."""
        return self._add_each(name, BAG, kinds, len(kinds), seen_by, use, NUMBER)

    def row(self, name: str, kinds: list[str], seen_by: i64, places: i64, use: str = CARDS, holds: str = NUMBER) -> i64:
        """Cards in order, at most so many. A row of seats `holds=SEAT`."""
        return self._add(name, -1, ROW, kinds, places + 1, seen_by, use, holds)

    def rows(
        self, name: str, kinds: list[str], seen_by: i64, places: i64, use: str = CARDS, holds: str = NUMBER
    ) -> Zones:
        return self._add_each(name, ROW, kinds, places + 1, seen_by, use, holds)

    def counter(self, name: str, seen_by: i64 = EVERYBODY, use: str = NOTE, holds: str = NUMBER) -> i64:
        """One number; `holds=SEAT` if it is a seat (or -1)."""
        return self._add(name, -1, COUNTER, [], 1, seen_by, use, holds)

    def counters(self, name: str, seen_by: i64 = EVERYBODY, use: str = NOTE, holds: str = NUMBER) -> Zones:
        """One number for each seat."""
        return self._add_each(name, COUNTER, [], 1, seen_by, use, holds)

    # --- reading ---

    def new_cells(self) -> vec[i64]:
        """The cells of an empty board."""
        if len(self.blank) != self.length:
            self._build()
        return self.blank[:]

    def zones_for(self, seats: i64) -> list[Zone]:
        """The zones of a table with so many seats, guests included."""
        return [zone for zone in self.zones if zone.seat < seats]

    def family(self, pool: i64) -> list[Zone]:
        """The zones with cards of the same family as this one."""
        found = self._families.get(pool)
        if found is None:
            kinds = self.at[pool].kinds
            found = [zone for zone in self.zones if zone.kinds is kinds and zone.cards()]
            self._families[pool] = found
        return found

    def _build(self) -> None:
        lengths = [0 for _ in range(self.length)]
        for zone in self.zones:
            lengths[zone.at] = zone.length
        self.lengths = vec[i64](lengths)
        self.blank = vec[i64]([0 for _ in range(self.length)])

    def _add_each(self, name: str, shape: i64, kinds: list[str], length: i64, seen_by: i64, use: str,
                  holds: str) -> Zones:  # fmt: skip
        first = self.length
        for seat in range(self.seats):
            self._add(name, seat, shape, kinds, length, seen_by, use, holds)
        return Zones(first, length)

    def _add(self, name: str, seat: i64, shape: i64, kinds: list[str], length: i64, seen_by: i64, use: str,
             holds: str) -> i64:  # fmt: skip
        for other in self.zones:
            if other.kinds == kinds:
                kinds = other.kinds    # cards of one family are told by the identity of this list
        zone = Zone(name, seat, shape, kinds, self.length, length, seen_by, use, holds)
        self.zones.append(zone)
        self.at[zone.at] = zone
        self.length += length
        return zone.at
