"""What a bot is, and all it ever holds."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Final

from mypy_extensions import i16, i64, mypyc_attr

from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.observe import Observer, new_observation
from intryga.kernel.state import AnyState

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame
    from intryga.kernel.view import View

LOOK_UP: Final = 8    # iterations between two looks at the clock


class Perspective:
    """One seat's side of a game: what it may choose, what it sees, and worlds it cannot tell from the true one. The
    true state stays inside; nothing is computed before it is asked for, so that simulation pays for what it uses."""

    def __init__(self, game: AnyGame, s: AnyState, seat: i64) -> None:
        self.game = game
        self.seat: i64 = seat
        self._true_state = s

    def seats(self) -> i64:
        return self._true_state.seats

    def options(self) -> list[i64]:
        """What this seat may choose now; a list of the caller's own."""
        s = self._true_state
        if s.seat == self.seat:
            return s.options[:]
        step = s.awaiting(self.seat)
        return step.options(s)[:] if step is not None else []

    def view(self) -> View:
        from intryga.kernel.view import view

        return view(self.game, self._true_state, self.seat)

    def observe(self) -> vec[i16]:
        """What this seat knows, as numbers; kernel/observation.py tells what stands where."""
        observer = self.observer()
        out = new_observation(observer.length)
        observer.write(self._true_state, self.seat, out, 0)
        return out

    def key(self) -> i64:
        """Equal where this seat knows the same."""
        return self.observer().key(self._true_state, self.seat)

    def observer(self) -> Observer:
        from intryga.kernel.observation import describe

        s = self._true_state
        return describe(self.game, s.seats, s.guests).observer

    def chain_goes_on(self) -> bool:
        """Does this seat have to complete a choice that it has begun (a card, then its place, then a victim)?"""
        return self._true_state.chain_goes_on(self.seat)

    def sample(self, dice: Dice) -> AnyState:
        """A full state that fits everything this seat knows, waiting for the same choice."""
        return self._true_state.resample(self.seat, dice)


class Budget:
    """How long to think: so many iterations (the same dice give the same thought), and no longer than so many seconds.
    0 iterations: as many as the bot is set to; 0 seconds: whatever it takes. `stop` is asked now and then, and ends a
    thought at once."""

    def __init__(self, iterations: i64 = 0, seconds: float = 0.0, stop: Callable[[], bool] | None = None) -> None:
        self.iterations: i64 = iterations
        self.seconds = seconds
        self.stop = stop
        self.most: i64 = iterations
        self.began = 0.0

    def begin(self, usual: i64) -> None:
        """Thinking begins; without a wish it is to be as many iterations as usual."""
        self.most = self.iterations if self.iterations > 0 else usual
        self.began = perf_counter()

    def allows(self, done: i64) -> bool:
        """One more, after so many?"""
        if done >= self.most:
            return False
        if done % LOOK_UP or done == 0:
            return True
        if self.seconds > 0.0 and perf_counter() - self.began >= self.seconds:
            return False
        return self.stop is None or not self.stop()


class Thought:
    """What a bot makes of its options: for each how well the seat would stand, how often it was tried, and the error
    of the value. `action` is what it would do. Values of searching bots are shares of the victory, from 0 to 1; those
    of the advice are in the game's own points."""

    def __init__(self, options: list[i64], action: i64, values: list[float], errors: list[float],
                 visits: list[i64], shares: bool) -> None:  # fmt: skip
        self.options = options
        self.action: i64 = action
        self.values = values
        self.errors = errors
        self.visits = visits
        self.shares = shares    # are values chances to win?

    def best_first(self) -> list[i64]:
        """The options, the most tried first, then the better."""
        order = sorted(
            range(len(self.options)), key=lambda i: (self.options[i] == self.action, self.visits[i], self.values[i])
        )
        order.reverse()
        return [self.options[i] for i in order]


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Chooses for a seat. A bot keeps nothing between two choices, so one bot can serve many tables."""

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        raise NotImplementedError

    def choose(self, perspective: Perspective, dice: Dice, budget: Budget | None = None) -> i64:
        """The thought's action. One option is taken without a thought."""
        options = perspective.options()
        if len(options) == 1:
            return options[0]
        return self.decide(perspective, dice, Budget() if budget is None else budget)

    def decide(self, perspective: Perspective, dice: Dice, budget: Budget) -> i64:
        """What a thought with these dice would do; a bot that knows it sooner says so."""
        return self.think(perspective, dice, budget).action


def mean_and_error(total: float, squares: float, count: i64) -> tuple[float, float]:
    """Of so many values, from their sum and that of their squares."""
    if count == 0:
        return 0.0, 0.0
    n = float(count)
    mean = total / n
    return mean, sqrt(max(squares / n - mean * mean, 0.0) / n)
