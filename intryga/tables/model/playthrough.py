"""The live side of a game in progress. The log is the truth; the state is a fold over it.

A seat may take back the last move while nobody has learnt anything from it, and a sealed answer while the box is open.
Loading a game goes through the same doors as playing it, so a replayed log gives exactly the state it was written in.
"""

from __future__ import annotations

from typing import NamedTuple

from intryga.kernel.game import AnyGame, Mistake
from intryga.kernel.journal import Journal
from intryga.kernel.state import UNANSWERED, IllegalMove, State
from intryga.kernel.view import Entry, Moment, read

TOLD_KEPT = 1000    # moves as their viewers read them, all viewers together
UNDO = "undo"    # stands in a log like a move, and never erases one


class MoveInForce(NamedTuple):
    """A move in force: its number in the log (from 1), and how many events came before it."""

    number: int
    seat: int
    action: int
    events: int
    shared: bool = False    # an answer in a box with others': who gave the last one is a secret


class Checkpoint(NamedTuple):
    """All there was before a move."""

    state: State
    events: int
    unasked: int


class Playthrough:
    def __init__(self, game: AnyGame, state: State) -> None:
        self.game = game
        self.state = state
        self.journal = state.journal or Journal(state.layout)
        state.journal = self.journal
        self.entries = 0    # of the log, taken back or not
        self.moves: list[MoveInForce] = []    # those in force
        self._told: dict[tuple[int, int], list[Entry]] = {}    # by viewer and move
        self._before: list[Checkpoint] = []    # for the last moves in force, as many as may be taken back

    def enter(self, seat: int, text: str) -> None:
        """One entry of a log."""
        if text == UNDO:
            self.undo(seat)
        else:
            self.act(seat, self.game.space.parse(text))

    def act(self, seat: int, action: int) -> None:
        """Raises IllegalMove, and changes nothing, if the action is not offered to that seat."""
        if seat not in range(self.state.seats):
            raise IllegalMove("")
        in_box = bool(self.state.run)
        shared = len({step.seat for step in self.state.run}) > 1
        before = Checkpoint(self.state.clone(), len(self.journal.events), len(self.journal.unasked))
        moment = Moment(self.state)
        self.state.answer(seat, action)
        self.entries += 1
        self.moves.append(MoveInForce(self.entries, seat, action, before.events, shared))
        if not moment.undoable(self.state):
            self._before.clear()
        elif not in_box:    # an answer in the box needs no copy: it is simply taken out
            self._before.append(before)

    def can_undo(self, seat: int) -> bool:
        state = self.state
        answers = zip(state.run, state.box, strict=True)
        if any(step.seat == seat and answer != UNANSWERED for step, answer in answers):
            return True
        # What came before the box was put out stays: else a refusal would tell that somebody has already answered.
        if any(step.seat != seat for step in state.run):
            return False
        return bool(self._before) and self.moves[-1].seat == seat

    def in_force(self) -> int:
        """How many moves count, without those in an open box: their number would tell who has answered."""
        return len(self.moves) - sum(answer != UNANSWERED for answer in self.state.box)

    def settled(self) -> bool:
        """Nothing that was done can be taken back any more, and no answer lies in an open box."""
        return not self._before and all(answer == UNANSWERED for answer in self.state.box)

    def undo(self, seat: int) -> None:
        if not self.can_undo(seat):
            raise Mistake("there is nothing to take back, or somebody has learnt something from it")
        self.entries += 1
        self._told.clear()
        if self.state.take_back(seat):
            last = max(i for i, move in enumerate(self.moves) if move.seat == seat)
            del self.moves[last]
            return
        before = self._before.pop()
        del self.moves[-1]
        del self.journal.events[before.events :]
        del self.journal.unasked[before.unasked :]
        self.state = before.state
        self.state.journal = self.journal

    def told(self, viewer: int, move: int) -> list[Entry]:
        """What this viewer may know of what came of a move in force (by its place among them; -1: the set-up)."""
        found = self._told.get((viewer, move))
        if found is None:
            if len(self._told) >= TOLD_KEPT:
                self._told.clear()
            since = self.moves[move].events if move >= 0 else 0
            until = self.moves[move + 1].events if move + 1 < len(self.moves) else None
            found = self._told[viewer, move] = read(self.journal, viewer, since, until)
        return found
