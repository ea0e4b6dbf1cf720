"""Whole turns as one move: each is played on by the advice to the end of the game, in worlds that are the same for all.

Where the choices of a turn belong together and the advice sees all its ends at a glance (`State.whole_turns`), it need
not be searched: what the advice cannot see is how the others answer and what that is worth in the end. Early that
drowns in all that is still to come, so early the advice decides.
"""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from intryga.bots.advice import AdviceBot
from intryga.bots.bot import Bot, Budget, Perspective, Thought, mean_and_error
from intryga.kernel.dice import Dice, branch
from intryga.kernel.state import AnyState

LONGEST: Final = 1000    # turns of an imagined game


class TurnsBot(Bot):
    """The `few` turns that the advice likes best are tried in so many worlds (`trials`) each, once no more than `last`
    of the game is left. The advice's favourite gives way only to what does better by more than the error."""

    def __init__(self, advice: AdviceBot, trials: i64, few: i64, last: float, points_temperature: float) -> None:
        self.advice = advice
        self.trials: i64 = trials
        self.few: i64 = few
        self.last = last
        self.points_temperature = points_temperature    # so many points more make a victory 2.7 times as sure

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        """The thought of the advice; only what is done may be another."""
        thought = self.advice.think(perspective, dice, budget)
        world = perspective.sample(dice)
        if world.seat == perspective.seat and world.part_left() <= self.last:
            thought.action = self.best_turn(world.whole_turns(), perspective, dice, budget)[0]
        return thought

    def best_turn(self, turns: list[list[i64]], perspective: Perspective, dice: Dice, budget: Budget) -> list[i64]:
        if one_way(turns):
            return turns[0]
        best_first = self.at_a_glance(turns, perspective, dice, Budget(0, budget.seconds, budget.stop))
        favourite = best_first[0]
        others = best_first[1 : self.few]
        gains = [0.0 for _ in others]    # by which they do better than the favourite
        squares = [0.0 for _ in others]
        trial = Budget(budget.iterations, budget.seconds, budget.stop)
        trial.begin(self.trials)
        worlds: i64 = 0
        while trial.allows(worlds):
            world = perspective.sample(dice)
            world.dice = branch(dice)
            par = self.played_on(world, favourite)
            for i in range(len(others)):
                gain = self.played_on(world, others[i]) - par
                gains[i] += gain
                squares[i] += gain * gain
            worlds += 1
        best = favourite
        most = 0.0
        for i in range(len(others)):
            mean, error = mean_and_error(gains[i], squares[i], worlds)
            if mean > most and mean > error:
                most = mean
                best = others[i]
        return best

    def at_a_glance(
        self, turns: list[list[i64]], perspective: Perspective, dice: Dice, glance: Budget
    ) -> list[list[i64]]:
        """By how the advice likes their ends, best first."""
        values = [0.0 for _ in turns]
        worlds: i64 = 0
        glance.begin(self.advice.worlds)
        while glance.allows(worlds):
            world = perspective.sample(dice)
            for i in range(len(turns)):
                values[i] += self.advice.judge.value(after(world, turns[i]), perspective.seat)
            worlds += 1
        order = sorted(range(len(turns)), key=lambda i: -values[i])
        return [turns[i] for i in order]

    def played_on(self, world: AnyState, turn: list[i64]) -> float:
        """What comes of a turn: a chance to win, by how much it is won or lost."""
        seat = world.seat
        s = after(world, turn)
        turns: i64 = 0
        while s.seat >= 0 and turns < LONGEST:
            s = s.turn_played()
            turns += 1
        best: i64 = -1000
        for other in range(s.seats):
            if other != seat:
                best = max(best, s.total(other))
        return 1.0 / (1.0 + exp(float(best - s.total(seat)) / self.points_temperature))


def after(world: AnyState, turn: list[i64]) -> AnyState:
    s = world.clone()
    for action in turn:
        s.apply(action)
    return s


def one_way(turns: list[list[i64]]) -> bool:
    """Do they all begin alike?"""
    return all(turn[0] == turns[0][0] for turn in turns)
