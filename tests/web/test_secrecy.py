"""Nothing that leaves the service tells more than a viewer may know.

Every page, API answer and live message of a viewer is the same, to the byte, when all that this viewer cannot see is
dealt anew. Looked at from outside: positions of every kind of decision, open reaction windows and ends of games among
them, are put on real tables, and answers are fetched as browsers and programs fetch them.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import WebSocketRoute
from starlette.testclient import TestClient

from intryga import games
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from intryga.kernel.layout import BAG, SPECTATOR
from intryga.kernel.state import AnyState
from intryga.tables.model.playthrough import Playthrough
from intryga.tables.model.windows import speed_would_tell
from intryga.tables.runtime.room import Room
from intryga.texts.language import LANGUAGES
from intryga.web import api, home_pages, lists, socket, table_pages, watch
from intryga.web.squeezed import HEAD
from tests.support import complete
from tests.web.asking import answer, first_message
from tests.web.positions import Position, of_every_kind
from tests.web.support import Player, timeless

# Everything that can be asked about a table.
LISTS = ("/", "/api/tables")
CARDS = "/table/{table}/cards"
BY_SEAT = ("/table/{table}", "/api/tables/{table}", "/api/tables/{table}/journal")
THE_SAME_FOR_ALL = ("/table/{table}/components", "/api/tables/{table}/components")
REFUSED_BEFORE_THE_END = ("/table/{table}/replay", "/table/{table}/file", "/table/{table}/review",
                          "/table/{table}/picture.svg", "/api/tables/{table}/replay",
                          "/api/tables/{table}/file")  # fmt: skip
ELSEWHERE = {
    "/table/{table}/live": "its first message below, the following ones in test_wire.py",
    "/table/{table}/ahead": "tests/tables/test_ahead.py",
    "/table/{table}/hint": "tests/tables/test_hints.py",
    "/api/tables/{table}/events": "versions alone: tests/tables/test_secrecy.py",
    "/join/{table}/{token}": "before the game",
}

Answers = dict[str, bytes]


class ServedTable:
    """A table with people in all seats whose pages are open, and a spectator."""

    def __init__(
        self, http: TestClient, people: list[Player], game: AnyGame, pages: ExitStack, window: float = 0.0
    ) -> None:
        wish = {"game": game.id, "public": True, "window": window}
        self.api = people[0].table({**wish, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (len(people) - 1)]})
        self.page = self.api.replace("/api/tables", "/table")
        for seat, player in enumerate(people[1:], 1):
            assert player.post(f"{self.api}/join", seat=seat).status_code == 200
        self.people = people
        self.http = http
        for player in people:    # who is there does not change while we look
            pages.enter_context(http.websocket_connect(f"{self.page}/live", headers=player.headers))
        app: Any = http.app
        while not hasattr(app, "state"):
            app = app.app
        assert http.portal is not None
        self.room: Room = http.portal.call(app.state.house._tables.room, self.api.split("/")[-1])
        while len(self.room.present()) < len(people):    # a page is there when it has been shown
            time.sleep(0.01)

    def put(self, state: AnyState, told: AnyState) -> None:
        """Lay this position on the table; `told` has its story. In the loop of the service: a page that is just being
        drawn for an open one must not be kept as that of the new position."""
        assert self.http.portal is not None
        self.http.portal.call(self._lay, state, told)

    def _lay(self, state: AnyState, told: AnyState) -> None:
        table = self.room.table.copy()
        table.playthrough = Playthrough(table.game, state)
        assert told.journal is not None
        table.playthrough.journal = told.journal
        table.status = "over" if state.over() else "playing"
        table.windows.timed = table.windows.seconds > 0 and speed_would_tell(state, table.chairs)
        self.room.table = table
        self.room._pages.clear()

    def answers(self, viewer: int, language: str, around: bool = True) -> Answers:
        """All that this viewer can fetch, by what it is; `around`: lists of all tables and of all cards too."""
        headers = self.people[viewer].headers if viewer >= 0 else {}
        headers = {**headers, "cookie": f"language={language}", "accept-encoding": "gzip"}
        table = self.room.table
        paths = [*((*LISTS, CARDS) if around else ()), *BY_SEAT]
        if viewer == SPECTATOR:
            paths += [*THE_SAME_FOR_ALL, *(() if table.status == "over" else REFUSED_BEFORE_THE_END)]

        async def asked() -> Answers:
            app, name = self.http.app, table.header.table
            found = {path: await answer(app, path.format(table=name), headers) for path in paths}
            return {**found, "live": await first_message(app, f"{self.page}/live", headers)}

        assert self.http.portal is not None
        return self.http.portal.call(asked)


def difference(true: Answers, found: Answers) -> str:
    """Where the first answer that is another begins to be so."""
    path = next(path for path in true if found.get(path) != true[path])
    one, other = (read(sent) if sent.startswith(b"status") else sent for sent in (true[path], found[path]))
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{path}: {one[max(0, at - 200) : at + 100]!r} or {other[max(0, at - 200) : at + 100]!r}"


def read(sent: bytes) -> bytes:
    """A page as its reader sees it. Before it stand status and headers; what is public of it was compressed, but not
    where counsel is given, as at tables with the cards of a lesson."""
    page = sent.split(b"\n", 2)[2]
    return gzip.decompress(page) if page.startswith(HEAD) else page


def test_everything_that_can_be_asked_about_a_table_is_looked_at() -> None:
    """Whoever adds an answer says here who proves that it keeps secrets."""
    routes: list[Any] = [*watch.routes, *api.routes, *socket.routes, *home_pages.routes]
    answering = [route for route in routes if "{table}" in route.path and route.endpoint is not table_pages.look_again]
    looks = {route.path for route in answering if isinstance(route, WebSocketRoute) or "GET" in route.methods}
    assert looks == {CARDS, *BY_SEAT, *THE_SAME_FOR_ALL, *REFUSED_BEFORE_THE_END, *ELSEWHERE}


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[tuple[str, int], ServedTable]]:
    """By game and number of seats, made when they are asked for. Time stands: lists say how long ago something was, and
    players hear after a while of who looks on."""
    monkeypatch.setattr(lists, "time", lambda: 2e9)
    with timeless(tmp_path) as (http, _), ExitStack() as pages:
        people = [Player(http, f"Gracz {seat}") for seat in range(8)]

        class Tables(dict[tuple[str, int], ServedTable]):
            def __missing__(self, key: tuple[str, int]) -> ServedTable:
                self[key] = ServedTable(http, people[: key[1]], games.find(key[0]), pages)
                return self[key]

        yield Tables()


@pytest.mark.parametrize("name", games.names())
def test_what_a_viewer_cannot_see_changes_no_byte_that_is_sent(
    tables: dict[tuple[str, int], ServedTable], name: str
) -> None:
    """By who is asked, by another and by a spectator. Lists of tables and of cards, which tell less, are fetched by one
    of them."""
    asked = [position for position in of_every_kind(name) if not position.state.over()]
    moments = 0
    for number, position in enumerate(asked[::2]):    # a kind is there twice: once where it was met first, once last
        table = tables[name, int(position.state.seats)]
        language = LANGUAGES[number % len(LANGUAGES)]
        one_of_them = position.viewers[number % len(position.viewers)]
        for viewer in position.viewers:
            other = position.state.resample(viewer, quick(number, viewer + 2))
            table.put(position.state, position.state)
            true = table.answers(viewer, language, viewer == one_of_them)
            table.put(other, position.state)
            found = table.answers(viewer, language, viewer == one_of_them)
            assert found == true, f"{position}, seen by {viewer}: {difference(true, found)}"
            moments += true["live"].count(b"data-moment")
    assert moments or name not in complete(), "no plate was looked at"


def test_a_window_with_a_bell_looks_the_same_whatever_others_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also to who cannot act in it, and sees that others may: to everybody at the table where a question is met first,
    to the one who is asked, another and a spectator wherever it is met."""
    monkeypatch.setattr(lists, "time", lambda: 2e9)
    asked = {"AskCounter", "AskConfession", "Join"}
    positions = [position for position in of_every_kind("smierc_jasniepanu") if position.step in asked]
    seen, made = set(), dict[int, ServedTable]()
    with timeless(tmp_path) as (http, _), ExitStack() as pages:
        for number, position in enumerate(positions):
            seats = int(position.state.seats)
            if seats not in made:
                people = [Player(http, f"Gracz {seat}") for seat in range(seats)]
                made[seats] = ServedTable(http, people, games.find("smierc_jasniepanu"), pages, window=20.0)
            table, viewers = made[seats], range(-1, seats) if position.step in asked else position.viewers
            asked.discard(position.step)
            for viewer in viewers:
                other = position.state.resample(viewer, quick(number, viewer + 2))
                table.put(position.state, position.state)
                true = table.answers(viewer, "en", viewer == SPECTATOR)
                page = read(true[BY_SEAT[0]])
                assert b'role="timer"' in page
                seen.add((b"Your reaction" in page, b"Others may react" in page))
                table.put(other, position.state)
                assert table.answers(viewer, "en", viewer == SPECTATOR) == true, f"{position}, seen by {viewer}"
    assert seen == {(True, False), (False, True)}, "somebody could act, and somebody could not"


@pytest.mark.parametrize("name", games.names())
def test_what_stays_shut_at_the_end_changes_no_byte_that_is_sent(
    tables: dict[tuple[str, int], ServedTable], name: str
) -> None:
    ends = [position for position in of_every_kind(name) if position.state.over()]
    assert ends
    for number, position in enumerate(ends):
        table = tables[name, int(position.state.seats)]
        other = shut_zones_shuffled(position, number)
        for viewer in position.viewers:
            table.put(position.state, position.state)
            true = table.answers(viewer, "pl")
            table.put(other, position.state)
            assert table.answers(viewer, "pl") == true, f"{position}, seen by {viewer}"


def shut_zones_shuffled(position: Position, seed: int) -> AnyState:
    """The same end, in which the cards that nobody is shown have changed places with each other."""
    s, dice = position.state.clone(), quick(seed, 9)
    shut = [zone for zone in s.layout.zones_for(s.seats) if zone.cards() and not s.opened_at_end(zone)]
    for kinds in {tuple(zone.kinds) for zone in shut}:
        family = [zone for zone in shut if tuple(zone.kinds) == kinds]
        cards = [kind for zone in family for kind in lying(s, zone)]
        for n in range(len(cards) - 1, 0, -1):
            m = dice.below(n + 1)
            cards[n], cards[m] = cards[m], cards[n]
        for zone in family:
            size = len(lying(s, zone))
            lay(s, zone, cards[:size])
            del cards[:size]
    return s


def lying(s: AnyState, zone: Any) -> list[int]:
    cells = [int(s.cells[zone.at + n]) for n in range(zone.length)]
    if zone.shape == BAG:
        return [kind for kind, n in enumerate(cells) for _ in range(n)]
    return cells[1 : 1 + cells[0]]


def lay(s: AnyState, zone: Any, cards: list[int]) -> None:
    if zone.shape == BAG:
        for kind in range(zone.length):
            s.cells[zone.at + kind] = cards.count(kind)
    else:
        for n, kind in enumerate(cards):
            s.cells[zone.at + 1 + n] = kind
