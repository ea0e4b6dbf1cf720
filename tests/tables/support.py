"""Houses for tests: in a folder of their own, with bots that think in place and move at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from intryga.kernel.dice import quick
from intryga.tables.house import House, Person, SeatWish, TablePage, TableWish
from intryga.tables.line.database_clock import DatabaseClock
from intryga.tables.line.line import Line
from intryga.tables.runtime.workers import Workers, WorkersInPlace
from intryga.tables.storage.postgres import PostgresStore
from intryga.tables.storage.sqlite import SqliteStore
from tests import postgres
from tests.tables.clock import SetClock

OLA = Person("ola-" + "0" * 16, "Ola", "pl")
JAN = Person("jan-" + "0" * 16, "Jan", "en")
EWA = Person("ewa-" + "0" * 16, "Ewa", "pl")
IDA = Person("ida-" + "0" * 16, "Ida", "en")
PEOPLE = (OLA, JAN, EWA, IDA)
SECRET = "a secret for tests"

ME, OPEN, BOT = SeatWish("me"), SeatWish("open"), SeatWish("bot", "random")


server = ""    # of PostgreSQL, while a test asks for it; else tables lie in SQLite


def new_house(folder: Path, clock: SetClock, secret: str = SECRET, workers: Workers | None = None) -> House:
    """On the store that the test asks for; a folder names a database too."""
    workers = workers or WorkersInPlace()
    if not server:
        return House(SqliteStore(folder), secret, workers, clock)
    url = postgres.database(server, folder)
    return House(PostgresStore(url), secret, workers, clock, Line(url, "test", DatabaseClock(), clock.now))


@asynccontextmanager
async def opened(
    folder: Path, clock: SetClock | None = None, secret: str = SECRET, workers: Workers | None = None
) -> AsyncIterator[House]:
    clock = clock or SetClock()
    house = clock.house = new_house(folder, clock, secret, workers)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


def wish(*seats: SeatWish, game: str = "spiskowcy", **more: object) -> TableWish:
    return TableWish(game, list(seats), **{"pace": 0.0, **more})    # type: ignore[arg-type]


def clock_of(house: House) -> SetClock:
    assert isinstance(house._clock, SetClock)
    return house._clock


async def until(page: Callable[[], Awaitable[TablePage]], holds: Callable[[TablePage], bool]) -> TablePage:
    """The page, once bots have done their part."""
    while not holds(found := await page()):
        await asyncio.sleep(0.001)
    return found


async def play(house: House, table: str, *people: Person, moves: int = 10_000, seed: int = 1) -> int:
    """The people choose at random until the game is over, or so many moves are made. Gives how many were."""
    dice, made, idle = quick(seed), 0, False
    while made < moves:
        pages = [await house.page(table, who) for who in people]
        if pages[0].status == "over":
            break
        for who, page in zip(people, pages, strict=True):
            if page.asked >= 0:
                assert page.view is not None
                assert page.view.decision is not None
                options = page.view.decision.options
                action = options[dice.below(len(options))].action
                await house.act(table, who, action, page.version, page.asked)
                made += 1
                idle = False
                break
        else:
            await clock_of(house).advance(1.0 if idle else 0.0)    # bots move; where that changes nothing, a bell rings
            idle = True
    return made


@asynccontextmanager
async def four(
    folder: Path, game: str = "windows", at: SetClock | None = None, **more: object
) -> AsyncIterator[tuple[House, str]]:
    """Four people at a table."""
    async with opened(folder, at) as house:
        table = await house.create(OLA, wish(ME, OPEN, OPEN, OPEN, game=game, public=True, **more))
        for seat, who in enumerate(PEOPLE[1:], 1):
            await house.join(table, seat, who)
        yield house, table


async def everybody(house: House, table: str) -> list[TablePage]:
    return [await house.page(table, who) for who in (*PEOPLE, None)]
