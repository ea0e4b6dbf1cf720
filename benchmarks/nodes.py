"""Several server processes on one PostgreSQL: break one thing after another while people play, and count what was lost.

    python benchmarks/nodes.py                                                           a little of everything
    python benchmarks/nodes.py --races 10000 --kills 1000 --rounds 10 --tally FILE       the long run

- races: the same click at two processes at the same moment; exactly one is taken
- kills: people and bots play on processes chosen at random (storm.py) while one process after another is killed
- rounds: a process is ended, killed, stopped (SIGSTOP) and woken, and cut off from the database and connected again;
  each time it is measured after how long all its bots' games have gone on elsewhere
- the connections by which processes hear of each other are cut, and the database is killed and started again

Every log must be whole and every entry legal, and whatever was acknowledged must stand there once. With `--tally` races
and kills go on where an earlier run was cut off.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

import psycopg
from storm import BOT, FAULTS, ME, OPEN, Server, Storm, Tally, arguments, kill_for_a_chapter, new_secret

from intryga.kernel.dice import QuickDice, quick
from intryga.tables.storage.postgres import PostgresStore

SCRIPT = Path(__file__).parents[1] / "scripts" / "postgres"
SOME_RACES = 500    # after which the logs are read
NO_ANSWER = 0
GAMES = 4    # of bots, whose process fails
NUMBERS = 'select "table", max(number) from log where "table" = any(%s) group by 1'


class Wire:
    """The way of one process to the database. Cut, nothing comes through, and neither side is told so."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._whole = asyncio.Event()
        self._whole.set()
        self._carrying: set[asyncio.Task[None]] = set()

    async def open(self) -> int:
        """Gives the port at which it begins."""
        server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        port: int = server.sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        for task in self._carrying:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._carry(reader, writer))
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, here = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self._pass(reader, here), self._pass(there, writer))

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65_536):
                await self._whole.wait()
                sink.write(data)
                await sink.drain()
        except OSError:
            pass
        finally:
            sink.close()


class Races:
    """The same click at two processes at once: one is taken, and the other is told that the table has changed."""

    def __init__(self, servers: list[Server], count: int) -> None:
        self._storm = Storm(servers)
        self._each = [Storm([server]) for server in servers]
        self._count = count
        self._answers: Counter[tuple[int, ...]] = Counter()
        self._others: list[str] = []    # that had another outcome

    async def run(self, seed: int, store: PostgresStore, tally: Tally) -> None:
        async with asyncio.TaskGroup() as running:
            for n in range(1, 9):
                running.create_task(self._play(quick(seed, n)))
        races = self._answers.total()
        won = sum(times for found, times in self._answers.items() if found.count(200) == 1)
        told = ", ".join(f"{times} × {statuses}" for statuses, times in self._answers.most_common())
        print(f"{races} races: {won} with one winner ({told})", *self._others, sep="\n")
        tally.add(Counter({"races": races, "races with one winner": won}), await self._storm.faults(store))

    async def _play(self, dice: QuickDice) -> None:
        storm = self._storm
        people = [await storm.person(name, dice) for name in ("Ola", "Jan")]
        while self._answers.total() < self._count:
            table = await storm.table({"game": "spiskowcy", "seats": [ME, OPEN]}, people, dice)
            over, turn, knows = False, 0, storm    # the process that has made the last move
            while not over and self._answers.total() < self._count:
                # The other need not have heard of it when the click comes.
                page = await knows.ask("GET", f"/api/tables/{table}", people[turn], None, dice)
                over = page["status"] == "over"
                if page["asked"] >= 0:
                    knows = await self._click(table, people[turn], page, dice)
                else:
                    turn = 1 - turn

    async def _click(self, table: str, who: dict[str, str], page: Any, dice: QuickDice) -> Storm:
        """Gives who has taken it."""
        options, version = page["view"]["decision"]["options"], page["version"]
        option = options[dice.below(len(options))]
        body, path = {"action": option["action"], "version": version}, f"/api/tables/{table}/act"
        asking = (server.http.post(path, json=body, headers=who) for server in self._storm.servers)
        answers = await asyncio.gather(*asking, return_exceptions=True)
        statuses = tuple(sorted(getattr(answer, "status_code", NO_ANSWER) for answer in answers))
        self._answers[statuses] += 1
        told = self._storm.tables[table]
        told.moves += [option["text"]] * statuses.count(200)
        told.unanswered["act"] += statuses.count(NO_ANSWER)
        if statuses != (200, 409):
            said = [getattr(answer, "text", repr(answer)) for answer in answers]
            self._others.append(f"{table} {version}: {said}")
        taken = [getattr(answer, "status_code", NO_ANSWER) == 200 for answer in answers]
        return self._each[taken.index(True)] if any(taken) else self._storm


class Failing:
    """One process fails in some way, and the other goes on with its games."""

    def __init__(self, url: str, servers: list[Server], wire: Wire) -> None:
        self.url = url
        self._servers = servers
        self._wire = wire
        self.ways: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "ended": (lambda: self._first.send(signal.SIGTERM), self._first.restart),
            "killed": (self._first.end, self._first.start),
            "stopped": (
                lambda: self._first.send(signal.SIGSTOP),
                lambda: self._first.send(signal.SIGCONT),
            ),
            "cut off": (wire.cut, wire.mend),
        }

    @property
    def _first(self) -> Server:
        return self._servers[0]

    async def fail(self, way: str) -> float:
        """Gives after how many seconds all its games have gone on."""
        breaks, mends = self.ways[way]
        who = await Storm(self._servers[:1]).person("Ola", quick(3))
        tables = await self._bots_play(who)
        began = monotonic()
        await asyncio.to_thread(breaks)
        took = await self._gone_on(tables, who, began)
        await asyncio.to_thread(mends)
        await self._first.ready()
        return took

    async def _bots_play(self, who: dict[str, str]) -> list[str]:
        wish = {"game": "straznik_kluczy", "seats": [BOT, BOT], "pace": 0.2}    # the longest game
        made = [await self._first.http.post("/api/tables", json=wish, headers=who) for _ in range(GAMES)]
        return [answer.json()["table"] for answer in made]

    async def _gone_on(self, tables: list[str], who: dict[str, str], began: float) -> float:
        """A game that was over before waits for nobody: on a busy machine minutes may pass until here."""
        other = Storm(self._servers[1:])
        async with await psycopg.AsyncConnection.connect(self.url, autocommit=True) as connection:

            async def numbers() -> dict[str, int]:
                return dict(await (await connection.execute(NUMBERS, [tables])).fetchall())    # type: ignore[arg-type]

            await asyncio.sleep(0.1)    # what was on its way to the database
            since, waiting = await numbers(), set(tables)
            while waiting:
                waiting -= {table for table, number in (await numbers()).items() if number > since[table]}
                for table in sorted(waiting):
                    page = await other.ask("GET", f"/api/tables/{table}", who, None, quick(4))
                    if page["status"] == "over":
                        waiting.remove(table)
                await asyncio.sleep(0.02)
        return monotonic() - began


async def fail_in_every_way(given: argparse.Namespace, failing: Failing, storm: Storm, postgres: Path) -> None:
    for way in failing.ways:
        took = [await failing.fail(way) for _ in range(given.rounds)]
        if took:
            spread = f"{min(took):.1f}–{max(took):.1f}, median {median(took):.1f}"
            print(f"{way}: its games went on after {spread} s ({len(took)} times)", flush=True)
    for _ in range(given.deaf):
        async with await psycopg.AsyncConnection.connect(failing.url, autocommit=True) as connection:
            await connection.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'"
            )
        await storm.until(20)
    for _ in range(given.bases):
        subprocess.run([SCRIPT, "stop", postgres], check=True)
        again = {**os.environ, "PGPORT": port_of(failing.url)}
        start = [SCRIPT, "start", postgres]
        await asyncio.to_thread(subprocess.run, start, check=True, stdout=subprocess.DEVNULL, env=again)
        await storm.until(20)


def port_of(url: str) -> str:
    return url.rpartition(":")[2].partition("/")[0]


async def run(given: argparse.Namespace, folder: Path) -> int:
    postgres, data = folder / "postgres", folder / "data"
    url = subprocess.run([SCRIPT, "start", postgres], check=True, capture_output=True, text=True).stdout.strip()
    port = port_of(url)
    data.mkdir()
    new_secret(data)
    wire = Wire(int(port))
    servers = [Server(data, url.replace(port, str(await wire.open()))), Server(data, url)]
    try:
        for server in servers:
            await server.ready()
        tally, end = Tally(given.tally), monotonic() + given.seconds
        while (done := tally.counts["races"]) < given.races and monotonic() < end:
            await Races(servers, min(SOME_RACES, given.races - done)).run(given.seed + done, PostgresStore(url), tally)
        while tally.counts["kills"] < given.kills and monotonic() < end:
            await kill_for_a_chapter(servers, lambda: PostgresStore(url), given, end, tally)
        for server in servers:
            await server.ready()
        storm = Storm(servers)
        async with asyncio.TaskGroup() as playing:
            for n in range(given.players):
                playing.create_task(storm.play(n, quick(given.seed, n + 1)))
            await fail_in_every_way(given, Failing(url, servers, wire), storm, postgres)
            storm.over = True
        tally.add(storm.counted(), await storm.faults(PostgresStore(url)))
        return tally.counts[FAULTS]
    finally:
        for server in servers:
            server.send(signal.SIGCONT)
            server.close()
        await wire.close()
        subprocess.run([SCRIPT, "stop", postgres], check=False)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--races", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=1, help="how often a process fails in each way")
    parser.add_argument("--deaf", type=int, default=1, help="how often the listening connections are cut")
    parser.add_argument("--bases", type=int, default=1, help="how often the database is killed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="intryga-nodes-", ignore_cleanup_errors=True) as name:
        os.chmod(name, 0o755)    # the database runs as another user where this runs as root
        sys.exit(1 if asyncio.run(run(given, Path(name))) else 0)


if __name__ == "__main__":
    main()
