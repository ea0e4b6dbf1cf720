"""Clocks, and spectators who see everything later."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from intryga.kernel.layout import OMNISCIENT, SPECTATOR
from intryga.kernel.view import View, view
from intryga.tables.house import House
from intryga.tables.runtime import past
from intryga.tables.types import Clock
from tests.tables.support import EWA, IDA, JAN, ME, OLA, OPEN, clock_of, everybody, four, opened, wish
from tests.tables.windows.support import TOYS, answer, awaited


def test_who_is_late_is_played_for_until_they_return(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            clock = clock_of(house)
            await clock.advance(60)    # nobody is late in the first moments after a start
            table = await house.create(OLA, wish(ME, OPEN, public=True, clock=Clock(5)))
            await house.join(table, 1, JAN)
            page = await house.page(table, OLA)
            late = page.seats[awaited(page)[0]]
            owner, other = (OLA, JAN) if late.seat == 0 else (JAN, OLA)
            assert (late.deadline, late.clock_seconds) == (clock.now() + 5, 5)
            await clock.advance(4.9)
            assert not (await house.page(table, other)).seats[late.seat].away
            await clock.advance(0.2)
            page = await house.page(table, other)
            assert page.seats[late.seat].away
            assert page.asked >= 0, "a bot has moved"
            await house.back(table, owner)
            assert not (await house.page(table, other)).seats[late.seat].away

    asyncio.run(scene())


def test_in_a_shared_run_all_clocks_tick_alike(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=0, clock=Clock(30, 60)) as (house, table):
            await answer(house, table, OLA, "deed 1")
            await answer(house, table, JAN, "pass")
            for page in await everybody(house, table):
                deadlines = {info.deadline for info in page.seats if info.seat > 0}
                assert len(deadlines) == 1
                assert None not in deadlines
                assert page.seats[0].deadline is None

    asyncio.run(scene())


@pytest.mark.parametrize("opens", ["always", "deed", "end"])
def test_spectators_see_a_past_that_is_older_than_its_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opens: str
) -> None:
    """Never the present, however long nobody moves; and of the past only what the game opens."""
    monkeypatch.setattr(TOYS["windows"], "past_opens", opens)

    async def scene() -> None:
        async with four(tmp_path, window=0, spectators="delayed") as (house, table):
            clock = clock_of(house)

            async def look() -> View:
                page = await house.page(table, None)
                assert page.view is not None
                assert page.delayed == (page.view.viewer == OMNISCIENT)
                assert (await house.page(table, OLA)).view != page.view
                return page.view

            async def sees(always: View | None, deed: View | None) -> bool:
                """A past with everything open, or (None) what is public now."""
                shown, past = await look(), {"always": always, "deed": deed}.get(opens)
                return shown.viewer == SPECTATOR if past is None else shown == past

            await clock.advance(1000)
            assert await sees(None, None)
            first = omniscient(house, table)
            await answer(house, table, OLA, "deed 1")
            assert await sees(first, first)
            second = omniscient(house, table)
            await clock.advance(1000)
            assert await sees(first, first)
            for who in (JAN, EWA, IDA):
                await answer(house, table, who, "pass")
            assert await sees(second, first)
            third = omniscient(house, table)
            await answer(house, table, JAN, "deed 2")
            await clock.advance(past.DELAY - 1)
            assert await sees(second, first)
            await clock.advance(2)
            assert await sees(third, third)

    asyncio.run(scene())


def test_spectators_wait_for_the_first_past_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOYS["windows"], "past_opens", "always")

    async def scene() -> None:
        async with four(tmp_path, window=0, spectators="delayed") as (house, table):
            first = omniscient(house, table)
            await answer(house, table, OLA, "deed 1")
            for seconds in (0, past.DELAY - 1):
                await clock_of(house).advance(seconds)
                page = await house.page(table, None)
                assert page.view is not None
                assert (page.delayed, page.view.viewer) == (False, SPECTATOR)
            await clock_of(house).advance(2)
            assert (await house.page(table, None)).view == first

    asyncio.run(scene())


def omniscient(house: House, table: str) -> View:
    at = house._tables._rooms[table].table
    return view(at.game, at.state, OMNISCIENT)
