"""Bots that look one choice ahead in a few sampled worlds and ask the game's advice how they would stand."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from intryga.bots.bot import Bot, Budget, Perspective, Thought, mean_and_error
from intryga.kernel.dice import Dice
from intryga.kernel.state import AnyState

WORLDS: Final = 4
VICTORY: Final = 1000.0    # more than any points
EQUAL: Final = 1e-9    # values that lie no further apart are the same


class Judge:
    """Says how well a seat stands."""

    def value(self, s: AnyState, seat: i64) -> float:
        """By the game's advice."""
        return s.value(seat)

    def chances(self, s: AnyState, temperature: float) -> list[float]:
        """Of each seat to win, as far as the values tell: so many points more at the end make it 2.7 times likelier."""
        if s.seat < 0:
            return s.returns()
        weight = s.certainty() / temperature
        return weighed([self.value(s, seat) * weight for seat in range(s.seats)])


class EndJudge(Judge):
    """The same, but a game that is over is worth what was won in it, and by how much."""

    def value(self, s: AnyState, seat: i64) -> float:
        if s.seat >= 0:
            return s.value(seat)
        best = -1000
        for other in range(s.seats):
            if other != seat:
                best = max(best, s.total(other))
        return VICTORY * s.returns()[seat] + float(s.total(seat) - best)


class WeightedJudge(EndJudge):
    """The terms of the advice, each with a weight; 1 where none is given."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.weights = weights

    def value(self, s: AnyState, seat: i64) -> float:
        if s.seat < 0:
            return super().value(s, seat)
        total = 0.0
        for name, worth in s.terms(seat).items():
            total += self.weights.get(name, 1.0) * worth
        return total


def weighed(strengths: list[float]) -> list[float]:
    """Shares of a whole, from strengths of which only the differences count (softmax)."""
    best = max(strengths)
    weights = [exp(strength - best) for strength in strengths]
    total = 0.0
    for weight in weights:
        total += weight
    return [weight / total for weight in weights]


ADVICE: Final = Judge()


class AdviceBot(Bot):
    """With a temperature it errs like a person: small mistakes are common, large ones rare. `overlooks` is how likely
    it is not to think of a kind of move at all."""

    def __init__(self, worlds: i64 = WORLDS, temperature: float = 0.0, overlooks: float = 0.0,
                 judge: Judge = ADVICE) -> None:  # fmt: skip
        self.worlds: i64 = worlds
        self.temperature = temperature
        self.overlooks = overlooks
        self.judge = judge

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        options = perspective.options()
        if self.overlooks > 0.0:
            options = self.thought_of(perspective, options, dice)
        seat = perspective.seat
        totals = [0.0 for _ in options]
        squares = [0.0 for _ in options]
        worlds: i64 = 0
        budget.begin(self.worlds)
        while budget.allows(worlds):
            world = perspective.sample(dice)
            for i in range(len(options)):
                after = world.clone()
                after.answer_for(seat, options[i])
                worth = when_chosen(after, seat, self.judge)
                totals[i] += worth
                squares[i] += worth * worth
            worlds += 1
        values: list[float] = []
        errors: list[float] = []
        for i in range(len(options)):
            mean, error = mean_and_error(totals[i], squares[i], worlds)
            values.append(mean)
            errors.append(error)
        action = options[self.chosen(values, dice)]
        return Thought(options, action, values, errors, [worlds for _ in options], False)

    def chosen(self, values: list[float], dice: Dice) -> i64:
        best = max(values)
        if self.temperature <= 0.0:
            # Equal values are common (the order of reveals, say): choose among them at random, not by number.
            equal = [i64(i) for i in range(len(values)) if values[i] >= best - EQUAL]
            return equal[dice.below(len(equal))]
        weights = [i64(int(exp((value - best) / self.temperature) * 1_000_000.0)) for value in values]
        total: i64 = 0
        for weight in weights:
            total += weight
        rest = dice.below(total)
        i: i64 = 0
        while rest >= weights[i]:
            rest -= weights[i]
            i += 1
        return i

    def thought_of(self, perspective: Perspective, options: list[i64], dice: Dice) -> list[i64]:
        """Without the kinds of move that did not come to mind; if none did, all."""
        space = perspective.game.space
        comes_to_mind: dict[i64, bool] = {}
        found: list[i64] = []
        for action in options:
            kind: i64 = space.verb(action).first
            if kind not in comes_to_mind:
                comes_to_mind[kind] = float(dice.below(1000)) >= self.overlooks * 1000.0
            if comes_to_mind[kind]:
                found.append(action)
        return found or options


def when_chosen(s: AnyState, seat: i64, judge: Judge = ADVICE) -> float:
    """How a seat stands once it has completed the choice that it has begun: a card named is worth what its best place
    makes of it."""
    if not s.chain_goes_on(seat):
        return judge.value(s, seat)
    best = -1.0e9
    for action in s.options:
        after = s.clone()
        after.apply(action)
        worth = when_chosen(after, seat, judge)
        if worth > best:
            best = worth
    return best
