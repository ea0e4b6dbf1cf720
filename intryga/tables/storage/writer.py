"""One thread writes, in order. What has come in while it was writing is committed together: the busier the house, the
less a single entry costs, and no two transactions ever wait for each other's lock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import OperationalError

from intryga.tables.storage.store import NotStored

log = logging.getLogger("intryga.tables")
Work = Callable[[Connection], object]


class Writer:
    """Commits what is to be written, one batch after another."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "writer")
        self._waiting: list[tuple[Work, asyncio.Future[None]]] = []
        self._running: asyncio.Task[None] | None = None
        self._cannot_store = False

    async def write(self, work: Work) -> None:
        """All or nothing, durable on return. Raises what the work raises."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((work, done))
        if self._running is None:
            self._running = loop.create_task(self._run())
        await done

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            outcomes = await loop.run_in_executor(self._thread, self._commit, [work for work, _ in batch])
            for (_, done), error in zip(batch, outcomes, strict=True):
                if done.cancelled():
                    continue
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)
        self._running = None

    def _commit(self, batch: list[Work]) -> list[Exception | None]:
        try:
            with self._engine.begin() as connection:
                for work in batch:
                    work(connection)
        except Exception as error:
            if isinstance(error, OperationalError):    # the disk, not what was to be written
                return [self._cannot(error)] * len(batch)
            # None of them is stored. Alone, each of them succeeds or fails by its own fault.
            return [error] if len(batch) == 1 else [outcome for work in batch for outcome in self._commit([work])]
        self._cannot_store = False
        return [None] * len(batch)

    def _cannot(self, error: OperationalError) -> NotStored:
        if not self._cannot_store:    # said once, until it can be done again
            log.error("nothing can be stored: %s", error.orig)
        self._cannot_store = True
        return NotStored()

    async def close(self) -> None:
        while self._running is not None:
            await self._running
        self._thread.shutdown()
