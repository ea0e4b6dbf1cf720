"""The same cards on every run: how long a game lasts shall not depend on luck."""

from __future__ import annotations

from itertools import count

import pytest

from intryga.kernel.dice import secret_of
from tests.tables import support


@pytest.fixture(autouse=True)
def _same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = count(1)
    monkeypatch.setattr("intryga.tables.model.requests.new_secret", lambda: secret_of(next(seeds)))


@pytest.fixture
def on_postgres(monkeypatch: pytest.MonkeyPatch, postgres_server: str) -> None:
    monkeypatch.setattr(support, "server", postgres_server)


@pytest.fixture(params=["sqlite", "postgresql"])
def both_stores(request: pytest.FixtureRequest) -> None:
    if request.param == "postgresql":
        request.getfixturevalue("on_postgres")
