"""What whoever runs a server may do: look through the tables, close one, slow its talk down, send a person away or
forget them; and what happens by itself to tables that were abandoned."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from intryga.tables.model import requests
from intryga.tables.runtime.cluster import Cluster
from intryga.tables.runtime.tables import Tables
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.storage.store import NotReached, NotStored, Store, Summary
from intryga.tables.types import Refused, Stale, TableId

DAY = 86400.0
NOTICE = 0.25    # of the time for which a table is kept, during which its page says so
LOOKED_AT = 100    # tables at once
EVERY = 3600.0    # seconds

log = logging.getLogger("intryga.tables")


class Administrator:
    """Has no seat, and sees no more of a game than lists tell."""

    def __init__(
        self,
        tables: Tables,
        store: Store,
        cluster: Cluster,
        clock: WallClock,
        void: Callable[[str], Awaitable[None]],
        days: float,
    ) -> None:
        """`void`: makes all links and cookies of a person void. `days`: after so many without any change a table that
        is not over is removed; 0: never."""
        self._tables = tables
        self._store = store
        self._cluster = cluster
        self._clock = clock
        self._void = void
        self._kept = days * DAY
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        if self._kept:
            self._task = asyncio.get_running_loop().create_task(self._sweep())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def tables(self, limit: int) -> list[Summary]:
        return await self._store.recent(limit)

    async def close_table(self, table: TableId) -> None:
        await self._tables.change(await self._tables.room(table), requests.close_for_all)
        log.warning("table %s was closed by the administrator", table)

    async def slow_down(self, table: TableId, seconds: int) -> None:
        await self._tables.change(await self._tables.room(table), requests.slow_down, seconds)

    async def send_away(self, table: TableId, seat: int) -> None:
        """Who sits there is nobody we know any more, at any table; a bot plays for them."""
        await self._send_away(await self._person(table, seat))

    async def forget(self, table: TableId, seat: int) -> None:
        """The same, and neither their name nor what they said is kept anywhere."""
        person = await self._person(table, seat)
        await self._send_away(person)
        for changed in await self._store.forget(person):
            self._tables.let_go(changed)
            self._cluster.tell("gone", changed)

    async def _person(self, table: TableId, seat: int) -> str:
        chairs = (await self._tables.room(table)).table.chairs
        if seat not in range(len(chairs)) or not chairs[seat].person:
            raise Refused("nobody_such", "nobody sits there")
        return chairs[seat].person

    async def _send_away(self, person: str) -> None:
        await self._void(person)
        for listed in await self._store.tables_of(person, 10_000):
            if listed.status == "over":
                continue
            room = await self._tables.room(listed.table)
            for seat in room.table.seats_of(person):
                try:
                    await self._tables.change(room, requests.send_away, seat)
                except Stale:    # a bot plays for them already
                    continue

    # --- what was abandoned ---

    def expires(self, changed: float) -> float | None:
        """When a table that last changed then will be removed, if that is soon."""
        if not self._kept or self._clock.now() < changed + self._kept * (1 - NOTICE):
            return None
        return changed + self._kept

    async def _sweep(self) -> None:
        while True:
            try:
                await self.remove_abandoned()
            except (NotStored, NotReached):    # another time
                pass
            except Exception:
                log.exception("abandoned tables could not be removed")
            await self._clock.sleep(EVERY)

    async def remove_abandoned(self) -> int:
        """Gives how many were."""
        removed, before = 0, self._clock.now() - self._kept
        while found := await self._store.abandoned(before, LOOKED_AT):
            gone = [table for table in found if await self._store.remove(table, before)]
            for table in gone:
                self._tables.let_go(table)
                self._cluster.tell("gone", table)
            removed += len(gone)
            if not gone:
                break
        if removed:
            log.warning("%d abandoned tables were removed", removed)
        return removed
