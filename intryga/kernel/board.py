"""The board: one row of integers, and the only operations that change it.

Zones are named by their offset (see layout.py), so reading `cells[zone + kind]` needs no look-up. Everything that
changes goes through here (a test keeps it so), because journal, story, animation and the undo barrier follow from it.
Without a journal a move is two additions.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.kernel.cells import total, vec
from intryga.kernel.dice import Dice
from intryga.kernel.journal import NAMELESS, Journal
from intryga.kernel.layout import EVERYBODY, Layout
from intryga.kernel.words import Word


def _places() -> vec[i64]:
    places = vec[i64]([0 for _ in range(67)])
    bit: i64 = 1
    for place in range(62):
        places[bit % 67] = place
        bit += bit
    return places


PLACES: Final = _places()    # of a lone bit, by its remainder: divided by 67, all powers of 2 leave different ones


class Board:
    def __init__(self, layout: Layout, cells: vec[i64], dice: Dice) -> None:
        self.layout = layout
        self.cells = cells
        self.dice = dice
        self.journal: Journal | None = None
        self.lone = False    # the last choice at random had no alternative

    # --- bags: cards without order ---

    def size(self, bag: i64) -> i64:
        return total(self.cells, bag, bag + self.layout.lengths[bag])

    def size_up_to(self, bag: i64, most: i64) -> i64:
        """The same, or `most` if there are more: of a full deck few kinds are looked at."""
        cells = self.cells
        at = bag
        end = bag + self.layout.lengths[bag]
        found: i64 = 0
        while found < most and at < end:
            found += cells[at]
            at += 1
        return min(found, most)

    def kinds(self, bag: i64) -> list[i64]:
        """The kinds present, in order."""
        cells = self.cells
        found: list[i64] = []
        for kind in range(self.layout.lengths[bag]):
            if cells[bag + kind]:
                found.append(kind)
        return found

    def one_of(self, n: i64, dice: Dice) -> i64:
        """Which of so many options is taken at random; one alone needs no dice, and `lone` notes it."""
        self.lone = n == 1
        if n == 1:
            return 0
        return dice.below(n)

    def any_bit(self, bits: i64, dice: Dice) -> i64:
        """The place of one of the bits that are set, each as likely as the next: for options noted as bits."""
        rest = bits & bits - 1
        self.lone = rest == 0    # as in `one_of`, and as it mostly is
        if rest:
            count: i64 = 1
            while rest:
                rest &= rest - 1
                count += 1
            for _before in range(dice.below(count)):    # a bare `_` would be an object when compiled
                bits &= bits - 1
        return PLACES[(bits & -bits) % 67]

    def present(self, bag: i64) -> i64:
        """The kinds present, one bit for each: for bags of 62 kinds at most."""
        cells = self.cells
        bit: i64 = 1
        found: i64 = 0
        for at in range(bag, bag + self.layout.lengths[bag]):
            if cells[at]:
                found |= bit << at - bag
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
        way = target - source
        for at in range(source, source + self.layout.lengths[source]):
            count = cells[at]
            if count:
                cells[at] = 0
                cells[at + way] += count
                if journal is not None:
                    journal.moved(at - source, count, source, target, -1)

    def draw(self, count: i64, size: i64, source: i64, target: i64) -> None:
        """So many random cards of a bag that holds `size` cards (a dealer counts the deck once)."""
        if self.journal is None:
            self.dice.deal(self.cells, source, source + self.layout.lengths[source], target - source, size, count)
            return
        for left in range(size, size - count, -1):
            self.move(self.chance(source, left), 1, source, target)

    def draw_unnamed(self, count: i64, size: i64, source: i64, target: i64) -> None:
        """The same, and no log keeps which cards they were."""
        self.dice.deal(self.cells, source, source + self.layout.lengths[source], target - source, size, count)
        if count and self.journal is not None:
            self.journal.moved(NAMELESS, count, source, target, -1)

    def chance(self, bag: i64, size: i64) -> i64:
        """The kind of a random card of a bag that holds `size` cards, which stays there; counted off as `deal` does."""
        cells = self.cells
        rest = self.dice.below(size)
        at = bag + self.layout.lengths[bag]
        while rest >= 0:
            at -= 1
            rest -= cells[at]
        return at - bag

    def fill(self, bag: i64, kind: i64, count: i64) -> None:
        """Lay components out when a table is set, before anything happens."""
        self.cells[bag + kind] += count

    # --- rows: cards in order, the last one on top ---

    def row_size(self, row: i64) -> i64:
        return self.cells[row]

    def row_item(self, row: i64, place: i64) -> i64:
        return self.cells[row + 1 + place]

    def lay(self, kind: i64, bag: i64, row: i64) -> None:
        """A card of a bag goes to the end of a row."""
        cells = self.cells
        size = cells[row]
        cells[bag + kind] -= 1
        cells[row + 1 + size] = kind
        cells[row] = size + 1
        if self.journal is not None:
            self.journal.moved(kind, 1, bag, row, -1)

    def lay_unnamed(self, kind: i64, bag: i64, row: i64) -> None:
        """The same, and no log keeps which card it was, not even for those who see it lie there."""
        self.cells[bag + kind] -= 1
        self._append(kind, row)
        if self.journal is not None:
            self.journal.moved(NAMELESS, 1, bag, row, -1)

    def deal(self, bag: i64, size: i64, row: i64) -> i64:
        """A random card of a bag that holds `size` cards goes to the end of a row. Gives its kind."""
        kind = self.chance(bag, size)
        self.lay(kind, bag, row)
        return kind

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

    # --- counters ---

    def set_to(self, counter: i64, value: i64) -> None:
        before = self.cells[counter]
        if value != before:
            self.cells[counter] = value
            if self.journal is not None:
                self.journal.counted(counter, before, value)

    def add(self, counter: i64, number: i64) -> None:
        self.set_to(counter, self.cells[counter] + number)

    # --- notes and memories: no card moves ---

    def remember(self, kind: i64, note: i64) -> None:
        """One more of this kind, in a bag."""
        self.set_note(note, kind, self.cells[note + kind] + 1)

    def set_note(self, note: i64, kind: i64, count: i64) -> None:
        """So many of this kind, in a bag."""
        if self.cells[note + kind] != count:
            self.cells[note + kind] = count
            if self.journal is not None:
                self.journal.noted(note)

    def remember_next(self, kind: i64, note: i64) -> None:
        """This kind next, in a row."""
        cells = self.cells
        size = cells[note]
        cells[note + 1 + size] = kind
        cells[note] = size + 1
        if self.journal is not None:
            self.journal.noted(note)

    def correct(self, note: i64, place: i64, kind: i64) -> None:
        """Another kind at a place of a row."""
        if self.cells[note + 1 + place] != kind:
            self.cells[note + 1 + place] = kind
            if self.journal is not None:
                self.journal.noted(note)

    def strike_out(self, note: i64, place: i64) -> i64:
        """What a row has at a place; the gap closes. Gives its kind."""
        kind = self._cut(note, place)
        if self.journal is not None:
            self.journal.noted(note)
        return kind

    def forget(self, note: i64) -> None:
        """All that a bag holds."""
        cells = self.cells
        anything = False
        for at in range(note, note + self.layout.lengths[note]):
            if cells[at]:
                cells[at] = 0
                anything = True
        if anything and self.journal is not None:
            self.journal.noted(note)

    def forget_row(self, note: i64) -> None:
        """All that a row holds."""
        cells = self.cells
        if cells[note]:
            for at in range(note, note + cells[note] + 1):
                cells[at] = 0
            if self.journal is not None:
                self.journal.noted(note)

    # --- telling ---

    def has_readers(self) -> bool:
        """Will anybody hear what is told? Otherwise it need not be worked out."""
        return self.journal is not None and self.journal.is_read

    def tell(self, word: Word, a: i64 = -1, b: i64 = -1, c: i64 = -1, d: i64 = -1) -> None:
        """Something everybody may hear that no card shows; the numbers stand for the word's parameters, in order."""
        if self.journal is not None:
            self.journal.told(word, a, b, c, d, EVERYBODY)

    def tell_to(self, seat: i64, word: Word, a: i64 = -1, b: i64 = -1, c: i64 = -1, d: i64 = -1) -> None:
        """The same for one seat alone."""
        if self.journal is not None:
            self.journal.told(word, a, b, c, d, seat)
