"""Four people at a toy with reaction windows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from intryga.kernel.game import AnyGame
from intryga.tables.house import House, Person, TablePage
from tests.tables.clock import SetClock
from tests.tables.support import EWA, JAN, ME, OLA, OPEN, opened, wish
from tests.toys import windows

IDA = Person("ida-" + "0" * 16, "Ida", "en")
PEOPLE = (OLA, JAN, EWA, IDA)


# The same for two: only one seat is asked in a window.
PAIR = windows.GAME.changed(id="pair", components={"game": {"players_min": 2, "players_max": 2}})
TOYS: dict[str, AnyGame] = {"windows": windows.GAME, "pair": PAIR}


@asynccontextmanager
async def four(
    folder: Path, game: str = "windows", at: SetClock | None = None, **more: object
) -> AsyncIterator[tuple[House, str]]:
    async with opened(folder, at) as house:
        table = await house.create(OLA, wish(ME, OPEN, OPEN, OPEN, game=game, public=True, **more))
        for seat, who in enumerate(PEOPLE[1:], 1):
            await house.join(table, seat, who)
        yield house, table


async def answer(house: House, table: str, who: Person, text: str) -> None:
    page = await house.page(table, who)
    await house.act(table, who, windows.SPACE.parse(text), page.version)


async def everybody(house: House, table: str) -> list[TablePage]:
    return [await house.page(table, who) for who in (*PEOPLE, None)]


def awaited(page: TablePage) -> list[int]:
    assert page.view is not None
    return page.view.awaited


def jan_is_next(page: TablePage) -> bool:
    return awaited(page) == [1]


async def pass_on(house: House, table: str, who: Person) -> None:
    page = await house.page(table, who)
    assert page.pass_on == windows.PASS
    await house.act(table, who, windows.PASS, page.version, rest=True)


def alike(page: TablePage) -> TablePage:
    """Without what differs between any two tables."""
    seats = [msgspec.structs.replace(info, author="") for info in page.seats]
    return msgspec.structs.replace(page, table="", window_ends=None, seats=seats, stamp="")
