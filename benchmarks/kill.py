"""Kill the server at random moments while games are played, and count what was lost: nothing may be.

    python benchmarks/kill.py --games 200 --kills 40

Programs play by the API against bots. The server is ended with SIGKILL, started again, and the programs go on where
they were. In the end every move that was acknowledged must stand in the log, in its order, and every game must be over.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx2

from intryga.kernel.dice import QuickDice, quick
from intryga.tables.model.entries import MoveMade
from intryga.tables.storage.sqlite import SqliteStore

AT_ONCE = 8
TOO_MANY = 429
WISH = {"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}], "pace": 0}


class Server:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process: asyncio.subprocess.Process | None = None
        self.kills = 0

    async def start(self) -> None:
        command = ["-m", "intryga", "serve", "--no-browser", "--port", str(self.port), "--data", str(self.folder)]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, *command, stdout=asyncio.subprocess.DEVNULL, env=os.environ
        )

    async def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()
        self.kills += 1


class Player:
    """Plays one game after another, through all failures of the connection."""

    def __init__(self, http: httpx2.AsyncClient, dice: QuickDice) -> None:
        self.http = http
        self.dice = dice
        self.acknowledged: dict[str, list[str]] = {}
        self.headers: dict[str, str] = {}

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx2.Response:
        """Tries until there is an answer. Only for what may be done twice."""
        while True:
            try:
                answer = await self.http.request(method, path, json=body, headers=self.headers)
                if answer.status_code != TOO_MANY:
                    return answer
            except httpx2.HTTPError:
                pass
            await asyncio.sleep(0.05)

    async def play(self) -> None:
        if not self.headers:
            token = (await self.ask("POST", "/api/people", {"name": "Ola"})).json()["token"]
            self.headers = {"authorization": f"Bearer {token}"}
        table = (await self.ask("POST", "/api/tables", WISH)).json()["table"]
        made = self.acknowledged[table] = []
        while True:
            page = (await self.ask("GET", f"/api/tables/{table}")).json()
            if page["status"] == "over":
                return
            if page["asked"] < 0:
                await asyncio.sleep(0.01)
                continue
            options = page["view"]["decision"]["options"]
            option = options[self.dice.below(len(options))]
            body = {"action": option["action"], "version": page["version"]}
            try:
                answer = await self.http.post(f"/api/tables/{table}/act", json=body, headers=self.headers)
            except httpx2.HTTPError:
                continue    # nobody knows whether it was stored; the table does
            if answer.status_code == 200:
                made.append(option["text"])


def moves_made(players: list[Player]) -> int:
    return sum(len(made) for player in players for made in player.acknowledged.values())


async def lost(folder: Path, acknowledged: dict[str, list[str]]) -> int:
    """How many acknowledged moves the log does not have, in their order."""
    store, missing = SqliteStore(folder), 0
    await store.open()
    for table, made in acknowledged.items():
        entries = await store.entries(table, 0)
        stored = iter([e.change.text for e in entries if isinstance(e.change, MoveMade) and not e.change.by])
        missing += sum(1 for text in made if text not in stored)
    await store.close()
    return missing


async def run(games: int, kills: int, seed: int = 1) -> tuple[int, int, int]:
    """Gives moves acknowledged, moves lost, and how often the server was killed."""
    dice = quick(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder)
        await server.start()
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=10) as http:
            players = [Player(http, quick(seed, n)) for n in range(1, AT_ONCE + 1)]
            todo = asyncio.Queue[int]()
            for n in range(games):
                todo.put_nowait(n)

            async def work(player: Player) -> None:
                while not todo.empty():
                    todo.get_nowait()
                    await player.play()

            everything = asyncio.gather(*(work(player) for player in players))
            while not everything.done() and server.kills < kills:
                target = moves_made(players) + 10 + dice.below(30)    # moves, not seconds: a slow machine is killed too
                while not everything.done() and moves_made(players) < target:
                    await asyncio.sleep(0.002)
                if not everything.done():
                    await server.kill()
                    await server.start()
            await everything
        await server.kill()
        acknowledged = {table: made for player in players for table, made in player.acknowledged.items()}
        return sum(map(len, acknowledged.values())), await lost(folder, acknowledged), server.kills - 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kills", type=int, default=40)
    given = parser.parse_args()
    moves, missing, kills = asyncio.run(run(given.games, given.kills))
    print(f"{given.games} games, {moves} moves acknowledged, server killed {kills} times, moves lost: {missing}")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
