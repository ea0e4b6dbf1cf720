"""Bots by name. They see what their seat may see and nothing else."""

from __future__ import annotations

from intryga.bots.bot import Bot
from intryga.bots.heuristic import HeuristicBot
from intryga.bots.random import RandomBot
from intryga.kernel.game import Mistake, suggest

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "heuristic": HeuristicBot}


def find(name: str) -> Bot:
    if name not in BOTS:
        raise Mistake(f"there is no bot '{name}'{suggest(name, BOTS)}")
    return BOTS[name]()
