"""Somebody with a browser of their own, at a real server."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, Playwright, expect

from intryga import games
from intryga.kernel.dice import secret_of
from intryga.tables.model import requests
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.web.app import create_app
from intryga.web.limits import Limits
from tests import support

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--disable-sync", "--no-first-run"]  # fmt: skip
LAYS_OUT_ONLY = "--disable-threaded-compositing"    # a browser without windows has no other way to paint
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
ME, BOT, OPEN = {"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "open"}
MY_TURN = "#decide:not(.wait):not(.replay) h2"
OVER = "#victory"
MANY = 400    # more choices than any game has
PATIENCE = 1000 * support.PATIENCE    # milliseconds
CLOCK = {"move": 2 * support.PATIENCE, "bank": 60}    # to be seen; it never runs out
expect.set_options(timeout=PATIENCE)
SHOWS_WELL = {"smierc_jasniepanu": 5, "konspiracja": 2, "dworzanie": 4, "spiskowcy": 3, "straznik_kluczy": 2}
COMPLETE = [name for name in games.names() if games.find(name).stage == "complete"]
"""The table of a draft need not fit every screen yet."""
TOP_SEATS = {name: SHOWS_WELL.get(name, games.find(name).seats[-1]) for name in games.names()}
"""At how many seats each game shows well."""

# What a hand with a mouse would find. A choice is brought to the middle of the window, then to its edges: if something
# else lies over its centre in all three places, nobody can click on it.
HANDS = """
window.hands = {
  // By timers of its own: a test may stop those of the page.
  now: performance.now.bind(performance),
  later: setTimeout.bind(window),
  async until(holds, arg, patience) {
    const end = this.now() + patience;
    for (;;) {
      const found = holds(arg);
      if (found) return found;
      if (this.now() > end) throw new Error(`this never holds: ${holds}`);
      await new Promise(done => this.later(done, 5));
    }
  },
  choices() {
    const all = [...document.querySelectorAll('button[form=act]')];
    return all.filter(e => e.checkVisibility({visibilityProperty: true}));
  },
  reach(e) {
    let under = null;
    for (const block of ['nearest', 'center', 'start', 'end']) {
      e.scrollIntoView({block, inline: 'nearest', behavior: 'instant'});
      const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
      under = document.elementFromPoint(x, y);
      if (under && e.contains(under)) return {x, y, covered: ''};
    }
    const [lower, upper] = [e, under ?? document.body].map(e => e.outerHTML.slice(0, 140));
    return {x: 0, y: 0, covered: `${lower} lies under ${upper}`};
  },
  // Cards fly over others; a hand waits until they lie.
  async landed() {
    const flights = document.getAnimations().filter(a => Number.isFinite(a.effect.getComputedTiming().endTime));
    await Promise.allSettled(flights.map(a => a.finished));
  },
  covered() { return [...this.lost(), ...this.choices().map(e => this.reach(e).covered).filter(Boolean)]; },
  // What is offered and can be seen nowhere.
  lost() {
    const seen = new Set(this.choices().map(e => e.value));
    const offered = [...document.querySelectorAll('button[form=act][name=action]')];
    return offered.filter(e => !seen.has(e.value)).map(e => `hidden: ${e.outerHTML.slice(0, 140)}`);
  },
  wide() {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    return [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth)
      .map(e => e.outerHTML.slice(0, 90));
  },
  // What the page would be if it were loaded now; gives the first thing that differs.
  async outdated() {
    const fresh = new DOMParser().parseFromString(await (await fetch(location)).text(), 'text/html');
    const plain = page => {
      const copy = page.getElementById('page').cloneNode(true);
      for (const clock of copy.querySelectorAll('.clock')) clock.remove();
      for (const copier of copy.querySelectorAll('[data-copy], [data-sound-switch]')) copier.removeAttribute('hidden');
      // Why something happened a plate says only as long as that is told too.
      for (const plate of copy.querySelectorAll('.kept')) plate.remove();
      for (const preview of copy.querySelectorAll('.ahead')) preview.replaceChildren();    // of what is pointed at
      for (const tip of copy.querySelectorAll('.tip')) tip.removeAttribute('style');    // where it found room
      for (const e of [copy, ...copy.querySelectorAll('*')]) e.normalize();
      return copy;
    };
    const differ = (a, b) => {
      if (a.isEqualNode(b)) return '';
      const kids = [...a.childNodes].findIndex((kid, n) => !b.childNodes[n] || !kid.isEqualNode(b.childNodes[n]));
      const deeper = kids >= 0 && b.childNodes[kids] ? differ(a.childNodes[kids], b.childNodes[kids]) : '';
      return deeper || `${a.outerHTML ?? a.nodeValue} instead of ${b.outerHTML ?? b.nodeValue}`;
    };
    return differ(plain(document), plain(fresh));
  },
  text(selector) { return document.querySelector(selector)?.textContent.replace(/\\s+/g, ' ').trim(); },
  asked() {
    const seen = this.glance();
    return (seen.question || seen.over) && seen;
  },
  glance() {
    const asked = document.querySelector('#decide:not(.wait):not(.replay) h2');
    return {
      over: !!document.querySelector('#victory'),
      question: asked ? asked.textContent : '',
      choices: asked ? this.choices().length : 0,
      version: document.querySelector('#act [name=version]')?.value ?? '',
      rules: [...document.querySelectorAll('a.rule')].map(e => e.getAttribute('href')),
    };
  },
};
"""


class Glance(NamedTuple):
    over: bool
    question: str    # what one is asked; empty on somebody else's turn
    choices: int
    version: str
    rules: list[str]    # where the refusals lead


def chromium(playwright: Playwright, *flags: str) -> Browser:
    """Debian's, which scripts/setup installs, without the parts that only a window needs; another one may be named in
    INTRYGA_CHROMIUM."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    path = os.environ.get("INTRYGA_CHROMIUM") or next((found for name in names if (found := shutil.which(name))), None)
    assert path, "there is no Chromium: scripts/setup dev installs it"
    return playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])


@contextmanager
def service(folder: Path, port: int = 0, clock: WallClock | None = None) -> Iterator[str]:
    """Serves from another thread; the address."""
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))
        port = free.getsockname()[1]
    limits = Limits(requests=1e6, burst=1e6, tables=1e6, table_burst=1e6)
    app = create_app(folder, limits, WorkersInPlace(), clock=clock)
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        until = time.monotonic() + support.PATIENCE
        while not server.started:
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)


class Guest:
    def __init__(self, browser: Browser, address: str, name: str = "", **settings: Any) -> None:
        settings = {"viewport": DESKTOP, "locale": "pl-PL", "reduced_motion": "reduce", **settings}
        self.address = address
        self.locale: str = settings["locale"]
        self.context: BrowserContext = browser.new_context(**settings)
        self.context.set_default_timeout(PATIENCE)
        if settings.get("java_script_enabled", True):
            self.context.add_init_script(HANDS)
        self.complaints: list[str] = []
        self.page: Page = self.new_page()
        if name:
            self._post("/me", form={"name": name})

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._listen)
        return page

    def _listen(self, message: Any) -> None:
        # Chromium tells of every answer that is no success, and of connections that we cut on purpose.
        expected = ("Failed to load resource", "WebSocket")
        if message.type in ("error", "warning") and not any(words in message.text for words in expected):
            self.complaints.append(message.text)

    def _post(self, path: str, **what: Any) -> Any:
        headers = {"accept-language": self.locale, **what.pop("headers", {})}
        answer = self.context.request.post(f"{self.address}{path}", headers=headers, **what)
        assert answer.ok, answer.text()
        return answer

    def asked(self, table: str) -> dict[str, Any]:
        """What the server would show now, which the screen may still be waiting for."""
        page: dict[str, Any] = self.context.request.get(table.replace("/table/", "/api/tables/")).json()
        return page

    def table(self, *seats: dict[str, str], game: str = "spiskowcy", cards: int = 1, **wish: Any) -> str:
        """A new table with known cards, through the API so that bots need no pause."""
        body = {"game": game, "seats": list(seats), "pace": 0, **wish}
        dealing = requests.new_secret
        requests.new_secret = lambda: secret_of(cards)
        try:
            made = self._post("/api/tables", data=json.dumps(body), headers={"content-type": "application/json"})
        finally:
            requests.new_secret = dealing
        return f"{self.address}/table/{made.json()['table']}"

    def against_bots(self, game: str, cards: int = 1, **wish: Any) -> str:
        return self.table(ME, *[BOT] * (TOP_SEATS[game] - 1), game=game, cards=cards, **wish)

    def until_over(self, table: str) -> None:
        """Bots play to the end, and nobody looks on: that a page follows every move is tested elsewhere."""
        until = time.monotonic() + support.PATIENCE
        self.page.goto("about:blank")
        while self.asked(table)["status"] != "over":
            assert time.monotonic() < until, "the game does not end"
            time.sleep(0.2)    # a page of a large table takes a while to make
        self.page.goto(table)

    def open(self, address: str) -> None:
        """For who measures: as soon as the page and its typefaces are there. That all of it has come, pictures too, a
        browser that does not paint may never say."""
        self.page.goto(address, wait_until="domcontentloaded")
        self.page.evaluate("Promise.all([...document.fonts].map(face => face.load())).then(() => true)")

    # --- looking ---

    def resize(self, size: str) -> None:
        self.page.set_viewport_size(SIZES[size])    # type: ignore[arg-type]

    def glance(self) -> Glance:
        return Glance(**self._told("hands.glance()"))

    def until(self, words: str, arg: Any = None) -> Any:
        """Until this holds on the page: what it gives then. The page asks itself: Playwright would do so with every
        frame, which are far between on a large page, or not again before a tenth of a second."""
        return self._told(f"arg => hands.until({words}, arg, {PATIENCE})", arg)

    def shows(self, selector: str, text: str) -> None:
        """Until this text stands there, and no other."""
        self.until("([place, text]) => hands.text(place) === text", [selector, text])

    def _told(self, words: str, arg: Any = None) -> Any:
        for _ in range(3):
            try:
                return self.page.evaluate(words, arg)
            except Error as error:
                if "never holds" in error.message:
                    raise
                self.page.wait_for_load_state()    # another page came just now
        return self.page.evaluate(words, arg)

    def turn(self) -> Glance:
        """Once one is asked something, or the game is over."""
        return Glance(**self.until("() => hands.asked()"))

    def wait(self) -> bool:
        """Until one is asked something; false if the game is over."""
        return not self.turn().over

    def settle(self, version: str) -> None:
        """Until the page shows something newer."""
        self.until(
            "v => document.querySelector('#victory') || document.querySelector('#act [name=version]')?.value !== v",
            version,
        )

    def fits(self) -> None:
        """Nothing scrolls sideways."""
        assert self.page.evaluate("hands.wide()") == [], self.page.url

    def refusals(self) -> list[Locator]:
        """What a rule forbids now. That nothing can be taken back stands in no rule."""
        refused = self.page.locator(".is-refused:not([aria-describedby=tip-undo])")
        return [thing for thing in refused.all() if thing.is_visible()]

    # --- doing ---

    def choose(self, number: int = 0) -> None:
        """Click on one of the choices, where a hand would, and see it done."""
        before = self.turn()
        assert before.choices, f"nothing to click on: {before}"
        self.page.mouse.move(0, 0)    # from what it has pointed at: a tip may lie over the table there
        at = self.page.evaluate(
            "n => hands.landed().then(() => hands.reach(hands.choices()[n]))", number % before.choices
        )
        assert not at["covered"], at["covered"]
        self.page.mouse.click(at["x"], at["y"])
        self.settle(before.version)

    def tap(self, thing: Locator) -> None:
        """Also what is refused: it is not asleep, it says why."""
        at = thing.evaluate("e => hands.reach(e)")
        assert not at["covered"], at["covered"]
        self.page.touchscreen.tap(at["x"], at["y"])

    def resign(self) -> None:
        """A bot plays on."""
        if not self.page.locator(".leave > summary").is_visible():    # below the chronicle, which is a drawer here
            self.page.click("a[href='#chronicle']")
        self.page.click(".leave > summary")
        self.page.click(".sure summary")
        with self.page.expect_navigation():
            self.page.click(".sure button")


def play_on(*guests: Guest, moves: int = MANY) -> int:
    """Everybody clicks something, now this and now that, until the game is over or so many moves are made. How many
    were."""
    until = time.monotonic() + support.PATIENCE
    made = 0
    for guest in itertools.cycle(guests):
        assert time.monotonic() < until, "the game does not end"
        seen = guest.glance()
        if seen.over or made == moves:
            return made
        if seen.choices:
            guest.choose(made * 7)
            made += 1
        else:    # others are to move, or the server is away: they need the processor more
            guest.page.wait_for_timeout(10)
    raise AssertionError("nobody plays")


__all__ = [
    "BOT",
    "CLOCK",
    "COMPLETE",
    "DESKTOP",
    "LAYS_OUT_ONLY",
    "MANY",
    "ME",
    "MY_TURN",
    "OPEN",
    "OVER",
    "PHONE",
    "SIZES",
    "TOP_SEATS",
    "Guest",
    "chromium",
    "expect",
    "play_on",
    "service",
]
