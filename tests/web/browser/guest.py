"""Somebody with a browser of their own, at a real server."""

from __future__ import annotations

import itertools
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from playwright.sync_api import Error, Locator, expect

from intryga import games
from intryga.kernel.dice import secret_of
from intryga.tables.model import requests
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.web.app import create_app
from intryga.web.limits import Limits
from tests import support
from tests.web.browser.screens import DESKTOP, HANDS, PATIENCE, QUIET, Screen, Screens

PHONE = {"width": 360, "height": 740}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
HERE = "127.0.0.1"
ME, BOT, OPEN = {"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "open"}
MY_TURN = "#decide:not(.wait):not(.replay) h2"
OVER = "#victory"
TRIES = 5    # of a hand that aims at something which moves
GONE = ("context was destroyed", "Cannot find context", "because of a navigation")
MANY = 400    # more choices than any game has
CLOCK = {"move": 2 * support.PATIENCE, "bank": 60}    # to be seen; it never runs out
expect.set_options(timeout=PATIENCE)
SHOWS_WELL = {"smierc_jasniepanu": 5, "konspiracja": 2, "dworzanie": 4, "spiskowcy": 3, "straznik_kluczy": 2}
COMPLETE = [name for name in games.names() if games.find(name).stage == "complete"]
"""The table of a draft need not fit every screen yet."""
TOP_SEATS = {name: SHOWS_WELL.get(name, games.find(name).seats[-1]) for name in games.names()}
"""At how many seats each game shows well."""


class Glance(NamedTuple):
    over: bool
    question: str    # what one is asked; empty on somebody else's turn
    choices: int
    version: str
    rules: list[str]    # where the refusals lead


@contextmanager
def held_port() -> Iterator[int]:
    """For a server that goes away and comes back: nobody else gets its port meanwhile."""
    with socket.socket() as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        place.bind((HERE, 0))
        yield place.getsockname()[1]


@contextmanager
def service(folder: Path, port: int = 0, clock: WallClock | None = None) -> Iterator[str]:
    """Serves from another thread; the address."""
    listener = socket.create_server((HERE, port), backlog=2048, reuse_port=True)
    limits = Limits(requests=1e6, burst=1e6, tables=1e6, table_burst=1e6, frames=1e6, frame_burst=1e6)
    app = create_app(folder, limits, WorkersInPlace(), clock=clock)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="websockets-sansio"))
    thread = threading.Thread(target=server.run, args=([listener],))
    thread.start()
    try:
        until = time.monotonic() + support.PATIENCE
        while not server.started:
            assert time.monotonic() < until, "the server does not start"
            time.sleep(0.02)
        yield f"http://{HERE}:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(support.PATIENCE)
        assert not thread.is_alive(), "the server does not end"


Visit = Callable[..., "Guest"]


class Guest:
    def __init__(self, screen: Screen, address: str, name: str, paints: bool) -> None:
        self.paints = paints    # whether the browser does
        self.address = address
        self.screen = screen
        self.context, self.page, self.complaints = screen.context, screen.page, screen.complaints
        self.locale: str = screen.kind["locale"]
        if name:
            self._post("/me", form={"name": name})

    def _post(self, path: str, **what: Any) -> Any:
        headers = {"accept-language": self.locale, **what.pop("headers", {})}
        answer = self.context.request.post(f"{self.address}{path}", headers=headers, timeout=PATIENCE, **what)
        assert answer.ok, answer.text()
        return answer

    def asked(self, table: str) -> dict[str, Any]:
        """What the server would show now, which the screen may still be waiting for."""
        address = table.replace("/table/", "/api/tables/")
        page: dict[str, Any] = self.context.request.get(address, timeout=PATIENCE).json()
        return page

    def loaded(self, address: str) -> str:
        """What the page would be if it were loaded now."""
        return self.context.request.get(address, timeout=PATIENCE).text()

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
        self.rest()
        while self.asked(table)["status"] != "over":
            assert time.monotonic() < until, "the game does not end"
            time.sleep(0.2)    # a page of a large table takes a while to make

    def rest(self) -> None:
        """On a page where nothing happens."""
        self.page.goto(self.address + QUIET)

    def open(self, address: str) -> None:
        """As soon as the page and its typefaces are there. That all of it has come, pictures too, a browser that does
        not paint may never say."""
        self.page.goto(address, wait_until="domcontentloaded")
        self.evaluate("Promise.all([...document.fonts].map(face => face.load())).then(() => true)")

    # --- looking ---
    # A page of a game goes to another one by itself, when the game begins, when it is over, when the next person gets
    # the device. What Playwright reads at once (`evaluate`, `query_selector`) fails if that happens just then, or finds
    # nothing (`count`, `is_visible`): such things are asked by these instead, or by `expect`, which looks again.

    def evaluate(self, words: str, arg: Any = None) -> Any:
        """What the page says to this. If it goes away before it has answered, the next one is asked."""
        until = time.monotonic() + support.PATIENCE
        while True:
            try:
                return self.page.evaluate(words, arg)
            except Error as error:
                if time.monotonic() > until or not any(sign in error.message for sign in GONE):
                    raise
                self.page.wait_for_load_state("domcontentloaded")

    def sees(self, selector: str) -> bool:
        """Whether there is such a thing now."""
        return bool(self.evaluate("place => document.querySelector(place) !== null", selector))

    def resize(self, size: str) -> None:
        self.has_window(**SIZES[size])

    def has_window(self, width: int, height: int) -> None:
        """Of this size: a page that is told of the size it has is laid out anew too."""
        if self.page.viewport_size != {"width": width, "height": height}:
            self.page.set_viewport_size({"width": width, "height": height})

    def glance(self) -> Glance:
        return Glance(**self.evaluate("hands.glance()"))

    def until(self, words: str, arg: Any = None) -> Any:
        """Until this holds on the page: what it gives then. The page asks itself: Playwright would do so with every
        frame, which are far between on a large page, or not again before a tenth of a second."""
        return self.evaluate(f"arg => hands.until({words}, arg, {PATIENCE})", arg)

    def shows(self, selector: str, text: str) -> None:
        """Until this text stands there, and no other."""
        self.until("([place, text]) => hands.text(place) === text", [selector, text])

    def turn(self) -> Glance:
        """Once one is asked something on a page that hears what happens, or the game is over."""
        return Glance(**self.until("() => hands.asked()"))

    def wait(self) -> bool:
        """Until one is asked something; false if the game is over."""
        return not self.turn().over

    def settle(self, version: str) -> None:
        """Until the page shows something newer."""
        self.until("v => hands.newer(v)", version)

    def fits(self) -> None:
        """Nothing scrolls sideways, once the page has its styles."""
        self.until("() => hands.drawn()")
        assert self.evaluate("hands.wide()") == [], self.page.url

    def refusals(self) -> list[Locator]:
        """What a rule forbids now. That nothing can be taken back stands in no rule."""
        refused = self.page.locator(".is-refused:not([aria-describedby=tip-undo])")
        return [thing for thing in refused.all() if thing.is_visible()]

    # --- doing ---

    def choose(self, number: int = 0) -> None:
        """Click on one of the choices, where a hand would, and see it done. What moves away under the hand, because
        somebody has come in or said something, is aimed at anew."""
        for _ in range(TRIES):
            self.point_at_nothing()
            at = self.evaluate(f"n => hands.{'aim' if self.paints else 'press'}(n, {PATIENCE})", number)
            assert not at["covered"], at
            if self.paints:
                self.page.mouse.click(at["x"], at["y"])
            if self.until("v => hands.newer(v) ? 'done' : hands.missed && 'missed'", at["version"]) == "done":
                return
        raise AssertionError(f"something else lies there every time: {at}")

    def press(self, selector: str, number: int = 0) -> bool:
        """One of the things that can be seen, where a hand would, without a mouse; it leads to another page. False if
        there is none. Also where no script runs."""
        self.page.evaluate(HANDS)
        if not self.page.evaluate("place => hands.visible(place).length", selector):
            return False
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            covered = self.page.evaluate("([place, n]) => hands.push(place, n)", [selector, number])
            assert not covered, covered
        return True

    def point_at_nothing(self) -> None:
        """A tip may lie over the table where the mouse has pointed."""
        if self.paints:
            self.page.mouse.move(0, 0)

    def tap(self, thing: Locator) -> None:
        """Also what is refused: it is not asleep, it says why."""
        at = thing.evaluate("e => hands.reach(e)")
        assert not at["covered"], at["covered"]
        self.page.touchscreen.tap(at["x"], at["y"])

    def join(self, table: str, seat: int) -> None:
        """By the API."""
        path = table.removeprefix(self.address).replace("/table/", "/api/tables/")
        self._post(f"{path}/join", data=json.dumps({"seat": seat}), headers={"content-type": "application/json"})

    def act(self, table: str, action: int, version: int) -> None:
        """By the API."""
        path = table.removeprefix(self.address).replace("/table/", "/api/tables/")
        body = json.dumps({"action": action, "version": version})
        self._post(f"{path}/act", data=body, headers={"content-type": "application/json"})

    def resign(self) -> None:
        """A bot plays on."""
        self.page.wait_for_load_state()
        if not self.page.locator(".leave > summary").is_visible():    # below the chronicle, which is a drawer here
            self.page.click("a[href='#chronicle']")
        self.page.click(".leave > summary")
        self.page.click(".sure summary")
        with self.page.expect_navigation():
            self.page.click(".sure button")


@contextmanager
def visits(screens: Screens, address: str) -> Iterator[Visit]:
    """People come to this address: `visit("Ola", viewport=PHONE)`. Nobody's browser may have complained."""
    guests: list[Guest] = []

    def come(name: str = "", locale: str = "pl-PL", **settings: Any) -> Guest:
        guests.append(Guest(screens.take(locale=locale, **settings), address, name, screens.paints))
        return guests[-1]

    try:
        yield come
    finally:
        for guest in guests:
            screens.leave(guest.screen)
    assert [guest.complaints for guest in guests if guest.complaints] == []


def play_on(*guests: Guest, moves: int = MANY) -> int:
    """Everybody clicks something, now this and now that, until the game is over or so many moves are made. How many
    were."""
    made, until = 0, 0.0
    for guest in itertools.cycle(guests):
        until = until or time.monotonic() + support.PATIENCE
        assert time.monotonic() < until, "nobody is asked any more"
        seen = guest.glance()
        if seen.over or made == moves:
            return made
        if seen.choices:
            guest.choose(made * 7)
            made, until = made + 1, 0.0
        else:    # others are to move, or the server is away: they need the processor more
            guest.page.wait_for_timeout(10)
    raise AssertionError("nobody plays")


def hurry(table: str, *guests: Guest, until: Callable[[], bool] = lambda: False) -> None:
    """By the API, to the end or until somebody is asked and this holds, while their pages are away: half a second of
    the browser for each move. That every move can be clicked, and that pages follow to the end, is seen in whole games
    (`test_games.py`)."""
    made, latest = 0, 0.0
    for guest in guests:
        guest.rest()
    for guest in itertools.cycle(guests):
        latest = latest or time.monotonic() + support.PATIENCE
        assert time.monotonic() < latest, "nobody is asked any more"
        page = guest.asked(table)
        if page["status"] == "over" or (page["asked"] >= 0 and until()):
            break
        if page["asked"] >= 0:
            options = page["view"]["decision"]["options"]
            guest.act(table, options[made * 7 % len(options)]["action"], page["version"])
            made, latest = made + 1, 0.0
        else:    # bots
            time.sleep(0.01)
    for guest in guests:
        guest.open(table)


__all__ = [
    "BOT",
    "CLOCK",
    "COMPLETE",
    "DESKTOP",
    "HERE",
    "MANY",
    "ME",
    "MY_TURN",
    "OPEN",
    "OVER",
    "PHONE",
    "SIZES",
    "TOP_SEATS",
    "Guest",
    "Visit",
    "expect",
    "held_port",
    "hurry",
    "play_on",
    "service",
    "visits",
]
