"""Two houses on one PostgreSQL, each with its own line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import psycopg

from intryga.tables.house import House
from intryga.tables.line.database_clock import DatabaseClock
from intryga.tables.line.line import Line
from intryga.tables.model.entries import AnyChange
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.tables.storage.postgres import PostgresStore, plain_url
from tests.support import PATIENCE
from tests.tables.support import ME, OLA, OPEN, PEOPLE, SECRET, wish

Two = tuple[House, House]


@asynccontextmanager
async def two(url: str) -> AsyncIterator[Two]:
    houses = []
    for name in ("a", "b"):
        clock = DatabaseClock()
        houses.append(House(PostgresStore(url), SECRET, WorkersInPlace(), clock, Line(url, name, clock)))
    await asyncio.gather(*(house.open() for house in houses))
    try:
        yield houses[0], houses[1]
    finally:
        await asyncio.gather(*(house.close() for house in houses))


async def soon(holds: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await holds():
            await asyncio.sleep(0.005)


async def four(houses: Two, **more: object) -> str:
    """Ola and Ewa by the first house, Jan and Ida by the second."""
    table = await houses[0].create(OLA, wish(ME, OPEN, OPEN, OPEN, game="windows", public=True, **more))
    for seat, who in enumerate(PEOPLE[1:], 1):
        await houses[seat % 2].join(table, seat, who)

    async def begun() -> bool:
        return all([(await house.page(table, OLA)).status == "playing" for house in houses])

    await soon(begun)
    return table


async def entries_of(house: House, table: str) -> list[AnyChange]:
    return [entry.change for entry in await house._store.entries(table, 0)]


def number(house: House) -> int:
    """Of the process, as it were."""
    assert isinstance(house._cluster, Line)
    return house._cluster._register.me


def execute(url: str, statement: str, *values: object) -> None:
    with psycopg.connect(plain_url(url), autocommit=True) as connection:
        connection.execute(statement, values)    # type: ignore[call-overload]
