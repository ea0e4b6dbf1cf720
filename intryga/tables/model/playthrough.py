"""A game being played: its state, the moves in force, what each viewer was told, and what may be taken back.

The log is the truth; all this follows from it. A state is never changed once it stands here: a move is made on a copy,
so that the one before it serves for taking back, and a copy of a playthrough shares it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from intryga.kernel.game import AnyGame, Mistake
from intryga.kernel.journal import Event, Journal, Moved
from intryga.kernel.layout import SPECTATOR
from intryga.kernel.state import UNANSWERED, AnyState, IllegalMove
from intryga.kernel.view import Moment, StoryLine, read
from intryga.tables.types import NO_SEAT, ToldLines, ToldMove

STORY_SHOWN = 40    # moves; the rest is in the replay, so that a page does not grow with the game
TOLD_CACHED = 100    # moves as one viewer reads them
LINES = 5_000    # of all stories, each a few hundred bytes
MOVES = 5_000    # of cards, the same for all journals
UNDO = "undo"    # stands in a game file like a move, and never erases one

Barrier = Literal["dice", "answers", "cards"]
"""What somebody learnt from a move that cannot be taken back: how dice fell, what others had answered in secret, or
something of cards that not all could see."""


class MoveInForce(NamedTuple):
    """A move nobody took back: its number in the game file (from 1), and how many events came before it."""

    number: int
    seat: int
    action: int
    events: int
    shared: bool = False    # an answer in a box with others': who gave the last one is a secret


class Before(NamedTuple):
    """All there was before a move."""

    state: AnyState
    events: int
    unasked: int


class Playthrough:
    """One game after the moves made so far."""

    def __init__(self, game: AnyGame, state: AnyState) -> None:
        self.game = game
        self.state = state
        self.journal = state.journal or Journal(state.layout)
        self.entries = 0    # of the game file, taken back or not
        self.moves: list[MoveInForce] = []
        self.barrier: Barrier | None = None    # of the last move that cannot be taken back
        self._told: dict[int, dict[int, ToldMove]] = {}    # by viewer, and by move
        self._before: list[Before] = []    # the last moves in force, as many as may be taken back

    def copy(self) -> Playthrough:
        """Another one that goes on from here by itself."""
        twin = Playthrough(self.game, self.state)
        twin.journal = Journal(self.state.layout)
        twin.journal.events = self.journal.events[:]
        twin.journal.unasked = self.journal.unasked[:]
        twin.entries = self.entries
        twin.moves = self.moves[:]
        twin.barrier = self.barrier
        twin._told = self._told
        twin._before = self._before[:]
        return twin

    # --- moves ---

    def read_entry(self, seat: int, text: str) -> None:
        """One line of a game file, checked."""
        if text == UNDO:
            self.take_back(seat)
        else:
            action = self.game.space.parse(text)
            self.check_move(seat, action)
            self.make_move(seat, action)

    def offered(self, seat: int) -> Sequence[int]:
        """What this seat may choose now; the state has worked it out already for the seat that it asks next."""
        if seat == self.state.seat:
            return self.state.options
        step = self.state.awaiting(seat)
        return step.options(self.state) if step is not None else ()

    def check_move(self, seat: int, action: int) -> None:
        """Raises IllegalMove if the action is not offered to that seat."""
        if action in self.offered(seat):
            return
        step = self.state.awaiting(seat)
        refused = step.explained(self.state).refused if step is not None else None
        raise IllegalMove(next((rule for other, rule in refused or [] if other == action), ""))

    def make_move(self, seat: int, action: int) -> None:
        """An action that is known to be offered to that seat."""
        run, journal = self.state.run, self.journal
        before = Before(self.state, len(journal.events), len(journal.unasked))
        state = self.state.clone()
        state.journal = journal
        moment = Moment(state, seat)
        state.answer_for(seat, action)
        journal.events[before.events :] = map(_shared, journal.events[before.events :])
        self.state = state
        self.entries += 1
        shared = len({step.seat for step in run}) > 1
        self.moves.append(MoveInForce(self.entries, seat, action, before.events, shared))
        if not moment.undoable(state):
            self._before.clear()
            fell = state.dice.mark() != moment.mark
            self.barrier = "dice" if fell else "answers" if run and state.run is not run else "cards"
        elif not run:    # an answer in the box needs no copy: it is simply taken out
            self._before.append(before)

    def can_take_back(self, seat: int) -> bool:
        if answered(self.state, seat):
            return True
        # What came before the box was put out stays: else a refusal would tell that somebody has already answered.
        if any(step.seat != seat for step in self.state.run):
            return False
        return bool(self._before) and self.moves[-1].seat == seat

    def can_take_back_several(self, seat: int) -> bool:
        """Of this seat, one after another. An answer in the box is but one."""
        last = self.moves[-2:]
        return not self.state.run and len(self._before) > 1 and all(move.seat == seat for move in last)

    def take_back(self, seat: int) -> None:
        """The last move of this seat."""
        if not self.can_take_back(seat):
            raise Mistake("there is nothing to take back, or somebody has learnt something from it")
        self.entries += 1
        self._told = {}
        if answered(self.state, seat):
            state = self.state.clone()
            state.take_back(seat)
            last = max(i for i, move in enumerate(self.moves) if move.seat == seat)
            self.state = state
            del self.moves[last]
            return
        before = self._before.pop()
        self.state = before.state
        del self.moves[-1]
        del self.journal.events[before.events :]
        del self.journal.unasked[before.unasked :]

    # --- what is so ---

    def settled(self) -> bool:
        """Nothing that was done can be taken back any more, and no answer lies in an open box."""
        return not self._before and all(answer == UNANSWERED for answer in self.state.box)

    def in_force(self) -> int:
        """How many moves count, without those in an open box: their number would tell who has answered."""
        return len(self.moves) - sum(answer != UNANSWERED for answer in self.state.box)

    def mover(self, move: int) -> int:
        """Whose move it was, as everybody may know it."""
        return NO_SEAT if move < 0 or self.moves[move].shared else self.moves[move].seat

    def story(self, viewer: int, first: int, last: int) -> list[ToldMove]:
        """From one move in force (by its place among them; -1: the set-up) up to another: those of which this viewer
        can tell something."""
        known = self._told.setdefault(viewer, {})
        moves = [known.get(move) or self._told_anew(viewer, move) for move in range(first, last)]
        return [move for move in moves if move.entries]

    def told(self, viewer: int, move: int) -> list[StoryLine]:
        """What this viewer may know of what came of one of them."""
        return (self._told.get(viewer, {}).get(move) or self._told_anew(viewer, move)).entries

    def _told_anew(self, viewer: int, move: int) -> ToldMove:
        told = self._told.setdefault(viewer, {})
        if len(told) >= TOLD_CACHED:
            told.clear()
        found = told[move] = self._as_others_know_it(viewer, move)
        told.pop(move - STORY_SHOWN, None)    # no page shows it any more
        return found

    def _as_others_know_it(self, viewer: int, move: int) -> ToldMove:
        """Who may know the same gets the same, so that thousands who look on do not fill the memory."""
        lines = read(self.journal, viewer, *self.events_of(move))
        public = self.told(SPECTATOR, move) if viewer != SPECTATOR else None
        others = (told.get(move) for told in self._told.values())
        found = next((known for known in others if known and known.entries == lines), None)
        return found or ToldMove(self.mover(move), ToldLines(map(_one_and_the_same, lines), public))

    def forget(self, most: int) -> int:
        """What no page will show again, once there are so many moves: all but the last half of them. Gives how many."""
        if len(self.moves) <= most or not self.settled():
            return 0
        gone = len(self.moves) - most // 2
        first = self.moves[gone].events
        self.moves = [move._replace(events=move.events - first) for move in self.moves[gone:]]
        del self.journal.events[:first]
        self._told = {
            viewer: {move - gone: lines for move, lines in told.items() if move >= gone}
            for viewer, told in self._told.items()
        }
        return gone

    def unread(self) -> None:
        """Nobody looks any more."""
        self._told = {}

    def events_of(self, move: int) -> tuple[int, int | None]:
        """From where to where the journal tells of a move in force; None: to its end."""
        since = self.moves[move].events if move >= 0 else 0
        return since, self.moves[move + 1].events if move + 1 < len(self.moves) else None


_moved = lru_cache(maxsize=MOVES)(Moved)


def _shared(event: Event) -> Event:
    """Cards go the same few hundred ways at all tables, and most events are that."""
    if not isinstance(event, Moved):
        return event
    return _moved(event.kind, event.count, event.source, event.target, event.place)


@lru_cache(maxsize=LINES)
def _one_and_the_same(line: StoryLine) -> StoryLine:
    """A few hundred different lines tell most of what happens at all tables of a game."""
    return line


def answered(state: AnyState, seat: int) -> bool:
    """Does an answer of this seat lie in the open box?"""
    return any(
        step.seat == seat and answer != UNANSWERED for step, answer in zip(state.run, state.box, strict=True)
    )
