"""A network that has learnt by playing against itself what to do: from what a seat knows, how likely it is to choose
each option, and what it expects to win.

It reads an observation, so it cannot look; in imagined games it plays every seat from what that seat would know there.
Two rows of hidden units. Most inputs are 0, so the first row costs as much as there is to see. Trained by `intryga
selfplay` (lab/selfplay.py); the weights are data beside a game's cards (bots/policies.py).
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from mypy_extensions import i16, i64

from intryga.bots.advice import Judge
from intryga.bots.bot import Bot, Budget, Perspective, Thought
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.observe import Observer, new_observation
from intryga.kernel.state import AnyState

FINE: Final = 1_000_000    # steps of a chance when dice are thrown for it


class InputPlan:
    """Which inputs the numbers of an observation are; columns.py makes it."""

    def __init__(self, numbers: list[tuple[i64, i64]], words: list[tuple[i64, i64, i64]],
                 tops: list[tuple[i64, i64, i64]], always: i64) -> None:  # fmt: skip
        self.number_at = vec[i64]([at for at, _ in numbers])
        self.number_to = vec[i64]([column for _, column in numbers])
        self.word_at = vec[i64]([at for at, _, _ in words])
        self.word_to = vec[i64]([column for _, column, _ in words])
        self.word_kinds = vec[i64]([kinds for _, _, kinds in words])
        self.top_size = vec[i64]([size for size, _, _ in tops])
        self.top_first = vec[i64]([first for _, first, _ in tops])
        self.top_to = vec[i64]([column for _, _, column in tops])
        self.always: i64 = always


class Policy:
    """Weights lie by input, then by unit. Not for two threads at once: it thinks on its own slate."""

    def __init__(self, observer: Observer, plan: InputPlan, scale: list[float], first: list[float], bias: list[float],
                 second: list[float], second_bias: list[float], third: list[float],
                 third_bias: list[float]) -> None:  # fmt: skip
        self.observer = observer
        self.plan = plan
        self.scale = vec[float](scale)
        self.first = vec[float](first)
        self.bias = vec[float](bias)
        self.second = vec[float](second)
        self.second_bias = vec[float](second_bias)
        # By output, since few options are asked for at a time.
        units = len(second_bias)
        self.third = vec[float]([third[j * len(third_bias) + k] for k in range(len(third_bias)) for j in range(units)])
        self.third_bias = vec[float](third_bias)
        self.seen: vec[i16] = new_observation(observer.length)
        self.row = vec[float](bias)
        self.top = vec[float](second_bias)

    # --- reading ---

    def look(self, s: AnyState, seat: i64) -> None:
        """What a seat knows, up to the last hidden units."""
        self.observer.write(s, seat, self.seen, 0)    # in place of what was seen before
        row = self.row
        for j in range(len(row)):
            row[j] = self.bias[j]
        plan = self.plan
        seen = self.seen
        for i in range(len(plan.number_at)):
            number = i64(seen[plan.number_at[i]])
            if number != 0:
                self.add(plan.number_to[i], float(number))
        for i in range(len(plan.word_at)):
            word = i64(seen[plan.word_at[i]])
            if word > 0:
                self.add(plan.word_to[i] + min(word, plan.word_kinds[i]) - 1, 1.0)
        for i in range(len(plan.top_size)):
            size = i64(seen[plan.top_size[i]])
            if size > 0:
                self.add(plan.top_to[i] + i64(seen[plan.top_first[i] + size - 1]) - 1, 1.0)
        self.add(plan.always, 1.0)
        self.through()

    def add(self, column: i64, number: float) -> None:
        x = number * self.scale[column]
        row = self.row
        first = self.first
        units: i64 = len(row)
        at = column * units
        for j in range(units):
            row[j] += x * first[at + j]

    def through(self) -> None:
        """From the first row of hidden units to the second."""
        row = self.row
        top = self.top
        second = self.second
        units: i64 = len(top)
        for j in range(units):
            top[j] = self.second_bias[j]
        for i in range(len(row)):
            x = row[i]
            if x > 0.0:
                at = i * units
                for j in range(units):
                    top[j] += x * second[at + j]
        for j in range(units):
            if top[j] < 0.0:
                top[j] = 0.0

    def output(self, number: i64) -> float:
        top = self.top
        units: i64 = len(top)
        third = self.third
        at = number * units
        total = self.third_bias[number]
        for j in range(units):
            total += top[j] * third[at + j]
        return total

    def expected(self, s: AnyState, seat: i64) -> float:
        """What a seat expects to win, from -1/(n-1) to 1, as it was trained."""
        self.look(s, seat)
        return self.output(len(self.third_bias) - 1)

    # --- what comes of it ---

    def inclinations(self, s: AnyState, seat: i64, options: list[i64]) -> list[float]:
        """To each option; only differences count (logits)."""
        self.look(s, seat)
        turned = self.observer.from_viewer[seat]
        return [self.output(turned[action]) for action in options]

    def pick(self, s: AnyState, dice: Dice) -> i64:
        """An option of who is to choose, as likely as it is liked."""
        options = s.options
        return options[drawn(self.inclinations(s, s.seat, options), 1.0, dice)]


def product(left: list[float], right: list[float], columns: i64) -> list[float]:
    """Of two matrices, row by row; the right one has so many columns."""
    inner = len(right) // columns
    found: list[float] = []
    for at in range(0, len(left), inner):
        row = [0.0 for _ in range(columns)]
        for i in range(inner):
            x = left[at + i]
            for j in range(columns):
                row[j] += x * right[i * columns + j]
        found += row
    return found


def drawn(likings: list[float], temperature: float, dice: Dice) -> i64:
    """Which one, each as likely as it is liked; the higher the temperature, the more alike they are."""
    best = max(likings)
    weights = [exp((liking - best) / temperature) for liking in likings]
    total = 0.0
    for weight in weights:
        total += weight
    rest = total * float(dice.below(FINE)) / float(FINE)
    for i in range(len(weights)):
        rest -= weights[i]
        if rest < 0.0:
            return i
    return len(weights) - 1


class PolicyJudge(Judge):
    """Asks who is to choose what it expects, which is all it has learnt to tell; the others share the rest."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def chances(self, s: AnyState, temperature: float) -> list[float]:
        if s.seat < 0:
            return s.returns()
        rivals = float(s.seats - 1)
        share = (rivals * self.policy.expected(s, s.seat) + 1.0) / float(s.seats)
        share = min(max(share, 0.0), 1.0)
        return [share if seat == s.seat else (1.0 - share) / rivals for seat in range(s.seats)]


class PolicyBot(Bot):
    """Does what it is inclined to most; with a temperature it takes the second best now and then."""

    def __init__(self, policy: Policy, temperature: float = 0.0) -> None:
        self.policy = policy
        self.temperature = temperature

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        """Values are logarithms of how likely each option is to be chosen."""
        options = perspective.options()
        world = perspective.sample(dice)
        likings = self.policy.inclinations(world, perspective.seat, options)
        best = max(likings)
        total = 0.0
        for liking in likings:
            total += exp(liking - best)
        values = [liking - best - log(total) for liking in likings]
        chosen: i64 = values.index(max(values)) if self.temperature <= 0.0 else drawn(values, self.temperature, dice)
        return Thought(options, options[chosen], values, [0.0 for _ in options], [1 for _ in options], False)
