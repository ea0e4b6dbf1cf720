"""Who moved, and what is news."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from intryga.tables.house import Person
from intryga.tables.output import table_page
from tests.tables.support import EWA, IDA, JAN, ME, OLA, OPEN, clock_of, everybody, four, opened, play, wish
from tests.tables.windows.support import answer, awaited, pass_on


@pytest.mark.parametrize("order", [(JAN, EWA, IDA), (IDA, EWA, JAN)])
@pytest.mark.parametrize("window", [0.0, 20.0])
@pytest.mark.usefixtures("_jan_holds_a_counter")
def test_a_move_has_its_mover_but_not_the_last_to_answer(
    tmp_path: Path, order: tuple[Person, ...], window: float
) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=window) as (house, table):
            await answer(house, table, OLA, "deed 1")
            for page in await everybody(house, table):
                assert [move.mover for move in page.story] == [-1, 0]    # the set-up, and her deed
            for who in order:
                await answer(house, table, who, "counter" if who is JAN else "pass")
            await clock_of(house).advance(window)
            assert 0 in awaited(await house.page(table, None))
            for seat, page in enumerate(await everybody(house, table)):
                assert [move.mover for move in page.story] == [-1, 0, -1]
                # Ola's own deed is nothing new to her; the counter is to everybody, also to who answered last.
                assert page.news == 1, seat

    asyncio.run(scene())


def test_news_are_what_came_after_ones_own_click(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            await house.join(table, 1, JAN)
            fresh = await house.page(table, OLA)
            assert fresh.news == len(fresh.story) > 0
            compared = 0
            for _ in range(30):
                page = await house.page(table, OLA)
                who, other = (OLA, JAN) if page.asked >= 0 else (JAN, OLA)
                before = await house.page(table, other)
                await play(house, table, who, moves=1)
                after, mine = await house.page(table, other), await house.page(table, who)
                new = len(after.story) - len(before.story)
                if after.story and after.story[-1].mover == mine.viewer:
                    assert after.news == before.news + new
                    assert mine.news == 0
                    compared += 1
            assert compared > 10

    asyncio.run(scene())


def test_a_long_story_does_not_count_the_answers_in_a_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_page, "STORY_SHOWN", 2)

    async def scene() -> None:
        async with four(tmp_path, window=60) as (house, table):
            await answer(house, table, OLA, "deed 1")
            before = await everybody(house, table)
            await answer(house, table, EWA, "pass")
            await pass_on(house, table, IDA)
            after = await everybody(house, table)
            assert [a == b for a, b in zip(after, before, strict=True)] == [True, True, False, False, True]
            assert {page.story_skipped for page in after} == {0}

    asyncio.run(scene())
