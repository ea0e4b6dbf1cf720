"""A game shown as it goes on: of an observation and a mask only what changes is written. Compiled, for learning.

An observation is long and nearly empty: of 15,716 numbers in the largest one, some 230 are not 0. So a screen keeps a
list of what is not 0 on the board, has the board tell which zones were touched, and looks at these alone. If the same
seat is asked again, only what has become another number is written; if another one is, what was shown is taken away
and what this one may see is written, number by number, but for what all see at the same place. `Observer.write` gives
the same from nothing, as a test proves.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64, u8

from intryga.kernel.cells import vec
from intryga.kernel.journal import NAMELESS, Journal
from intryga.kernel.layout import BAG, ROW
from intryga.kernel.observe import new_mask, new_observation, short
from intryga.kernel.screen_plan import HOW, ONE_OF, SEAT_OF, UNSEEN, WHERE, ScreenPlan
from intryga.kernel.state import NO_ACTIONS, AnyState
from intryga.kernel.words import Word

NOBODY: Final = -1    # instead of a viewer


class Touched(Journal):
    """Which numbers may have changed. It tells no story."""

    def __init__(self, plan: ScreenPlan) -> None:
        super().__init__(plan.layout)
        self.is_read = False
        self.plan = plan
        self.numbers: vec[i64] = vec[i64]([0 for _ in range(plan.size)])
        self.number_count: i64 = 0
        self.noticed: vec[u8] = new_mask(plan.size)
        self.zones: vec[i64] = vec[i64]([0 for _ in plan.layout.zones])    # where any number may have changed
        self.zone_count: i64 = 0
        self.noticed_zones: vec[u8] = new_mask(plan.layout.length)
        self.totals: vec[i64] = vec[i64]([0 for _ in range(plan.size)])    # how many lie in a bag now, where it is kept

    def touch(self, number: i64) -> None:
        if not self.noticed[number]:
            self.noticed[number] = 1
            self.numbers[self.number_count] = number
            self.number_count += 1

    def touch_zone(self, zone: i64) -> None:
        if not self.noticed_zones[zone]:
            self.noticed_zones[zone] = 1
            self.zones[self.zone_count] = zone
            self.zone_count += 1

    def moved(self, kind: i64, count: i64, source: i64, target: i64, place: i64) -> None:
        noticed = self.noticed_zones    # at what stands there all will be looked at, and counted
        if not noticed[source]:
            self._became(kind, -count, source)
        if not noticed[target]:
            self._became(kind, count, target)

    def _became(self, kind: i64, more: i64, zone: i64) -> None:
        plan = self.plan
        if plan.as_a_whole[zone] or (kind == NAMELESS and plan.looked_into[zone]):
            self.touch_zone(zone)
            return
        if plan.looked_into[zone]:
            self.touch(zone + kind)
        total = plan.totals[zone]
        if total >= 0:
            self.totals[total] += more
            self.touch(total)

    def counted(self, counter: i64, before: i64, after: i64) -> None:
        self.touch(counter)

    def noted(self, note: i64) -> None:
        self.touch_zone(note)

    def told(self, word: Word, a: i64, b: i64, c: i64, d: i64, to: i64) -> None:
        """No number of the board."""

    def taken_unasked(self, seat: i64, action: i64) -> None:
        """What it did is noticed by itself."""


class Screen:
    """One row of observations and one of masks, in which a game is shown to one seat at a time."""

    def __init__(self, plan: ScreenPlan, observations: vec[i16], at: i64, masks: vec[u8], mask_at: i64) -> None:
        self.plan = plan
        self.observer = plan.observer
        self.observations: vec[i16] = observations
        self.at: i64 = at
        self.masks: vec[u8] = masks
        self.mask_at: i64 = mask_at
        self.game: AnyState | None = None    # that is shown
        self.viewer: i64 = NOBODY    # to whom
        self.options = NO_ACTIONS    # what is in the mask
        self.asked: i64 = -1    # where the step that the viewer is asked stands
        self.sealed = NO_ACTIONS    # where the viewer's answers in the box stand
        self.touched = Touched(plan)
        # The numbers of the board as they are shown, but for turning seats. Those that are not 0 are listed, without
        # common ones (a few that have become 0 may be among them).
        self.kept: vec[i16] = new_observation(plan.size)
        self.lit: vec[i64] = vec[i64]([0 for _ in range(plan.size)])
        self.lit_count: i64 = 0
        self.listed: vec[u8] = new_mask(plan.size)

    def show(self, s: AnyState, viewer: i64) -> None:
        """What this viewer may know and do now."""
        if s is not self.game or s.journal is not self.touched:
            self._begin(s)
        self._take_question_away()
        if viewer == self.viewer:
            self._look(s)
        else:
            self._take_board_away()
            self.viewer = NOBODY    # what is not common is written afterwards
            self._look(s)
            self.viewer = viewer
            self._put_board()
        self._put_question(s)

    def _begin(self, s: AnyState) -> None:
        """Of another game than before everything may be different."""
        self.game = s
        s.journal = self.touched
        for zone in self.plan.layout.zones:
            self.touched.touch_zone(zone.at)

    # --- the board ---

    def _look(self, s: AnyState) -> None:
        """At what was touched."""
        touched = self.touched
        cells = s.cells
        for i in range(touched.zone_count):
            zone = touched.zones[i]
            touched.noticed_zones[zone] = 0
            self._look_at(cells, zone)
        touched.zone_count = 0
        count = touched.number_count
        if count:
            numbers = touched.numbers
            noticed = touched.noticed
            kept = self.kept
            seats = self.plan.holds_seat
            end = self.plan.layout.length
            for i in range(count):
                at = numbers[i]
                noticed[at] = 0
                number = cells[at] + seats[at] if at < end else touched.totals[at]
                if number != i64(kept[at]):
                    self._change(at, number)
            touched.number_count = 0

    def _look_at(self, cells: vec[i64], zone: i64) -> None:
        """At a whole zone."""
        plan = self.plan
        kept = self.kept
        shape = plan.shapes[zone]
        if shape == BAG:
            total: i64 = 0
            looked_into = plan.looked_into[zone] != 0
            for cell in range(zone, zone + plan.layout.lengths[zone]):
                number = cells[cell]
                total += number
                if looked_into and number != i64(kept[cell]):
                    self._change(cell, number)
            at = plan.totals[zone]
            if at >= 0:
                self.touched.totals[at] = total
                if total != i64(kept[at]):
                    self._change(at, total)
        elif shape == ROW:
            size = cells[zone]
            before = i64(kept[zone])
            if size != before:
                self._change(zone, size)
            if plan.looked_into[zone]:
                for cell in range(zone + 1, zone + 1 + size):
                    number = cells[cell] + 1
                    if number != i64(kept[cell]):
                        self._change(cell, number)
                for cell in range(zone + 1 + size, zone + 1 + before):
                    self._change(cell, 0)
        else:
            self.touched.touch(zone)

    def _change(self, cell: i64, number: i64) -> None:
        plan = self.plan
        shown = short(number)
        place = plan.common[cell]
        if place == UNSEEN:
            if not self.listed[cell]:
                self.listed[cell] = 1
                self.lit[self.lit_count] = cell
                self.lit_count += 1
            if self.viewer == NOBODY:
                self.kept[cell] = shown
                return
            place = i64(plan.places[self.viewer * plan.size + cell])
        if place != UNSEEN:
            at = self.at + (place >> WHERE)
            out = self.observations
            before = i64(self.kept[cell])
            if place & SEAT_OF:
                turned = self.viewer * plan.chairs
                before = plan.turned[turned + before]
                number = plan.turned[turned + number]
            if not place & ONE_OF:
                out[at] = short(number)
            else:
                if before:
                    out[at + before - 1] = 0
                if number:
                    out[at + number - 1] = 1
        self.kept[cell] = shown

    def _put_board(self) -> None:
        """All that the viewer sees beside what is common. Numbers that have become 0 leave the list."""
        plan = self.plan
        lit = self.lit
        kept = self.kept
        places = plan.places
        out = self.observations
        at = self.at
        first = self.viewer * plan.size
        turned = plan.turned
        me = self.viewer * plan.chairs
        count = self.lit_count
        i: i64 = 0
        while i < count:
            cell = lit[i]
            number = kept[cell]
            if number == 0:
                self.listed[cell] = 0
                count -= 1
                lit[i] = lit[count]
                continue
            i += 1
            place = i64(places[first + cell])
            if place == UNSEEN:
                continue
            how = place & HOW
            if how == 0:
                out[at + (place >> WHERE)] = number
            elif how == ONE_OF:
                out[at + (place >> WHERE) + i64(number) - 1] = 1
            elif how == SEAT_OF:
                out[at + (place >> WHERE)] = i16(turned[me + i64(number)])
            else:
                out[at + (place >> WHERE) + turned[me + i64(number)] - 1] = 1
        self.lit_count = count

    def _take_board_away(self) -> None:
        if self.viewer == NOBODY:
            return
        plan = self.plan
        lit = self.lit
        kept = self.kept
        places = plan.places
        out = self.observations
        at = self.at
        first = self.viewer * plan.size
        turned = plan.turned
        me = self.viewer * plan.chairs
        for i in range(self.lit_count):
            cell = lit[i]
            place = i64(places[first + cell])
            if place == UNSEEN:
                continue
            if not place & ONE_OF:
                out[at + (place >> WHERE)] = 0
                continue
            number = i64(kept[cell])
            if number == 0:    # it has become so since
                continue
            if place & SEAT_OF:
                number = turned[me + number]
            out[at + (place >> WHERE) + number - 1] = 0

    # --- what is asked ---

    def _put_question(self, s: AnyState) -> None:
        if s.seat < 0:
            return
        observer = self.observer
        viewer = self.viewer
        out = self.observations
        self.asked = observer.write_asked(s, viewer, out, self.at)
        if s.run:
            self.sealed = observer.sealed(s, viewer)
            for answer in self.sealed:
                out[self.at + answer] = 1
        self.options = observer.options(s, viewer)
        turned = observer.from_viewer[viewer]
        masks = self.masks
        for action in self.options:
            masks[self.mask_at + turned[action]] = 1

    def _take_question_away(self) -> None:
        if self.viewer == NOBODY:
            return
        observer = self.observer
        out = self.observations
        awaited = self.at + observer.awaited_at
        for i in range(awaited, awaited + observer.seats):
            out[i] = 0
        if self.asked >= 0:
            out[self.asked] = 0
            for i in range(self.at + observer.about_at, self.at + observer.sealed_at):
                out[i] = 0
            self.asked = -1
        for answer in self.sealed:
            out[self.at + answer] = 0
        turned = observer.from_viewer[self.viewer]
        masks = self.masks
        for action in self.options:
            masks[self.mask_at + turned[action]] = 0
        self.sealed = NO_ACTIONS
        self.options = NO_ACTIONS
