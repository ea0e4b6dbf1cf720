"""A real browser at a real server."""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from intryga.tables.thinking import InPlace
from intryga.web.app import create_app
from intryga.web.limits import Limits

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]  # fmt: skip
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
MY_TURN = "#decide:not(.wait) h2"
OVER = "#victory"


def chromium(playwright: Playwright) -> Browser:
    """Debian's, which scripts/setup installs; another one may be named in INTRYGA_CHROMIUM."""
    names = ("chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("INTRYGA_CHROMIUM") or next((found for name in names if (found := shutil.which(name))), None)
    assert path, "there is no Chromium: scripts/setup dev installs it"
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


@contextmanager
def service(folder: Path) -> Iterator[str]:
    """Serves from another thread; the address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = create_app(folder, Limits(requests=1e6, burst=1e6), InPlace())
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until = time.monotonic() + 20
        while not server.started:
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)


class Guest:
    """Somebody with a browser of their own."""

    def __init__(self, browser: Browser, address: str, name: str, **settings: Any) -> None:
        settings = {"viewport": DESKTOP, "locale": "pl-PL", "reduced_motion": "reduce", **settings}
        self.address = address
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.set_default_timeout(15_000)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)
        if name:
            self.page.goto(f"{address}/me")
            self.page.fill("#nick", name)
            self.page.click(".cta .btn.main")

    def _listen(self, message: Any) -> None:
        # Chromium tells of every answer that is no success, and of connections that we cut on purpose.
        expected = ("Failed to load resource", "WebSocket")
        if message.type == "error" and not any(words in message.text for words in expected):
            self.complaints.append(message.text)

    def table(self, *seats: dict[str, str], **wish: Any) -> str:
        """A new table, through the API so that bots need no pause."""
        body = {"game": "spiskowcy", "seats": list(seats), "pace": 0, **wish}
        answer = self.context.request.post(
            f"{self.address}/api/tables", data=json.dumps(body), headers={"content-type": "application/json"}
        )
        assert answer.ok, answer.text()
        return f"{self.address}/table/{answer.json()['table']}"

    def version(self) -> str:
        return self.page.input_value("#act [name=version]")

    def wait(self) -> bool:
        """Until it is one's turn; false if the game is over."""
        self.page.wait_for_selector(f"{MY_TURN}, {OVER}")
        return self.page.query_selector(OVER) is None

    def choices(self) -> list[Any]:
        return [button for button in self.page.query_selector_all("button[form=act]") if button.is_visible()]

    def settle(self, version: str) -> None:
        """Until the page shows something newer."""
        self.page.wait_for_function(
            "v => document.querySelector('#victory') || document.querySelector('#act [name=version]')?.value !== v",
            arg=version,
        )

    def fits(self) -> None:
        """Nothing scrolls sideways."""
        wide = self.page.evaluate(
            """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
            .filter(e => e.getBoundingClientRect().right > innerWidth).map(e => e.outerHTML.slice(0, 90))"""
        )
        assert wide == []


def expect_fine(guest: Guest) -> None:
    assert guest.complaints == []


__all__ = ["DESKTOP", "MY_TURN", "OVER", "PHONE", "Guest", "chromium", "expect", "expect_fine", "service"]
