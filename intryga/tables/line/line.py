"""The line to the other processes, as the house knows it. See decision 27."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import get_args

from intryga.tables.line.channel import Channel
from intryga.tables.line.database_clock import DatabaseClock
from intryga.tables.line.register import Register
from intryga.tables.line.thoughts import Thoughts
from intryga.tables.runtime.cluster import Kind, Listener, Presence
from intryga.tables.storage.store import NotReached
from intryga.tables.types import TableId

BEAT = 1.0    # seconds
RECOUNT = 3    # beats

COME_OR_GONE = """
    insert into presence ("table", person, node, here, seen) select %s, %s, epoch, %s, %s from nodes where epoch = %s
    on conflict ("table", person, node) do update set seen = excluded.seen, here = excluded.here"""
THERE = 'select "table", person, here, seen from presence where "table" = any(%s) and node <> %s'
# A bucket that fills steadily up to its brim; no row comes back if it is empty.
MAKE = """
    insert into askers as a (asker, level) values (%(asker)s, %(brim)s - 1)
    on conflict (asker) do update
    set level = least(%(brim)s, a.level + extract(epoch from clock_timestamp() - a.at) * %(rate)s) - 1,
        at = clock_timestamp()
    where least(%(brim)s, a.level + extract(epoch from clock_timestamp() - a.at) * %(rate)s) >= 1
    returning 1"""
FORGET_ASKERS = "delete from askers where at < now() - interval '1 hour'"

log = logging.getLogger("intryga.tables")


class Line:
    """Several processes on one PostgreSQL database."""

    alone = False

    def __init__(self, url: str, name: str, clock: DatabaseClock, now: Callable[[], float] | None = None) -> None:
        """`now`: the tables' time, if it is not that of the clock, which is set by the database's."""
        self._channel = Channel(url, "intryga", clock)
        self._register = Register(self._channel, name, clock, now or clock.now)
        self.thoughts = Thoughts(self._channel, clock)
        self._listener: Listener | None = None
        self._living: asyncio.Task[None] | None = None
        self._telling: set[asyncio.Task[None]] = set()

    async def open(self, listener: Listener) -> None:
        self._listener = listener
        await self._register.beat(listener)
        await self._channel.open(self._hear, listener.missed)
        self._living = asyncio.get_running_loop().create_task(self._live(listener))

    async def close(self) -> None:
        if self._living is not None:
            self._living.cancel()
            await asyncio.gather(self._living, *self._telling, return_exceptions=True)
            await self._channel.close()
            with suppress(NotReached):
                await self._register.leave()
        await self._channel.hang_up()

    def well(self) -> bool:
        return self._register.answered() and self._channel.listening.is_set()

    # --- whose tables are whose ---

    def keeper(self, table: TableId) -> int:
        return self._register.me if self._register.keeps(table) else 0

    async def claim(self, table: TableId) -> float:
        return await self._register.claim(table)

    def lost(self, table: TableId) -> None:
        self._register.lost(table)

    async def _live(self, listener: Listener) -> None:
        beats, clock = 0, asyncio.get_running_loop().time
        while True:
            began = clock()
            try:
                async with asyncio.timeout(4 * BEAT):
                    await self._register.beat(listener)
                    await self._register.take_orphans(listener)
                    beats += 1
                    if beats % RECOUNT == 0:
                        await self._register.recount(listener)
                        await self._register.hand_over(listener.lonely())
                    if beats % 600 == 0:
                        await self._channel.ask(FORGET_ASKERS)
            except NotReached:    # which was said
                pass
            except TimeoutError:
                log.warning("the database does not answer in time")
            except Exception:
                log.exception("the register of processes could not be kept; trying again")
            # What took long makes the next beat come sooner, but others shall have time for theirs.
            await asyncio.sleep(max(BEAT / 2, BEAT - (clock() - began)))

    # --- what is told ---

    def tell(self, kind: Kind, table: TableId = "", number: int = 0) -> None:
        self._channel.tell(f"{kind}:{table}:{number}")

    def _hear(self, word: str) -> None:
        assert self._listener is not None
        if word == "left" and self._living is not None:
            self._listener.missed()
        kind, _, rest = word.partition(":")
        table, _, number = rest.partition(":")
        if kind == "thought" and number.isdecimal():
            self.thoughts.hears(table, int(number))
        elif kind in get_args(Kind) and number.isdecimal():    # a newer release may have more to tell
            self._listener.hears(kind, table, int(number))  # type: ignore[arg-type]

    def told(self, table: TableId, there: Presence) -> None:
        task = asyncio.get_running_loop().create_task(self._tell_presence(table, there))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _tell_presence(self, table: TableId, there: Presence) -> None:
        with suppress(NotReached):    # whoever is there is told of again when the line is back
            await self._channel.ask(COME_OR_GONE, table, there.person, there.here, there.seen, self._register.me)
            self.tell("presence", table)

    async def present(self, tables: Sequence[TableId]) -> dict[TableId, list[Presence]]:
        found: dict[TableId, list[Presence]] = {}
        for table, person, here, seen in await self._channel.ask(THERE, list(tables), self._register.me):
            found.setdefault(table, []).append(Presence(person, here, seen))
        return found

    async def may_make(self, asker: str, rate: float, brim: float) -> bool:
        try:
            return bool(await self._channel.ask_named(MAKE, {"asker": asker, "rate": rate, "brim": brim}))
        except NotReached:
            return True    # nothing can be stored anyway
