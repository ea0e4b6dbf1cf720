"""A service for tests, in a folder of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from intryga.bots import levels
from intryga.tables.house import House
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.tables.storage.sqlite import SqliteStore
from intryga.web.app import app_of, create_app
from intryga.web.limits import Limits
from tests.tables.clock import SetClock

BOTS = {"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "pace": 0}
FRIENDS = {"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True, "pace": 0}
EVIL = "http://evil.test"
PL, EN = {"accept-language": "pl-PL"}, {"accept-language": "en-GB"}
PLENTY = Limits(requests=1e6, burst=1e6)


def client(folder: Path, limits: Limits = PLENTY, url: str = "http://intryga.test") -> TestClient:
    return TestClient(create_app(folder, limits, WorkersInPlace()), base_url=url)


@contextmanager
def timeless(folder: Path) -> Iterator[tuple[TestClient, Callable[[float], None]]]:
    """A service where time passes only when the test says so, by so many seconds. Nor do bots think less where it runs
    out: on a busy machine they would choose otherwise."""
    folder.mkdir(exist_ok=True)
    clock = SetClock()
    clock.house = House(SqliteStore(folder), "a secret", WorkersInPlace(), clock)
    app = app_of(clock.house, "a secret", PLENTY)
    with pytest.MonkeyPatch.context() as patience, TestClient(app, base_url="http://intryga.test") as http:
        patience.setattr(levels, "PATIENCE", 0.0)

        def wait(seconds: float) -> None:
            assert http.portal is not None
            http.portal.call(clock.advance, seconds)

        yield http, wait


class Player:
    """A program that plays by the API."""

    def __init__(self, client: TestClient, name: str, language: str = "en") -> None:
        self.client = client
        made = client.post("/api/people", json={"name": name, "language": language}).json()
        self.headers = {"authorization": f"Bearer {made['token']}"}

    def get(self, path: str) -> Any:
        return self.client.get(path, headers=self.headers)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(path, json=body, headers=self.headers)

    def table(self, wish: dict[str, Any]) -> str:
        response = self.post("/api/tables", **wish)
        assert response.status_code == 200, response.text
        return f"/api/tables/{response.json()['table']}"
