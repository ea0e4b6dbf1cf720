"""Many tables with four connected seats each, whose people move at a steady rate: see web.py."""

from __future__ import annotations

import asyncio
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import httpx2
import psycopg
from boardgame_io import BoardgameIo
from seats import GAME, SEATS, Seat, cpu_seconds, memory, people, server, sit, spread

SCRIPT = Path(__file__).parents[1] / "scripts" / "postgres"
AT_ONCE = 8    # tables that grow old
EMPTY = "drop schema public cascade; create schema public"


class Load(NamedTuple):
    """What is asked of a server."""

    game: str = GAME
    tables: int = 500
    rate: float = 100.0    # moves a second
    seconds: float = 20.0
    age: int = 0    # moves made at every table before all but memory is measured: a table grows until it has eighty


class Figures(NamedTuple):
    """What was measured. Memory in kB, of all processes."""

    took: list[float]    # an answer is the mover's own new version: neither a refusal nor another's news
    refused: int
    over: int
    seconds: float
    costs: list[float]    # processor seconds for a move, by process
    database: float    # the same of the database's processes
    memory: list[float]    # empty, with tables, with people, half-way, at the end

    def told(self, tables: int) -> str:
        empty, made, full, half, end = self.memory
        each = " and ".join(f"{1000 * cost:.1f}" for cost in self.costs)
        database = f" and {1000 * self.database:.1f} of the database's" if self.database else ""
        return (f"{len(self.took) / self.seconds:.1f} moves/s answered in {spread(self.took)}; {self.refused} refused, "
                f"{self.over} games ended; {each} ms of the processor for each move{database}; "
                f"{(made - empty) / tables:.0f} kB a table, {(full - made) / tables / SEATS:.0f} kB a connected seat, "
                f"{(end - made) / tables / SEATS:.0f} in the end; "
                f"{end / 1000:.0f} MB, {100 * (end - half) / half:+.1f} % in the second half")  # fmt: skip


class Crowd:
    """Tables with people who move at a steady rate, whether or not the last move is answered yet."""

    def __init__(self, servers: list[tuple[httpx2.AsyncClient, int]], game: str) -> None:
        self.servers = servers
        self.game = game
        self.tables: list[list[Seat]] = []
        self.took: list[float] = []
        self.by_process: Counter[int] = Counter()
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
            self.by_process[table % len(self.servers)] += 1

    async def grow_old(self, moves: int) -> None:
        """So many at every table, as fast as they are answered."""
        turns = iter([table for _ in range(moves) for table in range(len(self.tables))])

        async def play() -> None:
            for table in turns:
                await self.move(table)

        await asyncio.gather(*(play() for _ in range(AT_ONCE)))
        self.took.clear()
        self.by_process.clear()
        self.refused = self.over = 0

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


async def crowd(load: Load, databases: list[str]) -> Figures:
    """One process for each of the databases, which may be the same; none: a folder."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        starting = [server("one" if len(databases) == 1 else "all", database, folder) for database in databases]
        found = Crowd([await stack.enter_async_context(one) for one in starting], load.game)
        processes = [process for _, process in found.servers]

        def sizes() -> float:
            return sum(map(memory, processes))

        def used() -> list[float]:
            return [*map(cpu_seconds, processes), cpu_of_database(databases[0]) if databases[0] else 0.0]

        await warm_up(found)
        kilobytes = [sizes()]
        await found.sit_down(load.tables)
        kilobytes.append(sizes())
        for seats in found.tables:
            await found.connect(seats)
        kilobytes.append(sizes())
        await found.grow_old(load.age)
        moving: set[asyncio.Task[None]] = set()
        began, before, moves = time.perf_counter(), used(), int(load.rate * load.seconds)
        for n in range(moves):
            if n == moves // 2:
                kilobytes.append(sizes())
            await asyncio.sleep(max(0.0, began + n / load.rate - time.perf_counter()))
            task = asyncio.create_task(found.move(n % load.tables))
            moving.add(task)
            task.add_done_callback(moving.discard)
        await asyncio.gather(*moving)
        passed = time.perf_counter() - began
        *costs, of_database = (after - then for after, then in zip(used(), before, strict=True))
        kilobytes.append(sizes())
        for seats in found.tables:
            await found.leave(seats)
        each = [cost / max(1, found.by_process[n]) for n, cost in enumerate(costs)]
        answered = len(found.took)
        return Figures(found.took, found.refused, found.over, passed, each, of_database / answered, kilobytes)


async def warm_up(found: Crowd) -> None:
    """What the first page of a process costs, templates and fonts and all, no other page costs again."""
    for http, _ in found.servers:
        seats = await sit(http, await people(http), found.game)
        await found.connect(seats)
        await found.leave(seats)


def cpu_of_database(url: str) -> float:
    """Of all its processes, those that have ended included."""
    with psycopg.connect(url) as connection:
        mine = connection.info.backend_pid
        head = int(Path(f"/proc/{mine}/stat").read_text().rpartition(")")[2].split()[1])    # whose child it is
        children = Path(f"/proc/{head}/task/{head}/children").read_text().split()
        return cpu_seconds(head, ended=True) + sum(map(cpu_seconds, map(int, children)))


# --- comparisons ---


@contextmanager
def postgres() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="intryga-web-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)    # the database runs as another user where this runs as root
        started = subprocess.run([SCRIPT, "start", f"{name}/postgres"], check=True, capture_output=True, text=True)
        try:
            yield started.stdout.strip()
        finally:
            subprocess.run([SCRIPT, "stop", f"{name}/postgres"], check=False)


async def scale(load: Load, rounds: int) -> None:
    """One process on either store, and two with twice the crowd, in turns: on one database, and as two houses with a
    database each, which know nothing of each other. Load and servers share the processors, so what they carry is told
    by processor time: where a move costs 10 ms, a core carries 100 a second. Two processes slow each other down also by
    what they share of the machine (caches, memory); the two houses tell how much that is."""
    with postgres() as url:
        other = url.rpartition("/")[0] + "/other"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("create database other")
        ways = {"SQLite, 1 process": [""], "PostgreSQL, 1 process": [url], "PostgreSQL, 2 processes": [url, url],
                "PostgreSQL, 2 houses": [url, other]}  # fmt: skip
        costs: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, databases in ways.items():
                for database in (url, other):
                    with psycopg.connect(database, autocommit=True) as connection:
                        connection.execute(EMPTY)
                nodes = len(databases)
                more = load._replace(tables=nodes * load.tables, rate=nodes * load.rate)
                found = await crowd(more, databases)
                costs[name].append((sum(found.costs) / nodes, found.database))
                print(f"{name}: {found.told(more.tables)}", flush=True)
    (alone, _), (one, _), (two, base), (houses, _) = (map(median, zip(*costs[name], strict=True)) for name in ways)
    print(f"PostgreSQL costs {one / alone:.2f} × what SQLite does.")
    print(f"Two processes on two cores carry {2 * one / two:.2f} × what one carries on one core, and "
          f"{2 * one / (two + base):.2f} × if the database is on those cores too; two houses that share nothing carry "
          f"{2 * one / houses:.2f} ×, so that sharing costs {100 * (two / houses - 1):.0f} %.")  # fmt: skip


async def beside_boardgame_io(load: Load) -> None:
    """The same crowd at boardgame.io: a game of ten counters, kept in memory."""
    with BoardgameIo(load.tables, load.rate, load.seconds) as other:
        kilobytes = [memory(other.process)]
        for _ in ("tables", "people"):
            other.go_on()
            kilobytes.append(memory(other.process))
        before, began = cpu_seconds(other.process), time.perf_counter()
        other.go_on()
        kilobytes.append(memory(other.process))
        took = other.result()
        passed = time.perf_counter() - began
        cost = (cpu_seconds(other.process) - before) / len(took)
        kilobytes.append(memory(other.process))
    unanswered = int(load.rate * load.seconds) - len(took)
    found = Figures(took, unanswered, 0, passed, [cost], 0.0, kilobytes)
    print(f"boardgame.io: {found.told(load.tables)}")
