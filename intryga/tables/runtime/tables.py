"""The tables in memory, and the one way in which they change.

Under the table's lock a change is planned and made on a copy, and stored as the next entry of the log. Only then does
the copy take the table's place, and others are told. A change that cannot be stored leaves everything as it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from intryga.kernel.game import Mistake
from intryga.kernel.state import IllegalMove
from intryga.tables.invites import Invites
from intryga.tables.model import requests
from intryga.tables.model import snapshot as snapshots
from intryga.tables.model.entries import (
    PAGES,
    Damaged,
    GameBegan,
    LogEntry,
    MoveMade,
    MoveTakenBack,
    OrderGiven,
    PassingStopped,
)
from intryga.tables.model.table import Plan, Table
from intryga.tables.output.table_page import summary
from intryga.tables.runtime import reading
from intryga.tables.runtime.clockwork import Clockwork
from intryga.tables.runtime.cluster import Cluster
from intryga.tables.runtime.past import Pasts
from intryga.tables.runtime.room import Room, Watcher
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.runtime.workers import Workers
from intryga.tables.storage.store import Fenced, NotReached, NotStored, Store, Taken, Unsure
from intryga.tables.types import Refused, Stale, TableId

ROOMS = 2000    # kept in memory; more only while they are looked at
LOOKED_AT = 100    # rooms, when there are too many
QUARANTINED = 1000    # tables that cannot be opened, of which it is remembered why
TRIES = 5
REST = 60.0    # seconds after which a game that is over, and that nobody looks at, is let go

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
    kept: int    # games in memory that this process looks after
    failing: bool    # nothing could be stored the last time


class Tables:
    """Opens tables, changes them, and lets go of those that nobody needs."""

    def __init__(
        self,
        store: Store,
        invites: Invites,
        workers: Workers,
        clock: WallClock,
        cluster: Cluster,
        call: Call,
    ) -> None:
        self._store = store
        self._call = call    # for who is to move and does not look
        self._invites = invites
        self._clock = clock
        self._cluster = cluster
        self._clockwork = Clockwork(self.change_by_itself, cluster.keeper, workers, clock)
        self._rooms: OrderedDict[TableId, Room] = OrderedDict()
        self._loading: dict[TableId, asyncio.Task[Room]] = {}
        self._damaged: OrderedDict[TableId, Damaged] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._stored = 0

    def resume(self, tables: list[TableId]) -> None:
        """Let these games go on, one after another, while others are already being played."""
        self.spawn(self._resume(tables))

    def keep_going(self) -> None:
        """What a process could not look after for a while it does again."""
        for room in self._rooms.values():
            self._clockwork.start(room)

    async def close(self) -> None:
        """What is being written is written; nothing new begins."""
        clockworks = [room.clockwork for room in self._rooms.values() if room.clockwork is not None]
        for task in clockworks:
            task.cancel()
        await asyncio.gather(*clockworks, return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def figures(self) -> Figures:
        watchers = sum(len(room.watchers) for room in self._rooms.values())
        kept = sum(self._cluster.keeper(table) > 0 for table in self._rooms)
        return Figures(len(self._rooms), watchers, self._stored, len(self._damaged), kept, self._store.failing)

    # --- changes ---

    async def change(
        self, room: Room, request: Callable[Concatenate[Table, P], Plan], *given: P.args, **named: P.kwargs
    ) -> Plan:
        """The request plans what shall happen at the table as it is now, or raises. Gives what was done. A caller who
        goes away in the middle (a closed connection) does not stop what is being written."""
        return await asyncio.shield(self.spawn(self._change(room, lambda table: request(table, *given, **named))))

    async def change_by_itself(
        self, keeper: int, room: Room, request: Callable[Concatenate[Table, P], Plan], *given: P.args, **named: P.kwargs
    ) -> Plan:
        """The same without anybody's click: only for the process that looks after the table, under its number."""
        change = self._change(room, lambda table: request(table, *given, **named), keeper)
        return await asyncio.shield(self.spawn(change))

    async def _change(self, room: Room, request: Callable[[Table], Plan], keeper: int = 0) -> Plan:
        overtaken = False    # by another's entry, which may have made a click moot
        async with room.lock:
            for tried in range(TRIES):
                try:
                    plan = request(room.table)
                except (Mistake, IllegalMove):
                    # What was clicked on may be the page of another process, and this one has not heard of the last
                    # moves, or of who has sat down.
                    if overtaken:
                        raise Stale from None
                    if tried or self._cluster.alone or not await self._catch_up(room):
                        raise
                    continue
                after = room.table.copy()
                at = max(room.time(), after.changed)
                after.make(plan, after.number + 1, at)
                try:
                    await self._write(room, after, plan, at, keeper)
                except Taken:
                    # Another process was quicker. If that concerns a click it is refused at the next try, for it knows
                    # its page. A wish to take back does not, and would go further than was meant.
                    await self._catch_up(room)
                    if isinstance(plan.change, MoveTakenBack):
                        raise Stale from None
                    overtaken = isinstance(plan.change, MoveMade)
                    continue
                self._stored += 1
                self._cluster.tell("entry", after.header.table, after.number)
                before, room.table = room.table, after
                if isinstance(plan.change, GameBegan):
                    await self.look_after(room)
                room.wake(None if plan.everybody else _person(after, plan))
                self._clockwork.start(room)
                self._call_who_is_away(room, before)
                await self._take_snapshot(after)
                return plan
            raise Stale

    async def _write(self, room: Room, after: Table, plan: Plan, at: float, keeper: int) -> None:
        table, listed = after.header.table, summary(after) if plan.everybody else None
        try:
            await self._store.append(table, after.number, at, plan.change, listed, keeper)
        except Fenced:
            self._cluster.lost(table)
            raise Stale from None
        except Unsure:    # the log knows
            with suppress(NotReached):
                await self._catch_up(room)
            raise

    async def read_on(self, room: Room) -> bool:
        """Before somebody is refused: others may have done what is not known here. True if they have."""
        if self._cluster.alone:
            return False
        async with room.lock:
            return await self._catch_up(room)

    async def _catch_up(self, room: Room) -> bool:
        """For who holds the lock."""
        entries = await self._store.entries(room.table.header.table, room.table.number)
        self._read_on(room, entries)
        return bool(entries)

    async def follow(self, room: Room, entries: list[LogEntry]) -> None:
        """Others have written these."""
        async with room.lock:
            if entries[0].number > room.table.number + 1:    # something lies between
                await self._catch_up(room)
            else:
                self._read_on(room, [entry for entry in entries if entry.number > room.table.number])

    def _read_on(self, room: Room, entries: list[LogEntry]) -> None:
        for entry in entries:
            after = room.table.copy()
            plan = reading.enter(after, entry)
            room.table = after
            room.wake(None if plan.everybody else _person(after, plan))
        self._clockwork.start(room)

    async def look_after(self, room: Room) -> None:
        """If nobody else does. Where the database is away, whoever comes first will take it."""
        with suppress(NotReached):
            room.kept_since(await self._cluster.claim(room.table.header.table))
            self._clockwork.start(room)

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
            except NotStored:    # which the store has said; the entry itself is safe, and that is what was asked for
                pass
            except Exception:
                log.exception("table %s: no snapshot could be stored", table.header.table)

    def _call_who_is_away(self, room: Room, before: Table) -> None:
        """Whom the game has begun to wait for, as everybody at the table sees. Nobody comes in time for a window that
        ends with a bell."""
        table = room.table
        if table.windows.timed or table.status != "playing":
            return
        waited = set(before.awaited())
        chairs = [table.chairs[seat] for seat in table.awaited() if seat not in waited]
        people = sorted({chair.person for chair in chairs if chair.person and not chair.bot} - room.present())
        if people:
            task = self.spawn(self._call(table, people))
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
            self._loading[table] = self.spawn(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, id: TableId) -> Room:
        try:
            header = await self._store.header(id) if len(id) <= 32 else None
            if header is None:
                raise Refused("no_table", "there is no such table")
            pasts = Pasts()
            table = await reading.table(self._store, header, pasts, self._clock.now())
        except Damaged as damaged:
            self._quarantine(id, damaged)
            raise
        room = Room(table, pasts, self._invites, self._clock, lambda there: self._cluster.come_or_gone(id, there))
        room.mutes(await self._store.mutes(id))
        room.others((await self._cluster.present([id])).get(id, ()))
        self._rooms[id] = room
        if table.status == "playing":
            await self.look_after(room)
        if not self._cluster.alone:    # something may have been told while it was being read
            async with room.lock:
                await self._catch_up(room)
        self._make_room()
        await self.begin_when_full(room)    # a start that was cut short between two entries
        return room

    @property
    def rooms(self) -> Mapping[TableId, Room]:
        """Those in memory."""
        return self._rooms

    def _quarantine(self, table: TableId, damaged: Damaged) -> None:
        """Remembered, so that a table that cannot be opened is not tried again at every click on its link."""
        self._damaged[table] = damaged
        while len(self._damaged) > QUARANTINED:
            self._damaged.popitem(last=False)
        if damaged.key == PAGES:    # where one is, most are: a trace for each table would tell nothing
            log.error("table %s stays closed: %s; `intryga check` saves the rest", table, damaged)
        else:
            log.error("table %s stays closed: %s", table, damaged, exc_info=damaged)

    def _make_room(self) -> None:
        if len(self._rooms) <= ROOMS:
            return
        for table, room in list(self._rooms.items())[:LOOKED_AT]:
            if not room.idle():
                self._rooms.move_to_end(table)    # next time others are looked at
                continue
            self.let_go(table)
            if len(self._rooms) <= ROOMS:
                return

    def leave(self, room: Room, watcher: Watcher) -> None:
        """A page was closed. Nothing will happen at a game that is over: who comes back reads it anew."""
        room.depart(watcher)
        if room.table.status == "over":
            self._clock.call_later(REST, lambda: self._let_rest(room.table.header.table))

    def _let_rest(self, table: TableId) -> None:
        room = self._rooms.get(table)
        if room is not None and room.table.status == "over" and room.idle():
            self.let_go(table)

    def let_go(self, table: TableId) -> None:
        """Out of memory; who opens it again reads it anew."""
        room = self._rooms.pop(table, None)
        if room is not None and room.clockwork is not None:
            room.clockwork.cancel()

    async def _resume(self, tables: list[TableId]) -> None:
        for table in tables:
            try:
                self._clockwork.start(await self.room(table))
            except Refused:    # it has said what is wrong
                pass
            except Exception:
                log.exception("table %s could not be resumed", table)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _person(table: Table, plan: Plan) -> str:
    change = plan.change
    assert isinstance(change, MoveMade | MoveTakenBack | PassingStopped | OrderGiven), "all else is noticed by all"
    return table.chairs[change.seat].person


def _log_failure(task: asyncio.Task[None]) -> None:
    error = None if task.cancelled() else task.exception()
    if isinstance(error, NotReached | NotStored):    # the database is away: that is no fault of the program
        log.warning("nobody could be told of their move: %s", error)
    elif error is not None:
        log.error("nobody could be told of their move", exc_info=error)
