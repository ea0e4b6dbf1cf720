"""Where two things are chosen one after the other, the page knows what the second will be: it may come first."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import msgspec
import pytest
from markupsafe import escape

from intryga import games
from intryga.kernel.journal import Journal
from intryga.kernel.state import AnyState
from intryga.lab import scenario
from intryga.texts.narrator import Narrator
from intryga.web import render
from tests.web.positions import Position, page_of

LATER = "data-later"
CHAINS = [
    ("dworzanie", "Where", "Which", LATER),
    ("konspiracja", "Swap", "SwapWith", "data-then"),
    ("smierc_jasniepanu", "Act", "Target", LATER),
    ("spiskowcy", "Plot", "PlotWith", "data-then"),
]


def asking(game: str, first: str, second: str) -> tuple[Position, list[AnyState]]:
    """A position of a scenario in which this is asked, and what comes of those answers after which that is asked."""
    found = games.find(game)
    for path in scenario.find_files([Path(str(found.folder)) / "scenarios"]):
        for s in scenario.played(scenario.load(path)):
            if not s.over() and type(s.awaiting(s.seat)).__name__ == first:
                followed = [after for after in map(partial(_after, s), s.options) if _asks(after, s.seat, second)]
                if followed:
                    return Position(found, s.clone()), followed
    raise AssertionError(f"no scenario of {game} asks {second} after {first}")


def _after(s: AnyState, action: int) -> AnyState:
    after = s.clone()
    after.apply(action)
    return after


def _asks(s: AnyState, seat: int, step: str) -> bool:
    return type(s.awaiting(seat)).__name__ == step


@pytest.mark.parametrize(("game", "first", "second", "mark"), CHAINS)
def test_what_would_be_asked_second_may_be_touched_first(game: str, first: str, second: str, mark: str) -> None:
    position, followed = asking(game, first, second)
    s, seat = position.state, int(position.state.seat)
    s.journal = Journal(s.layout)
    page = msgspec.structs.replace(page_of(position, seat), story=[])    # a scenario begins in the middle
    html = str(render.draw(page, "en").whole)
    offered = dict(re.findall(rf'{mark}="(\d+)"(?:\s+[\w-]+="\w*")*\s+aria-label="([^"]+)"', html))
    narrator = Narrator(render.game_texts(game, "en"), [info.name for info in page.seats])
    for after in followed:
        for choice in after.options:    # what has only a name would not say that it can be chosen
            assert mark != LATER or offered[str(choice)].startswith(escape(narrator.option(choice)))
        assert {str(choice) for choice in after.options} <= offered.keys()
