"""The board: one row of integers, and everything that moves on it.

Zones are named by their offset (see layout.py), so reading `cells[zone + kind]` needs no look-up. Without a journal
a move is two additions.
"""

from __future__ import annotations

from mypy_extensions import i64

from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.journal import NAMELESS, Journal
from intryga.kernel.layout import Layout


class Board:
    def __init__(self, layout: Layout, cells: vec[i64], dice: Dice) -> None:
        self.layout = layout
        self.cells = cells
        self.dice = dice
        self.journal: Journal | None = None

    # --- bags: cards without order ---

    def size(self, bag: i64) -> i64:
        cells = self.cells
        total: i64 = 0
        for at in range(bag, bag + self.layout.lengths[bag]):
            total += cells[at]
        return total

    def kinds(self, bag: i64) -> list[i64]:
        """The kinds present, in order."""
        cells = self.cells
        found: list[i64] = []
        for kind in range(self.layout.lengths[bag]):
            if cells[bag + kind]:
                found.append(kind)
        return found

    def move(self, kind: i64, count: i64, source: i64, target: i64) -> None:
        cells = self.cells
        cells[source + kind] -= count
        cells[target + kind] += count
        if self.journal is not None:
            self.journal.moved(kind, count, source, target, -1)

    def move_all(self, source: i64, target: i64) -> None:
        cells = self.cells
        journal = self.journal
        for kind in range(self.layout.lengths[source]):
            count = cells[source + kind]
            if count:
                cells[source + kind] = 0
                cells[target + kind] += count
                if journal is not None:
                    journal.moved(kind, count, source, target, -1)

    def draw(self, count: i64, size: i64, source: i64, target: i64) -> None:
        """So many random cards of a bag that holds `size` cards (a dealer counts the deck once)."""
        cells = self.cells
        dice = self.dice
        journal = self.journal
        last = self.layout.lengths[source] - 1
        for left in range(size, size - count, -1):
            rest = dice.below(left)
            kind = last    # from the end: in these games the plentiful kinds stand there
            here = cells[source + kind]
            while rest >= here:
                rest -= here
                kind -= 1
                here = cells[source + kind]
            cells[source + kind] = here - 1
            cells[target + kind] += 1
            if journal is not None:
                journal.moved(kind, 1, source, target, -1)

    # --- rows: cards in order, the last one on top ---

    def row_size(self, row: i64) -> i64:
        return self.cells[row]

    def row_item(self, row: i64, place: i64) -> i64:
        return self.cells[row + 1 + place]

    def lay(self, kind: i64, bag: i64, row: i64) -> None:
        """A card of a bag goes to the end of a row."""
        self.cells[bag + kind] -= 1
        self._append(kind, row)
        if self.journal is not None:
            self.journal.moved(kind, 1, bag, row, -1)

    def lift(self, row: i64, place: i64, bag: i64) -> i64:
        """The card at a place of a row goes into a bag; the gap closes. Gives its kind."""
        kind = self._cut(row, place)
        self.cells[bag + kind] += 1
        if self.journal is not None:
            self.journal.moved(kind, 1, row, bag, place)
        return kind

    def pass_on(self, source: i64, place: i64, target: i64) -> i64:
        """The card at a place of a row goes to the end of another row. Gives its kind."""
        kind = self._cut(source, place)
        self._append(kind, target)
        if self.journal is not None:
            self.journal.moved(kind, 1, source, target, place)
        return kind

    def pass_unnamed(self, source: i64, place: i64, target: i64) -> i64:
        """The same, and no log keeps which card it was, not even for those who saw it go."""
        kind = self._cut(source, place)
        self._append(kind, target)
        if self.journal is not None:
            self.journal.moved(NAMELESS, 1, source, target, place)
        return kind

    def swap(self, row: i64, place: i64, other_row: i64, other_place: i64) -> None:
        """Two cards change places."""
        cells = self.cells
        one = row + 1 + place
        other = other_row + 1 + other_place
        kind, other_kind = cells[one], cells[other]
        cells[one] = other_kind
        cells[other] = kind
        if self.journal is not None:
            self.journal.moved(kind, 1, row, other_row, place)
            self.journal.moved(other_kind, 1, other_row, row, other_place)

    def shuffle(self, row: i64) -> None:
        cells = self.cells
        for last in range(cells[row] - 1, 0, -1):
            other = self.dice.below(last + 1)
            kind = cells[row + 1 + last]
            cells[row + 1 + last] = cells[row + 1 + other]
            cells[row + 1 + other] = kind

    def _append(self, kind: i64, row: i64) -> None:
        cells = self.cells
        size = cells[row]
        cells[row + 1 + size] = kind
        cells[row] = size + 1

    def _cut(self, row: i64, place: i64) -> i64:
        cells = self.cells
        at = row + 1 + place
        last = row + cells[row]
        kind = cells[at]
        while at < last:
            cells[at] = cells[at + 1]
            at += 1
        cells[last] = 0    # an empty place looks the same whatever lay there
        cells[row] -= 1
        return kind

    # --- notes: what players remember; no card moves ---

    def remember(self, kind: i64, note: i64) -> None:
        """One more of this kind, in a bag."""
        self.cells[note + kind] += 1

    def remember_next(self, kind: i64, note: i64) -> None:
        """This kind next, in a row."""
        self._append(kind, note)

    def forget(self, note: i64) -> None:
        """All that a bag holds."""
        cells = self.cells
        for at in range(note, note + self.layout.lengths[note]):
            cells[at] = 0

    def forget_row(self, note: i64) -> None:
        """All that a row holds."""
        cells = self.cells
        for at in range(note, note + cells[note] + 1):
            cells[at] = 0

    # --- telling ---

    def tell(self, word: str, seat: i64 = -1, number: i64 = 0) -> None:
        """Something everybody may hear that no card shows."""
        if self.journal is not None:
            self.journal.told(word, seat, number)
