"""Looks one step ahead in a few sampled worlds and takes what the game's advice likes best."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.bots.bot import Bot, Perspective
from intryga.kernel.dice import Dice

WORLDS: Final = 4


class HeuristicBot(Bot):
    def choose(self, perspective: Perspective, dice: Dice) -> i64:
        options = perspective.options()
        if len(options) == 1:
            return options[0]
        seat = perspective.seat
        totals = [0.0 for _ in options]
        for _ in range(WORLDS):
            world = perspective.sample(dice)
            for i, action in enumerate(options):
                after = world.clone()
                after.answer_for(seat, action)
                totals[i] += after.value(seat)
        best = max(totals)
        # Equal values are common (the order of reveals, say): choose among them at random, not by number.
        chosen = [action for action, total in zip(options, totals, strict=True) if total >= best - 1e-9]
        return chosen[dice.below(len(chosen))]
