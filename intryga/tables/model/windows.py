"""Reaction windows of a table: bells, the answer that waits for one, and passing for the rest of a chain.

Where somebody may step in or pass, quick passes and slow thoughts would tell who holds what. If that matters (a person
is asked, and another sits at the table) the window ends with a bell, a fixed time after it opened: the last answer
waits for it, and whoever has not answered by then passes. Who passes for the rest of a chain of windows is answered for
at the moment a window opens, so that nobody else can notice; so is who has nothing to act with, where nobody is there
who could learn from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from intryga.kernel.state import UNANSWERED, AnyState
from intryga.kernel.steps import AnyStep
from intryga.tables.model import playthrough
from intryga.tables.model.seats import Chair

MakeMove = Callable[[int, int], AnyState]
"""Makes a move of a seat in the game and gives the state after it."""


HoldBack = Callable[[AnyState, AnyStep, Chair], bool]
"""Does what this chair has said in advance make it pass here?"""


class Windows:
    """The open reaction window of a table, if there is one."""

    def __init__(self, seconds: float, alone: bool = False) -> None:
        self.seconds = seconds    # how long they last; 0: until all have answered
        self.alone = alone    # nobody is there who could learn from who is asked
        self.timed = False    # one is open that ends with a bell
        self.waiting: tuple[int, int] | None = None    # seat and action of its last answer, until the bell

    def copy(self) -> Windows:
        twin = Windows(self.seconds, self.alone)
        twin.timed, twin.waiting = self.timed, self.waiting
        return twin

    # --- what is so ---

    def holds_back(self, seat: int) -> bool:
        """Does the answer of this seat wait for the bell?"""
        return self.waiting is not None and self.waiting[0] == seat

    def answered(self, state: AnyState, seat: int) -> bool:
        return self.holds_back(seat) or playthrough.answered(state, seat)

    def goes_on_with(self, state: AnyState, seat: int) -> bool:
        """Does the game go on with an answer of this seat, for all to see?"""
        missing = [step.seat for step in unanswered(state)]
        return not missing or (missing == [seat] and not self.timed)

    # --- what happens ---

    def look_for_one(
        self, state: AnyState, chairs: Sequence[Chair], make_move: MakeMove, hold_back: HoldBack
    ) -> None:
        """Has the open window a bell, and who passes in it by a standing wish? If they all do, and it has none, what
        comes next?"""
        going_on = True
        while going_on:
            going_on = False
            self.timed = self.seconds > 0 and speed_would_tell(state, chairs)
            for step in unanswered(state):
                chair = chairs[step.seat]
                chair.spared = self.alone and not chair.bot and not may_act(state, step)
                chair.ordered = step.passing() >= 0 and not chair.bot and hold_back(state, step, chair)
                if step.passing() >= 0 and (chair.passes or chair.ordered or chair.spared):
                    going_on = self.goes_on_with(state, step.seat)
                    state = self.answer(state, step.seat, step.passing(), make_move)

    def answer(self, state: AnyState, seat: int, action: int, make_move: MakeMove) -> AnyState:
        """The last answer of a window waits for the bell; any other is a move like any other."""
        if self.timed and len(unanswered(state)) == 1:
            self.waiting = (seat, action)
            return state
        return make_move(seat, action)

    def ring(self, state: AnyState, chairs: Sequence[Chair], make_move: MakeMove) -> None:
        """The box is opened; whoever has not answered passes."""
        assert self.timed, "bells ring for windows"
        last, self.waiting, self.timed = self.waiting, None, False
        for step in unanswered(state):
            if last is not None or may_act(state, step):    # else nothing was missed
                chairs[step.seat].lapsed = last is None
            make_move(step.seat, step.passing() if last is None else last[1])

    def let_go(self, make_move: MakeMove) -> None:
        """Another answer was taken back, so the one that waited is no longer the last."""
        if self.waiting is not None:
            seat, action = self.waiting
            self.waiting = None
            make_move(seat, action)


def may_act(state: AnyState, step: AnyStep) -> bool:
    """Has who is asked more to choose from than to pass?"""
    return list(step.options(state)) != [step.passing()]


def unanswered(state: AnyState) -> list[AnyStep]:
    """What is asked in secret and not yet answered, by one seat alone or by several."""
    if state.run:
        return [step for step, answer in zip(state.run, state.box, strict=True) if answer == UNANSWERED]
    return [] if state.over() or not state.top().sealed else [state.top()]


def speed_would_tell(state: AnyState, chairs: Sequence[Chair]) -> bool:
    asked = unanswered(state)
    asks_a_person = any(not chairs[step.seat].bot for step in asked)
    people = {chair.person for chair in chairs if chair.person}
    return asks_a_person and len(people) > 1 and all(step.passing() >= 0 for step in asked)
