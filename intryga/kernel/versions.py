"""Rules may change; a game that was begun goes on, is undone and replayed under those it began with.

The code of a game knows its newest version, and whatever an older one did otherwise is an option or a piece of data for
it. The folder `versions/` of a game has a file for each older version that says what these were then:

    dice = "one_row"                        # one row of dice for everything
    cells = 828                             # that a finished game's checksum covers, if zones were added since
    [options]
    drawn_locations = ["following_turns", "at_once"]    # the choices then, default first; a new option has one choice
    [components.setup]                      # what single keys of a block said
    draw_max = 2
    [[components.card]]                     # the same for one of several blocks, found by its id
    id = "petition"
    count = 4

What data cannot say stands beside it in `v1.py`: a module with a GAME of its own, made from as much of the present game
as still holds (other steps, another layout, other verbs). That is the last resort.
"""

from __future__ import annotations

import copy
import tomllib
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from intryga.kernel.components import Mistake, id_of

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame


@lru_cache(maxsize=128)
def earlier(game: AnyGame, version: int) -> AnyGame:
    """The game as it was under an earlier version of its rules."""
    folder = game.folder.joinpath("versions")
    file = folder.joinpath(f"v{version}.toml")
    if not 0 < version < game.newest or not file.is_file():
        raise Mistake(f"{game.id} has no version {version} of its rules here; the newest is {game.newest}")
    then: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    base = game
    if folder.joinpath(f"v{version}.py").is_file():
        package = game.module.rpartition(".")[0]
        base = import_module(f"{package}.versions.v{version}").GAME
    return base.changed(
        version=version,
        newest=game.newest,
        components=components_then(base.components, then),
        one_row_of_dice=then.get("dice") == "one_row",
        checked_cells=then.get("cells", 0),
    )


def components_then(now: dict[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    """The components with what was otherwise put in."""
    changed = copy.deepcopy(now)
    for group, parts in then.get("components", {}).items():
        for part in parts if isinstance(parts, list) else [parts]:
            _block(changed[group], part).update(part)
    for name, choices in then.get("options", {}).items():
        changed["options"][name]["choices"] = choices
    return changed


def _block(group: Any, part: dict[str, Any]) -> dict[str, Any]:
    if isinstance(group, dict):
        return group
    return next(block for block in group if id_of(block) == id_of(part))
