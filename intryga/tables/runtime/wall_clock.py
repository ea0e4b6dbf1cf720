"""The time, and waiting for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic, time


class WallClock:
    """Seconds since 1970, and every wait at a table. Whatever depends on time is handed one of these, so that a test
    can say itself what time it is."""

    def now(self) -> float:
        return time()

    def today(self) -> str:
        """The day, the same for everybody: 2026-11-16."""
        return datetime.fromtimestamp(self.now(), UTC).date().isoformat()

    def elapsed(self) -> float:
        """Seconds since some moment, whatever clocks are set to meanwhile."""
        return monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        """Until the event is set, or so many seconds have passed."""
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            pass

    def call_later(self, seconds: float, call: Callable[[], object]) -> None:
        asyncio.get_running_loop().call_later(seconds, call)
