"""Somebody sets the clock, or a machine wakes up with a wrong one: no wait gets longer or shorter by it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from intryga.tables.types import Clock
from tests.tables.clock import SetClock
from tests.tables.support import BOT, JAN, ME, OLA, OPEN, clock_of, four, opened, play, wish
from tests.tables.windows.support import answer, awaited

HOUR = 3600.0


@pytest.mark.parametrize("by", [-HOUR, HOUR])
def test_bells_ring_in_time(tmp_path: Path, by: float) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=20) as (house, table):
            clock = clock_of(house)
            await answer(house, table, OLA, "deed 1")
            await clock.advance(5)
            clock.set_by = by
            await clock.advance(14)
            page = await house.page(table, OLA)
            assert awaited(page) == [1, 2, 3]
            await clock.advance(2)
            assert awaited(await house.page(table, OLA)) != [1, 2, 3]

    asyncio.run(scene())


@pytest.mark.parametrize("by", [-HOUR, HOUR])
def test_nobody_is_late_sooner_or_later(tmp_path: Path, by: float) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            clock = clock_of(house)
            await clock.advance(60)
            table = await house.create(OLA, wish(ME, OPEN, public=True, clock=Clock(60)))
            await house.join(table, 1, JAN)
            seat = awaited(await house.page(table, OLA))[0]
            await clock.advance(10)
            clock.set_by = by
            await house.chat(table, OLA, "what time is it?")
            page = await house.page(table, OLA)
            assert page.seats[seat].deadline == pytest.approx(clock.now() + 50, abs=1)
            await clock.advance(49)
            assert not (await house.page(table, OLA)).seats[seat].away
            await clock.advance(2)
            assert (await house.page(table, OLA)).seats[seat].away

    asyncio.run(scene())


def test_after_a_restart_with_the_clock_right_again(tmp_path: Path) -> None:
    """Bots answer, and bells ring, though the last entries lie in the future."""

    async def scene() -> None:
        fast = SetClock()
        fast.set_by = HOUR
        async with opened(tmp_path, fast) as house:
            table = await house.create(OLA, wish(ME, BOT, pace=1.0))
            await play(house, table, OLA, moves=2)
        right = SetClock(fast.time)
        async with opened(tmp_path, right) as house:
            await play(house, table, OLA, moves=3)
            begun = right.time
            while (await house.page(table, OLA)).asked < 0 and (await house.page(table, OLA)).status == "playing":
                await right.advance(1)
            assert right.time - begun < 60

    asyncio.run(scene())
