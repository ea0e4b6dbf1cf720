"""The tables in memory, and the one way in which they change.

Under the table's lock a change is checked, entered, and stored as the next entry of the log; only then is anybody told.
If storing fails, the table is thrown away and read anew from the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import time
from typing import Any, TypeVar

from intryga.tables.invites import Invites
from intryga.tables.model import requests
from intryga.tables.model import snapshot as snapshots
from intryga.tables.model.entries import AnyChange, Header, LogEntry, MoveMade, MoveTakenBack
from intryga.tables.model.table import Table
from intryga.tables.output import table_page
from intryga.tables.runtime.bot_pool import BotPool
from intryga.tables.runtime.clockwork import Clockwork
from intryga.tables.runtime.room import Room
from intryga.tables.storage.store import Store, Taken
from intryga.tables.types import Refused, Stale, TableId

LIVE_TABLES = 2000    # kept in memory; more only while they are looked at
TRIES = 5

T = TypeVar("T")
log = logging.getLogger("intryga.tables")


class Tables:
    def __init__(self, store: Store, invites: Invites, thinker: BotPool) -> None:
        self._store = store
        self._invites = invites
        self._clockwork = Clockwork(self.commit, thinker)
        self._rooms: OrderedDict[TableId, Room] = OrderedDict()
        self._loading: dict[TableId, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def resume(self, tables: list[TableId]) -> None:
        """Let these games go on, one after another, while others are already being played."""
        self._spawn(self._resume(tables))

    async def close(self) -> None:
        """What is being written is written; nothing new begins."""
        keepers = [room.keeper for room in self._rooms.values() if room.keeper is not None]
        for task in keepers:
            task.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._clockwork.close()

    async def commit(self, room: Room, make: Callable[[Table], AnyChange]) -> None:
        """`make` says what shall happen at the table as it is now, or raises. A caller who goes away in the middle
        (a closed connection) does not stop what is being written."""
        await asyncio.shield(self._spawn(self._commit(room, make)))

    async def _commit(self, room: Room, make: Callable[[Table], AnyChange]) -> None:
        async with room.lock:
            for _ in range(TRIES):
                await self.mend(room)
                table = room.table
                event = make(table)
                table.check(event)
                everybody = table.noticed_by_all(event)
                logged = LogEntry(table.number + 1, max(time(), table.changed), event)
                try:
                    table.enter(logged)
                    summary = table_page.summary(table) if everybody else None
                    await self._store.append(table.header.table, logged.number, logged.at, event, summary)
                except Taken:
                    # Another process was quicker. What it did may make the wish moot: a click is never tried again.
                    room.torn = True
                    await self.mend(room)
                    room.wake()
                    if isinstance(event, MoveMade | MoveTakenBack):
                        raise Stale from None
                    continue
                except BaseException:
                    room.torn = True
                    raise
                room.wake(None if everybody else table.chairs[requests.seat_of(event)].person)
                self._clockwork.keep(room)
                await self._snapshot(room)
                return
            raise Stale

    async def mend(self, room: Room) -> None:
        """Read a table anew whose fold has something that was not stored. For who holds the lock."""
        if room.torn:
            room.table = await self._read(room.table.header)
            room.torn = False

    async def _snapshot(self, room: Room) -> None:
        table = room.table
        if table.number - table.kept < snapshots.EVERY:
            return
        snapshot = snapshots.take(table)
        if snapshot is not None:
            table.kept = table.number
            try:
                await self._store.keep_snapshot(table.header.table, snapshot)
            except Exception:    # the entry itself is safe, and that is what was asked for
                log.exception("table %s: no snapshot could be kept", table.header.table)

    async def begin_when_full(self, room: Room) -> None:
        if room.table.status == "waiting" and not any(chair.free for chair in room.table.chairs):
            with suppress(Stale):
                await self.commit(room, requests.beginning)

    # --- tables in memory ---

    async def table(self, table: TableId) -> Room:
        room = self._rooms.get(table)
        if room is not None:
            self._rooms.move_to_end(table)
            return room
        if table not in self._loading:
            self._loading[table] = self._spawn(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: TableId) -> Room:
        header = await self._store.header(table) if len(table) <= 32 else None
        if header is None:
            raise Refused("no_table", "there is no such table")
        room = Room(await self._read(header), await self._store.mutes(table), self._invites)
        self._rooms[table] = room
        self._clockwork.keep(room)
        self._make_room()
        await self.begin_when_full(room)    # a start that was cut short between two entries
        return room

    async def _read(self, header: Header) -> Table:
        kept = await self._store.snapshot(header.table)
        table = (snapshots.restore(header, kept) if kept is not None else None) or Table(header)
        for logged in await self._store.entries(header.table, table.number):
            table.enter(logged)
        return table

    def _make_room(self) -> None:
        if len(self._rooms) <= LIVE_TABLES:
            return
        for table, room in list(self._rooms.items())[: len(self._rooms) - LIVE_TABLES]:
            if room.idle():
                if room.keeper is not None:
                    room.keeper.cancel()
                del self._rooms[table]

    async def _resume(self, tables: list[TableId]) -> None:
        for table in tables:
            try:
                await self.table(table)
            except Refused as error:
                log.warning("table %s stays closed: %s", table, error)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
