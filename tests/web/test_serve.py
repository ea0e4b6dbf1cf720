"""The command `intryga serve`, as a real server."""

from __future__ import annotations

import gzip
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from intryga.cli import serve
from intryga.kernel.game import Mistake
from tests.support import PATIENCE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("data")
    command = [sys.executable, "-m", "intryga", "serve", "--no-browser", "--port", "0", "--data", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().split()[1]
        yield url, folder
        process.terminate()
        _, errors = process.communicate(timeout=PATIENCE)
        assert errors == ""


def person(http: httpx2.Client) -> dict[str, str]:
    token = http.post("/api/people", json={"name": "Ola"}).json()["token"]
    return {"authorization": f"Bearer {token}"}


def wait_for(http: httpx2.Client, path: str, headers: dict[str, str], key: str, least: int) -> dict[str, Any]:
    for _ in range(20 * PATIENCE):
        page: dict[str, Any] = http.get(path, headers=headers).json()
        if page[key] >= least:
            return page
        time.sleep(0.05)
    pytest.fail(f"{key} stays below {least}")


def test_bots_think_in_processes_and_both_streams_tell(server: tuple[str, Path]) -> None:
    url, _ = server
    with httpx2.Client(base_url=url, timeout=PATIENCE) as http:
        headers = person(http)
        wish = {"game": "spiskowcy", "seats": [{"kind": "bot", "level": "heuristic"}, {"kind": "me"}], "pace": 0}
        table = http.post("/api/tables", json=wish, headers=headers).json()["table"]
        page = wait_for(http, f"/api/tables/{table}", headers, "asked", 1)
        option = page["view"]["decision"]["options"][0]["action"]
        address = f"{url.replace('http', 'ws')}table/{table}/live?stamp={page['stamp']}"
        with (
            connect(address, additional_headers=headers) as live,
            http.stream("GET", f"/api/tables/{table}/events", headers=headers) as events,
        ):
            lines = (line for line in events.iter_lines() if line.startswith("data:"))
            assert next(lines) == f'data: {{"version": {page["version"]}}}'
            live.send(f'{{"do": {option}, "version": {page["version"]}}}')
            assert "sections" in str(live.recv(timeout=PATIENCE))
            assert next(lines)


def table_with_a_bot(http: httpx2.Client, headers: dict[str, str]) -> str:
    wish = {"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}
    return str(http.post("/api/tables", json=wish, headers=headers).json()["table"])


def test_messages_with_secrets_are_not_compressed(server: tuple[str, Path]) -> None:
    """A8: beside what others have written, their compressed length would tell something."""
    url, _ = server
    with httpx2.Client(base_url=url, timeout=PATIENCE) as http:
        headers = person(http)
        table = table_with_a_bot(http, headers)
        with connect(f"{url.replace('http', 'ws')}table/{table}/live", additional_headers=headers) as live:
            assert not live.protocol.extensions
            assert "permessage-deflate" in live.request.headers["sec-websocket-extensions"], "it was offered"
        with http.stream("GET", f"/table/{table}", headers={**headers, "accept-encoding": "gzip"}) as page:
            sent = b"".join(page.iter_raw())
        html = gzip.decompress(sent)
        assert len(sent) < len(html), "what all may know is compressed: test_squeezed.py"
        for secret in (rb'<section id="own".*?</section>', rb'<section id="decide".*?</section>'):
            found = re.search(secret, html, re.DOTALL)
            assert found
            assert found[0] in sent


def test_one_server_for_one_folder(server: tuple[str, Path]) -> None:
    url, folder = server
    command = [sys.executable, "-m", "intryga", "serve", "--no-browser", "--data", str(folder)]
    second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert second.returncode == 2
    assert url in second.stderr


def test_a_large_frame_closes_the_connection_and_nothing_else(server: tuple[str, Path]) -> None:
    url, _ = server
    with httpx2.Client(base_url=url, timeout=PATIENCE) as http:
        headers = person(http)
        table = table_with_a_bot(http, headers)
        with connect(f"{url.replace('http', 'ws')}table/{table}/live", additional_headers=headers) as live:
            live.send("x" * 1_000_000)
            with pytest.raises(ConnectionClosed, match="1009"):
                list(live)    # what was under way, until the end
        assert http.get(f"/table/{table}", headers=headers).status_code == 200


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Mistake, match=str(port)):
            serve.listen("127.0.0.1", port)


def test_where_things_are_kept() -> None:
    assert serve.data_folder({"INTRYGA_DATA": "/x"}, "linux") == Path("/x")
    assert serve.data_folder({"XDG_DATA_HOME": "/y"}, "linux") == Path("/y/intryga")
    assert serve.data_folder({}, "linux") == Path.home() / ".local/share/intryga"
    assert serve.data_folder({}, "darwin").name == "intryga"
    assert serve.url("0.0.0.0", 80) == "http://localhost:80/"
