"""Browsers, and the pages that one guest leaves to the next."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from tests import support

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]  # fmt: skip
LAYS_OUT_ONLY = "--disable-threaded-compositing"    # a browser without windows has no other way to paint
DESKTOP = {"width": 1280, "height": 800}
QUIET = "/manifest.webmanifest"    # a page on which nothing happens
PATIENCE = 1000 * support.PATIENCE    # milliseconds
HANDS = Path(__file__).with_name("hands.js").read_text("utf-8")


def chromium(playwright: Playwright, *flags: str) -> Browser:
    """Debian's, which scripts/setup installs, without the parts that only a window needs; another one may be named in
    INTRYGA_CHROMIUM."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("INTRYGA_CHROMIUM") or next((found for name in names if (found := shutil.which(name))), None)
    assert path, "there is no Chromium: scripts/setup dev installs it"
    return playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])


class Screen(NamedTuple):
    """A page with cookies of its own, and what its console has said."""

    context: BrowserContext
    page: Page
    complaints: list[str]
    kind: dict[str, Any]    # what cannot be changed later
    handed_on: bool


class Screens:
    """All of one browser. Who leaves leaves the screen to who comes next: a new one takes another process, which reads
    typefaces and compiles scripts for half a second before it shows a table. It is handed on without cookies and
    without anything that was kept, on a page of the same address, since another one would end the process. What is done
    to a page for good (scripts before its own, a clock, routes) is done to a screen that is not `handed_on`."""

    def __init__(self, browser: Browser, address: str, paints: bool) -> None:
        self.paints = paints    # whether the browser does
        self._browser = browser
        self._quiet = address + QUIET
        self._free: list[Screen] = []

    def take(
        self,
        viewport: dict[str, int] = DESKTOP,
        color_scheme: str = "light",
        reduced_motion: str = "reduce",
        storage_state: Any = None,
        handed_on: bool = True,
        **kind: Any,
    ) -> Screen:
        screen = next((free for free in self._free if handed_on and free.kind == kind), None)
        if screen is None:
            screen = self._new(kind, handed_on)
        else:
            self._free.remove(screen)
        screen.complaints.clear()
        screen.page.set_viewport_size(viewport)    # type: ignore[arg-type]
        screen.page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)    # type: ignore[arg-type]
        if storage_state is not None:
            screen.context.add_cookies(storage_state["cookies"])
        return screen

    def _new(self, kind: dict[str, Any], handed_on: bool) -> Screen:
        context = self._browser.new_context(viewport=DESKTOP, reduced_motion="reduce", **kind)    # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        if kind.get("java_script_enabled", True):
            context.add_init_script(HANDS)
        complaints: list[str] = []
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        context.on("console", lambda message: complaints.extend(_complaint(message)))
        return Screen(context, context.new_page(), complaints, kind, handed_on)

    def leave(self, screen: Screen) -> None:
        if not screen.handed_on:
            screen.context.close()
            return
        for page in screen.context.pages:
            if page != screen.page:
                page.close()
        screen.context.set_offline(False)
        screen.context.clear_permissions()
        if self.paints:
            screen.page.mouse.move(0, 0)
        screen.page.goto(self._quiet)
        screen.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        screen.context.clear_cookies()
        self._free.append(screen)


def _complaint(message: Any) -> list[str]:
    # Chromium tells of every answer that is no success, and of connections that we cut on purpose.
    expected = ("Failed to load resource", "WebSocket")
    bad = message.type in ("error", "warning") and not any(words in message.text for words in expected)
    return [message.text] if bad else []
