"""Notifications, sent to a push service that listens, checks who signed them, and opens them as a browser does."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid
from starlette.testclient import TestClient

from intryga.tables.runtime import room
from intryga.tables.storage.sqlite import FILE
from intryga.web import push
from tests.support import PATIENCE
from tests.web.support import FRIENDS, Player, client


class Browser:
    """Holds the keys with which alone a message can be read."""

    def __init__(self, address: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _text(point), "auth": _text(self.auth)}
        self.wish = {"endpoint": f"{address}/to/this-browser", "keys": keys}

    def read(self, body: bytes) -> bytes:
        opened: bytes = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return opened


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


@contextmanager
def service(answer: int = 201) -> Iterator[tuple[str, Queue[tuple[dict[str, str], bytes]]]]:
    """A push service: its address, and what has come in."""
    came: Queue[tuple[dict[str, str], bytes]] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            self.send_response(answer)
            self.send_header("content-length", "0")
            self.end_headers()
            came.put(({name.lower(): value for name, value in self.headers.items()}, body))

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", came
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(autouse=True)
def _our_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "SERVICES", ("127.0.0.1",))


def begun(http: TestClient) -> tuple[list[Player], str]:
    """Ola's and Jan's table; who is to move is first."""
    people = [Player(http, "Ola"), Player(http, "Jan")]
    table = people[0].table({**FRIENDS, "name": "U Bony"})
    return people, table


def play_until_the_other_is_asked(http: TestClient, people: list[Player], table: str) -> None:
    pages = [player.get(table).json() for player in people]
    mover, other = (0, 1) if pages[0]["asked"] >= 0 else (1, 0)
    while (page := people[mover].get(table).json())["asked"] >= 0:
        action = page["view"]["decision"]["options"][0]["action"]
        assert people[mover].post(f"{table}/act", action=action, version=page["version"]).status_code == 200
    assert people[other].get(table).json()["asked"] >= 0


def test_who_is_away_is_told_of_their_move_and_of_nothing_else(tmp_path: Path) -> None:
    with service() as (address, came), client(tmp_path) as http:
        people, table = begun(http)
        browsers = [Browser(address), Browser(address)]
        for player, browser, name in zip(people, browsers, ("ola", "jan"), strict=True):
            browser.wish["endpoint"] += name
            assert player.post("/push", **browser.wish).status_code == 204
        assert people[1].post(f"{table}/join", seat=1).status_code == 200
        play_until_the_other_is_asked(http, people, table)
        first, second = came.get(timeout=PATIENCE), came.get(timeout=PATIENCE)    # one for each turn that began
        told = []
        for headers, body in (first, second):
            opened = []
            for browser in browsers:
                try:
                    opened.append(browser.read(body))
                except http_ece.ECEException:
                    continue
            (only,) = opened    # one browser can read it, and no other
            told.append(msgspec.json.decode(only))
            signed = headers["authorization"].removeprefix("vapid ")
            parts = dict(part.strip().split("=", 1) for part in signed.split(","))
            assert Vapid.verify(headers["authorization"])
            claims = msgspec.json.decode(urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
            assert claims["aud"] == address
        here = table.removeprefix("/api").replace("tables", "table")
        assert told == [{"title": "Your move", "body": "U Bony", "url": here}] * 2
        key = re.findall(r'data-key="(\S+)"', people[0].get("/me").text)
    with client(tmp_path) as http:    # browsers have subscribed to this key: a server that starts again has the same
        assert re.findall(r'data-key="(\S+)"', http.get("/me", headers=people[0].headers).text) == key != []


def test_who_looks_is_not_told_and_who_has_gone_for_good_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "FAREWELL", PATIENCE)    # they are led to the table, and have not gone meanwhile
    with service(answer=410) as (address, came), client(tmp_path) as http:
        people, table = begun(http)
        browser = Browser(address)
        for player, name in zip(people, ("ola", "jan"), strict=True):
            player.post("/push", **{**browser.wish, "endpoint": f"{address}/to/{name}"})
        here = table.removeprefix("/api").replace("tables", "table")
        with (
            http.websocket_connect(f"{here}/live", headers=people[0].headers) as ola,
            http.websocket_connect(f"{here}/live", headers=people[1].headers) as jan,
        ):
            ola.receive_json()
            jan.receive_json()
            people[1].post(f"{table}/join", seat=1)
            play_until_the_other_is_asked(http, people, table)
        table = people[0].table(FRIENDS)
        people[1].post(f"{table}/join", seat=1)
        play_until_the_other_is_asked(http, people, table)
        told = msgspec.json.decode(browser.read(came.get(timeout=PATIENCE)[1]))
        assert told["url"].split("/")[-1] == table.split("/")[-1], "nothing was sent of the table they looked at"
        until = time.monotonic() + PATIENCE
        with closing(sqlite3.connect(tmp_path / FILE)) as stored:
            while stored.execute("SELECT count(*) FROM pushes").fetchone() != (0,):
                assert time.monotonic() < until, "both are gone, and still called on"


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://evil.test/", "http://fcm.googleapis.com/", "https://fcm.googleapis.com.evil.test/", "file:///etc/passwd",
        "https://10.0.0.1/", "http://localhost:8600/me/renew", "https://[", "",
    ],
)  # fmt: skip
def test_we_call_on_push_services_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, endpoint: str) -> None:
    monkeypatch.undo()
    assert not push.is_service(endpoint)
    assert push.is_service("https://fcm.googleapis.com/fcm/send/abc")
    assert push.is_service("https://updates.push.services.mozilla.com/wpush/v2/abc")
    with client(tmp_path) as http:
        refused = Player(http, "Ola").post("/push", **{**Browser("").wish, "endpoint": endpoint})
        assert refused.status_code == 400
