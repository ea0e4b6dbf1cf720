"""Observations, masks and keys: what a seat may know and do, as numbers. Compiled, for learning and search.

An observer is a small program for each viewer, made once from the layout (see observation.py): copy these cells, count
those, this place as one of so many kinds. Running it reads only cells the viewer may see and sizes of those it may not,
so what it writes is the same in every world this viewer thinks possible. A test proves that, as for views.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64, u8

from intryga.kernel.cells import total, vec
from intryga.kernel.state import NO_ACTIONS, UNANSWERED, AnyState
from intryga.kernel.steps import AnyStep

# Operations, five numbers each: the operation, the first cell, how many cells, how many numbers for each place of a row
# or for a seat, where to write.
COPY: Final = 0        # numbers as they are
TOTAL: Final = 1       # how many cards lie in a bag the viewer may not look into
CODES: Final = 2       # a row: at each place the kind and one more, 0 where nothing lies
ONE_HOT: Final = 3     # a row: at each place one of so many kinds
SEAT: Final = 4        # a counter that holds a seat: one of so many, counted from the viewer; nothing for nobody
SEAT_CODES: Final = 5      # a row of seats: at each place the seat counted from the viewer, and one more
SEAT_ONE_HOT: Final = 6    # the same as one of so many
OPERATION: Final = 5   # numbers of each

LEAST: Final = -32_768
MOST: Final = 32_767   # a bottomless treasury is as good as this
PLACE: Final = 65_537  # in keys: numbers at different places are different numbers


def short(number: i64) -> i16:
    if number > MOST:
        return MOST
    if number < LEAST:
        return LEAST
    return i16(number)    # in one expression with the lines above, mypyc would box all three


def stirred(h: i64, number: i64) -> i64:
    """One half of a key with one number more: 31 bits, all of which depend on it."""
    h = (h ^ number) * 0x2545F491 & 0x7FFFFFFF
    return h ^ h >> 15


def folded(h: i64, number: i64) -> i64:
    """The other half, by another way."""
    return (h + number) * 0x01000193 & 0x7FFFFFFF


def new_observation(length: i64) -> vec[i16]:
    """Room for observations; numpy can look into it without copying."""
    return vec[i16]([0 for _ in range(length)])


def new_mask(length: i64) -> vec[u8]:
    return vec[u8]([0 for _ in range(length)])


def _only(program: list[i64], *operations: int) -> vec[i64]:
    """These operations alone."""
    found: list[i64] = []
    for i in range(0, len(program), OPERATION):
        if program[i] in operations:
            found += program[i : i + OPERATION]
    return vec[i64](found)


class Observer:
    """For one game, one number of seats, one encoding."""

    def __init__(self, *, seats: i64, length: i64, actions: i64, programs: list[list[i64]],
                 steps: dict[type[AnyStep], list[bool]], awaited_at: i64, step_at: i64, about_at: i64, sealed_at: i64,
                 from_viewer: list[list[i64]], to_engine: list[list[i64]]) -> None:  # fmt: skip
        self.seats: i64 = seats
        self.length: i64 = length      # of an observation
        self.actions: i64 = actions    # of a mask
        self.programs = [vec[i64](program) for program in programs]    # by viewer
        # The same sorted by what is to be done, which is quicker to write.
        self.copies = [_only(program, COPY) for program in programs]
        self.totals = [_only(program, TOTAL) for program in programs]
        self.holders = [_only(program, SEAT) for program in programs]
        self.rows = [_only(program, CODES, ONE_HOT, SEAT_CODES, SEAT_ONE_HOT) for program in programs]
        self.places = {step: i for i, step in enumerate(steps)}    # of the steps that ask
        self.holds_seat = list(steps.values())    # which of a step's own numbers are seats
        self.awaited_at: i64 = awaited_at
        self.step_at: i64 = step_at
        self.about_at: i64 = about_at
        self.sealed_at: i64 = sealed_at
        self.from_viewer = [vec[i64](turned) for turned in from_viewer]    # by viewer: its number of an action
        self.to_engine = [vec[i64](turned) for turned in to_engine]    # and back

    def counted_from(self, viewer: i64, seat: i64) -> i64:
        """A seat as the viewer counts: 0 is me, 1 the next clockwise. Guests keep their numbers, after all seats."""
        if seat >= self.seats:
            return seat
        if seat >= viewer:
            return seat - viewer
        return seat - viewer + self.seats

    # --- observations ---

    def write(self, s: AnyState, viewer: i64, out: vec[i16], at: i64) -> None:
        """What this viewer may know, into `length` numbers from `at` on, in place of zeros or of any observation before
        it."""
        rows = self.rows[viewer]
        for i in range(0, len(rows), OPERATION):
            to = at + rows[i + 4]
            for j in range(to, to + i64(out[to - 1]) * rows[i + 3]):    # before a row stands how many lie in it
                out[j] = 0
        for i in range(at + self.awaited_at, at + self.length):
            out[i] = 0
        self._write_cells(s, viewer, out, at)
        if s.seat >= 0:
            self.write_asked(s, viewer, out, at)
            for answer in self.sealed(s, viewer):
                out[at + answer] = 1

    def write_asked(self, s: AnyState, viewer: i64, out: vec[i16], at: i64) -> i64:
        """For whom the table waits, and what the viewer is asked, where zeros lie. Gives where the step is told, or
        -1."""
        awaited = at + self.awaited_at
        if s.run:
            for step in s.run:
                out[awaited + self.counted_from(viewer, step.seat)] = 1
            mine = s.awaiting(viewer)
        else:
            out[awaited + self.counted_from(viewer, s.seat)] = 1
            mine = s.top() if s.seat == viewer else None
        if mine is None:
            return -1
        place: i64 = self.places[type(mine)]
        out[at + self.step_at + place] = 1
        holds_seat = self.holds_seat[place]
        if holds_seat:
            fields = mine.fields()
            for i in range(len(holds_seat)):
                number = fields[i + 1]
                if holds_seat[i] and number >= 0:
                    number = self.counted_from(viewer, number)
                out[at + self.about_at + i] = short(number + 1)
        return at + self.step_at + place

    def sealed(self, s: AnyState, viewer: i64) -> list[i64]:
        """Where in an observation the viewer's answers in the box are told."""
        found = NO_ACTIONS
        box = s.box
        run = s.run
        for i in range(len(box)):
            if box[i] != UNANSWERED and run[i].seat == viewer:
                if found is NO_ACTIONS:
                    found = []
                found.append(self.sealed_at + self.from_viewer[viewer][box[i]])
        return found

    def _write_cells(self, s: AnyState, viewer: i64, out: vec[i16], base: i64) -> None:
        cells = s.cells
        copies = self.copies[viewer]
        for i in range(0, len(copies), OPERATION):
            at = copies[i + 1]
            to = base + copies[i + 4]
            for j in range(copies[i + 2]):
                number = cells[at + j]
                if number != i64(out[to + j]):    # most stay what they are
                    out[to + j] = short(number)
        totals = self.totals[viewer]
        for i in range(0, len(totals), OPERATION):
            at = totals[i + 1]
            out[base + totals[i + 4]] = short(total(cells, at, at + totals[i + 2]))
        holders = self.holders[viewer]
        for i in range(0, len(holders), OPERATION):
            to = base + holders[i + 4]
            for j in range(to, to + holders[i + 3]):
                out[j] = 0
            seat = cells[holders[i + 1]]
            if seat >= 0:
                out[to + self.counted_from(viewer, seat)] = 1
        rows = self.rows[viewer]
        for i in range(0, len(rows), OPERATION):
            self._write_row(cells, viewer, out, rows[i], rows[i + 1], rows[i + 3], base + rows[i + 4])

    def _write_row(self, cells: vec[i64], viewer: i64, out: vec[i16], operation: i64, row: i64, kinds: i64,
                   to: i64) -> None:  # fmt: skip
        size = cells[row]
        if operation == CODES:
            for i in range(size):
                out[to + i] = short(cells[row + 1 + i] + 1)
        elif operation == ONE_HOT:
            for i in range(size):
                out[to + i * kinds + cells[row + 1 + i]] = 1
        elif operation == SEAT_CODES:
            for i in range(size):
                out[to + i] = short(self.counted_from(viewer, cells[row + 1 + i]) + 1)
        else:
            for i in range(size):
                out[to + i * kinds + self.counted_from(viewer, cells[row + 1 + i])] = 1

    # --- what may be done ---

    def mask(self, s: AnyState, viewer: i64, out: vec[u8], at: i64) -> None:
        """1 for what this viewer may do now, into `actions` numbers from `at` on."""
        for i in range(at, at + self.actions):
            out[i] = 0
        turned = self.from_viewer[viewer]
        for action in self.options(s, viewer):
            out[at + turned[action]] = 1

    def options(self, s: AnyState, viewer: i64) -> list[i64]:
        """What this viewer may do now, by the engine's numbers."""
        if s.seat == viewer:
            return s.options
        step = s.awaiting(viewer) if s.seat >= 0 else None
        return NO_ACTIONS if step is None else step.options(s)

    # --- keys ---

    def key(self, s: AnyState, viewer: i64) -> i64:
        """62 bits, the same exactly where observations of this viewer are (but for one chance in 2**62): for
        transpositions and tables of what is known in a position. Works on the same numbers without writing them."""
        one: i64 = 17
        two: i64 = 31
        cells = s.cells
        program = self.programs[viewer]
        end: i64 = len(program)
        pc: i64 = 0
        while pc < end:
            operation = program[pc]
            at = program[pc + 1]
            to = program[pc + 4]
            if operation == TOTAL:
                number = to * PLACE + i64(short(total(cells, at, at + program[pc + 2])))
                one = stirred(one, number)
                two = folded(two, number)
            elif operation == COPY:
                for i in range(program[pc + 2]):
                    number = cells[at + i]
                    if number:    # most are 0, and 0 at a place is told by what stands at the others
                        number = (to + i) * PLACE + i64(short(number))
                        one = stirred(one, number)
                        two = folded(two, number)
            else:
                first = at if operation == SEAT else at + 1
                for i in range(1 if operation == SEAT else cells[at]):
                    number = cells[first + i]
                    if operation >= SEAT and number >= 0:
                        number = self.counted_from(viewer, number)
                    number = (to + i) * PLACE + number
                    one = stirred(one, number)
                    two = folded(two, number)
            pc += OPERATION
        return self._asked(s, viewer, one, two)

    def _asked(self, s: AnyState, viewer: i64, one: i64, two: i64) -> i64:
        """The rest of a key: for whom the table waits, what the viewer is asked, what it has put in the box."""
        awaited: i64 = 0
        bit: i64 = 1
        if s.run:
            for step in s.run:
                awaited |= bit << self.counted_from(viewer, step.seat)
        elif s.seat >= 0:
            awaited = bit << self.counted_from(viewer, s.seat)
        one = stirred(one, awaited)
        two = folded(two, awaited)
        mine = s.awaiting(viewer) if s.seat >= 0 else None
        if mine is not None:
            place: i64 = self.places[type(mine)]
            numbers = mine.fields()
            numbers[0] = place
            holds_seat = self.holds_seat[place]
            for i in range(len(numbers)):
                number = numbers[i]
                if i and holds_seat[i - 1] and number >= 0:
                    number = self.counted_from(viewer, number)
                one = stirred(one, number + 7)
                two = folded(two, number + 7)
        for i in range(len(s.box)):
            if s.box[i] != UNANSWERED and s.run[i].seat == viewer:
                number = self.from_viewer[viewer][s.box[i]] + PLACE
                one = stirred(one, number)
                two = folded(two, number)
        return one << 31 | two
