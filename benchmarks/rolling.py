"""Two servers on one PostgreSQL are restarted in turn while people click: no click may be lost, and none made twice.

    python benchmarks/rolling.py [--restarts N] [--tables N]

People do as a page does (static/table.js): a click is kept until the table has answered, and sent again by the next
connection where the line was lost before. Which server that is, is left to chance, as a proxy would do it.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import httpx2
import msgspec
import websockets
from crowd import postgres
from seats import GAME, Seat, people, sit, spread
from storm import Server, new_secret

from intryga.kernel.dice import QuickDice, quick
from intryga.tables.model.entries import MoveMade
from intryga.tables.storage.postgres import PostgresStore

AGAIN = 0.25    # seconds until a lost line is made anew
GIVE_UP = 60.0    # seconds without an answer: the click is lost
PAUSE = 0.2    # seconds between two clicks at a table


class Page(Seat):
    """A seat whose line may be lost."""

    def begin(self, servers: list[Server], dice: QuickDice) -> None:
        self._servers = servers
        self._dice = dice
        self.kept = b""    # the click that has no answer yet
        self.clicked = -1    # the version of its page
        self.sent = 0    # how often
        self._staying = asyncio.create_task(self._stay())

    async def _stay(self) -> None:
        while not self.over:
            self.http = self._servers[self._dice.below(len(self._servers))].http
            with suppress(OSError, websockets.WebSocketException, TimeoutError):
                await self.connect()
                await self._transmit()
                await self.listen()
            await asyncio.sleep(AGAIN)

    def refuses(self, told: dict[str, Any]) -> bool:
        """What was made and is sent again all the same is refused late, perhaps while the next click is on its way."""
        return "error" in told and told.get("refused", self.clicked) == self.clicked

    async def _transmit(self) -> None:
        if self.kept:
            self.sent += 1
            await self.socket.send(self.kept.decode())

    async def click(self) -> str:
        """Gives what came of it."""
        before = self.clicked = self.version
        errors = self.errors
        self.kept, self.sent = msgspec.json.encode({"do": self.choices()[0], "version": before}), 0
        with suppress(websockets.WebSocketException):
            await self._transmit()
        try:
            async with asyncio.timeout(GIVE_UP):
                while self.version == before and self.errors == errors and not self.over:
                    self.heard.clear()
                    await self.heard.wait()
        except TimeoutError:
            return "lost"
        finally:
            self.kept = b""
        if self.errors == errors:
            return "answered"
        print(f"refused when sent {self.sent} times: {self.said}", flush=True)
        return "refused" if self.sent == 1 else "refused when sent again"    # for it had been made

    async def leave(self) -> None:
        self._staying.cancel()
        with suppress(asyncio.CancelledError):
            await self._staying
        await self.socket.close()


class Rolling:
    def __init__(self, servers: list[Server]) -> None:
        self._servers = servers
        self._tables: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.took: list[float] = []
        self.over = False

    async def play(self, dice: QuickDice) -> None:
        while not self.over:
            pages = await self._sit_down(dice)
            while not self.over and not any(page.over for page in pages):
                page = next((page for page in pages if page.choices()), None)
                if page is not None:
                    began = monotonic()
                    self.counts[await page.click()] += 1
                    self.took.append(monotonic() - began)
                await asyncio.sleep(PAUSE)
            for page in pages:
                await page.leave()

    async def _sit_down(self, dice: QuickDice) -> list[Page]:
        while True:
            http = self._servers[dice.below(len(self._servers))].http
            with suppress(httpx2.HTTPError, KeyError):    # it has just been ended; another will do
                seats = await sit(http, await people(http), GAME)
                break
        self._tables.add(seats[0].table)
        pages = [Page(seat.http, seat.headers, seat.table) for seat in seats]
        for page in pages:
            page.begin(self._servers, dice)
        return pages

    async def restart(self, server: Server, clicks: int) -> None:
        await asyncio.to_thread(server.end, signal.SIGTERM)
        server.start()
        await server.ready()
        target = self.counts.total() + clicks
        while self.counts.total() < target:
            await asyncio.sleep(0.05)

    async def moves(self, store: PostgresStore) -> int:
        entries = [entry for table in self._tables for entry in await store.entries(table, 0)]
        await store.close()
        return sum(isinstance(entry.change, MoveMade) for entry in entries)


async def run(given: argparse.Namespace, folder: Path, url: str) -> None:
    new_secret(folder)
    servers = [Server(folder, url) for _ in range(2)]
    found = Rolling(servers)
    try:
        for server in servers:
            await server.ready()
        async with asyncio.TaskGroup() as playing:
            for n in range(given.tables):
                playing.create_task(found.play(quick(1, n)))
            for n in range(given.restarts):
                await found.restart(servers[n % 2], clicks=2 * given.tables)
            found.over = True
        moves = await found.moves(PostgresStore(url))
    finally:
        for server in servers:
            server.close()
    told = ", ".join(f"{times} {what}" for what, times in found.counts.most_common())
    print(f"{given.restarts} restarts, {found.counts.total()} clicks: {told}; {moves} moves in the log; "
          f"answered in {spread(found.took)}, at most {max(found.took):.1f} s")  # fmt: skip
    assert moves == found.counts["answered"] + found.counts["refused when sent again"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--restarts", type=int, default=10)
    parser.add_argument("--tables", type=int, default=6)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="intryga-rolling-") as name, postgres() as url:
        asyncio.run(run(given, Path(name), url))


if __name__ == "__main__":
    main()
