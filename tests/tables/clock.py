"""A clock that a test sets: time passes when the test says so, and not otherwise."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from itertools import count
from math import inf
from typing import TYPE_CHECKING

from intryga.tables.runtime.wall_clock import WallClock

if TYPE_CHECKING:
    from intryga.tables.house import House


class SetClock(WallClock):
    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.time = now
        self.set_by = 0.0    # seconds by which somebody has set the clock
        self.house: House | None = None
        self._number = count()
        self._due: list[tuple[float, int, Callable[[], object]]] = []
        self._waiting: dict[asyncio.Task[object], asyncio.Event] = {}

    # --- what the house asks of it ---

    def now(self) -> float:
        return self.time + self.set_by

    def elapsed(self) -> float:
        return self.time

    def call_later(self, seconds: float, call: Callable[[], object]) -> None:
        heapq.heappush(self._due, (self.time + seconds, next(self._number), call))

    async def sleep(self, seconds: float) -> None:
        await self.wait(asyncio.Event(), seconds)

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        task = asyncio.current_task()
        assert task is not None
        over = asyncio.Event()
        if seconds is not None:
            self.call_later(seconds, over.set)
        waits = [asyncio.ensure_future(one.wait()) for one in (event, over)]
        self._waiting[task] = event
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            del self._waiting[task]
            for wait in waits:
                wait.cancel()

    # --- what a test asks of it ---

    async def advance(self, seconds: float) -> None:
        """So much time passes. Whatever falls due meanwhile happens at its time, to the end."""
        end = self.time + seconds
        await self.settle()
        while self._due and self._due[0][0] <= end:
            self.time, _, call = heapq.heappop(self._due)
            call()
            await self.settle()
        self.time = end
        await self.settle()

    async def settle(self) -> None:
        """Until nothing goes on any more without more time, or somebody's click."""
        for _ in range(3):    # a callback may have woken somebody who has not run yet
            await turns()
            while not self._quiet():
                await asyncio.sleep(0.0005)

    def _quiet(self) -> bool:
        assert self.house is not None
        tables = self.house._tables
        working = [room.clockwork for room in tables._rooms.values() if room.clockwork is not None]
        return not tables._tasks and all(
            task.done() or (task in self._waiting and not self._waiting[task].is_set()) for task in working
        )


class HeldClock(WallClock):
    """For servers in threads of their own: it stands, however long a busy machine takes, until a test moves it on."""

    def __init__(self) -> None:
        self._begun = super().now()
        self.ahead = 0.0    # seconds

    def now(self) -> float:
        return self._begun + self.ahead

    def elapsed(self) -> float:
        return self.ahead

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        end = inf if seconds is None else self.ahead + seconds
        while not event.is_set() and self.ahead < end:
            await super().wait(event, 0.05)


async def turns() -> None:
    """Whoever can go on does."""
    for _ in range(10):
        await asyncio.sleep(0)
