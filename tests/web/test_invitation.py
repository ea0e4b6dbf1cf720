"""Getting to a table: by words, by link, in both languages, and what who comes too late or says it wrong is told."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from intryga.tables.runtime.workers import WorkersInPlace
from intryga.web import invitation
from intryga.web.app import create_app
from intryga.web.limits import Limits
from tests.web.support import EN, FRIENDS, PL, PLENTY, Player, client

ASKED = {**FRIENDS, "public": False}
LINK = re.compile(r'id="link"[^>]* value="([^"]+)"')


def shown(player: Player, table: str, headers: dict[str, str] = PL) -> str:
    here = table.removeprefix("/api").replace("tables", "table")
    return unescape(player.client.get(here, headers={**player.headers, **headers, "cookie": "language=pl"}).text)


def test_words_are_as_good_as_a_link(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola, jan = Player(http, "Ola", "pl"), Player(http, "Jan")
        table = ola.table(ASKED)
        page = shown(ola, table)
        words = re.findall(r"</svg></svg><b>(\w+)</b>", page)
        (link,) = LINK.findall(page)
        assert len(words) == 3
        code = ola.get(table).json()["code"]
        assert link == f"http://intryga.test/join/{code}"
        for said in (" ".join(words), ", ".join(words).upper(), code.replace("-", " "), link):
            came = http.get("/join", params={"link": said}, headers=jan.headers, follow_redirects=False)
            while came.headers.get("location", "").startswith("/join/") and came.headers["location"].count("/") == 2:
                came = http.get(came.headers["location"], headers=jan.headers, follow_redirects=False)
            assert came.headers["location"].startswith(f"/join/{table.split('/')[-1]}/"), said
        room = http.get(came.headers["location"], headers=jan.headers)
        assert "Sit here" in room.text
        assert code not in room.text, "only the host passes words on"


def test_who_says_it_wrong_or_comes_late_reads_what_to_do(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola, jan = Player(http, "Ola"), Player(http, "Jan")
        table = ola.table({**ASKED, "spectators": "no"})
        watched = ola.table(ASKED)
        codes = [ola.get(one).json()["code"] for one in (table, watched)]
        wrong = http.get("/join", params={"link": "róża róża róża"}, headers=PL)
        assert wrong.status_code == 404
        assert "Pod tym hasłem nie ma teraz stołu" in wrong.text
        assert 'value="róża róża róża"' in wrong.text, "what was typed can be mended"
        assert http.get("/join", params={"link": "rose key spoon"}, headers=EN).status_code == 400
        for one in (table, watched):
            here = one.removeprefix("/api").replace("tables", "table")
            assert http.post(f"{here}/bot", data={"seat": "1"}, headers=ola.headers).status_code == 200
        late = [http.get(f"/join/{code}", headers={**jan.headers, **EN}) for code in codes]
        assert [page.status_code for page in late] == [409, 409]
        assert all("This game has already begun." in page.text for page in late)
        assert ["Watch this game" in page.text for page in late] == [False, True]
        assert http.get(f"/join/{codes[0]}", headers=ola.headers).url.path.startswith("/table/"), "who plays goes on"


def test_guessing_is_soon_no_longer_answered(tmp_path: Path) -> None:
    limits = Limits(requests=1e6, burst=1e6, guesses=0, guess_burst=3)
    with client(tmp_path, limits) as http:
        code = (ola := Player(http, "Ola")).get(ola.table(ASKED)).json()["code"]
        tries = [http.get("/join/axe-axe-axe").status_code for _ in range(5)]
        assert tries == [404, 404, 404, 429, 429]
        assert http.get(f"/join/{code}").status_code == 429, "also right words: else one could go on guessing"


@pytest.mark.parametrize("open_to_others", [True, False])
def test_at_home_the_link_is_one_that_others_can_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_to_others: bool
) -> None:
    monkeypatch.setattr(invitation, "own_address", lambda: "192.168.1.20")
    app = create_app(tmp_path, PLENTY, WorkersInPlace(), open_to_others=open_to_others)
    with TestClient(app, base_url="http://localhost:8600") as http:
        ola = Player(http, "Ola")
        page = shown(ola, ola.table(ASKED))
        link = LINK.findall(page)[0]
        assert link.startswith("http://192.168.1.20:8600/join/" if open_to_others else "http://localhost:8600/join/")
        assert ('class="qr"' in page) == open_to_others, "a phone cannot open an address of this machine alone"
        assert ("intryga serve --host 0.0.0.0" in page) != open_to_others


def test_the_same_company_is_proposed_again(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        seats = {"seat0": "me", "seat1": "easy", "seat2": "open", "seat3": "none"}
        form = {"game": "dworzanie", "nickname": "Ola", **seats}
        assert http.post("/new", data=form).status_code == 200
        again = http.get("/new?game=dworzanie").text
        assert re.findall(r'<option value="(\w+)" selected>', again) == ["me", "easy", "open", "none", "none"]
        other = http.get("/new?game=spiskowcy").text
        assert re.findall(r'<option value="(\w+)" selected>', other)[1] == "open"


def test_characters_are_chosen_one_by_one(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        seats = {f"seat{n}": kind for n, kind in enumerate(["me", "open", "random", "random"] + ["none"] * 4)}
        form = {"game": "smierc_jasniepanu", "nickname": "Ola", **seats}
        part = "option.characters.part"
        wrong = http.post("/new", data={**form, part: ["overlord", "tyrant", "actor", "servant"]}, headers=EN)
        assert wrong.status_code == 400
        assert "makes no set that may be played" in wrong.text
        assert wrong.text.count(" checked>") >= 4, "what was ticked stays"
        right = http.post("/new", data={**form, part: ["overlord", "captain", "actor", "servant"]}, headers=EN)
        assert right.status_code == 200
        assert "Overlord, Captain" in unescape(right.text)
