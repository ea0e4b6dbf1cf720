"""Bots by name. They see what their seat may see and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module

from intryga.bots.advice import AdviceBot
from intryga.bots.bot import Bot
from intryga.bots.levels import LEVELS as LEVELS
from intryga.bots.levels import LevelBot
from intryga.bots.levels import at_table as at_table
from intryga.bots.random import RandomBot
from intryga.kernel.game import Mistake, suggest

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "heuristic": AdviceBot,    # with these settings for ever: what the strength of the others is told by
    **{level: partial(LevelBot, level) for level in LEVELS},
}
USUAL = "medium"    # where nobody has chosen


def find(name: str) -> Bot:
    if name not in BOTS:
        raise Mistake(f"there is no bot '{name}'{suggest(name, BOTS)}")
    return BOTS[name]()


def find_or_import(name: str) -> Bot:
    """The same, and `module:Class` is a bot of one's own. Only for who may run any program here anyway: the names that
    tables take never come this way."""
    module, colon, cls = name.partition(":")
    if not colon:
        return find(name)
    try:
        made: object = getattr(import_module(module), cls)()
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise Mistake(f"the bot '{name}' cannot be made: {error}") from error
    if not isinstance(made, Bot):
        raise Mistake(f"'{name}' is no bot: it must extend intryga.bots.bot.Bot")
    return made
