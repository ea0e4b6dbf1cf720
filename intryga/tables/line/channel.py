"""A channel of the database: a mouth that tells, and an ear that hears what all tell.

What is told is told after the commit, by a connection that does not wait for the disk: with NOTIFY in it, a transaction
would hold a lock of the whole database until the disk has answered. So it may be lost, and nobody relies on it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, LiteralString

import psycopg
from psycopg.conninfo import make_conninfo

from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.storage.postgres import PATIENCE, plain_url
from intryga.tables.storage.store import NotReached

DEAF = 4.0    # seconds without hearing oneself
ANSWERS = 10.0    # seconds for one statement
AGAIN = 0.5    # seconds until a lost connection is made anew
ROOM = 7900    # bytes in one NOTIFY; 8000 are refused

log = logging.getLogger("intryga.tables")


class Channel:
    """`name` on the database. Everybody hears everything, also what they have told themselves."""

    def __init__(self, url: str, name: LiteralString, clock: WallClock) -> None:
        self._conninfo = make_conninfo(plain_url(url), **PATIENCE)
        self._name = name
        self._clock = clock
        self._mouth: psycopg.AsyncConnection[Any] | None = None
        self._speaking = asyncio.Lock()
        self._words: dict[str, None] = {}    # in order, each once
        self._something = asyncio.Event()
        self._heard_myself = 0.0
        self._complained = False
        self.listening = asyncio.Event()
        self.me = 0    # the number by which one knows one's own words
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, hears: Callable[[str], None], missed: Callable[[], None]) -> None:
        """`hears` gets every word of another; `missed` is called after every time that something may not have been
        heard."""
        work = (self._listen(hears, missed), self._speak())
        self._tasks = [asyncio.get_running_loop().create_task(one) for one in work]
        await self.listening.wait()

    async def close(self) -> None:
        """Nothing more is told or heard; statements can still be sent until `hang_up`."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def tell(self, word: str) -> None:
        """Soon, with all that is told meanwhile."""
        self._words[word] = None
        self._something.set()

    async def tell_now(self, words: Sequence[str]) -> None:
        for payload in payloads(self.me, words):
            await self.ask("select pg_notify(%s, %s)", self._name, payload)

    async def ask(self, statement: LiteralString, *values: object) -> list[Any]:
        """One statement, at once. Raises NotReached."""
        return await self._ask(statement, values)

    async def ask_named(self, statement: LiteralString, values: dict[str, object]) -> list[Any]:
        return await self._ask(statement, values)

    async def _ask(self, statement: LiteralString, values: tuple[object, ...] | dict[str, object]) -> list[Any]:
        async with self._speaking:
            try:
                async with asyncio.timeout(ANSWERS):
                    if self._mouth is None or self._mouth.closed:
                        self._mouth = await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True)
                        # Nothing that is said here need survive a crash.
                        await self._mouth.execute("set synchronous_commit = off")
                    done = await self._mouth.execute(statement, values)
                    self._complained = False
                    return await done.fetchall() if done.description else []
            except (psycopg.OperationalError, psycopg.InterfaceError, OSError) as error:
                self._complain(error)
                await self.hang_up()
                raise NotReached from error
            except asyncio.CancelledError:    # in the middle of something: nobody can go on with it
                await self.hang_up()
                raise

    async def hang_up(self) -> None:
        """By who speaks, or when nobody does any more: a socket that is closed while another waits for it ends the
        whole process, without a word, where libuv runs the event loop."""
        mouth, self._mouth = self._mouth, None
        if mouth is not None:
            with suppress(psycopg.Error, OSError):
                await mouth.close()

    async def _speak(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            words, self._words = list(self._words), {}
            with suppress(NotReached):    # the others will read up
                await self.tell_now(words)

    async def _listen(self, hears: Callable[[str], None], missed: Callable[[], None]) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True) as ear:
                    await ear.execute(f"listen {self._name}")
                    self._heard_myself = self._clock.elapsed()
                    self.listening.set()
                    missed()
                    while self._clock.elapsed() - self._heard_myself < DEAF:
                        async for notice in ear.notifies(timeout=1.0):
                            self._hear(notice.payload, hears)
                    log.warning("process %s does not hear itself, and listens anew", self.me)
            except (psycopg.OperationalError, psycopg.InterfaceError, OSError) as error:
                self._complain(error)
            self.listening.clear()
            await asyncio.sleep(AGAIN)

    def _complain(self, error: Exception) -> None:
        if not self._complained:    # said once, until it answers again
            log.warning("the database does not answer: %s", str(error).strip().partition("\n")[0])
        self._complained = True

    def _hear(self, payload: str, hears: Callable[[str], None]) -> None:
        sender, *words = payload.split(" ")
        if sender == str(self.me):
            self._heard_myself = self._clock.elapsed()
            return
        for word in words:
            hears(word)


def payloads(sender: int, words: Sequence[str]) -> list[str]:
    """As few as hold all words."""
    found: list[str] = []
    for word in words:
        if not found or len(found[-1]) + 1 + len(word) > ROOM:
            found.append(str(sender))
        found[-1] += f" {word}"
    return found
