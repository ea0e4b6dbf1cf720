"""Second thoughts: what looks best at a glance is played on for some turns, and gives way only to what does better.

Where a turn is a chain of many choices, a tree does not reach the end of it, and random play says nothing of it. Played
on by the advice or by what was learnt, every seat for itself, a turn ends as it would among sensible people. The moves
are tried in the same worlds, so that few are enough to tell them apart.
"""

from __future__ import annotations

from intryga.bots.bot import Bot, Budget, Perspective, Thought
from intryga.bots.search import Search, SearchBot
from intryga.kernel.dice import Dice, branch


class RehearsalBot(Bot):
    """`few` moves that lie within `margin` of the best one at a glance are tried in so many `worlds` each."""

    def __init__(self, glance: Bot, played_on: SearchBot, worlds: int, few: int, margin: float) -> None:
        self.glance = glance
        self.played_on = played_on
        self.worlds = worlds
        self.few = few
        self.margin = margin

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        """The thought at a glance; only what is done may be another."""
        thought = self.glance.think(perspective, dice, budget)
        values = dict(zip(thought.options, thought.values, strict=True))
        near = values[thought.action] - self.margin
        tried = [action for action in thought.best_first()[: self.few] if values[action] >= near]
        if len(tried) < 2:
            return thought
        search = Search(self.played_on, perspective.seat, perspective.options(), branch(dice))
        trial = Budget(budget.iterations or self.worlds, budget.seconds, budget.stop)
        found = search.weigh(tried, perspective, dice, trial)
        best = max(range(len(tried)), key=lambda i: found.chance(i)[0])
        lost, error = found.lost(0, best)
        if lost > error:
            thought.action = tried[best]
        return thought
