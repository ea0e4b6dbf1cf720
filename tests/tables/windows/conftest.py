"""The toys are games like any other here."""

from __future__ import annotations

from pathlib import Path

import pytest

from intryga import games
from intryga.kernel.game import AnyGame
from tests import postgres
from tests.tables.windows.support import TOYS


@pytest.fixture(autouse=True)
def _toys_are_games(monkeypatch: pytest.MonkeyPatch) -> None:
    find = games.find

    def find_toys_too(name: str, components: str = "", version: int = 0) -> AnyGame:
        return TOYS.get(name) or find(name, components, version)

    monkeypatch.setattr(games, "find", find_toys_too)


@pytest.fixture
def _jan_holds_a_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intryga.tables.model.requests.new_secret", lambda: bytes([7]) * 32)


@pytest.fixture
def database(postgres_server: str, tmp_path: Path) -> str:
    """Of two houses, with no tables in it."""
    return postgres.database(postgres_server, tmp_path)
