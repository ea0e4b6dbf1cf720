"""The games: one folder each, found by being there."""

from __future__ import annotations

import importlib
import pkgutil

from intryga.kernel.game import AnyGame, Mistake, suggest


def names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def find(name: str, components: str = "") -> AnyGame:
    """A game by its name, with the text of a component file of one's own if there is one."""
    if name not in names():
        raise Mistake(f"there is no game '{name}'{suggest(name, names())}")
    game: AnyGame = importlib.import_module(f"intryga.games.{name}.game").GAME
    return game.with_components(components) if components else game
