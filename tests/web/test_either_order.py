"""Where two things are chosen one after the other, the page knows what the second will be: it may come first."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from intryga import games
from intryga.kernel.journal import Journal
from intryga.lab import scenario
from intryga.web import render
from tests.web.positions import Position, page_of

CHAINS = [
    ("dworzanie", "Where", "Which", "data-later"),
    ("konspiracja", "Swap", "SwapWith", "data-then"),
    ("smierc_jasniepanu", "Act", "Target", "data-later"),
    ("spiskowcy", "Plot", "PlotWith", "data-then"),
]


def asking(game: str, step: str) -> Position:
    found = games.find(game)
    for path in scenario.find_files([Path(str(found.folder)) / "scenarios"]):
        for s in scenario.played(scenario.load(path)):
            if not s.over() and type(s.awaiting(s.seat)).__name__ == step:
                return Position(found, s.clone())
    raise AssertionError(f"no scenario of {game} asks {step}")


@pytest.mark.parametrize(("game", "first", "second", "mark"), CHAINS)
def test_what_would_be_asked_second_may_be_touched_first(game: str, first: str, second: str, mark: str) -> None:
    position = asking(game, first)
    s, seat = position.state, int(position.state.seat)
    s.journal = Journal(s.layout)
    page = msgspec.structs.replace(page_of(position, seat), story=[])    # a scenario begins in the middle
    html = str(render.draw(page, "en").whole)
    offered = set(re.findall(rf'{mark}="(\d+)"', html))
    followed = 0
    for action in s.options:
        after = s.clone()
        after.apply(action)
        step = after.awaiting(seat)
        if step is not None and type(step).__name__ == second:
            followed += 1
            assert {str(choice) for choice in after.options} <= offered
    assert followed
