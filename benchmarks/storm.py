"""Kill a server in the middle of games, again and again, and count what was lost or stands in the log twice.

    python benchmarks/storm.py --kills 1000 --tally FILE    one server, its tables in a folder with SQLite
    python benchmarks/nodes.py --kills 1000 --races 0 …     two servers on one PostgreSQL; see there

People play by the API, at tables with bots, reaction windows that end with a bell, talk and moves taken back, while the
server ends with SIGKILL and begins again. Servers are forked from a process that has read all modules already, so that
a start takes a moment and a thousand kills minutes. After every fifty kills every log must be whole and every entry
legal, and whatever was acknowledged must stand there once; then new people begin in a new place. With `--tally` a file
holds what was found so far, and a run that was cut off goes on from there.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import secrets
import signal
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

import httpx2
import msgspec

from intryga.kernel.dice import QuickDice, quick
from intryga.tables.model.entries import ChatSaid, LogEntry, MoveMade, MoveTakenBack
from intryga.tables.runtime import reading
from intryga.tables.runtime.workers import WorkerProcesses
from intryga.tables.storage.sqlite import SqliteStore
from intryga.tables.storage.store import Store
from intryga.web.limits import Limits
from intryga.web.secret import SECRET
from intryga.web.server import Hosting, serve

NO_LIMITS = Limits(requests=1e9, burst=1e9, tables=1e9, table_burst=1e9, sockets=10_000, connections=10_000)
ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}
WISHES: list[dict[str, Any]] = [
    {"game": "spiskowcy", "seats": [ME, OPEN, BOT]},
    {"game": "smierc_jasniepanu", "seats": [ME, OPEN, BOT, BOT], "window": 0.2},
    {"game": "dworzanie", "seats": [ME, OPEN]},
]
TALK, BACK = 8, 6    # every so manyth choice is one of those instead
CHAPTER = 50    # kills, after which the logs are read
FAULTS = "lost or doubled"
PROCESSES = multiprocessing.get_context("forkserver")
READ = ["httpx2", "intryga.web.server", "intryga.tables.line.line", "intryga.tables.line.thoughts"]
PROCESSES.set_forkserver_preload(READ)


class Server:
    """A server process; one that was killed begins again on the same port."""

    def __init__(self, folder: Path, database: str = "") -> None:
        """`folder` holds the secret, and the tables if there is no database."""
        # Held for as long as this runs: while a server is gone, nobody else may get its port.
        self._place = socket.socket()
        self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._place.bind(("127.0.0.1", 0))
        self.port: int = self._place.getsockname()[1]
        self._given = (folder, self.port, database)
        self._sent_away = False
        # A connection that was idle is not used again: the server closes it after five seconds, perhaps at the moment
        # when something is sent, which looks as if the server were gone.
        limits = httpx2.Limits(keepalive_expiry=1.0)
        self.http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=30, limits=limits)
        self.start()

    def start(self) -> None:
        self._process = PROCESSES.Process(target=serve_here, args=self._given)
        self._process.start()
        self._sent_away = False

    def check(self) -> None:
        """Raises if it has ended though nobody told it to."""
        if self._process.exitcode is not None and not self._sent_away:
            raise RuntimeError(f"the server on port {self.port} has ended by itself ({self._process.exitcode})")

    async def ready(self) -> None:
        while True:
            self.check()
            try:
                if (await self.http.get("/healthz")).status_code == 200:
                    return
            except httpx2.HTTPError:
                pass
            await asyncio.sleep(0.05)

    def send(self, what: signal.Signals) -> None:
        assert self._process.pid is not None
        self._sent_away = self._sent_away or what in (signal.SIGKILL, signal.SIGTERM)
        with suppress(ProcessLookupError):    # it has ended by itself, which `check` tells
            os.kill(self._process.pid, what)

    def end(self, how: signal.Signals = signal.SIGKILL) -> None:
        self.send(how)
        self._process.join()

    def close(self) -> None:
        """For good: its port is anybody's."""
        self.end()
        self._place.close()

    def restart(self) -> None:
        """Once it has ended."""
        self._process.join()
        self.start()


def serve_here(folder: Path, port: int, database: str) -> None:
    listener = socket.create_server(("127.0.0.1", port), backlog=2048, reuse_port=True)
    listener.setblocking(False)
    for name in ("get_ready", "expect_replay"):    # nobody looks back, and a process for it takes long to start
        setattr(WorkerProcesses, name, lambda *_: None)
    serve(folder, listener, NO_LIMITS, Hosting(database=database))


class Told:
    """What was acknowledged at one table, and what had no answer."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.said: list[str] = []
        self.back = 0
        self.unanswered: Counter[str] = Counter()


class Storm:
    """People who play through all failures."""

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers
        self.tables: dict[str, Told] = {}
        self.acknowledged: Counter[str] = Counter()
        self.over = False
        self._on_their_way: Counter[Server] = Counter()    # wishes that a server has not answered yet

    def any(self, dice: QuickDice) -> Server:
        return self.servers[dice.below(len(self.servers))]

    async def ask(self, method: str, path: str, headers: dict[str, str], body: Any, dice: QuickDice) -> Any:
        """By any process, until one answers. Only for what may be done twice."""
        while True:
            try:
                answer = await self.any(dice).http.request(method, path, json=body, headers=headers)
                if answer.status_code == 200:
                    return answer.json()
            except httpx2.HTTPError:
                pass
            await asyncio.sleep(0.02)

    async def person(self, name: str, dice: QuickDice) -> dict[str, str]:
        token = (await self.ask("POST", "/api/people", {}, {"name": name}, dice))["token"]
        return {"authorization": f"Bearer {token}"}

    async def table(self, wish: dict[str, Any], people: list[dict[str, str]], dice: QuickDice) -> str:
        """Two people sit down; what is acknowledged from now on is remembered."""
        wish = {**wish, "public": True, "pace": 0}
        table: str = (await self.ask("POST", "/api/tables", people[0], wish, dice))["table"]
        self.tables[table] = Told()
        while (await self.ask("GET", f"/api/tables/{table}", people[1], None, dice))["status"] == "waiting":
            try:
                await self.any(dice).http.post(f"/api/tables/{table}/join", json={"seat": 1}, headers=people[1])
            except httpx2.HTTPError:
                await asyncio.sleep(0.02)
        return table

    async def play(self, number: int, dice: QuickDice) -> None:
        """One table after another, each until it is over."""
        people = [await self.person(name, dice) for name in ("Ola", "Jan")]
        while not self.over:
            table = await self.table(WISHES[number % len(WISHES)], people, dice)
            number += 1
            while not self.over:
                who = people[dice.below(2)]
                page = await self.ask("GET", f"/api/tables/{table}", who, None, dice)
                if page["status"] == "over":
                    break
                await self._choose(table, who, page, dice)

    async def _choose(self, table: str, who: dict[str, str], page: Any, dice: QuickDice) -> None:
        told, text = self.tables[table], ""
        if dice.below(TALK) == 0:
            text = secrets.token_hex(8)
            path, body = "chat", {"text": text}
        elif page["can_undo"] and dice.below(BACK) == 0:
            path, body = "undo", {}
        elif page["asked"] >= 0:
            options = page["view"]["decision"]["options"]
            option = options[dice.below(len(options))]
            text, path, body = option["text"], "act", {"action": option["action"], "version": page["version"]}
        else:
            return await asyncio.sleep(0.01)    # a bot's turn, or a bell is waited for
        server = self.any(dice)
        self._on_their_way[server] += 1
        try:
            answer = await server.http.post(f"/api/tables/{table}/{path}", json=body, headers=who)
        except httpx2.HTTPError:
            told.unanswered[path] += 1    # nobody knows whether it was stored; the table does
            return
        finally:
            self._on_their_way[server] -= 1
        if answer.status_code == 200:
            self.acknowledged[path] += 1
            if path == "undo":
                told.back += 1
            else:
                (told.moves if path == "act" else told.said).append(text)
        elif answer.status_code >= 500:
            told.unanswered[path] += 1
            await asyncio.sleep(0.02)

    async def until(self, more: int) -> None:
        """So many more acknowledgements: a slow machine is given its time."""
        target = self.acknowledged.total() + more
        while self.acknowledged.total() < target:
            for server in self.servers:
                server.check()
            await asyncio.sleep(0.005)

    async def kill(self, kills: int, end: float, dice: QuickDice) -> list[float]:
        """One server after another, in the middle of what it does: while somebody waits for its answer. So many times,
        or until then. Gives after how many seconds something was acknowledged again."""
        pauses: list[float] = []
        while len(pauses) < kills and monotonic() < end:
            await self.until(2 + dice.below(12))
            server = self.servers[len(pauses) % len(self.servers)]
            while not self._on_their_way[server]:
                server.check()
                await asyncio.sleep(0.001)
            await asyncio.sleep(dice.below(8) / 1000)    # before, while or after it is stored
            if not self._on_their_way[server]:
                continue
            began = monotonic()
            server.end()
            server.start()
            await self.until(1)
            pauses.append(monotonic() - began)
        return pauses

    async def faults(self, store: Store) -> list[str]:
        """Every log is read from its start: each entry must follow from those before it."""
        found = []
        for table, told in self.tables.items():
            header = await store.header(table)
            assert header is not None
            entries = await store.entries(table, 0)
            game = (await reading.table(store, header)).game
            reading.read_on(reading.Table(header, game), entries)
            found += [f"{table}: {fault}" for fault in faults_of(entries, told)]
        await store.close()
        return found

    def counted(self) -> Counter[str]:
        unknown = sum(told.unanswered.total() for told in self.tables.values())
        return self.acknowledged + Counter({"without an answer": unknown, "tables": len(self.tables)})


class Tally:
    """What was found so far, in a file if there is one."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        known = msgspec.json.decode(file.read_bytes()) if file is not None and file.exists() else {}
        self.counts: Counter[str] = Counter(known)

    def add(self, counts: Counter[str], faults: list[str]) -> None:
        self.counts += counts + Counter({FAULTS: len(faults)})
        if self._file is not None:
            self._file.write_bytes(msgspec.json.encode(self.counts))
        print(self, *faults, sep="\n", flush=True)

    def __str__(self) -> str:
        counts = ", ".join(f"{times} {what}" for what, times in sorted(self.counts.items()) if what != FAULTS)
        return f"so far {counts}; {FAULTS}: {self.counts[FAULTS]}"


async def kill_for_a_chapter(
    servers: list[Server], store: Callable[[], Store], given: argparse.Namespace, end: float, tally: Tally
) -> None:
    done = tally.counts["kills"]
    storm = Storm(servers)
    async with asyncio.TaskGroup() as playing:
        for n in range(given.players):
            playing.create_task(storm.play(n, quick(given.seed + done, n + 1)))
        pauses = await storm.kill(min(CHAPTER, given.kills - done), end, quick(given.seed + done))
        storm.over = True
    print(f"{len(pauses)} kills: the next acknowledgement after {median(pauses or [0]):.2f} s")
    tally.add(storm.counted() + Counter(kills=len(pauses)), await storm.faults(store()))


def faults_of(entries: list[LogEntry], told: Told) -> list[str]:
    """What is missing or stands there twice."""
    moves = [e.change.text for e in entries if isinstance(e.change, MoveMade) and not e.change.by]
    said = Counter(e.change.text for e in entries if isinstance(e.change, ChatSaid))
    back = sum(isinstance(e.change, MoveTakenBack) for e in entries)
    stored = iter(moves)
    found = [f"lost move {text}" for text in told.moves if text not in stored]
    found += [f"lost talk {text}" for text in told.said if said[text] == 0]
    found += [f"doubled talk {text}" for text, times in said.items() if times > 1]
    if len(moves) - len(told.moves) > told.unanswered["act"]:
        found.append(f"{len(moves)} moves, {len(told.moves)} acknowledged, {told.unanswered['act']} unanswered")
    if not told.back <= back <= told.back + told.unanswered["undo"]:
        found.append(f"{back} taken back, {told.back} acknowledged")
    return found


def new_secret(folder: Path) -> None:
    (folder / SECRET).write_text(secrets.token_urlsafe(32))


async def run(given: argparse.Namespace) -> int:
    tally, end = Tally(given.tally), monotonic() + given.seconds
    while tally.counts["kills"] < given.kills and monotonic() < end:
        with tempfile.TemporaryDirectory(prefix="intryga-storm-", ignore_cleanup_errors=True) as name:
            new_secret(folder := Path(name))
            server = Server(folder)
            try:
                await kill_for_a_chapter([server], lambda: SqliteStore(folder), given, end, tally)
            finally:
                server.close()
    return tally.counts[FAULTS]


def arguments(about: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=1e9, help="the time for kills, if that is shorter")
    parser.add_argument("--players", type=int, default=6, help="pairs of people")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tally", type=Path, help="the file that remembers what was found so far")
    return parser


def main() -> None:
    given = arguments(__doc__).parse_args()
    sys.exit(1 if asyncio.run(run(given)) else 0)


if __name__ == "__main__":
    main()
