"""Any legal move, each as likely as the next."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.bots.bot import Bot, Perspective
from intryga.kernel.dice import Dice


class RandomBot(Bot):
    def choose(self, perspective: Perspective, dice: Dice) -> i64:
        options = perspective.options()
        n: i64 = len(options)
        return options[0] if n == 1 else options[dice.below(n)]
