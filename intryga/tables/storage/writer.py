"""One thread writes, in order. What has come in while it was writing is committed together: the busier the house, the
less a single entry costs, and no two transactions of this process ever wait for each other's lock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError

from intryga.tables.storage.store import NotStored, Unsure

log = logging.getLogger("intryga.tables")
Part = TypeVar("Part")


class Writer(Generic[Part]):
    """Commits what is to be written, one batch after another. `commit` writes a batch in one transaction and gives for
    each part why it was left out, or None; it raises if nothing at all was written."""

    def __init__(self, commit: Callable[[list[Part]], list[Exception | None]]) -> None:
        self._commit = commit
        self._thread = ThreadPoolExecutor(1, "writer")
        self._waiting: list[tuple[Part, asyncio.Future[None]]] = []
        self._running: asyncio.Task[None] | None = None
        self.failing = False    # the last batch could not be stored, by no fault of its own

    async def write(self, part: Part) -> None:
        """All or nothing, durable on return. Raises what kept it out."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((part, done))
        if self._running is None:
            self._running = loop.create_task(self._run())
        await done

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            outcomes = await loop.run_in_executor(self._thread, self._try, [part for part, _ in batch])
            for (_, done), error in zip(batch, outcomes, strict=True):
                if done.cancelled():
                    continue
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)
        self._running = None

    def _try(self, batch: list[Part]) -> list[Exception | None]:
        try:
            outcomes = self._commit(batch)
        except Exception as error:
            if isinstance(error, DBAPIError) and error.connection_invalidated:
                # It may have gone after the commit. To write them again could refuse what is stored.
                return [self._cannot(error, Unsure())] * len(batch)
            if isinstance(error, OperationalError):    # the disk or the database, not what was to be written
                return [self._cannot(error, NotStored())] * len(batch)
            # None of them is stored. Alone, each of them succeeds or fails by its own fault.
            return [error] if len(batch) == 1 else [outcome for part in batch for outcome in self._try([part])]
        self.failing = False
        return outcomes

    def _cannot(self, error: DBAPIError, told: NotStored) -> NotStored:
        if not self.failing:    # said once, until it can be done again
            log.error("nothing can be stored: %s", error.orig)
        self.failing = True
        return told

    async def close(self) -> None:
        while self._running is not None:
            await self._running
        self._thread.shutdown()
