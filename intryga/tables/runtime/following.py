"""What other processes do at the tables that lie in memory here: heard, read and entered.

What is told is a hint: that a table has an entry of some number. Whoever hears it reads on from their own number; what
was not heard is read a few seconds later. See decision 27.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from intryga.tables.model.entries import Damaged, LogEntry
from intryga.tables.runtime.cluster import Cluster, Kind
from intryga.tables.runtime.room import Room
from intryga.tables.runtime.tables import Tables
from intryga.tables.storage.store import NotReached, Store
from intryga.tables.types import TableId

READ_UP = 3.0    # seconds between two looks for what nobody has told
AGAIN = 0.5    # seconds until a database that does not answer is asked again

log = logging.getLogger("intryga.tables")


class Following:
    """Keeps the tables of this process up to date with those of the others."""

    def __init__(
        self, tables: Tables, store: Store, cluster: Cluster, people_changed: Callable[[], None]
    ) -> None:
        """`people_changed`: somebody has become another, or may come no longer."""
        self._tables = tables
        self._store = store
        self._cluster = cluster
        self._people_changed = people_changed
        self._behind: set[TableId] = set()    # have entries that are missing here
        self._unseen: set[TableId] = set()    # others have come or gone there
        self._something = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._cluster.open(self)
        if not self._cluster.alone:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- what is heard ---

    def hears(self, kind: Kind, table: TableId, number: int = 0) -> None:
        room = self._tables.rooms.get(table)
        if kind == "people":
            self._people_changed()
        elif room is None:
            if kind in ("entry", "keeper") and self._cluster.keeper(table):    # it was idle, and perhaps is no more
                self.takes({table: 0.0})
        elif kind == "entry" and room.table.number < number:
            self._behind.add(table)
        elif kind == "presence":
            self._unseen.add(table)
        elif kind == "mutes":
            self._tables.spawn(self._see_who_is_muted(room))
        elif kind == "keeper":
            self._tables.spawn(self._tables.look_after(room))
        elif kind == "gone":
            self._tables.let_go(table)
        if self._behind or self._unseen:
            self._something.set()

    def missed(self) -> None:
        self._behind.update(self._tables.rooms)
        self._unseen.update(self._tables.rooms)
        self._people_changed()
        for room in self._tables.rooms.values():
            room.announce()
        self._something.set()

    def takes(self, tables: Mapping[TableId, float]) -> None:
        for table, since in tables.items():
            room = self._tables.rooms.get(table)
            if room is not None:
                room.kept_since(since)
        self._tables.resume(list(tables))

    def lonely(self) -> list[TableId]:
        kept = ((table, room) for table, room in self._tables.rooms.items() if self._cluster.keeper(table))
        return [table for table, room in kept if room.table.status == "playing" and not room.watchers]

    # --- what is done about it ---

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(READ_UP):
                    await self._something.wait()
            except TimeoutError:
                self._look_around()
            self._something.clear()
            try:
                await self._read_on()
                await self._see_who_is_there()
            except NotReached:    # what is missing will still be missing later
                await asyncio.sleep(AGAIN)
                self._something.set()
            except Exception:
                log.exception("what others have written could not be read; trying again")
                await asyncio.sleep(AGAIN)

    def _look_around(self) -> None:
        rooms = self._tables.rooms
        self._behind.update(table for table, room in rooms.items() if room.watchers or self._cluster.keeper(table))
        self._tables.keep_going()
        if not self._cluster.well():
            for room in rooms.values():
                room.cut_off()

    async def _read_on(self) -> None:
        """All tables that are behind are read with one question."""
        rooms = {table: self._tables.rooms[table] for table in self._behind if table in self._tables.rooms}
        if rooms:
            found = await self._store.news({table: room.table.number for table, room in rooms.items()})
            self._behind.difference_update(rooms)
            for table, entries in found.items():
                self._tables.spawn(self._enter(rooms[table], entries))
        else:
            self._behind.clear()

    async def _enter(self, room: Room, entries: list[LogEntry]) -> None:
        table = room.table.header.table
        try:
            await self._tables.follow(room, entries)
        except NotReached:
            self._behind.add(table)
        except Damaged as damaged:    # its log is damaged, or was written by rules that are not ours
            log.error("table %s cannot be followed: %s", table, damaged)
            self._tables.let_go(table)    # who looks again is told

    async def _see_who_is_there(self) -> None:
        tables = [table for table in self._unseen if table in self._tables.rooms]
        self._unseen.clear()
        if tables:
            try:
                found = await self._cluster.present(tables)
            except NotReached:
                self._unseen.update(tables)
                raise
            for table in tables:
                if (room := self._tables.rooms.get(table)) is not None:
                    room.others(found.get(table, ()))

    async def _see_who_is_muted(self, room: Room) -> None:
        room.mutes(await self._store.mutes(room.table.header.table))
