"""Weights for the terms of a game's advice, found by playing: CMA-ES (the package cma) over their logarithms.

A candidate is a bot that looks one choice ahead with these weights. It plays one seat, in turn each of them, against
copies of `heuristic`; all candidates of a generation play the same deals, every generation others. What comes out is
tried on deals that were never used. What the candidates of a generation won is all that has to be kept of it: the
search, asked again, breeds the same ones.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence

import msgspec

from intryga import bots as all_bots
from intryga import games as all_games
from intryga.bots.advice import AdviceBot, WeightedJudge
from intryga.bots.bot import Bot, Perspective
from intryga.kernel.dice import quick
from intryga.lab.playout import play_out
from intryga.lab.workers import Crew

AGAINST = "heuristic"
WORLDS = 2    # that a candidate looks at: fewer than at a table, since it plays so often
SPREAD = 0.3    # of the logarithms, at first
PIECE = 10    # deals that a worker plays at once


class Tuning(msgspec.Struct, frozen=True):
    """What is tuned, and how: the same arguments find the same weights."""

    game: str
    version: int    # of its rules
    seats: int
    seed: int
    deals: int    # of a candidate in a generation


class Tuned(msgspec.Struct, frozen=True):
    """What was found, and how to find it again."""

    search: Tuning
    generations: list[float]    # the best share of the victory in each
    weights: dict[str, float]
    share: float    # of the victory, on deals never used before
    error: float
    par: float

    def toml(self) -> str:
        """As it stands in bots.toml."""
        lines = [f"{name} = {weight:.2f}" for name, weight in self.weights.items()]
        return "\n".join([f"[weights.{self.search.seats}]", *lines])


def shares(what: Tuning, weights: dict[str, float], first: int, end: int) -> list[float]:
    """By deal, over all seats."""
    game = all_games.find(what.game, version=what.version)
    hero: Bot = AdviceBot(WORLDS, 0.0, 0.0, WeightedJudge(weights))
    rival = all_bots.find(AGAINST)
    rules, seats = game.chosen_rules(), what.seats
    found = []
    for deal in range(first, end):
        won = 0.0
        for seat in range(seats):
            s = game.new_game(rules, seats, game.quick_dice(what.seed, deal))
            sides = [Perspective(game, s, other) for other in range(seats)]
            players = [hero if other == seat else rival for other in range(seats)]
            play_out(s, sides, players, quick(what.seed, deal * seats + seat))
            won += s.returns()[seat]
        found.append(won / seats)
    return found


def tried(what: Tuning, candidates: list[dict[str, float]], first: int, deals: int, crew: Crew) -> list[list[float]]:
    """What each of these weights wins on the same deals, from `first` on."""
    starts = range(first, first + deals, PIECE)
    work = [(what, weights, start, min(start + PIECE, first + deals)) for weights in candidates for start in starts]
    pieces = list(crew(shares, work))
    return [
        [share for piece in pieces[i : i + len(starts)] for share in piece] for i in range(0, len(pieces), len(starts))
    ]


def tune(
    what: Tuning, generations: int, crew: Crew, progress: Callable[[int], None],
    earlier: Sequence[list[float]] = (), keep: Callable[[list[float]], None] = lambda won: None,
) -> Tuned:  # fmt: skip
    """`progress` hears of every generation, `keep` what its candidates won, unless that is known from earlier."""
    from cma import CMAEvolutionStrategy

    game = all_games.find(what.game, version=what.version)
    opening = game.new_game(game.chosen_rules(), what.seats, game.quick_dice(what.seed))
    names = list(opening.terms(0))

    def weights(logarithms: list[float]) -> dict[str, float]:
        return {name: math.exp(number) for name, number in zip(names, logarithms, strict=True)}

    search = CMAEvolutionStrategy([0.0] * len(names), SPREAD, {"seed": what.seed + 1, "verbose": -9})
    best = []
    for generation in range(generations):
        bred = search.ask()
        if generation < len(earlier):
            won = earlier[generation]
        else:
            candidates = [weights(list(one)) for one in bred]
            by_deal = tried(what, candidates, generation * what.deals, what.deals, crew)
            won = [statistics.mean(found) for found in by_deal]
            keep(won)
        search.tell(bred, [-share for share in won])
        best.append(max(won))
        progress(1)
    found = weights(list(search.result.xfavorite))
    (fresh,) = tried(what, [found], generations * what.deals, 4 * what.deals, crew)
    error = statistics.stdev(fresh) / math.sqrt(len(fresh)) if len(fresh) > 1 else 0.5
    return Tuned(what, best, found, statistics.mean(fresh), error, 1 / what.seats)
