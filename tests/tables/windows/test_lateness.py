"""Clocks, and spectators who see everything later."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from intryga.tables.runtime import room
from intryga.tables.types import Clock
from tests.tables.support import EWA, JAN, ME, OLA, OPEN, opened, play, until, wish
from tests.tables.windows.support import answer, everybody, four


def test_who_is_late_is_played_for_until_they_return(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intryga.tables.runtime.clockwork.RESTED", 0.0)
    monkeypatch.setattr("intryga.tables.model.table.GRACE", 0)
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True, clock=Clock(5)))
            await house.join(table, 1, JAN)
            page = await house.page(table, OLA)
            late = page.seats[page.view.awaited[0]] if page.view is not None else page.seats[0]
            assert late.deadline is not None
            assert late.clock_seconds == 5
            now = late.deadline + 0.01
            monkeypatch.setattr("intryga.tables.runtime.clockwork.time", lambda: now)
            house._tables._rooms[table].stirred.set()
            page = await until(lambda: house.page(table, OLA), lambda page: page.seats[late.seat].away)
            owner, other = (OLA, JAN) if late.seat == 0 else (JAN, OLA)
            monkeypatch.undo()
            await until(lambda: house.page(table, other), lambda page: page.asked >= 0)
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


def test_spectators_see_everything_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "DELAY", 0.4)

    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True, spectators="delayed"))
            await house.join(table, 1, JAN)
            page = await house.page(table, None)
            assert page.view is not None
            assert (page.view.viewer, page.delayed) == (-1, False)
            page = await until(lambda: house.page(table, None), lambda page: page.delayed)
            assert page.view is not None
            then = page.view
            await play(house, table, OLA, JAN, moves=2)
            page = await house.page(table, EWA)
            assert page.view == then
            assert (await house.page(table, OLA)).view != then
            await until(lambda: house.page(table, None), lambda page: page.view != then)

    asyncio.run(scene())
