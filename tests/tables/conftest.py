"""Tables lie in SQLite, unless a test asks for the other store."""

from __future__ import annotations

import pytest

from tests.tables import support


@pytest.fixture
def on_postgres(monkeypatch: pytest.MonkeyPatch, postgres_server: str) -> None:
    monkeypatch.setattr(support, "server", postgres_server)


@pytest.fixture(params=["sqlite", "postgresql"])
def both_stores(request: pytest.FixtureRequest) -> None:
    if request.param == "postgresql":
        request.getfixturevalue("on_postgres")
