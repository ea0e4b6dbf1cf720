"""How quick the table in the browser is. Every figure is one run on this machine; compare, don't quote.

    python benchmarks/web.py                     all of the below
    python benchmarks/web.py age                 a move and opening a table, by the table's age
    python benchmarks/web.py sizes               bytes and requests of the first pages and of updates
    python benchmarks/web.py click               from one seat's click to the other seats' news, 4 seats
    python benchmarks/web.py crowd [--game GAME] [--tables N] [--rate N] [--seconds N] [--nodes N --database URL]
                                                 many tables with four connected seats each, server on one core
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx2
import msgspec
import websockets

from intryga.tables.house import House, Person, SeatWish, TableWish
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.tables.storage.sqlite import SqliteStore

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.web.reader import Reader

SEATS = 4
GAME = "spiskowcy"
CHOICE = re.compile(r'name="action" value="(\d+)"')
LINKED = re.compile(r'(?:href|src)="(/static/[^"#]+|/look/[^"]+)')


def spread(seconds: list[float]) -> str:
    ordered = sorted(1000 * second for second in seconds)
    p95, p99 = (ordered[int(part * (len(ordered) - 1))] for part in (0.95, 0.99))
    return f"p50 {statistics.median(ordered):.1f} ms   p95 {p95:.1f} ms   p99 {p99:.1f} ms"


# --- a server in a process of its own ---


def serve(folder: str, port: str, cores: str, database: str) -> None:
    from intryga.cli.serve import listen
    from intryga.web import server
    from intryga.web.limits import Limits

    if cores == "one" and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    no_limits = Limits(1e9, 1e9, 1e9, 1e9, sockets=10**6, frames=1e9, frame_burst=1e9)
    hosting = server.Hosting(database=database)
    server.serve(Path(folder), listen("127.0.0.1", int(port)), no_limits, hosting)


def cpu_seconds(process: int) -> float:
    """What a process has used of the processor so far; all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
        process = subprocess.Popen([sys.executable, __file__, "serve", folder, str(port), cores, database])
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

    async def connect(self) -> None:
        address = f"ws://{self.http.base_url.netloc.decode()}/table/{self.table}/live"
        self.socket = await websockets.connect(
            address, additional_headers=self.headers, ping_interval=None, max_size=None
        )

    async def listen(self) -> None:
        async for text in self.socket:
            told = self.reader.hear(str(text))
            if self.version >= 0:
                self.sizes.append(len(str(text).encode()))
            self.version = told.get("version", self.version)
            self.over = self.over or "go" in told
            self.errors += "error" in told
            self.heard.set()

    def choices(self) -> list[int]:
        return [int(action) for html in self.reader.sections.values() for action in CHOICE.findall(html)]

    async def act(self) -> None:
        await self.socket.send(msgspec.json.encode({"do": self.choices()[0], "version": self.version}).decode())


async def people(http: httpx2.AsyncClient) -> list[dict[str, str]]:
    made = [(await http.post("/api/people", json={"name": f"P{n}"})).json()["token"] for n in range(SEATS)]
    return [{"authorization": f"Bearer {token}"} for token in made]


async def sit(http: httpx2.AsyncClient, headers: list[dict[str, str]], game: str = GAME) -> list[Seat]:
    wish = {"game": game, "seats": [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)], "public": True}
    table = (await http.post("/api/tables", json=wish, headers=headers[0])).json()["table"]
    for seat in range(1, SEATS):
        await http.post(f"/api/tables/{table}/join", json={"seat": seat}, headers=headers[seat])
    return [Seat(http, header, table) for header in headers]


# --- the measurements ---


async def age() -> None:
    """Moves and undone moves make a log of any length."""
    ola, jan = (Person(name * 20, name) for name in "oj")
    with tempfile.TemporaryDirectory() as name:
        house = House(SqliteStore(Path(name)), "secret", WorkersInPlace())
        await house.open()
        table = await house.create(ola, TableWish(GAME, [SeatWish("me"), SeatWish("open")], public=True))
        await house.join(table, 1, jan)
        costs: list[float] = []
        while len(costs) < 2100:
            for who in (ola, jan):
                page = await house.page(table, who)
                assert page.status == "playing", "no choice of this game can be taken back"
                if page.view is None or page.view.decision is None:
                    continue
                option = page.view.decision.options[len(costs) % len(page.view.decision.options)]
                began = time.perf_counter()
                await house.act(table, who, option.action, page.version)
                costs.append(time.perf_counter() - began)
                if (await house.page(table, who)).can_undo:
                    await house.undo(table, who)
        await house.close()
        print(f"move   20–119:   {spread(costs[20:120])}")
        print(f"move 2000–2099:  {spread(costs[2000:2100])}")
        opened = []
        for _ in range(20):
            house = House(SqliteStore(Path(name)), "secret", WorkersInPlace())
            await house._store.open()
            began = time.perf_counter()
            await house.page(table, ola)
            opened.append(time.perf_counter() - began)
            await house.close()
        print(f"opening a table of about 4000 entries: {spread(opened)}")


async def sizes() -> None:
    async with server() as (http, _):
        headers = await people(http)
        seats = await sit(http, headers)
        for title, path in (("first page", "/"), ("a table", f"/table/{seats[0].table}")):
            page = await http.get(path, headers=headers[0])
            files = sorted(set(LINKED.findall(page.text)))
            wire, fonts = page.num_bytes_downloaded, 0
            for file in files:
                answer = await http.get(file, headers={"accept-encoding": "gzip"})
                wire += answer.num_bytes_downloaded
                for font in set(re.findall(r"url\([\"']?([^)\"']+\.woff2)", answer.text if "css" in file else "")):
                    found = await http.get(str(httpx2.URL(file).join(font)))
                    fonts += found.num_bytes_downloaded
            print(f"{title}: {wire / 1000:.1f} kB in {1 + len(files)} requests, fonts {fonts / 1000:.1f} kB")
        await play(seats, 60)
        ordered = sorted(size for seat in seats for size in seat.sizes)
        print(f"an update: median {statistics.median(ordered):.0f} bytes, p90 {ordered[int(0.9 * (len(ordered) - 1))]}")


async def play(seats: list[Seat], moves: int) -> list[float]:
    """From the click to the last other seat's news."""
    for seat in seats:
        await seat.connect()
    tasks = [asyncio.create_task(seat.listen()) for seat in seats]
    took: list[float] = []
    await asyncio.sleep(1)
    while len(took) < moves and not any(seat.over for seat in seats):
        mover = next((seat for seat in seats if seat.choices()), None)
        if mover is None:
            await asyncio.sleep(0.005)
            continue
        others = [seat for seat in seats if seat is not mover]
        for seat in seats:
            seat.heard.clear()
        began = time.perf_counter()
        await mover.act()
        try:
            async with asyncio.timeout(0.5):
                await asyncio.gather(*(seat.heard.wait() for seat in others))
            took.append(time.perf_counter() - began)
        except TimeoutError:
            pass    # a choice that the others do not see
        await mover.heard.wait()
    for seat, task in zip(seats, tasks, strict=True):
        task.cancel()
        await seat.socket.close()
    return took


async def click() -> None:
    async with server() as (http, _):
        took = await play(await sit(http, await people(http)), 80)
        print(f"click to the other seats, {SEATS} seats: {spread(took)}   ({len(took)} moves)")


class Crowd:
    """Tables with people who move at a steady rate, whether or not the last move is answered yet."""

    def __init__(self, servers: list[tuple[httpx2.AsyncClient, int]], game: str) -> None:
        self.servers = servers
        self.game = game
        self.tables: list[list[Seat]] = []
        self.took: list[float] = []
        self.refused = self.over = 0
        self._listening: dict[Seat, asyncio.Task[None]] = {}

    async def sit_down(self, tables: int) -> None:
        """Different people at every table; all of one table by one process, as a proxy would send them."""
        for n in range(tables):
            http, _ = self.servers[n % len(self.servers)]
            self.tables.append(await sit(http, await people(http), self.game))

    async def connect(self, seats: list[Seat]) -> None:
        for seat in seats:
            await seat.connect()
            self._listening[seat] = asyncio.create_task(seat.listen())
        while not all(seat.version >= 0 for seat in seats):
            await asyncio.sleep(0.01)

    async def leave(self, seats: list[Seat]) -> None:
        for seat in seats:
            self._listening.pop(seat).cancel()
            await seat.socket.close()

    async def move(self, table: int) -> None:
        seats = self.tables[table]
        if any(seat.over for seat in seats):
            return await self._again(table)
        mover = next((seat for seat in seats if seat.choices()), None)
        if mover is None:
            return
        before, errors, began = mover.version, mover.errors, time.perf_counter()
        await mover.act()
        while mover.version == before and mover.errors == errors and not mover.over:
            mover.heard.clear()
            await mover.heard.wait()
        if mover.errors > errors:
            self.refused += 1
        else:
            self.took.append(time.perf_counter() - began)

    async def _again(self, table: int) -> None:
        """Who has played to the end sits down at another table."""
        seats = self.tables[table]
        if seats[0] not in self._listening:    # they are about to
            return
        self.over += 1
        await self.leave(seats)
        fresh = await sit(seats[0].http, [seat.headers for seat in seats], self.game)
        await self.connect(fresh)
        self.tables[table] = fresh


async def crowd(game: str, tables: int, rate: float, seconds: float, nodes: int, database: str) -> None:
    """An answer is the mover's own new version: neither a refusal nor another's news."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        starting = [server("one" if nodes == 1 else "all", database, folder) for _ in range(nodes)]
        found = Crowd([await stack.enter_async_context(one) for one in starting], game)

        def sizes() -> float:
            return sum(memory(process) for _, process in found.servers)

        def used() -> float:
            return sum(cpu_seconds(process) for _, process in found.servers)

        kilobytes = [sizes()]    # empty, with tables, with people, half-way, at the end
        await found.sit_down(tables)
        kilobytes.append(sizes())
        for seats in found.tables:
            await found.connect(seats)
        kilobytes.append(sizes())
        moving: set[asyncio.Task[None]] = set()
        began, before, moves = time.perf_counter(), used(), int(rate * seconds)
        for n in range(moves):
            if n == moves // 2:
                kilobytes.append(sizes())
            await asyncio.sleep(max(0.0, began + n / rate - time.perf_counter()))
            task = asyncio.create_task(found.move(n % tables))
            moving.add(task)
            task.add_done_callback(moving.discard)
        await asyncio.gather(*moving)
        passed = time.perf_counter() - began
        cost = (used() - before) / len(found.took)
        empty, made, full, half, end = (*kilobytes, sizes())
        store = "PostgreSQL" if database else "SQLite"
        print(f"{game}: {tables} tables, {SEATS} seats each, {nodes} processes on {store}: "
              f"{len(found.took) / passed:.1f} moves/s answered in {spread(found.took)}; {found.refused} refused, "
              f"{found.over} games ended; {1000 * cost:.1f} ms of the processor for each move; "
              f"{(made - empty) / tables:.0f} kB a table, {(full - made) / tables / SEATS:.0f} kB a connected seat; "
              f"{end / 1000:.0f} MB in the end, {100 * (end - half) / half:+.1f} % in the second half")  # fmt: skip
        for seats in found.tables:
            await found.leave(seats)


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        return serve(*sys.argv[2:6])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["age", "sizes", "click", "crowd"])
    parser.add_argument("--game", default=GAME)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--nodes", type=int, default=1, help="server processes; more than one need a database")
    parser.add_argument("--database", default="", help="a PostgreSQL with no tables, as `scripts/postgres` starts one")
    given = parser.parse_args()
    runs = {"age": age, "sizes": sizes, "click": click}
    for name, measure in runs.items():
        if given.what in (None, name):
            asyncio.run(measure())
    if given.what in (None, "crowd"):
        asyncio.run(crowd(given.game, given.tables, given.rate, given.seconds, given.nodes, given.database))


if __name__ == "__main__":
    main()
