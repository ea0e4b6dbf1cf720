"""What a game promises by its stage.

A draft plays, keeps its secrets and has texts. The rest hangs on "complete": golden games, playthroughs, enough
scenarios, each refusing rule seen refusing, a table of its own. The tests of these ask `complete()` in support.py.
"""

from __future__ import annotations

import pytest

from intryga import games
from tests.support import complete


@pytest.mark.parametrize("name", games.names())
def test_a_stage_is_one_of_two(name: str) -> None:
    assert games.find(name).stage in ("draft", "complete")


@pytest.mark.parametrize("name", complete())
def test_a_complete_game_has_a_table_of_its_own(name: str) -> None:
    folder = games.find(name).folder
    for file in ("look.toml", "table.html", "table.css", "scenarios/README.md"):
        assert folder.joinpath(file).is_file(), file
