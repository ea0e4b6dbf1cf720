"""What was played for the tables of docs/bots.md, as it is kept: a file for every row and every setting of its bots.

The first line says what was played and how the levels thought, then comes a short line for every deal. Who thinks
otherwise begins another file; the old one stays, for whoever wants to know what a change was worth. Games of another
version of the rules or of another network are another row too.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from intryga import games
from intryga.bots import find_or_import
from intryga.bots.levels import LEVELS, Settings, settings
from intryga.bots.nets import kept as net_of
from intryga.bots.policies import kept as policy_of
from intryga.lab.arena import Contest, Deal, share_and_error
from intryga.lab.diary import Diary

KEPT = Path(__file__).parent.parent / "docs" / "strength"


class Played(msgspec.Struct, frozen=True):
    """What a file is about."""

    contest: Contest
    settings: list[dict[str, Any]]    # of levels as far as they are not the usual ones, of bots of benchmarks/


class Tally(msgspec.Struct, frozen=True, array_like=True):
    """A deal: what the one bot won of it from each seat, how often it had to choose, and its seconds of processor."""

    shares: list[float]
    choices: int
    seconds: float

    @classmethod
    def of(cls, deal: Deal) -> Tally:
        shares = [round(game.shares[game.entrants.index(0)], 3) for game in deal.games]
        return cls(shares, deal.choices[0], round(deal.seconds[0], 2))

    @staticmethod
    def share_and_error(deals: list[Tally]) -> tuple[float, float]:
        return share_and_error([sum(deal.shares) / len(deal.shares) for deal in deals])


def diary(what: Contest, folder: Path) -> Diary[Tally]:
    """Of a row by today's settings."""
    about = Played(what, [thinking(what.game, bot, what.seats) for bot in what.bots])
    mark = sha256(msgspec.json.encode(about, order="sorted")).hexdigest()[:6]
    name = "-".join([what.game, str(what.seats), *[short(bot) for bot in what.bots], mark])
    return Diary(folder / name, about, Tally, ".jsonl")


def short(bot: str) -> str:
    """Without the module of a bot that is no level."""
    return bot.rpartition(":")[2]


def thinking(game: str, bot: str, seats: int) -> dict[str, Any]:
    if bot not in LEVELS:    # a yardstick, whose settings stay, or a bot that says itself how it thinks
        own: dict[str, Any] = getattr(find_or_import(bot), "settings", {})
        return own
    found = settings(games.find(game), bot, seats)
    usual = msgspec.structs.asdict(Settings(found.thinks))
    everything = msgspec.structs.asdict(found)
    unusual = {name: value for name, value in everything.items() if name == "thinks" or value != usual[name]}
    if found.judge == "learned":
        unusual["net"] = marked(net_of(games.find(game), seats))
    if found.leads == "policy":
        unusual["policy"] = marked(policy_of(games.find(game), seats))
    return unusual


def marked(network: msgspec.Struct | None) -> str:
    return sha256(msgspec.json.encode(network)).hexdigest()[:6]
