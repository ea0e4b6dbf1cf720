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


# One file for one job, as CONTRIBUTING.md lists them. Steps stand under the rulebook's headings, and points in
# `scoring.py` only where there are any.
JOBS = ["cards.toml", "rules.toml", "cards.py", "zones.py", "told.py", "data.py", "state.py", "sampler.py", "advice.py",
        "positions.py", "game.py", "bots.toml", "texts.pl.toml", "texts.en.toml", "moments.toml",
        "pieces.html"]  # fmt: skip


@pytest.mark.parametrize("name", complete())
def test_a_complete_game_has_a_file_for_every_job(name: str) -> None:
    folder = games.find(name).folder
    assert [file for file in JOBS if not folder.joinpath(file).is_file()] == []


@pytest.mark.parametrize("name", complete())
def test_a_complete_game_has_a_table_of_its_own(name: str) -> None:
    folder = games.find(name).folder
    for file in ("look.toml", "table.html", "table.css", "scenarios/README.md"):
        assert folder.joinpath(file).is_file(), file
