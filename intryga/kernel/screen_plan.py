"""Where every number of a board stands in what each viewer sees: an observer's programs, by cell. For screen.py."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i32, i64, u8

from intryga.kernel.cells import vec
from intryga.kernel.layout import BAG, SEAT, Layout
from intryga.kernel.observe import COPY, ONE_HOT, OPERATION, SEAT_CODES, SEAT_ONE_HOT, TOTAL, Observer, new_mask
from intryga.kernel.observe import SEAT as SEAT_COUNTER

UNSEEN: Final = -1    # instead of a place
# A place tells where a number is written and, in its last bits, how. Numbers that stand for kinds and seats are kept
# with one added, so that 0 is none.
ONE_OF: Final = 1    # as a flag, so many places on
SEAT_OF: Final = 2    # as the viewer counts seats
HOW: Final = 3
WHERE: Final = 2    # by how many bits the place is shifted

FEW: Final = 16    # kinds of a bag that are looked at together: so many are quicker read, or counted, than told apart


class ScreenPlan:
    """Made once for an observer."""

    def __init__(self, observer: Observer, layout: Layout) -> None:
        self.observer = observer
        self.layout = layout
        self.seats: i64 = observer.seats
        totals = [-1 for _ in range(layout.length)]    # by bag: where its total is kept, after the cells
        size = layout.length
        for program in observer.programs:
            for i in range(0, len(program), OPERATION):
                at = program[i + 1]
                if program[i] == TOTAL and program[i + 2] > 1 and totals[at] < 0:
                    totals[at] = size
                    size += 1
        self.totals: vec[i64] = vec[i64](totals)
        self.size: i64 = size    # how many numbers there are to be kept
        places = [UNSEEN for _ in range(size * self.seats)]
        for viewer in range(self.seats):
            program = observer.programs[viewer]
            for i in range(0, len(program), OPERATION):
                self._place(places, viewer * size, program[i], program[i + 1], program[i + 2], program[i + 3],
                            program[i + 4])  # fmt: skip
        # By viewer and number: its place, or UNSEEN. Narrow, since it is read in all corners: half of it is cached.
        self.places: vec[i32] = vec[i32]([i32(place) for place in places])
        self.chairs: i64 = layout.seats + 1
        # By viewer and seat, both with one added (0 is nobody): the seat as the viewer counts.
        self.turned: vec[i64] = vec[i64](
            [
                observer.counted_from(viewer, seat - 1) + 1 if seat else 0
                for viewer in range(self.seats)
                for seat in range(self.chairs)
            ]
        )
        self.common: vec[i64] = vec[i64]([self._common(cell) for cell in range(size)])    # by number
        self.looked_into: vec[u8] = new_mask(layout.length)    # by zone: may anybody see more than how many lie there?
        for zone in layout.zones:
            last = zone.at + zone.length - 1    # of a row not its size
            for viewer in range(self.seats):
                if places[viewer * size + last] != UNSEEN:
                    self.looked_into[zone.at] = 1
        shapes = [0 for _ in range(layout.length)]
        seats = [0 for _ in range(layout.length)]
        for zone in layout.zones:
            shapes[zone.at] = zone.shape
            seats[zone.at] = int(zone.holds == SEAT)
        self.shapes: vec[i64] = vec[i64](shapes)
        self.as_a_whole: vec[u8] = new_mask(layout.length)    # by zone: is it quicker to look at all of it?
        for zone in layout.zones:
            if zone.shape != BAG or zone.length <= FEW:
                self.as_a_whole[zone.at] = 1
        self.holds_seat: vec[i64] = vec[i64](seats)

    def _place(self, places: list[i64], first: i64, operation: i64, at: i64, cells: i64, kinds: i64, to: i64) -> None:
        if operation == TOTAL and cells > 1:
            places[first + self.totals[at]] = to << WHERE
        elif operation in (COPY, TOTAL):
            for i in range(cells):
                places[first + at + i] = to + i << WHERE
        elif operation == SEAT_COUNTER:
            places[first + at] = to << WHERE | SEAT_OF | ONE_OF
        else:
            how: i64 = 0
            if operation in (ONE_HOT, SEAT_ONE_HOT):
                how |= ONE_OF
            if operation in (SEAT_CODES, SEAT_ONE_HOT):
                how |= SEAT_OF
            for i in range(self.layout.lengths[at] - 1):
                places[first + at + 1 + i] = to + i * kinds << WHERE | how

    def _common(self, cell: i64) -> i64:
        """The place of a number that stands there for all viewers alike; otherwise UNSEEN."""
        place = i64(self.places[cell])
        for viewer in range(self.seats):
            if i64(self.places[viewer * self.size + cell]) != place:
                return UNSEEN
        return UNSEEN if place & SEAT_OF else place
