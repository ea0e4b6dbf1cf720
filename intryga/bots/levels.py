"""Five levels, for people: they differ in how they think, never in what they know.

What a level does in a game stands in the game's `bots.toml`, because what it takes to play well differs:

    [hard]
    thinks = "search"
    iterations = 3000
    [hard.seats.4]             # and otherwise with so many seats
    iterations = 6000
    [weights.2]                # of the advice's terms with so many seats, for a level whose judge is "tuned"
    majorities = 1.1
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from intryga.bots.advice import ADVICE, AdviceBot, EndJudge, Judge, WeightedJudge
from intryga.bots.bot import Bot, Budget, Perspective, Thought
from intryga.bots.nets import learned
from intryga.bots.policies import policy
from intryga.bots.policy import PolicyBot, PolicyJudge
from intryga.bots.rehearsal import RehearsalBot
from intryga.bots.search import SearchBot
from intryga.bots.turns import TurnsBot
from intryga.kernel.dice import Dice

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

LEVELS = ("beginner", "easy", "medium", "hard", "master")
PATIENCE = 1.4    # seconds that people wait for a move, whatever the engine and the machine
MASTERS_PATIENCE = 3.8
END = EndJudge()


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a level thinks; see AdviceBot, PolicyBot, SearchBot, RehearsalBot and TurnsBot for what the numbers mean.
    What was learnt judges imagined games where they are cut off (bots/nets.py), or plays them and says what it expects
    of them (bots/policies.py); where nothing was for so many seats, a search plays them at random to the end."""

    thinks: Literal["advice", "search", "rehearsal", "turns"]
    worlds: int = 4
    temperature: float = 0.0
    overlooks: float = 0.0
    judge: Literal["advice", "end", "tuned", "learned", "policy"] = "advice"
    leads: Literal["advice", "policy"] = "advice"    # what likes moves at a glance, and plays imagined games
    iterations: int = 1000
    exploration: float = 0.7
    prior: float = 0.0
    prior_worlds: int = 4
    prior_temperature: float = 2.0
    horizon: int = 0
    leaf_temperature: float = 6.0
    picks: int = 1
    picks_turns: int = 0
    points: float = 0.0
    points_temperature: float = 4.0
    trials: int = 8    # of a rehearsal, as the next two; turns have the first and the second
    few: int = 3
    margin: float = 3.0
    last: float = 1.0    # of turns

    def bot(self, game: AnyGame, seats: int) -> Bot:
        net = learned(game, seats) if self.judge == "learned" else None
        player = policy(game, seats) if self.leads == "policy" else None
        if (net is None and self.judge == "learned") or (player is None and self.leads == "policy"):
            plain = msgspec.structs.replace(self, thinks="search", judge="advice", leads="advice", horizon=0, picks=1)
            return plain.bot(game, seats)
        judge: Judge | None = PolicyJudge(player) if self.judge == "policy" and player is not None else net
        advice = AdviceBot(self.worlds, self.temperature, self.overlooks, self.own_judge(game, seats))
        if self.thinks == "turns":
            return TurnsBot(advice, self.trials, self.few, self.last, self.points_temperature)
        likes: Bot = advice if player is None else PolicyBot(player, self.temperature)
        if self.thinks == "advice":
            return likes
        search = SearchBot(self.iterations, self.exploration, self.prior, self.prior_worlds, self.prior_temperature,
                           judge or advice.judge, self.horizon, self.leaf_temperature, self.picks, self.picks_turns,
                           self.thinks == "search", self.points, self.points_temperature, player)  # fmt: skip
        return search if self.thinks == "search" else RehearsalBot(likes, search, self.trials, self.few, self.margin)

    def own_judge(self, game: AnyGame, seats: int) -> Judge:
        """Of the advice, whatever was learnt."""
        if self.judge == "tuned":
            return WeightedJudge(weights(game, seats))
        return END if self.judge == "end" else ADVICE


# For a game that says nothing: a new one, say.
USUAL: dict[str, dict[str, Any]] = {
    "beginner": {"thinks": "advice", "worlds": 1, "temperature": 2.0, "overlooks": 0.15},
    "easy": {"thinks": "advice", "worlds": 1, "temperature": 0.7},
    "medium": {"thinks": "search", "iterations": 200},
    "hard": {"thinks": "search", "iterations": 2000},
    "master": {"thinks": "search", "iterations": 10000},
}


@lru_cache(maxsize=256)
def settings(game: AnyGame, level: str, seats: int) -> Settings:
    """What a level does in a game with so many seats."""
    chosen = dict(_file(game).get(level, USUAL[level]))
    by_seats = chosen.pop("seats", {})
    return msgspec.convert({**chosen, **by_seats.get(str(seats), {})}, Settings)


def weights(game: AnyGame, seats: int) -> dict[str, float]:
    """Of the terms of the advice, as `intryga tune` has found them for so many seats."""
    found: dict[str, dict[str, float]] = _file(game).get("weights", {})
    return found.get(str(seats), {})


def _file(game: AnyGame) -> dict[str, Any]:
    file = game.folder.joinpath("bots.toml")
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


class LevelBot(Bot):
    """A level by its name, whatever the game."""

    def __init__(self, level: str) -> None:
        self.level = level

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        return self.of(perspective).think(perspective, dice, budget)

    def decide(self, perspective: Perspective, dice: Dice, budget: Budget) -> int:
        return self.of(perspective).decide(perspective, dice, budget)

    def of(self, perspective: Perspective) -> Bot:
        """How the level thinks in this game, with so many seats."""
        game, seats = perspective.game, int(perspective.seats())
        return settings(game, self.level, seats).bot(game, seats)


def at_table(bot: str) -> Budget:
    """Where people wait: as long as the bot is set to, and no longer than they like. On the compiled engine settings
    decide; on the plain one, mostly, the clock."""
    return Budget(seconds=MASTERS_PATIENCE if bot == LEVELS[-1] else PATIENCE)
