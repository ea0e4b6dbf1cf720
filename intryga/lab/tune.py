"""Weights for the terms of a game's advice, found by playing: CMA-ES (the package cma) over their logarithms.

A candidate is a bot that looks one choice ahead with these weights. It plays one seat, in turn each of them, against
copies of `heuristic`; all candidates of a generation play the same deals, every generation others. What comes out is
tried on deals that were never used.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from intryga import bots as all_bots
from intryga.bots.advice import AdviceBot, WeightedJudge
from intryga.bots.bot import Bot, Perspective
from intryga.kernel.dice import quick
from intryga.lab.playout import play_out

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

AGAINST = "heuristic"
WORLDS = 2    # that a candidate looks at: fewer than at a table, since it plays so often
SPREAD = 0.3    # of the logarithms, at first


class Tuned(msgspec.Struct, frozen=True):
    """What was found, and how to find it again."""

    game: str
    seats: int
    seed: int
    deals: int    # of a candidate in a generation
    generations: list[float]    # the best share of the victory in each
    weights: dict[str, float]
    share: float    # of the victory, on deals never used before
    error: float
    par: float

    def toml(self) -> str:
        """As it stands in bots.toml."""
        lines = [f"{name} = {weight:.2f}" for name, weight in self.weights.items()]
        return "\n".join([f"[weights.{self.seats}]", *lines])


def shares(game: AnyGame, seats: int, weights: dict[str, float], seed: int, deals: range) -> list[float]:
    """By deal, over all seats."""
    hero: Bot = AdviceBot(WORLDS, 0.0, 0.0, WeightedJudge(weights))
    rival = all_bots.find(AGAINST)
    rules = game.chosen_rules()
    found = []
    for deal in deals:
        won = 0.0
        for seat in range(seats):
            s = game.new_game(rules, seats, game.quick_dice(seed, deal))
            sides = [Perspective(game, s, other) for other in range(seats)]
            players = [hero if other == seat else rival for other in range(seats)]
            play_out(s, sides, players, quick(seed, deal * seats + seat))
            won += s.returns()[seat]
        found.append(won / seats)
    return found


def tune(
    game: AnyGame, seats: int, deals: int, generations: int, seed: int, progress: Callable[[int], None]
) -> Tuned:
    """`progress` hears of every generation."""
    from cma import CMAEvolutionStrategy

    opening = game.new_game(game.chosen_rules(), seats, game.quick_dice(seed))
    names = list(opening.terms(0))

    def weights(logarithms: list[float]) -> dict[str, float]:
        return {name: math.exp(number) for name, number in zip(names, logarithms, strict=True)}

    search = CMAEvolutionStrategy([0.0] * len(names), SPREAD, {"seed": seed + 1, "verbose": -9})
    best = []
    for generation in range(generations):
        tried = search.ask()
        these = range(generation * deals, (generation + 1) * deals)
        won = [statistics.mean(shares(game, seats, weights(list(one)), seed, these)) for one in tried]
        search.tell(tried, [-share for share in won])
        best.append(max(won))
        progress(1)
    found = weights(list(search.result.xfavorite))
    fresh = shares(game, seats, found, seed, range(generations * deals, (generations + 4) * deals))
    error = statistics.stdev(fresh) / math.sqrt(len(fresh)) if len(fresh) > 1 else 0.5
    return Tuned(game.id, seats, seed, deals, best, found, statistics.mean(fresh), error, 1 / seats)
