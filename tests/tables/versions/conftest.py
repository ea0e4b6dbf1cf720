"""The ladder is a game like any other here, in whatever make a test says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from intryga import games
from intryga.kernel.game import AnyGame
from intryga.tables.model import snapshot
from tests.toys import ladder

Release = Callable[[AnyGame], None]


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch) -> Release:
    """Says which make of the ladder the program has from now on."""
    find, made = games.find, [ladder.GAME]

    def find_ladder_too(name: str, components: str = "", version: int = 0) -> AnyGame:
        return made[-1].of_version(version) if name == "ladder" else find(name, components, version)

    monkeypatch.setattr(games, "find", find_ladder_too)
    monkeypatch.setattr(snapshot, "EVERY", 1)
    return made.append
