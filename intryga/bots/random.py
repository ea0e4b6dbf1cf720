"""Any legal move, each as likely as the next."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.bots.bot import Bot, Budget, Perspective, Thought
from intryga.kernel.dice import Dice


class RandomBot(Bot):
    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        """It has no opinion."""
        options = perspective.options()
        nothing = [0.0 for _ in options]
        return Thought(options, options[dice.below(len(options))], nothing, nothing, [i64(0) for _ in options], False)

    def choose(self, perspective: Perspective, dice: Dice, budget: Budget | None = None) -> i64:
        """Without the thought: simulation asks often."""
        options = perspective.options()
        n: i64 = len(options)
        return options[0] if n == 1 else options[dice.below(n)]
