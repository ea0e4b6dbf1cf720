"""The JSON API: whole games through it, what it refuses, and its description."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from intryga.tables.output import game_file as files
from tests.web.support import BOTS, FRIENDS, Player, client


def play(*players: Player, table: str) -> None:
    for _ in range(2000):
        for player in players:
            page = player.get(table).json()
            if page["status"] == "over":
                return
            if page["asked"] >= 0:
                action = page["view"]["decision"]["options"][-1]["action"]
                assert player.post(f"{table}/act", action=action, version=page["version"]).status_code == 200
    pytest.fail("the game does not end")


def test_a_whole_game_and_its_file(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(BOTS)
        assert ola.get(f"{table}/file").status_code == 400
        play(ola, table=table)
        for file in (f"{table}/file", f"{table.replace('/api/tables', '/table')}/file"):
            assert http.get(file).headers["cache-control"] == "no-store"
        raw = http.get(f"{table}/file").content
        (tmp_path / "game.json").write_bytes(raw)
        record = files.load(tmp_path / "game.json")
        end = http.get(f"{table}/replay").json()
        assert end["checksum"] == record.checksum
        assert http.get(f"{table}/replay?move=3&seen=1").json()["move"] == 3
        assert ola.get(f"{table}/journal").json()["story"]
        assert [card["status"] for card in ola.get("/api/tables").json()["mine"]] == ["over"]
        again = ola.post(f"{table}/rematch").json()["table"]
        assert ola.get(f"/api/tables/{again}").json()["seats"][0]["name"] == "Ola"


def test_two_players_and_what_they_may_not(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola, jan, ewa = (Player(http, name) for name in ("Ola", "Jan", "Ewa"))
        table = ola.table(FRIENDS)
        assert [card["free"] for card in http.get("/api/tables").json()["open"]] == [1]
        assert jan.post(f"{table}/join", seat=1).status_code == 200
        assert ewa.post(f"{table}/join", seat=1).json()["key"] == "begun"
        pages = {player: player.get(table).json() for player in (ola, jan)}
        mover = next(player for player, page in pages.items() if page["asked"] >= 0)
        idle = jan if mover is ola else ola
        page = pages[mover]
        assert idle.get(table).json()["view"]["decision"] is None
        assert idle.get(f"{table}?seat={page['viewer']}").status_code == 403
        offered = [option["action"] for option in page["view"]["decision"]["options"]]
        refusal = page["view"]["decision"]["refused"][0] if page["view"]["decision"]["refused"] else None
        if refusal:
            answer = mover.post(f"{table}/act", action=refusal["action"], version=page["version"])
            assert (answer.status_code, answer.json()["rule"]) == (422, refusal["rule"])
        assert idle.post(f"{table}/act", action=offered[0], version=10**6).status_code == 409
        assert idle.post(f"{table}/act", action=offered[0], version=pages[idle]["version"]).status_code == 422
        assert ewa.post(f"{table}/act", action=offered[0], version=page["version"]).status_code == 403
        assert http.post(f"{table}/act", json={"action": 0, "version": 0}).status_code == 401
        assert mover.post(f"{table}/act", action=offered[0], version=page["version"]).status_code == 200
        twice = mover.post(f"{table}/act", action=offered[0], version=page["version"])
        assert (twice.status_code, twice.json()["key"]) == (409, "stale")
        play(ola, jan, table=table)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 5000, b'{"game": 3}',
     b'{"game": "chess", "seats": [{"kind": "me"}]}',
     b'{"game": "spiskowcy", "seats": []}', b'{"game": "spiskowcy", "seats": [{"kind": "god"}, {"kind": "me"}]}',
     b'{"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "bot", "level": "../x"}]}',
     b'{"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "bot"}], "pace": -1}',
     b'{"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "bot"}], "pace": NaN}',
     b'{"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"orders": "never"}}',
     b'{"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "bot"}], "admin": true}'],
)  # fmt: skip
def test_what_is_no_wish_gets_a_sentence(tmp_path: Path, body: bytes) -> None:
    with client(tmp_path) as http:
        answer = http.post("/api/tables", content=body, headers=Player(http, "Ola").headers)
        assert answer.status_code == 400
        assert len(answer.json()["error"]) > 5


def test_where_nothing_is(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        assert http.get("/api/nothing").json()["key"] == "nothing"
        assert http.get("/api/tables/nothing").json()["key"] == "no_table"
        assert http.delete("/api/tables").status_code == 405


def test_the_stream_tells_of_every_change(tmp_path: Path) -> None:
    """As far as a synchronous client can look: the stream opens for who may look, and only for them."""
    with client(tmp_path) as http:
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        table = ola.table({**FRIENDS, "spectators": "no"})
        assert jan.get(f"{table}/events").status_code == 403
        assert http.get("/api/tables/nothing/events").status_code == 404


def test_the_description_covers_every_route_and_all_its_references_resolve(tmp_path: Path) -> None:
    from intryga.web import api

    with client(tmp_path) as http:
        document = http.get("/api/openapi.json").json()
    described = {(method, path) for path, methods in document["paths"].items() for method in methods}
    assert described == {(endpoint.method.lower(), endpoint.path) for endpoint in api.ENDPOINTS}
    schemas = document["components"]["schemas"]
    assert {"TablePage", "View", "Decision", "TableWish", "GameFile"} <= schemas.keys()

    def references(node: Any) -> list[str]:
        if isinstance(node, dict):
            own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
            return own + [ref for child in node.values() for ref in references(child)]
        return [ref for child in node for ref in references(child)] if isinstance(node, list) else []

    assert {ref.rpartition("/")[2] for ref in references(document)} <= schemas.keys()
    assert json.loads(msgspec.json.encode(document)) == document
