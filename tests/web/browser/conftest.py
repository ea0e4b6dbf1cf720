"""One browser, one that never paints, and one server for all tests here; everybody's console is read at the end.

The browsers are closed with this package: while they are open, their loop runs in this thread, and no other can.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright, sync_playwright

from intryga import games
from intryga.web.assets import fonts
from intryga.web.jinja import environment
from intryga.web.look import look
from intryga.web.render import game_texts
from tests.support import review_quickly
from tests.web.browser.guest import Visit, service, visits
from tests.web.browser.screens import LAYS_OUT_ONLY, Screens, chromium


@pytest.fixture(scope="package", autouse=True)
def typefaces() -> None:
    """A server cuts them beside its first pages, which are laid out in others until then; here the first page of a new
    machine is measured like all later ones."""
    fonts.cut()


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Every page of a finished game asks for its review, which the server works out by itself here."""
    with pytest.MonkeyPatch.context() as monkeypatch, service(tmp_path_factory.mktemp("house")) as found:
        review_quickly(monkeypatch)
        yield found


@pytest.fixture(scope="package")
def screens(playwright: Playwright, address: str) -> Iterator[Screens]:
    browser = chromium(playwright)
    yield Screens(browser, address, paints=True)
    browser.close()


@pytest.fixture(scope="package")
def drawing_boards(playwright: Playwright, address: str) -> Iterator[Screens]:
    browser = chromium(playwright, LAYS_OUT_ONLY)
    yield Screens(browser, address, paints=False)
    browser.close()


@pytest.fixture
def visit(screens: Screens, address: str) -> Iterator[Visit]:
    """Somebody comes to the house."""
    with visits(screens, address) as come:
        yield come


@pytest.fixture
def measure(drawing_boards: Screens, address: str) -> Iterator[Visit]:
    """The same in a browser that lays pages out and never paints them, for half the work: whoever only measures needs
    no more. No mouse can click or point there, since that waits for the next picture; `choose` presses what lies where
    one would click."""
    with visits(drawing_boards, address) as come:
        yield come


@pytest.fixture
def plain_game(monkeypatch: pytest.MonkeyPatch) -> str:
    """A game as if it had no layout of its own, neither table nor style."""
    name = "konspiracja"
    game = games.find(name)
    appearance = look(game)
    monkeypatch.setattr(appearance, "own_table", False)
    monkeypatch.setattr(appearance, "points", {})
    texts = game_texts(name, "pl", "", game.version)    # as a table asks for them
    monkeypatch.setitem(environment(texts).globals, "game_css", "")
    return name
