"""Four people at a toy with reaction windows."""

from __future__ import annotations

import msgspec

from intryga.kernel.game import AnyGame
from intryga.tables.house import House, Person, TablePage
from tests.toys import windows

# The same for two: only one seat is asked in a window.
PAIR = windows.GAME.changed(id="pair", components={"game": {"players_min": 2, "players_max": 2}})
TOYS: dict[str, AnyGame] = {"windows": windows.GAME, "pair": PAIR}


async def answer(house: House, table: str, who: Person, text: str) -> None:
    page = await house.page(table, who)
    await house.act(table, who, windows.SPACE.parse(text), page.version)


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
