"""A state is a board, the rules it is played by, and a stack of steps.

`apply` hands the chosen action to the step on top, then runs steps until one waits or none is left.

**Sealed runs.** Neighbouring sealed steps leave the stack together and form the run: each is answered in secret, the
answers wait in the box, and nothing moves until the last is in. With several seats in the run this is a simultaneous
choice (a table takes the answers in any order, search in the order of the run; the outcome is the same). With one seat
it is a private draft of several clicks. Either way the outside sees only for whom we wait.
"""

from __future__ import annotations

from typing import Any, Final, Self, cast

from mypy_extensions import i64

from intryga.kernel.cells import vec
from intryga.kernel.components import Mistake
from intryga.kernel.dice import Dice
from intryga.kernel.layout import Layout
from intryga.kernel.standing import R, Standing
from intryga.kernel.steps import IDLE, NO_STEPS, AnyStep

UNANSWERED: Final = -1
NO_ACTIONS: Final[list[i64]] = []
NO_ROOM: Final = vec[AnyStep]([])
ROOM: Final = 16    # steps for which there is room at first

MOST_STEPS: Final[i64] = 100_000    # between two choices; more are without end


class IllegalMove(ValueError):
    """An action that is not offered now. `rule` is the id of the rule against it, or empty when none was named."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule or "not offered now")
        self.rule = rule


class Endless(Mistake):
    """The rules go on without ever asking anybody: cards of somebody's own may say so."""

    def __init__(self) -> None:
        super().__init__("what these cards say never comes to an end")


class State(Standing[R]):
    """Everything true of one game in progress."""

    def __init__(self, layout: Layout, rules: R, seats: i64, cells: vec[i64], dice: Dice, guests: i64 = 0) -> None:
        super().__init__(layout, rules, seats, cells, dice, guests)
        # A list would give its memory back and ask for it again with every phase; here what lies above `depth` is idle.
        self._stack = NO_ROOM
        self.depth: i64 = 0
        # What we wait for. These lists are replaced, never changed: clones share them.
        self.run = NO_STEPS
        self.box = NO_ACTIONS
        self.options = NO_ACTIONS
        self.seat: i64 = -1    # whom search and sequential play ask next

    # --- what each game says ---

    def twin(self) -> State[R]:
        """A state of the same class with the same rules and copies of cells and dice. Games that are searched name
        their class here, which is quicker."""
        return type(self)(self.layout, self.rules, self.seats, self.cells[:], self.dice.copy(), self.guests)

    def resample(self, viewer: i64, dice: Dice) -> State[R]:
        """A full state this viewer cannot tell from the true one; its future belongs to `dice`."""
        raise NotImplementedError

    def can_be_judged(self) -> bool:
        """Do features tell what has happened? Not while answers lie in a box: the board does not show them yet."""
        return not self.run

    def certainty(self) -> float:
        """How much a lead in the advice's points says of who will win, as a part of what it says at the end. Most games
        are judged near their end only, or by what was learnt."""
        return 1.0

    def whole_turns(self) -> list[list[i64]]:
        """Where bots/turns.py plays: the ways to end the turn under way, as the actions they take. They are open to its
        seat in all worlds that it cannot tell from this one."""
        raise NotImplementedError

    def turn_played(self) -> State[R]:
        """The state after the turn under way, as the advice ends it: this one, or another."""
        raise NotImplementedError

    def part_left(self) -> float:
        """How much of the game is still to come, from 1 to 0."""
        raise NotImplementedError

    # --- copies ---

    def clone(self) -> Self:
        """A copy that waits for the same choice. The journal stays where it is: a clone has none."""
        twin = self.twin()
        twin.resume(self)
        return cast(Self, twin)

    def resume(self, other: State[R]) -> None:
        """Wait for the same choice as that state, before the same steps."""
        self._stack = other._stack[:]
        self.depth = other.depth
        self.run = other.run
        self.box = other.box
        self.options = other.options
        self.seat = other.seat

    def __reduce__(self) -> tuple[Any, ...]:
        """States are sent to other processes as their snapshot."""
        from intryga.kernel.snapshot import pickled

        return pickled(self)

    # --- the stack ---

    def push(self, step: AnyStep) -> None:
        depth = self.depth
        if depth == len(self._stack):
            self._make_room()
        self._stack[depth] = step
        self.depth = depth + 1

    def then(self, steps: list[AnyStep]) -> None:
        """These steps next, in reading order."""
        for i in range(len(steps) - 1, -1, -1):
            self.push(steps[i])

    def then_row(self, steps: vec[AnyStep]) -> None:
        """The same of steps that were laid in a row once for all games, which is quicker (decision 87)."""
        depth = self.depth + len(steps)
        while depth > len(self._stack):
            self._make_room()
        self.depth = depth
        for step in steps:
            depth -= 1
            self._stack[depth] = step

    def push_below(self, above: i64, step: AnyStep) -> None:
        """A step below those that were pushed since the stack was so high."""
        self.push(step)
        for i in range(self.depth - 1, above, -1):
            self._stack[i] = self._stack[i - 1]
        self._stack[above] = step

    def pop(self) -> AnyStep:
        self.depth -= 1
        return self._stack[self.depth]

    def top(self) -> AnyStep:
        return self._stack[self.depth - 1]

    def pending(self) -> list[AnyStep]:
        """All steps of the stack, the next one last."""
        return [self._stack[i] for i in range(self.depth)]

    def end(self) -> None:
        """The game is over at once: nothing is pending any more."""
        self.depth = 0

    def _make_room(self) -> None:
        old = self._stack
        size: i64 = len(old)
        self._stack = vec[AnyStep]([old[i] if i < size else IDLE for i in range(size + ROOM)])

    def over(self) -> bool:
        return self.seat < 0

    def advance(self) -> None:
        """Run steps until one waits for a real choice or none is left."""
        left: i64 = MOST_STEPS
        while not self.run:
            left -= 1
            if left < 0:
                raise Endless
            depth = self.depth - 1
            if depth < 0:
                self.options = NO_ACTIONS
                self.seat = -1
                return
            step = self._stack[depth]
            if not step.waits:
                self.depth = depth
                step.run(self)
                continue
            if step.sealed and depth > 0 and self._stack[depth - 1].sealed:
                self._gather()
                break
            options = step.options(self)
            if len(options) == 1 and step.lone_is_public(self, options[0]):
                self.depth = depth
                if self.journal is not None:
                    self.journal.taken_unasked(step.seat, options[0])
                step.take(self, options[0])
                continue
            self.options = options
            self.seat = step.seat
            return
        step = self.run[self._unanswered(-1)]
        self.options = step.options(self)
        self.seat = step.seat

    # --- choosing ---

    def apply(self, action: i64) -> None:
        """The seat in `seat` has chosen one of `options`: the door for search and simulation. Not checked; an answer
        that settles a run closes it at once, since asking the rest would change nothing."""
        if self.run:
            position = self._unanswered(-1)
            self.put_in_box(position, action)
            if self.run[position].settles(action) or self._unanswered(-1) < 0:
                self._open_box()
        else:
            self.pop().take(self, action)
        self.advance()

    def settle(self) -> i64:
        """Take whatever has no alternative, also where others must not know that it has none: to the next real choice,
        as if everybody had been asked. For search and simulation beside `apply`; gives how many were taken."""
        taken: i64 = 0
        while len(self.options) == 1:
            taken += 1
            if not self.run:
                self.apply(self.options[0])
                continue
            run = self.run
            box = self.box[:]    # of this state alone
            self.box = box
            position = self._unanswered(-1)
            action = self.options[0]
            while True:
                box[position] = action
                if run[position].settles(action):
                    break
                position = self._unanswered(-1)
                if position < 0:
                    break
                options = run[position].options(self)
                if len(options) > 1:
                    self.options = options
                    self.seat = run[position].seat
                    return taken
                action = options[0]
                taken += 1
            self._open_box()
            self.advance()
        return taken

    def rush(self, dice: Dice, longest: i64) -> i64:
        """Play at random to the end: the same game as `settle` and `apply` give with these dice for the choices, but
        since nobody looks on, nobody is asked and no offer is kept. Gives the number of decisions; after the longest
        game it waits for the next choice."""
        decisions: i64 = 0
        left: i64 = MOST_STEPS
        if self.run:
            decisions = self._rush_run(dice)
        while decisions < longest:
            depth = self.depth - 1
            if depth < 0:
                self.options = NO_ACTIONS
                self.seat = -1
                return decisions
            step = self._stack[depth]
            if not step.waits:
                left -= 1
                if left < 0:
                    raise Endless
                self.depth = depth
                step.run(self)
            elif step.sealed and depth > 0 and self._stack[depth - 1].sealed:
                self._gather()
                decisions += self._rush_run(dice)
                left = MOST_STEPS
            else:
                self.depth = depth
                action = step.any_option(self, dice)
                if not self.lone or not step.lone_is_public(self, action):
                    decisions += 1
                    left = MOST_STEPS
                step.take(self, action)
        self.advance()
        return decisions

    def answer(self, seat: i64, action: i64) -> None:
        """The same from any seat we wait for, checked: the door for tables. All seats of a run are asked to the last,
        or silence would tell. Raises IllegalMove and changes nothing if the action is not offered to that seat."""
        step = self.awaiting(seat)
        if step is None:
            raise IllegalMove("")
        offers = step.explained(self)
        if action not in offers.options:
            rule = ""
            for refused, reason in offers.refused or []:
                if refused == action:
                    rule = reason
            raise IllegalMove(rule)
        self.answer_for(seat, action)

    def answer_for(self, seat: i64, action: i64) -> None:
        """The same where the action is known to be offered."""
        if self.run:
            self.put_in_box(self._unanswered(seat), action)
            if self._unanswered(-1) < 0:
                self._open_box()
        else:
            self.pop().take(self, action)
        self.advance()

    def take_back(self, seat: i64) -> bool:
        """A sealed answer may be taken back while the box is open: nobody has seen it."""
        for i in range(len(self.box) - 1, -1, -1):
            if self.run[i].seat == seat and self.box[i] != UNANSWERED:
                self.put_in_box(i, UNANSWERED)
                self.advance()
                return True
        return False

    def awaiting(self, seat: i64) -> AnyStep | None:
        """The step this seat must answer now, if any."""
        if seat < 0:
            return None
        if self.run:
            position = self._unanswered(seat)
            return self.run[position] if position >= 0 else None
        return self.top() if self.depth > 0 and self.top().seat == seat else None

    def sealed_answer(self, seat: i64) -> i64:
        """What this seat has put in the box first, for later steps of its own draft."""
        for i in range(len(self.box)):
            if self.run[i].seat == seat:
                return self.box[i]
        return UNANSWERED

    def chain_goes_on(self, seat: i64) -> bool:
        """Does this seat have to complete a choice that it has begun (a card, then its place, then a victim)?"""
        return self.seat == seat and not self.run and self.top().continues()

    def refresh(self) -> None:
        """After cards were changed from outside (a resampling): the options belong to the new cards."""
        if not self.over():
            step = self.awaiting(self.seat)
            assert step is not None
            self.options = step.options(self)

    # --- sealed runs ---

    def _gather(self) -> None:
        """The sealed steps on top leave the stack, in the order in which they are asked."""
        run: list[AnyStep] = []
        box: list[i64] = []
        depth = self.depth - 1
        while depth >= 0 and self._stack[depth].sealed:
            run.append(self._stack[depth])
            box.append(UNANSWERED)
            depth -= 1
        self.depth = depth + 1
        self.run = run
        self.box = box

    def _unanswered(self, seat: i64) -> i64:
        """Position of the first answer we miss, of this seat or (-1) of anybody; -1 if none."""
        for i in range(len(self.box)):
            if self.box[i] == UNANSWERED and (seat < 0 or self.run[i].seat == seat):
                return i
        return -1

    def put_in_box(self, position: i64, action: i64) -> None:
        """The box is replaced, never changed: clones share it."""
        box = self.box[:]
        box[position] = action
        self.box = box

    def _rush_run(self, dice: Dice) -> i64:
        """Random answers for all that are missing, as far as they matter; says how many."""
        run = self.run
        given: i64 = 0
        box = self.box[:]    # of this state alone
        self.box = box
        for i in range(len(run)):
            if box[i] == UNANSWERED:
                action = run[i].any_option(self, dice)
                box[i] = action
                given += 1
                if run[i].settles(action):
                    break
        self._open_box()
        return given

    def _open_box(self) -> None:
        run = self.run
        answers = self.box
        self.run = NO_STEPS
        self.box = NO_ACTIONS
        if self.journal is not None:
            self.journal.revealed = True    # all now know that nobody acted before the one who did
        last = len(run) - 1
        for i in range(len(run)):
            depth = self.depth
            run[i].take(self, answers[i])
            if run[i].settles(answers[i]):
                return
            assert self.depth == depth or i == last, "only the last or the settling answer may push steps"


AnyState = State[Any]
