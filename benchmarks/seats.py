"""A server in a process of its own, and people who are connected to it like browsers."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import websockets

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.web.reader import Reader

SEATS = 4
GAME = "spiskowcy"
PROGRAM = Path(__file__).with_name("web.py")    # which serves, if told so
CHOICE = re.compile(r'name="action" value="(\d+)"')


def spread(seconds: list[float]) -> str:
    ordered = sorted(1000 * second for second in seconds)
    p95, p99 = (ordered[int(part * (len(ordered) - 1))] for part in (0.95, 0.99))
    return f"p50 {statistics.median(ordered):.1f} ms   p95 {p95:.1f} ms   p99 {p99:.1f} ms"


def serve(folder: str, port: str, cores: str, database: str) -> None:
    from intryga.cli.serve import listen
    from intryga.web import server
    from intryga.web.limits import Limits

    if cores == "one" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    no_limits = Limits(1e9, 1e9, 1e9, 1e9, sockets=10**6, frames=1e9, frame_burst=1e9)
    hosting = server.Hosting(database=database)
    server.serve(Path(folder), listen("127.0.0.1", int(port)), no_limits, hosting)


def cpu_seconds(process: int, ended: bool = False) -> float:
    """What a process has used of the processor so far; all its threads. `ended`: and its children that have ended."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if ended else 13])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Resident, in kB."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1000


@asynccontextmanager
async def server(
    cores: str = "all", database: str = "", shared: str = ""
) -> AsyncIterator[tuple[httpx2.AsyncClient, int]]:
    """`shared`: the folder with the secret, where several use one database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as own:
        folder = shared if database else own
        process = subprocess.Popen([sys.executable, PROGRAM, "serve", folder, str(port), cores, database])
        try:
            async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
                while True:
                    try:
                        await http.get("/api/games")
                        break
                    except httpx2.TransportError:
                        await asyncio.sleep(0.1)
                yield http, process.pid
        finally:
            process.terminate()
            process.wait()


class Seat:
    """One person at one table, connected like a browser."""

    def __init__(self, http: httpx2.AsyncClient, headers: dict[str, str], table: str) -> None:
        self.http = http
        self.headers = headers
        self.table = table
        self.version = -1
        self.reader = Reader()
        self.sizes: list[int] = []
        self.heard = asyncio.Event()
        self.over = False
        self.errors = 0
        self.said = ""    # with the last error

    async def connect(self) -> None:
        self.reader = Reader()    # a new line tells everything anew
        address = f"ws://{self.http.base_url.netloc.decode()}/table/{self.table}/live"
        self.socket = await websockets.connect(
            address, additional_headers=self.headers, ping_interval=None, max_size=None, open_timeout=None
        )

    async def listen(self) -> None:
        async for text in self.socket:
            told = self.reader.hear(str(text))
            if self.version >= 0:
                self.sizes.append(len(str(text).encode()))
            self.version = told.get("version", self.version)
            self.over = self.over or "go" in told
            self.errors += self.refuses(told)
            self.said = told.get("error", self.said)
            self.heard.set()

    def refuses(self, told: dict[str, Any]) -> bool:
        return "error" in told

    def choices(self) -> list[int]:
        return [int(action) for html in self.reader.sections.values() for action in CHOICE.findall(html)]

    async def act(self) -> None:
        await self.socket.send(msgspec.json.encode({"do": self.choices()[0], "version": self.version}).decode())


async def people(http: httpx2.AsyncClient) -> list[dict[str, str]]:
    """Others every time, also by their names: else tables would share more drawings than people's tables do."""
    names = [f"P{n} {secrets.token_hex(2)}" for n in range(SEATS)]
    made = [(await http.post("/api/people", json={"name": name})).json()["token"] for name in names]
    return [{"authorization": f"Bearer {token}"} for token in made]


async def sit(http: httpx2.AsyncClient, headers: list[dict[str, str]], game: str = GAME, **more: Any) -> list[Seat]:
    wish = {"game": game, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)], "public": True, **more}
    table = (await http.post("/api/tables", json=wish, headers=headers[0])).json()["table"]
    for seat in range(1, SEATS):
        await http.post(f"/api/tables/{table}/join", json={"seat": seat}, headers=headers[seat])
    return [Seat(http, header, table) for header in headers]
