"""Two houses on one store, as two processes would be: one log, whoever writes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from intryga.kernel.dice import quick
from intryga.tables.house import House, Person, Stale, TablePage
from tests.tables.support import BOT, JAN, ME, OLA, OPEN, opened, wish


@asynccontextmanager
async def two(folder: Path) -> AsyncIterator[list[House]]:
    async with opened(folder) as one, opened(folder) as other:
        yield [one, other]


async def up_to_date(house: House, table: str) -> None:
    """A house hears of the other's entries when it writes itself: talk is tried again until it has its place."""
    await house.chat(table, OLA, "?")


@pytest.mark.parametrize("name", ["spiskowcy", "konspiracja"])
def test_a_whole_game_through_two_houses(tmp_path: Path, name: str) -> None:
    """Clicks fall on either, also on one that has not heard of the last move. None counts twice and none is lost."""

    async def scene() -> None:
        dice, made, stale = quick(3), 0, 0
        async with two(tmp_path) as houses:
            table = await houses[0].create(OLA, wish(ME, OPEN, game=name, public=True, window=0))
            await houses[1].join(table, 1, JAN)
            await up_to_date(houses[0], table)
            while True:
                house = houses[dice.below(2)]
                pages = [await house.page(table, who) for who in (OLA, JAN)]
                if pages[0].status == "over":
                    break
                who, page = next(pair for pair in zip((OLA, JAN), pages, strict=True) if pair[1].asked >= 0)
                try:
                    await click(house, table, who, page, dice.below(1000))
                    made += 1
                except Stale:
                    stale += 1
                    assert (await house.page(table, who)).version > page.version, "now it has heard"
            for house in houses:
                await up_to_date(house, table)
                await up_to_date(house, table)
            files = [await house.finished.game_file(table, OLA) for house in houses]
            assert files[0] == files[1]
            assert len(files[0].moves) == made
            assert stale > 5
        async with opened(tmp_path) as house:
            assert await house.finished.game_file(table, OLA) == files[0]

    asyncio.run(scene())


async def click(house: House, table: str, who: Person, page: TablePage, choice: int) -> None:
    assert page.view is not None
    assert page.view.decision is not None
    options = page.view.decision.options
    await house.act(table, who, options[choice % len(options)].action, page.version)


def test_bots_are_moved_by_one_of_them(tmp_path: Path) -> None:
    """Both clockworks try, the log lets one through each time."""

    async def scene() -> None:
        async with two(tmp_path) as houses:
            table = await houses[0].create(OLA, wish(BOT, BOT, public=True))
            await houses[1].page(table, None)
            while (await houses[0].page(table, None)).status != "over":
                await asyncio.sleep(0.002)
            while (await houses[1].page(table, None)).status != "over":
                await asyncio.sleep(0.002)
            entries = await houses[0]._store.entries(table, 0)
            assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
            files = [await house.finished.game_file(table, None) for house in houses]
            assert files[0] == files[1]

    asyncio.run(scene())
