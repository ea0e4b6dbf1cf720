"""Who one is cannot be forged, nobody acts in another's name, and nobody asks for too much."""

from __future__ import annotations

import asyncio
import stat
from functools import partial
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from intryga.tables.plain_text import nickname
from intryga.tables.runtime.cluster import Alone
from intryga.tables.types import Person, Refused
from intryga.web.identity import COOKIE, YEAR, Passport
from intryga.web.limits import Limiter, Limits
from intryga.web.secret import SECRET, load_secret
from tests.web.reader import receive
from tests.web.support import BOTS, EN, FRIENDS, PL, Player, client

EVIL = "http://evil.test"
OLA = Person("o" * 24, "Ola", "pl")


def test_the_secret_is_its_owners_and_stays_the_same(tmp_path: Path) -> None:
    secret = load_secret(tmp_path / SECRET)
    assert len(secret) > 40
    assert load_secret(tmp_path / SECRET) == secret
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_cookies_and_return_links_do_not_pass_for_each_other_and_cannot_be_forged() -> None:
    passport = Passport("secret")
    cookie, link = passport.cookie(OLA), passport.return_token(OLA)
    assert (passport.from_cookie(cookie), passport.from_return(link)) == (OLA, OLA)
    assert passport.from_cookie(link) is None
    assert passport.from_return(cookie) is None
    for forged in ("", "x", cookie[:-1], "A" + cookie, Passport("other").cookie(OLA), "x" * 1_000_000, "ą.ę.ó"):
        assert passport.from_cookie(forged) is None


def test_who_came_while_the_clock_was_ahead_stays_who_they_are() -> None:
    now = 1_800_000_000.0
    ahead, right = (Passport("secret", now=partial(float, time)) for time in (now + 3600, now))
    assert right.from_cookie(ahead.cookie(OLA)) == OLA
    assert right.from_return(ahead.return_token(OLA)) == OLA
    late = Passport("secret", now=lambda: now + YEAR + 1)
    assert late.from_cookie(right.cookie(OLA)) is None


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        answer = http.post("/me", data={"name": "Ola"}, follow_redirects=False)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie


def test_every_answer_carries_the_headers(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        for path in ("/", "/nothing", "/api/tables", "/api/nothing", "/table/nothing"):
            headers = http.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"


def test_no_page_has_inline_script_or_style(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        http.post("/me", data={"name": "Ola"})
        table = http.post("/play", data={"game": "spiskowcy"}, follow_redirects=False).headers["location"]
        for path in ("/", "/new?game=spiskowcy", "/me", table, "/rules/spiskowcy", "/cards/spiskowcy"):
            html = http.get(path).text
            assert " style=" not in html, path
            assert "<style" not in html, path
            assert " onclick" not in html, path
            assert "<script>" not in html, path


def test_other_sites_cannot_act_in_a_visitors_name(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(BOTS)
        for headers in ({"origin": EVIL}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
            assert http.post("/me", data={"name": "Zła"}, headers=headers).status_code == 403
            assert http.post(f"{table}/leave", headers={**ola.headers, **headers}).status_code == 403
        live = table.replace("/api/tables", "/table") + "/live"
        with pytest.raises(WebSocketDisconnect), http.websocket_connect(live, headers={"origin": EVIL}):
            pass
        assert http.post("/me", data={"name": "Ola"}, headers={"origin": "http://intryga.test"}).status_code == 200


@pytest.mark.parametrize("name", ["", "   ", "\x00\x07", "\u202e\u200b", "x" * 41, "x" * 1_000_000])
def test_names_that_will_not_do(name: str) -> None:
    with pytest.raises(Refused):
        nickname(name)


@pytest.mark.parametrize(
    ("given", "kept"),
    [(" Ola \n Nowak ", "Ola Nowak"), ("a\u202eb\x1b[31mc", "ab[31mc"),
     ("Z\u0303\u0303\u0303\u0303o", "Z\u0303\u0303o"),
     ("Łukasz Żółć", "Łukasz Żółć"), ("<b>", "<b>"), ("한글", "한글")],
)  # fmt: skip
def test_names_are_made_plain(given: str, kept: str) -> None:
    assert nickname(given) == kept


def test_scripts_in_names_and_chat_are_text(tmp_path: Path) -> None:
    attack = "<script>alert(1)</script>"
    quote = '"><img src=x onerror=a()>'
    with client(tmp_path) as http:
        ola, jan = Player(http, attack), Player(http, quote)
        table = ola.table({**FRIENDS, "name": attack})
        jan.post(f"{table}/join", seat=1)
        ola.post(f"{table}/chat", text=attack + quote)
        page = table.replace("/api/tables", "/table")
        for html in (http.get(page).text, http.get(page, headers=ola.headers).text, http.get("/").text):
            assert "<script>alert" not in html
            assert "<img src=x" not in html
        with http.websocket_connect(page + "/live", headers=ola.headers) as socket:
            html = "".join(receive(socket)["sections"].values())
            assert "&lt;script&gt;" in html
            assert "<script>alert" not in html
            assert "<img src=x" not in html


def test_a_megabyte_of_anything_is_too_much(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        said = [http.post("/me", data={"name": "x" * 1_000_000}, headers=spoken) for spoken in (PL, EN)]
        assert [answer.status_code for answer in said] == [413, 413]
        assert "To za dużo naraz" in said[0].text
        assert "too much at once" in said[1].text
        assert all('class="btn main" href="/"' in answer.text for answer in said)
        assert http.post("/api/people", json={"name": "x" * 1_000_000}).json()["key"] == "too_large"
        assert http.post("/api/people", content=(b"x" * 50_000 for _ in range(20))).status_code == 413
        assert http.post("/api/people", json={"name": "x" * 300}).status_code == 400
        assert http.get("/", headers={"content-length": "x"}).status_code == 413
        assert http.get("/").text.count("x" * 100) == 0


def test_a_new_table_may_bring_a_component_file_and_no_more(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        wish = {**FRIENDS, "components": "#" * 250_000}
        assert ola.post("/api/tables", **wish).json()["key"] == "components"    # read, and found wanting
        assert ola.post("/api/tables", **wish, name="x" * 1_000_000).json()["key"] == "too_large"
        file = {"components": ("own.toml", b"#" * 250_000)}
        assert http.post("/new", data={"game": "spiskowcy"}, files=file).status_code == 400
        assert http.post("/new", data={"game": "x" * 1_000_000}, files=file).status_code == 413


def test_ten_thousand_requests_a_minute_are_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """One asker, every six milliseconds; somebody else is served all the while."""
    now = 0.0
    monkeypatch.setattr("intryga.web.limits.monotonic", lambda: now)
    statuses: dict[str, list[int]] = {"10.0.0.1": [], "10.0.0.2": []}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("here you are")(scope, receive, send)

    async def ask(limiter: Limiter, asker: str) -> None:
        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses[asker].append(message["status"])

        async def receive() -> Message:
            return {"type": "http.request"}

        request = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": (asker, 1)}
        await limiter(request, receive, send)

    async def minute() -> None:
        nonlocal now
        limiter, limits = Limiter(app, Limits(), Alone().may_make), Limits()
        for number in range(10_000):
            now = number * 60 / 10_000
            await ask(limiter, "10.0.0.1")
            if number % 100 == 0:
                await ask(limiter, "10.0.0.2")
        served = statuses["10.0.0.1"].count(200)
        assert served <= limits.burst + 60 * limits.requests + 1
        assert statuses["10.0.0.1"].count(429) == 10_000 - served > 5000
        assert set(statuses["10.0.0.2"]) == {200}

    asyncio.run(minute())


def test_who_asks_too_often_is_told_so(tmp_path: Path) -> None:
    with client(tmp_path, Limits(requests=0.001, burst=3)) as http:
        assert [http.get("/api/games").status_code for _ in range(5)] == [200] * 3 + [429] * 2
        for spoken, words in ((PL, "odczekaj chwilę"), (EN, "wait a moment")):
            page, answer = http.get("/", headers=spoken), http.get("/api/games", headers=spoken)
            assert words in page.text
            assert words in answer.json()["error"]
            assert page.headers["retry-after"]
            assert "content-security-policy" in page.headers


def test_nobody_makes_tables_without_end(tmp_path: Path) -> None:
    with client(tmp_path, Limits(requests=1e6, burst=1e6, tables=0.001, table_burst=5)) as http:
        statuses = [http.post("/api/people", json={"name": "Ola"}).status_code for _ in range(8)]
        assert statuses == [200] * 5 + [429] * 3
        assert http.get("/").status_code == 200


def test_too_many_connections(tmp_path: Path) -> None:
    limits = Limits(requests=1e6, burst=1e6, sockets=2)
    with client(tmp_path, limits) as http:
        live = Player(http, "Ola").table(BOTS).replace("/api/tables", "/table") + "/live"
        with (
            http.websocket_connect(live),
            http.websocket_connect(live),
            pytest.raises(WebSocketDisconnect),
            http.websocket_connect(live),
        ):
            pass
        with http.websocket_connect(live):
            pass


def test_errors_of_ours_are_a_page_without_details(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from starlette.testclient import TestClient

    from intryga.tables.house import House
    from intryga.tables.runtime.workers import WorkersInPlace
    from intryga.web.app import create_app
    from tests.web.support import PLENTY

    async def broken(*_: object) -> None:
        raise RuntimeError("the secret is 1234")

    monkeypatch.setattr(House, "lobby", broken)
    with TestClient(create_app(tmp_path, PLENTY, WorkersInPlace()), raise_server_exceptions=False) as http:
        for path in ("/", "/api/tables"):
            answer = http.get(path)
            assert answer.status_code == 500
            assert "1234" not in answer.text
            assert "content-security-policy" in answer.headers


def test_what_can_be_done_at_an_address_is_said(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        for path, methods in (("/api/tables", "GET, HEAD, POST"), ("/me", "GET, HEAD, POST"), ("/play", "POST")):
            answer = http.delete(path)
            assert (answer.status_code, answer.headers["allow"]) == (405, methods)


def test_bots_have_plain_names_and_nobody_elses(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        seats = [{"kind": "me"}, *({"kind": "bot", "name": name} for name in ("Ola", "\u202eevil\u202c", "Ola"))]
        page = ola.get(ola.table({"game": "spiskowcy", "seats": seats})).json()
        assert [seat["name"] for seat in page["seats"]] == ["Ola", "Ola 2", "evil", "Ola 3"]


def test_a_page_that_is_gone_when_it_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server says so in several ways, and none of them is a fault of ours."""
    from starlette.websockets import WebSocket

    with client(tmp_path) as http:
        live = Player(http, "Ola").table(BOTS).replace("/api/tables", "/table") + "/live"
        with http.websocket_connect(live) as socket:
            socket.receive_json()

            async def gone(*_: object) -> None:
                raise RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'")

            monkeypatch.setattr(WebSocket, "send_text", gone)
            socket.send_text("nonsense")
