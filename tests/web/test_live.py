"""Live tables: what the socket sends, what it takes, and that it survives nonsense."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import current_thread
from typing import Any
from weakref import WeakSet

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from intryga.tables.runtime.room import FAREWELL
from intryga.tables.types import Person, TablePage
from intryga.texts.library import GameTexts
from intryga.web import render
from intryga.web.limits import Limits
from tests.fuzz.support import Service, no_faults
from tests.web.reader import receive
from tests.web.support import BOTS, FRIENDS, Player, client, timeless


def live(player: Player | None, http: Any, table: str, query: str = "") -> Any:
    path = table.replace("/api/tables", "/table") + "/live" + query
    return http.websocket_connect(path, headers=player.headers if player else {})


def until_version(socket: WebSocketTestSession, version: int) -> dict[str, Any]:
    while True:
        message = receive(socket)
        if message.get("version", -1) >= version:
            return message


def is_closed(socket: WebSocketTestSession) -> bool:
    """After what is still under way has arrived."""
    with suppress(WebSocketDisconnect):
        while True:
            receive(socket)
    return True


def choice(page: dict[str, Any]) -> dict[str, Any]:
    return {"do": page["view"]["decision"]["options"][0]["action"], "version": page["version"]}


def test_a_move_reaches_the_others_as_changed_sections(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        table = ola.table(FRIENDS)
        jan.post(f"{table}/join", seat=1)
        mover = next(player for player in (ola, jan) if player.get(table).json()["asked"] >= 0)
        idle = jan if mover is ola else ola
        with live(mover, http, table) as first, live(idle, http, table) as second, live(None, http, table) as third:
            wholes = [receive(socket) for socket in (first, second, third)]
            assert all(len(whole["sections"]) > 3 for whole in wholes)
            page = mover.get(table).json()
            first.send_json(choice(page))
            news = until_version(second, page["version"] + 1)
            assert 0 < len(news["sections"]) <= len(wholes[1]["sections"])
            assert until_version(third, page["version"] + 1)["sections"]
            first.send_json(choice(page))
            while "error" not in (message := receive(first)):
                pass
            assert "already moved on" in message["error"]
            assert message["refused"] == page["version"], "the next choice may be on its way"


def test_templates_are_made_where_nobody_waits_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart the pages come back by their sockets; a game's templates take most of a second."""
    makers = []
    make = render.prepare
    monkeypatch.setattr(render, "prepare", lambda texts: (makers.append(current_thread().name), make(texts)))
    monkeypatch.setattr(render, "prepared", WeakSet[GameTexts]())
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(BOTS)
        for _ in range(2):
            with live(ola, http, table) as socket:
                receive(socket)
    assert len(makers) == 1
    assert makers[0].startswith("asyncio_"), "a thread of its own"


def test_nobody_gets_anothers_secrets(tmp_path: Path) -> None:
    """The hand of the one to move stands in their sections, and in nobody else's."""
    with client(tmp_path) as http:
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        table = ola.table(FRIENDS)
        jan.post(f"{table}/join", seat=1)
        mover = next(player for player in (ola, jan) if player.get(table).json()["asked"] >= 0)
        idle = jan if mover is ola else ola
        actions = {o["action"] for o in mover.get(table).json()["view"]["decision"]["options"]}
        for player in (idle, None):
            with live(player, http, table) as socket:
                html = "".join(receive(socket)["sections"].values())
                assert not actions & {int(value) for value in re.findall(r'name="action" value="(\d+)"', html)}


def test_reconnecting(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(FRIENDS)
        page = ola.get(table).json()
        version, stamp = page["version"], page["stamp"]
        with live(ola, http, table, f"?stamp={stamp}") as socket:
            socket.send_json({"say": "hello"})
            assert until_version(socket, version + 1)["version"] == version + 1
        with live(ola, http, table, f"?stamp={stamp}") as socket:
            assert receive(socket)["version"] == version + 1


def test_who_came_and_went_meanwhile_is_told_to_who_returns(tmp_path: Path) -> None:
    """Presence stands in no log, so no version counts it."""
    with timeless(tmp_path) as (http, wait):
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        table = ola.table(FRIENDS)
        jan.post(f"{table}/join", seat=1)
        idle, mover = (ola, jan) if jan.get(table).json()["asked"] >= 0 else (jan, ola)
        with live(mover, http, table) as away:
            receive(away)
            with live(idle, http, table) as socket:
                told = receive(socket)
        gone = re.compile(r'class="tag [^"]*gone')
        seats = {id: html for id, html in told["sections"].items() if id.startswith("seat-")}
        assert not any(gone.search(html) for html in seats.values())
        # The idle one's connection was lost first; in the meantime the other has gone away too.
        wait(FAREWELL)
        assert sum(info["present"] for info in idle.get(table).json()["seats"]) <= 1
        with live(idle, http, table, f"?stamp={told['stamp']}") as socket:
            again = receive(socket)
            assert again["version"] == told["version"]
            assert any(gone.search(html) for html in again["sections"].values())


def test_who_returns_to_the_same_table_is_told_nothing(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(FRIENDS)
        here = table.replace("/api/tables", "/table")
        (stamp,) = re.findall(r'<meta name="stamp" content="(\w+)">', ola.get(here).text)
        for _ in range(3):
            with live(ola, http, table, f"?stamp={stamp}") as socket:
                socket.send_json({"undo": True})
                assert "error" in receive(socket)


def test_the_game_begins_while_one_waits(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        table = ola.table(FRIENDS)
        with live(ola, http, table) as socket:
            assert receive(socket)["sections"]
            jan.post(f"{table}/join", seat=1)
            while "go" not in (message := receive(socket)):
                pass
            assert message["go"] == table.replace("/api/tables", "/table")


NONSENSE = ["", "{", "[]", "null", '{"do": "x"}', '{"do": 1e400}', '{"sudo": 1}', "[" * 4000, '{"say": "\\ud800"}']


def test_nonsense_gets_a_sentence_and_too_much_of_it_the_door(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(BOTS)
        with live(ola, http, table) as socket:
            for text in NONSENSE:
                socket.send_text(text)
            socket.send_bytes(b"\x00\xff")
            errors = 0
            while errors < len(NONSENSE) + 1:
                errors += "error" in receive(socket)
            socket.send_json({"say": "and yet it works"})
            while "chat" not in receive(socket).get("sections", {}):
                pass
            for _ in range(20):
                socket.send_text("{")
            assert is_closed(socket)


def test_too_fast(tmp_path: Path) -> None:
    limits = Limits(requests=1e6, burst=1e6, frames=0.001, frame_burst=3)
    with client(tmp_path, limits) as http:
        ola = Player(http, "Ola")
        with live(ola, http, ola.table(BOTS)) as socket:
            for n in range(40):
                socket.send_json({"say": f"{n}"})
            assert is_closed(socket)


def test_a_refusal_of_a_hurried_choice_names_it(tmp_path: Path) -> None:
    """Else the page, which sends a choice until it has heard of it, would wait for ever."""
    limits = Limits(requests=1e6, burst=1e6, frames=0.001, frame_burst=1)
    with client(tmp_path, limits) as http:
        ola = Player(http, "Ola")
        with live(ola, http, ola.table(BOTS)) as socket:
            socket.send_json({"say": "hurry"})
            socket.send_json({"do": 0, "version": 0})
            while "error" not in (said := receive(socket)):
                pass
            assert said["refused"] == 0


def test_strangers_may_watch_but_not_act(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(BOTS)
        with live(None, http, table) as socket:
            receive(socket)
            socket.send_json({"do": 0, "version": 0})
            while "error" not in receive(socket):
                pass
        closed = ola.table({**BOTS, "spectators": "no"})
        with live(None, http, closed) as socket:
            assert "error" in receive(socket)
            with pytest.raises(WebSocketDisconnect):
                receive(socket)


def test_players_see_who_looks_on(tmp_path: Path) -> None:
    """All who have come in a while are told at once, to those who play and to nobody else."""
    with timeless(tmp_path) as (http, wait):
        ola, ewa = Player(http, "Ola"), Player(http, "Ewa <b>")
        table = ola.table(FRIENDS)
        jan = Player(http, "Jan")
        jan.post(f"{table}/join", seat=1)
        with live(ola, http, table) as player, live(ewa, http, table) as guest, live(None, http, table) as stranger:
            for socket in (player, guest, stranger):
                receive(socket)
            wait(FAREWELL)
            while "onlookers" not in (sections := receive(player)["sections"]):
                pass
            assert "2 people look on: Ewa &lt;b&gt;…" in sections["onlookers"]
            assert ola.get(table).json()["onlookers"] == {"count": 2, "names": ["Ewa <b>"]}
            assert ewa.get(table).json()["onlookers"] == {"count": 0, "names": []}
        wait(FAREWELL)
        assert ola.get(table).json()["onlookers"]["count"] == 0


def test_hot_seat_sends_the_device_on(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table({"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "me", "name": "Mama"}]})
        with live(ola, http, table) as curtain:
            assert 'name="action"' not in "".join(receive(curtain)["sections"].values())
        page = ola.get(table).json()
        seat = page["asked"]
        with live(ola, http, table, f"?seat={seat}") as socket:
            receive(socket)
            for _ in range(50):
                page = ola.get(f"{table}?seat={seat}").json()
                if page["asked"] != seat:
                    break
                socket.send_json({**choice(page), "seat": seat})
                while "version" not in (message := receive(socket)) and "go" not in message:
                    pass
            while "go" not in message:
                message = receive(socket)


def test_all_pages_of_one_person_are_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    draw = render.draw

    def counted(page: TablePage, *given: Any, **named: Any) -> render.Drawn:
        drawn.extend([page.viewer] if page.chat else [])
        return draw(page, *given, **named)

    monkeypatch.setattr(render, "draw", counted)
    with timeless(tmp_path) as (http, _):    # after a while players would hear of who looks on
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        table = ola.table(FRIENDS)
        jan.post(f"{table}/join", seat=1)
        with ExitStack() as stack:
            pages = [stack.enter_context(live(who, http, table)) for who in (ola, ola, ola, jan, None, None)]
            while not all(info["present"] for info in http.get(table).json()["seats"]):
                time.sleep(0.01)
            ola.post(f"{table}/chat", text="hello")
            for page in pages:
                while "hello" not in receive(page)["sections"].get("chat", ""):
                    pass
        assert sorted(drawn) == [-1, 0, 1]


def test_one_person_opens_one_table_a_few_times_at_most(tmp_path: Path) -> None:
    with client(tmp_path, Limits(requests=1e6, burst=1e6, windows=2)) as http:
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        table, other = ola.table(BOTS), ola.table(BOTS)
        with live(ola, http, table) as first, live(ola, http, table), live(ola, http, table) as third:
            assert "open 2 times already" in receive(third)["error"]
            assert is_closed(third)
            assert "sections" in receive(first)
            with live(ola, http, other) as elsewhere, live(jan, http, table) as another:
                assert "sections" in receive(elsewhere)
                assert "sections" in receive(another)
        with live(ola, http, table) as again:
            assert "sections" in receive(again)


def test_cut_off_while_somebody_wishes_something(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is hung up by us, which is no fault of anybody."""
    service = Service(tmp_path)
    said = service.house.chat

    async def cut_off_meanwhile(table: str, who: Person, text: str) -> None:
        service.house._tables.rooms[table].cut_off()
        for _ in range(10):    # the page is told to look elsewhere
            await asyncio.sleep(0)
        await said(table, who, text)

    monkeypatch.setattr(service.house, "chat", cut_off_meanwhile)
    with no_faults():
        service.talk(service.playing, "Ola", ['{"say": "hello"}', '{"say": "are you there"}'])
    service.close()
