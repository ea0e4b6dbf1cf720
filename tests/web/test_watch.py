"""What a host sees: health, figures, a log without secrets, and a stop that loses nothing."""

from __future__ import annotations

import json
import resource
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from intryga.web.watch import place_of
from tests.support import PATIENCE
from tests.web.support import BOTS, EVIL, FRIENDS, Player, client


def test_health_and_who_may_read_the_figures(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        assert http.get("/healthz").json() == {"status": "well"}
        assert http.get("/metrics").status_code == 404    # not from this machine
        with sqlite3.connect(tmp_path / "tables.sqlite") as database:
            database.execute("alter table tables rename to gone")
        answer = http.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"status": "ill", "error": "damaged_pages"})


def test_who_cannot_store_anything_says_so(tmp_path: Path) -> None:
    """A monitor that asks now and then has to hear of a full disk; whoever looks at a table need not be sent away."""
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = ola.table(FRIENDS)
        unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, unlimited[1]))
        try:
            assert ola.post(f"{table}/chat", text="hello").status_code == 503
            answer = http.get("/healthz")
            assert (answer.status_code, answer.json()) == (200, {"status": "cannot store"})
            assert ola.get(table).status_code == 200
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
        assert ola.post(f"{table}/chat", text="hello").status_code == 200
        assert http.get("/healthz").json() == {"status": "well"}


@pytest.mark.parametrize(
    ("path", "place"),
    [("/", "/"), ("/table/abc/live", "/table"), ("/return/secret", "/return"), ("/api/tables/abc", "/api/tables"),
     ("/api/abc", "/api"), ("/abc", "other")],
)  # fmt: skip
def test_a_request_is_known_by_its_first_words(path: str, place: str) -> None:
    assert place_of(path) == place


class Server:
    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "intryga", "serve", "--no-browser", "--port", "0", "--data", str(folder)]
        self.process = subprocess.Popen([*command, "--log", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[1].decode()

    def stop(self) -> list[dict[str, Any]]:
        self.process.terminate()
        _, errors = self.process.communicate(timeout=PATIENCE)
        return [json.loads(line) for line in errors.splitlines()]


def test_a_stop_in_the_middle_loses_nothing_and_the_log_tells_no_secret(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with httpx2.Client(base_url=server.url, timeout=PATIENCE) as http:
        token = http.post("/api/people", json={"name": "Ola"}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        table = http.post("/api/tables", json=BOTS, headers=headers).json()["table"]
        assert http.post(f"/return/{token}", headers={"origin": EVIL}).status_code == 403
        figures = http.get("/metrics").text
        assert "intryga_rooms 1.0" in figures
        assert 'intryga_refusals_total{place="/return",status="403"} 1.0' in figures
        assert "process_resident_memory_bytes" in figures
        assert table not in figures
        with connect(f"{server.url.replace('http', 'ws')}table/{table}/live", additional_headers=headers) as live:
            live.send('{"say": "before the end"}')
            while "before the end" not in str(live.recv(timeout=PATIENCE)):
                pass
            server.process.terminate()
            with pytest.raises(ConnectionClosed, match="1012"):
                list(live)
    lines = server.stop()
    assert [line["place"] for line in lines if line["message"] == "turned away"] == ["/return"]
    assert token not in str(lines)
    assert {line["logger"].partition(".")[0] for line in lines} == {"intryga"}, "libraries tell of letters they cut"
    again = Server(tmp_path)
    with httpx2.Client(base_url=again.url, timeout=PATIENCE) as http:
        page = http.get(f"/api/tables/{table}", headers=headers).json()
        assert [line["text"] for line in page["chat"]] == ["before the end"]
    again.stop()
