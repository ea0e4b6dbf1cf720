"""The tables in memory, and the one way in which they change.

Under the table's lock a change is planned and made on a copy, and stored as the next entry of the log. Only then does
the copy take the table's place, and others are told. A change that cannot be stored leaves everything as it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from intryga.tables.invites import Invites
from intryga.tables.model import requests
from intryga.tables.model import snapshot as snapshots
from intryga.tables.model.entries import Damaged, MoveMade, MoveTakenBack, OrderGiven, PassingStopped
from intryga.tables.model.table import Plan, Table
from intryga.tables.output.table_page import summary
from intryga.tables.runtime import reading
from intryga.tables.runtime.clockwork import Clockwork
from intryga.tables.runtime.room import Room
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.runtime.workers import Workers
from intryga.tables.storage.store import Store, Taken
from intryga.tables.types import Refused, Stale, TableId

ROOMS = 2000    # kept in memory; more only while they are looked at
LOOKED_AT = 100    # rooms, when there are too many
QUARANTINED = 1000    # tables that cannot be opened, of which it is remembered why
TRIES = 5

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger("intryga.tables")


Call = Callable[[Table, list[str]], Coroutine[Any, Any, None]]


class Figures(NamedTuple):
    """How much there is to do."""

    rooms: int
    watchers: int
    stored: int    # entries since the start
    damaged: int


class Tables:
    """Opens tables, changes them, and lets go of those that nobody needs."""

    def __init__(
        self, store: Store, invites: Invites, workers: Workers, clock: WallClock, call: Call | None = None
    ) -> None:
        self._store = store
        self._call = call    # for who is to move and does not look
        self._invites = invites
        self._clock = clock
        self._clockwork = Clockwork(self.change, workers, clock)
        self._rooms: OrderedDict[TableId, Room] = OrderedDict()
        self._loading: dict[TableId, asyncio.Task[Room]] = {}
        self._damaged: OrderedDict[TableId, Damaged] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stored = 0

    def resume(self, tables: list[TableId]) -> None:
        """Let these games go on, one after another, while others are already being played."""
        self._spawn(self._resume(tables))

    async def close(self) -> None:
        """What is being written is written; nothing new begins."""
        clockworks = [room.clockwork for room in self._rooms.values() if room.clockwork is not None]
        for task in clockworks:
            task.cancel()
        await asyncio.gather(*clockworks, return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def figures(self) -> Figures:
        watchers = sum(len(room.watchers) for room in self._rooms.values())
        return Figures(len(self._rooms), watchers, self._stored, len(self._damaged))

    # --- changes ---

    async def change(
        self, room: Room, request: Callable[Concatenate[Table, P], Plan], *given: P.args, **named: P.kwargs
    ) -> Plan:
        """The request plans what shall happen at the table as it is now, or raises. Gives what was done. A caller who
        goes away in the middle (a closed connection) does not stop what is being written."""
        return await asyncio.shield(self._spawn(self._change(room, lambda table: request(table, *given, **named))))

    async def _change(self, room: Room, request: Callable[[Table], Plan]) -> Plan:
        async with room.lock:
            for _ in range(TRIES):
                plan = request(room.table)
                after = room.table.copy()
                at = max(room.time(), after.changed)
                after.make(plan, after.number + 1, at)
                listed = summary(after) if plan.everybody else None
                try:
                    await self._store.append(after.header.table, after.number, at, plan.change, listed)
                except Taken:
                    # Another process was quicker. What it did may make the request moot: a click is not tried again.
                    room.table = await reading.table(self._store, after.header)
                    room.wake()
                    if isinstance(plan.change, MoveMade | MoveTakenBack):
                        raise Stale from None
                    continue
                self._stored += 1
                before, room.table = room.table, after
                room.wake(None if plan.everybody else _person(after, plan))
                self._clockwork.start(room)
                self._call_who_is_away(room, before)
                await self._take_snapshot(after)
                return plan
            raise Stale

    async def begin_when_full(self, room: Room) -> None:
        if room.table.status == "waiting" and not any(chair.free for chair in room.table.chairs):
            with suppress(Stale):
                await self.change(room, requests.begin)

    async def _take_snapshot(self, table: Table) -> None:
        ended = table.status == "over" and not table.snapshot_of_end
        if table.number - table.snapshot < snapshots.EVERY and not ended:
            return
        snapshot = snapshots.take(table)
        if snapshot is not None:
            table.snapshot, table.snapshot_of_end = table.number, table.status == "over"
            try:
                await self._store.put_snapshot(table.header.table, snapshot)
            except Exception:    # the entry itself is safe, and that is what was asked for
                log.exception("table %s: no snapshot could be stored", table.header.table)

    def _call_who_is_away(self, room: Room, before: Table) -> None:
        """Whom the game has begun to wait for, as everybody at the table sees. Nobody comes in time for a window that
        ends with a bell."""
        table = room.table
        if self._call is None or table.windows.timed or table.status != "playing":
            return
        waited = set(before.awaited())
        chairs = [table.chairs[seat] for seat in table.awaited() if seat not in waited]
        people = sorted({chair.person for chair in chairs if chair.person and not chair.bot} - room.present())
        if people:
            task = self._spawn(self._call(table, people))
            task.add_done_callback(_log_failure)

    # --- tables in memory ---

    async def room(self, table: TableId) -> Room:
        room = self._rooms.get(table)
        if room is not None:
            self._rooms.move_to_end(table)
            return room
        if table in self._damaged:
            raise self._damaged[table].with_traceback(None)
        if table not in self._loading:
            self._loading[table] = self._spawn(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, id: TableId) -> Room:
        try:
            header = await self._store.header(id) if len(id) <= 32 else None
            if header is None:
                raise Refused("no_table", "there is no such table")
            table = await reading.table(self._store, header)
        except Damaged as damaged:
            self._quarantine(id, damaged)
            raise
        room = Room(table, await self._store.mutes(id), self._invites, self._clock)
        self._rooms[id] = room
        self._clockwork.start(room)
        self._make_room()
        await self.begin_when_full(room)    # a start that was cut short between two entries
        return room

    def _quarantine(self, table: TableId, damaged: Damaged) -> None:
        """Remembered, so that a table that cannot be opened is not tried again at every click on its link."""
        self._damaged[table] = damaged
        while len(self._damaged) > QUARANTINED:
            self._damaged.popitem(last=False)
        log.error("table %s stays closed: %s", table, damaged, exc_info=damaged)

    def _make_room(self) -> None:
        if len(self._rooms) <= ROOMS:
            return
        for table, room in list(self._rooms.items())[:LOOKED_AT]:
            if not room.idle():
                self._rooms.move_to_end(table)    # next time others are looked at
                continue
            if room.clockwork is not None:
                room.clockwork.cancel()
            del self._rooms[table]
            if len(self._rooms) <= ROOMS:
                return

    async def _resume(self, tables: list[TableId]) -> None:
        for table in tables:
            try:
                await self.room(table)
            except Refused:    # it has said what is wrong
                pass
            except Exception:
                log.exception("table %s could not be resumed", table)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _person(table: Table, plan: Plan) -> str:
    change = plan.change
    assert isinstance(change, MoveMade | MoveTakenBack | PassingStopped | OrderGiven), "all else is noticed by all"
    return table.chairs[change.seat].person


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("nobody could be told of their move", exc_info=error)
