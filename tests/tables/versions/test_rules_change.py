"""Rules change while games are played: those that were begun go on under theirs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from intryga.kernel.game import AnyGame
from intryga.tables.house import House, Person, TablePage
from tests.tables.support import JAN, ME, OLA, OPEN, opened, play, wish
from tests.tables.versions.conftest import Release
from tests.toys import ladder


async def begun(house: House, moves: int) -> str:
    table = await house.create(OLA, wish(ME, OPEN, game="ladder", public=True))
    await house.join(table, 1, JAN)
    for who in (OLA, JAN):
        await climb(house, table, who, 2)
    await play(house, table, OLA, JAN, moves=moves)
    return table


async def climb(house: House, table: str, who: Person, rungs: int) -> None:
    page = await house.page(table, who)
    assert page.view is not None
    assert page.view.decision is not None
    action = next(option.action for option in page.view.decision.options if option.text == f"climb {rungs}")
    await house.act(table, who, action, page.version)


def heights(page: TablePage) -> list[int]:
    assert page.view is not None
    return [page.view.counters[f"height {seat}"] for seat in range(2)]


def climbers(page: TablePage) -> list[int]:
    """Who climbed, as the story tells it."""
    return [line.seat() for move in page.story for line in move.entries if line.word == "climbed"]


def test_a_table_of_version_1_is_played_on_after_version_2_came(tmp_path: Path, release: Release) -> None:
    async def scene() -> None:
        release(ladder.BEFORE)
        async with opened(tmp_path) as house:
            old = await begun(house, 0)
            finished = await begun(house, 99)
            end = await house.finished.replay(finished, OLA, None, -2)
            before = await house.page(old, JAN)
            assert before.rules == 1
        release(ladder.GAME)
        async with opened(tmp_path) as house:
            page = await house.page(old, JAN)
            assert (page.rules, page.view, page.story) == (1, before.view, before.story)
            mover = OLA if page.asked < 0 else JAN
            await climb(house, old, mover, 1)
            await house.undo(old, mover)
            assert (await house.page(old, JAN)).view == before.view
            await play(house, old, OLA, JAN)
            assert max(heights(await house.page(old, OLA))) in (6, 7), "the ladder it began with"
            assert (await house.finished.replay(old, OLA, None, -2)).view.over
            assert await house.finished.replay(finished, OLA, None, -2) == end
            new = await begun(house, 99)
            page = await house.page(new, OLA)
            assert page.rules == 2
            assert max(heights(page)) in (9, 10)
            again = await house.rematch(finished, OLA)
            assert (await house.page(again, OLA)).rules == 2, "a new game has the newest rules"

    asyncio.run(scene())


@pytest.mark.parametrize(
    "changed",
    [
        ladder.ladder(1, 6, step="Ascend"),
        ladder.ladder(1, 6, counter_first=True),
        ladder.ladder(1, 6, verb_first=True),
        ladder.ladder(1, 6, rungs_told=True),
        ladder.ladder(1, 6, step="Ascend", counter_first=True, verb_first=True, rungs_told=True),
    ],
    ids=["a renamed step", "a moved counter", "other numbers of actions", "a word told otherwise", "all of them"],
)
def test_a_snapshot_of_another_make_is_passed_over(tmp_path: Path, release: Release, changed: AnyGame) -> None:
    """The log still means the same, so nothing else changes."""

    async def scene() -> None:
        release(ladder.BEFORE)
        async with opened(tmp_path) as house:
            table = await begun(house, 0)
            before = await house.page(table, JAN)
            raw = await house._store.snapshot(table)
            assert raw is not None, "or this proves nothing"
        release(changed)
        async with opened(tmp_path) as house:
            page = await house.page(table, JAN)
            assert heights(page) == heights(before)
            assert climbers(page) == climbers(before)
            assert page.version == before.version
            await play(house, table, OLA, JAN)
            assert max(heights(await house.page(table, OLA))) in (6, 7)
            assert await house._store.snapshot(table) != raw, "it is replaced by one that fits"
        async with opened(tmp_path) as house:
            assert (await house.finished.replay(table, OLA, None, -2)).view.over

    asyncio.run(scene())


def test_a_snapshot_that_fits_is_used(tmp_path: Path, release: Release, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one of version 1, now that there is version 2."""

    async def scene() -> None:
        release(ladder.BEFORE)
        async with opened(tmp_path) as house:
            table = await begun(house, 0)
            await house.chat(table, OLA, "after the snapshot")
            before = await house.page(table, JAN)
        release(ladder.GAME)
        async with opened(tmp_path) as house:
            read: list[int] = []
            entries = house._store.entries

            async def counted(table: str, after: int) -> object:
                read.append(after)
                return await entries(table, after)

            monkeypatch.setattr(house._store, "entries", counted)
            assert (await house.page(table, JAN)).view == before.view
            assert read
            assert min(read) > 3

    asyncio.run(scene())
