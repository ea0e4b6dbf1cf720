"""A personal link asks before it makes somebody of a browser, can be made void, and one can sign out."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.testclient import TestClient

from intryga.web.identity import COOKIE
from tests.web.support import BOTS, EN, PL, Player, client


def become(http: TestClient, name: str) -> str:
    """Gives the personal link, without its origin."""
    http.post("/me", data={"name": name})
    found = re.search(r'value="http://intryga.test(/return/[^"]+)"', http.get("/me").text)
    assert found
    return found[1]


def name_of(http: TestClient) -> str:
    found = re.search(r'id="nick"[^>]*value="([^"]*)"', http.get("/me").text)
    assert found
    return found[1]


def test_a_link_never_replaces_somebody_without_a_click(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        mallorys = become(http, "Mallory")
        http.cookies.clear()
        become(http, "Wiktoria")
        for headers in (PL, EN, {"sec-fetch-site": "cross-site"}):
            page = http.get(mallorys, headers=headers)
            assert page.status_code == 200
            assert "Mallory" in page.text
            assert "Wiktoria" in page.text
            assert name_of(http) == "Wiktoria"
        assert http.post(mallorys, headers={"origin": "http://evil.test"}).status_code == 403
        assert http.post(mallorys, headers={"sec-fetch-site": "cross-site"}).status_code == 403
        assert name_of(http) == "Wiktoria"
        http.post(mallorys, headers={"origin": "http://intryga.test"})
        assert name_of(http) == "Mallory"


def test_signing_out(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        link = become(http, "Ola")
        http.post("/me/sign-out")
        assert COOKIE not in http.cookies
        http.post(link)
        assert name_of(http) == "Ola"


def test_links_cookies_and_tokens_can_be_made_void(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        stolen = become(http, "Ola")
        other_device = dict(http.cookies)
        http.post("/me/renew")
        assert name_of(http) == "Ola"
        fresh = become(http, "Ola")
        assert fresh != stolen
        http.cookies.clear()
        for spoken, word in ((PL, "nie działa"), (EN, "does not work")):
            assert word in http.get(stolen, headers=spoken).text
        assert http.post(stolen).status_code == 403
        http.cookies.update(other_device)
        assert name_of(http) == ""
    with client(tmp_path) as http:    # after a restart, too
        assert http.get(stolen).status_code == 403
        assert http.get(fresh).status_code == 200


def test_what_is_open_elsewhere_is_shut_as_well(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(BOTS)
        page = table.replace("/api/tables", "/table")
        with http.websocket_connect(f"{page}/live", headers=ola.headers) as socket:
            assert "sections" in socket.receive_json()
            made = ola.post("/api/people/renew").json()
            socket.send_json({"say": "still here?"})
            while "error" not in (message := socket.receive_json()):
                pass
            assert "signed out" in message["error"]
        assert ola.get("/api/tables").json()["mine"] == []
        ola.headers = {"authorization": f"Bearer {made['token']}"}
        assert len(ola.get("/api/tables").json()["mine"]) == 1
        assert ola.get(table).json()["chat"] == []
