"""The games: one folder each, found by being there."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache, lru_cache
from weakref import WeakValueDictionary

from intryga.kernel.game import AnyGame, Mistake, suggest

RECENT = 32    # games with components of somebody's own that are kept, though no table holds them

_own: WeakValueDictionary[tuple[str, str, int], AnyGame] = WeakValueDictionary()


def names() -> list[str]:
    return list(_found())


@cache
def _found() -> list[str]:
    """Looked for once: every request asks for a game by its name, and a folder is slow to read."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def find(name: str, components: str = "", version: int = 0) -> AnyGame:
    """A game by its name, in a version of its rules (0: the newest), with the text of a component file of somebody's
    own if there is one: the same text is the same game, read once."""
    if name not in names():
        raise Mistake(f"there is no game '{name}'{suggest(name, names())}")
    if components:
        return _with_components(name, components, version)
    game: AnyGame = importlib.import_module(f"intryga.games.{name}.game").GAME
    return game.of_version(version)


def marked(name: str, mark: str, version: int = 0) -> AnyGame:
    """A game by the fingerprint of its component file (empty: the game's own), while somebody plays it here."""
    return _own[name, mark, find(name, version=version).version] if mark else find(name, version=version)


@lru_cache(maxsize=RECENT)
def _with_components(name: str, text: str, version: int) -> AnyGame:
    game = find(name, version=version).with_components(text)
    return _own.setdefault((name, game.components_mark(), game.version), game)
