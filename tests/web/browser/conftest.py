"""One browser and one server for all tests here; everybody's console is read at the end.

The browser is closed with this package: while it is open, its loop runs in this thread, and no other can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from intryga import games
from intryga.web.jinja import environment
from intryga.web.look import look
from intryga.web.render import game_texts
from tests.web.browser.guest import Guest, chromium, service

Visit = Callable[..., Guest]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = chromium(playwright)
        yield found
        found.close()


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with service(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    """Somebody comes to the house: `visit("Ola", viewport=PHONE)`. Nobody's browser may have complained."""
    guests: list[Guest] = []

    def come(name: str = "", **settings: Any) -> Guest:
        guests.append(Guest(browser, address, name, **settings))
        return guests[-1]

    yield come
    for guest in guests:
        guest.context.close()
    assert [guest.complaints for guest in guests if guest.complaints] == []


@pytest.fixture
def plain_game(monkeypatch: pytest.MonkeyPatch) -> str:
    """A game as if it had no layout of its own, neither table nor style."""
    name = "konspiracja"
    appearance = look(games.find(name))
    monkeypatch.setattr(appearance, "own_table", False)
    monkeypatch.setattr(appearance, "points", {})
    monkeypatch.setitem(environment(game_texts(name, "pl")).globals, "game_css", "")
    return name
