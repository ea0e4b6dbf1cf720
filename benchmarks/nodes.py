"""Several server processes on one PostgreSQL: break one thing after another while people play, and count what was lost.

    python benchmarks/nodes.py --races 10000 --kills 1000

- races: the same click at two processes at the same moment; exactly one is taken
- kills: people and bots play on processes chosen at random, with talk and taking back, while one process after another
  ends with SIGKILL in the middle of it and begins again
- stop: a process is stopped (SIGSTOP) for a while; its games go on elsewhere, and woken it enters nothing stale
- deaf: the connections by which processes hear of each other are cut
- base: the database is killed and started again

In the end every log must be whole and every entry legal, and whatever was acknowledged must stand there once.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

import httpx2
import psycopg

from intryga.kernel.dice import QuickDice, quick
from intryga.tables.model.entries import ChatSaid, LogEntry, MoveMade, MoveTakenBack
from intryga.tables.runtime import reading
from intryga.tables.storage.postgres import PostgresStore
from intryga.web.limits import Limits
from intryga.web.server import Hosting, serve

SCRIPT = Path(__file__).parents[1] / "scripts" / "postgres"
NO_LIMITS = Limits(requests=1e9, burst=1e9, tables=1e9, table_burst=1e9, sockets=10_000, connections=10_000)
BOT = {"kind": "bot", "level": "random"}
TALK, BACK = 8, 16    # every so manyth choice is one of those instead


class Node:
    """A server process; one that was killed begins again on the same port."""

    def __init__(self, url: str, secret: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._command = [sys.executable, __file__, "serve", url, str(secret), str(self.port)]
        self.http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=30)
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(self._command, env=os.environ)

    async def ready(self) -> None:
        while True:
            try:
                if (await self.http.get("/healthz")).status_code == 200:
                    return
            except httpx2.HTTPError:
                pass
            await asyncio.sleep(0.1)

    def signal(self, what: signal.Signals) -> None:
        self.process.send_signal(what)

    def kill(self) -> None:
        self.signal(signal.SIGKILL)
        self.process.wait()


class Told:
    """What was acknowledged at one table, and what had no answer."""

    def __init__(self) -> None:
        self.moves: list[str] = []
        self.said: list[str] = []
        self.back = 0
        self.unanswered: Counter[str] = Counter()


class Storm:
    """People who play through all failures."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.tables: dict[str, Told] = {}
        self.acknowledged = 0
        self.over = False

    async def ask(self, method: str, path: str, headers: dict[str, str], body: Any, dice: QuickDice) -> Any:
        """By any process, until one answers. Only for what may be done twice."""
        while True:
            node = self.nodes[dice.below(len(self.nodes))]
            try:
                answer = await node.http.request(method, path, json=body, headers=headers)
                if answer.status_code == 200:
                    return answer.json()
            except httpx2.HTTPError:
                pass
            await asyncio.sleep(0.02)

    async def person(self, name: str, dice: QuickDice) -> dict[str, str]:
        token = (await self.ask("POST", "/api/people", {}, {"name": name}, dice))["token"]
        return {"authorization": f"Bearer {token}"}

    async def play(self, dice: QuickDice) -> None:
        """One table after another, with two people and a bot, until it is over."""
        people = [await self.person(name, dice) for name in ("Ola", "Jan")]
        while not self.over:
            wish = {"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "open"}, BOT], "public": True, "pace": 0}
            table = (await self.ask("POST", "/api/tables", people[0], wish, dice))["table"]
            told = self.tables[table] = Told()
            await self._sit_down(table, people[1], dice)
            while not self.over:
                who = people[dice.below(2)]
                page = await self.ask("GET", f"/api/tables/{table}", who, None, dice)
                if page["status"] == "over":
                    break
                await self._choose(table, told, who, page, dice)

    async def _sit_down(self, table: str, who: dict[str, str], dice: QuickDice) -> None:
        while (await self.ask("GET", f"/api/tables/{table}", who, None, dice))["status"] == "waiting":
            node = self.nodes[dice.below(len(self.nodes))]
            try:
                await node.http.post(f"/api/tables/{table}/join", json={"seat": 1}, headers=who)
            except httpx2.HTTPError:
                await asyncio.sleep(0.02)

    async def _choose(self, table: str, told: Told, who: dict[str, str], page: Any, dice: QuickDice) -> None:
        text = ""
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
            return
        node = self.nodes[dice.below(len(self.nodes))]
        try:
            answer = await node.http.post(f"/api/tables/{table}/{path}", json=body, headers=who)
        except httpx2.HTTPError:
            told.unanswered[path] += 1    # nobody knows whether it was stored; the table does
            return
        if answer.status_code == 200:
            self.acknowledged += 1
            if path == "undo":
                told.back += 1
            else:
                (told.moves if path == "act" else told.said).append(text)
        elif answer.status_code >= 500:
            told.unanswered[path] += 1
            await asyncio.sleep(0.02)

    async def until(self, more: int) -> None:
        """So many more acknowledgements: a slow machine is given its time."""
        target = self.acknowledged + more
        while self.acknowledged < target:
            await asyncio.sleep(0.01)


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


async def check(url: str, tables: dict[str, Told]) -> list[str]:
    """Every log is read from its start: each entry must follow from those before it."""
    store, found = PostgresStore(url), []
    for table, told in tables.items():
        header = await store.header(table)
        assert header is not None
        game = (await reading.table(store, header)).game
        entries = await store.entries(table, 0)
        reading.read_on(reading.Table(header, game), entries)
        found += [f"{table}: {fault}" for fault in faults_of(entries, told)]
    await store.close()
    return found


async def race(nodes: list[Node], count: int) -> Counter[tuple[int, ...]]:
    """The same click at two processes at once, so many times. Gives the answers."""
    answers: Counter[tuple[int, ...]] = Counter()
    storm = Storm(nodes)

    async def one(dice: QuickDice) -> None:
        people = [await storm.person(name, dice) for name in ("Ola", "Jan")]
        while answers.total() < count:
            wish = {"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "open"}], "public": True, "window": 0}
            table = (await storm.ask("POST", "/api/tables", people[0], wish, dice))["table"]
            await storm._sit_down(table, people[1], dice)
            told = storm.tables[table] = Told()
            over = False
            while not over and answers.total() < count:
                for who in people:
                    page = await storm.ask("GET", f"/api/tables/{table}", who, None, dice)
                    over = over or page["status"] == "over"
                    if page["asked"] < 0:
                        continue
                    options = page["view"]["decision"]["options"]
                    option = options[dice.below(len(options))]
                    body = {"action": option["action"], "version": page["version"]}
                    path = f"/api/tables/{table}/act"
                    both = await asyncio.gather(
                        *(node.http.post(path, json=body, headers=who) for node in nodes)
                    )
                    statuses = tuple(sorted(answer.status_code for answer in both))
                    answers[statuses] += 1
                    told.moves += [option["text"]] * statuses.count(200)

    await asyncio.gather(*(one(quick(7, n)) for n in range(1, 9)))
    url = nodes[0]._command[3]
    faults = await check(url, storm.tables)
    assert not faults, faults
    assert all(statuses.count(200) <= 1 for statuses in answers), answers
    return answers


async def moved_after(url: str, tables: list[str], since: dict[str, int]) -> float:
    """Seconds until every one of these tables has another entry."""
    began, waiting = monotonic(), set(tables)
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        while waiting:
            for table, number in await (await connection.execute(NUMBERS, [tables])).fetchall():
                if number > since[table]:
                    waiting.discard(table)
            await asyncio.sleep(0.05)
    return monotonic() - began


NUMBERS = 'select "table", max(number) from log where "table" = any(%s) group by 1'


async def stopped(url: str, nodes: list[Node], seconds: float) -> float:
    """One process is stopped; its bots' games go on by the other. Gives after how long."""
    dice, storm = quick(3), Storm(nodes)
    who = await storm.person("Ola", dice)
    wish = {"game": "spiskowcy", "seats": [{"kind": "me"}, BOT, BOT], "pace": 0.5}
    tables = []
    for _ in range(4):
        tables.append((await nodes[0].http.post("/api/tables", json=wish, headers=who)).json()["table"])
        await nodes[0].http.post(f"/api/tables/{tables[-1]}/leave", headers=who)
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        nodes[0].signal(signal.SIGSTOP)
        await asyncio.sleep(0.3)    # what was on its way to the database
        numbers: dict[str, int] = dict(await (await connection.execute(NUMBERS, [tables])).fetchall())    # type: ignore[arg-type]
    took = 0.3 + await moved_after(url, tables, numbers)
    await asyncio.sleep(seconds)
    nodes[0].signal(signal.SIGCONT)
    await nodes[0].ready()
    return took


async def run(given: argparse.Namespace, folder: Path) -> int:
    postgres, data = folder / "postgres", folder / "data"
    environment = {**os.environ, "POSTGRES_OPTIONS": os.environ.get("POSTGRES_OPTIONS", "")}
    start = [str(SCRIPT), "start", str(postgres)]
    url = subprocess.run(start, check=True, capture_output=True, text=True, env=environment).stdout.strip()
    port = url.rpartition(":")[2].partition("/")[0]
    data.mkdir()
    (data / "secret").write_text(secrets.token_urlsafe(32))
    nodes = [Node(url, data / "secret") for _ in range(2)]
    try:
        for node in nodes:
            await node.ready()
        answers = await race(nodes, given.races)
        print(f"{answers.total()} races: {sum(n for s, n in answers.items() if 200 in s)} with one winner", flush=True)
        storm, dice = Storm(nodes), quick(given.seed)
        playing = asyncio.gather(*(storm.play(quick(given.seed, n)) for n in range(1, given.players + 1)))
        pauses = []
        for n in range(given.kills):
            await storm.until(10 + dice.below(30))
            node, began = nodes[n % 2], monotonic()
            node.kill()
            node.start()
            await storm.until(1)
            pauses.append(monotonic() - began)
        print(f"{given.kills} kills: the next acknowledgement after {median(pauses or [0]):.2f} s", flush=True)
        for node in nodes:
            await node.ready()
        if given.stop:
            print(f"stopped: its games went on after {await stopped(url, nodes, given.stop):.1f} s", flush=True)
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            await connection.execute(
                "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%'"
            )
        await storm.until(20)
        for _ in range(given.bases):
            subprocess.run([SCRIPT, "stop", postgres], check=True)
            await asyncio.to_thread(subprocess.run, start, check=True, stdout=subprocess.DEVNULL,
                                    env={**environment, "PGPORT": port})  # fmt: skip
            await storm.until(20)
        storm.over = True
        await playing
        faults = await check(url, storm.tables)
        unknown = sum(told.unanswered.total() for told in storm.tables.values())
        print(f"{storm.acknowledged} acknowledged, {unknown} without an answer, {len(storm.tables)} tables; "
              f"lost or doubled: {len(faults)}", *faults, sep="\n")  # fmt: skip
        return len(faults)
    finally:
        for node in nodes:
            node.signal(signal.SIGCONT)
            node.kill()
        subprocess.run([SCRIPT, "stop", postgres], check=False)


def main() -> None:
    if sys.argv[1:2] == ["serve"]:
        url, secret, port = sys.argv[2:]
        listener = socket.create_server(("127.0.0.1", int(port)), backlog=2048)
        listener.setblocking(False)
        return serve(Path(secret).parent, listener, NO_LIMITS, Hosting(database=url, secret=Path(secret)))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=300)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--stop", type=float, default=6.0, help="seconds for which a process is stopped; 0: none is")
    parser.add_argument("--bases", type=int, default=1, help="how often the database is killed")
    parser.add_argument("--players", type=int, default=6, help="pairs of people")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="intryga-nodes-", ignore_cleanup_errors=True) as name:
        os.chmod(name, 0o755)    # the database runs as another user where this runs as root
        sys.exit(1 if asyncio.run(run(given, Path(name))) else 0)


if __name__ == "__main__":
    main()
