"""The tables in memory, and the one way in which they change.

Under the table's lock a change is checked, entered into the fold, and stored as the next entry of the log; only then is
anybody told. If storing fails, the fold is thrown away and read anew from the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import time
from typing import Any, TypeVar

from intryga.tables import keeping, pages, wishes
from intryga.tables.keeper import Keeper
from intryga.tables.live import Live
from intryga.tables.log import AnyEvent, Header, Logged, Moved, Undone
from intryga.tables.seals import Seals
from intryga.tables.shapes import Refused, Stale, TableId
from intryga.tables.store import Store, Taken
from intryga.tables.table import Table
from intryga.tables.thinking import Thinker

LIVE_TABLES = 2000    # kept in memory; more only while they are looked at
TRIES = 5

T = TypeVar("T")
log = logging.getLogger("intryga.tables")


class Shelf:
    def __init__(self, store: Store, seals: Seals, thinker: Thinker) -> None:
        self._store = store
        self._seals = seals
        self._keeper = Keeper(self.commit, thinker)
        self._live: OrderedDict[TableId, Live] = OrderedDict()
        self._loading: dict[TableId, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def resume(self, tables: list[TableId]) -> None:
        """Let these games go on, one after another, while others are already being played."""
        self._spawn(self._resume(tables))

    async def close(self) -> None:
        """What is being written is written; nothing new begins."""
        keepers = [live.keeper for live in self._live.values() if live.keeper is not None]
        for task in keepers:
            task.cancel()
        await asyncio.gather(*keepers, return_exceptions=True)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._keeper.close()

    async def commit(self, live: Live, make: Callable[[Table], AnyEvent]) -> None:
        """`make` says what shall happen at the table as it is now, or raises. A caller who goes away in the middle
        (a closed connection) does not stop what is being written."""
        await asyncio.shield(self._spawn(self._commit(live, make)))

    async def _commit(self, live: Live, make: Callable[[Table], AnyEvent]) -> None:
        async with live.lock:
            for _ in range(TRIES):
                await self.mend(live)
                table = live.table
                event = make(table)
                table.check(event)
                everybody = table.noticed_by_all(event)
                logged = Logged(table.number + 1, max(time(), table.changed), event)
                try:
                    table.enter(logged)
                    summary = pages.summary(table) if everybody else None
                    await self._store.append(table.header.table, logged.number, logged.at, event, summary)
                except Taken:
                    # Another process was quicker. What it did may make the wish moot: a click is never tried again.
                    live.torn = True
                    await self.mend(live)
                    live.wake()
                    if isinstance(event, Moved | Undone):
                        raise Stale from None
                    continue
                except BaseException:
                    live.torn = True
                    raise
                live.wake(None if everybody else table.chairs[wishes.seat_of(event)].person)
                self._keeper.keep(live)
                await self._snapshot(live)
                return
            raise Stale

    async def mend(self, live: Live) -> None:
        """Read a table anew whose fold has something that was not stored. For who holds the lock."""
        if live.torn:
            live.table = await self._read(live.table.header)
            live.torn = False

    async def _snapshot(self, live: Live) -> None:
        table = live.table
        if table.number - table.kept < keeping.EVERY:
            return
        snapshot = keeping.keep(table)
        if snapshot is not None:
            table.kept = table.number
            try:
                await self._store.keep_snapshot(table.header.table, snapshot)
            except Exception:    # the entry itself is safe, and that is what was asked for
                log.exception("table %s: no snapshot could be kept", table.header.table)

    async def begin_when_full(self, live: Live) -> None:
        if live.table.status == "waiting" and not any(chair.free for chair in live.table.chairs):
            with suppress(Stale):
                await self.commit(live, wishes.beginning)

    # --- tables in memory ---

    async def table(self, table: TableId) -> Live:
        live = self._live.get(table)
        if live is not None:
            self._live.move_to_end(table)
            return live
        if table not in self._loading:
            self._loading[table] = self._spawn(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: TableId) -> Live:
        header = await self._store.header(table) if len(table) <= 32 else None
        if header is None:
            raise Refused("no_table", "there is no such table")
        live = Live(await self._read(header), await self._store.mutes(table), self._seals)
        self._live[table] = live
        self._keeper.keep(live)
        self._make_room()
        await self.begin_when_full(live)    # a start that was cut short between two entries
        return live

    async def _read(self, header: Header) -> Table:
        kept = await self._store.snapshot(header.table)
        table = (keeping.restore(header, kept) if kept is not None else None) or Table(header)
        for logged in await self._store.entries(header.table, table.number):
            table.enter(logged)
        return table

    def _make_room(self) -> None:
        if len(self._live) <= LIVE_TABLES:
            return
        for table, live in list(self._live.items())[: len(self._live) - LIVE_TABLES]:
            if live.idle():
                if live.keeper is not None:
                    live.keeper.cancel()
                del self._live[table]

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
