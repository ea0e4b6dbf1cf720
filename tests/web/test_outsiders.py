"""Outsiders' attempts fail politely: refused with a sentence in their language and a way on, and nothing changes."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from intryga.tables.invites import Invites
from intryga.web.secret import SECRET, load_secret
from tests.web.support import EN, FRIENDS, PL, Player, client

NOWHERE = ["/nothing", "/table/nothing", "/join/nothing/x", "/rules/chess", "/return/forged", "/new?game=x"]
DEEDS: dict[str, dict[str, str]] = {"undo": {}, "leave": {}, "resign": {}, "rematch": {}, "chat": {"text": "x"}}


def polite(answer: Any, *words: str) -> bool:
    """Refused, with a sentence that a person understands and a way on; no detail of ours."""
    said = answer.text
    fine = 400 <= answer.status_code < 500 and "Traceback" not in said
    if answer.headers["content-type"].startswith("text/html"):
        fine = fine and ("oops" in said or '<a class="btn main" href=' in said)
    return fine and all(word in said for word in words)


def test_a_forged_borrowed_or_expired_invite(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        tables = [ola.table({**FRIENDS, "public": False, "spectators": "no"}) for _ in range(2)]
        past = time.time() - 15 * 86400
        invites = [ola.get(table).json()["invite"] for table in tables]
        expired = Invites(load_secret(tmp_path / SECRET), lambda: past).invite(tables[0].rpartition("/")[2])
        before = ola.get(tables[0]).content
        page = tables[0].replace("/api/tables", "/table")
        assert jan.get(tables[0]).status_code == 403
        for token in (None, "", "x", invites[1], invites[0][:-3] + "abc", expired):
            assert polite(jan.post(f"{tables[0]}/join", seat=1, token=token))
            form = {"seat": "1", "token": token or "", "name": "Jan"}
            assert polite(http.post(f"{page}/join", data=form, headers=jan.headers))
            if token:
                assert polite(jan.get(f"{page.replace('/table/', '/join/')}/{token}"))
        link = f"{page.replace('/table/', '/join/')}/{expired}"
        assert polite(http.get(link, headers=PL), "straciło ważność")
        assert polite(http.get(link, headers=EN), "has expired")
        assert ola.get(tables[0]).content == before
        assert jan.post(f"{tables[0]}/join", seat=1, token=invites[0]).status_code == 200


def test_another_seats_view(tmp_path: Path) -> None:
    """By page, form, API and socket; and by the replay, before the game is over."""
    with client(tmp_path) as http:
        ola, jan, eve = (Player(http, name) for name in ("Ola", "Jan", "Ewa"))
        table = ola.table(FRIENDS)
        jan.post(f"{table}/join", seat=1)
        page = table.replace("/api/tables", "/table")
        for who in (jan, eve):
            for seat in (0, 7, -2, -7) if who is jan else (0, 1):
                assert polite(who.get(f"{table}?seat={seat}"))
                assert polite(who.get(f"{table}/journal?seat={seat}"))
                assert polite(who.get(f"{page}?seat={seat}"))
                with http.websocket_connect(f"{page}/live?seat={seat}", headers=who.headers) as socket:
                    assert "sections" not in (message := socket.receive_json())
                    assert message["error"]
                    with pytest.raises(WebSocketDisconnect):
                        socket.receive_json()
            for where in (table, page):
                assert polite(who.get(f"{where}/replay?move=0&seen=0"))
                assert polite(who.get(f"{where}/file"))
        assert polite(http.get(f"{page}/replay", headers=PL), "Ta gra jeszcze trwa.")


def test_acting_out_of_turn_or_for_another_seat(tmp_path: Path) -> None:
    """By form, API and socket: nothing happens, and everybody is told why."""
    with client(tmp_path) as http:
        ola, jan, eve = (Player(http, name) for name in ("Ola", "Jan", "Ewa"))
        table = ola.table(FRIENDS)
        jan.post(f"{table}/join", seat=1)
        page = table.replace("/api/tables", "/table")
        mover = next(player for player in (ola, jan) if player.get(table).json()["asked"] >= 0)
        idle = jan if mover is ola else ola
        now = mover.get(table).json()
        action, version, seat = now["view"]["decision"]["options"][0]["action"], now["version"], now["viewer"]
        for who in (idle, eve, None):
            headers = who.headers if who else {}
            for mine in ({"seat": seat}, {}):
                wish = {"action": action, "version": version, **mine}
                assert polite(http.post(f"{table}/act", json=wish, headers=headers))
                assert polite(http.post(f"{page}/act", data=wish, headers=headers))
                with http.websocket_connect(f"{page}/live?version={version}", headers=headers) as socket:
                    socket.send_json({"do": action, "version": version, **mine})
                    while "error" not in (message := socket.receive_json()):
                        pass
                    assert len(message["error"]) > 10
            for deed, body in DEEDS.items() if who is not idle else ():
                assert polite(http.post(f"{table}/{deed}", json=body, headers=headers))
                assert polite(http.post(f"{page}/{deed}", data=body, headers=headers))
        for wrong in (-1, 10**6, 2**70):
            assert polite(mover.post(f"{table}/act", action=wrong, version=version))
            assert polite(http.post(f"{page}/act", data={"action": wrong, "version": version}, headers=mover.headers))
        assert mover.get(table).json()["view"] == now["view"]
        assert mover.post(f"{table}/act", action=action, version=version).status_code == 200


@pytest.mark.parametrize("path", NOWHERE)
def test_where_nothing_is_there_is_a_page_in_the_readers_language(tmp_path: Path, path: str) -> None:
    with client(tmp_path) as http:
        assert polite(http.get(path, headers=PL), 'lang="pl"', "To się nie udało", "Wróć")
        assert polite(http.get(path, headers=EN), 'lang="en"', "That did not work", "Back")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [("POST", "/play", b"game=chess"), ("POST", "/play", b"game=spiskowcy&seats=99"), ("POST", "/play", b"level=god"),
     ("POST", "/new", b"game=spiskowcy"), ("POST", "/new", b"\xff\xfe=%zz"), ("POST", "/me", b"name="),
     ("POST", "/me", b"&".join(b"a%d=1" % n for n in range(100))), ("DELETE", "/me", b""), ("GET", "/play", b""),
     ("POST", "/join", b""), ("GET", "/join?link=http://evil.test/x", b"")],
)  # fmt: skip
def test_a_form_that_is_none_gets_a_page(tmp_path: Path, method: str, path: str, body: bytes) -> None:
    sent = {"content-type": "application/x-www-form-urlencoded"}
    with client(tmp_path) as http:
        answers = [http.request(method, path, content=body, headers={**sent, **spoken}) for spoken in (PL, EN)]
        assert all(polite(answer) for answer in answers)
        assert [re.findall(r'<html lang="(..)"', answer.text) for answer in answers] == [["pl"], ["en"]]
        assert [bool(re.search("[ąćęłńóśźż]", sentence_of(answer))) for answer in answers] == [True, False]


def sentence_of(answer: Any) -> str:
    found = re.search(r'<p class="oops"[^>]*>(.*?)</p>|<h1>.*?</h1><p>(.*?)</p>', answer.text)
    assert found
    return re.sub(r"<[^>]*>", "", found[1] or found[2])
