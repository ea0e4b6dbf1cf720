"""Sealed runs at a table: nobody learns who has answered, neither by number, nor by news, nor by time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import pytest

from intryga import games
from intryga.kernel.game import AnyGame
from intryga.tables import live
from intryga.tables.house import House, Person, TablePage
from intryga.tables.shapes import Clock
from tests.tables.support import BOT, EWA, JAN, ME, OLA, OPEN, opened, play, until, wish
from tests.toys import windows

IDA = Person("ida-" + "0" * 16, "Ida", "en")
PEOPLE = (OLA, JAN, EWA, IDA)


@pytest.fixture(autouse=True)
def _toys_are_games(monkeypatch: pytest.MonkeyPatch) -> None:
    find = games.find

    def find_toys_too(name: str) -> AnyGame:
        return windows.GAME if name == "windows" else find(name)

    monkeypatch.setattr(games, "find", find_toys_too)


@asynccontextmanager
async def four(folder: Path, game: str = "windows", **more: object) -> AsyncIterator[tuple[House, str]]:
    async with opened(folder) as house:
        table = await house.create(OLA, wish(ME, OPEN, OPEN, OPEN, game=game, public=True, **more))
        for seat, who in enumerate(PEOPLE[1:], 1):
            await house.join(table, seat, who)
        yield house, table


async def answer(house: House, table: str, who: Person, text: str) -> None:
    page = await house.page(table, who)
    await house.act(table, who, windows.SPACE.parse(text), page.version)


async def everybody(house: House, table: str) -> list[TablePage]:
    return [await house.page(table, who) for who in (*PEOPLE, None)]


def jan_is_next(page: TablePage) -> bool:
    return page.view is not None and page.view.awaited == [1]


def test_an_answer_in_the_box_shows_to_its_own_seat_only(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=0) as (house, table):
            await answer(house, table, OLA, "deed 1")
            before = await everybody(house, table)
            await answer(house, table, EWA, "pass")
            after = await everybody(house, table)
            assert [a == b for a, b in zip(after, before, strict=True)] == [True, True, False, True, True]
            assert after[2].can_undo
            await house.undo(table, EWA)
            again = await everybody(house, table)
            assert [a == b for a, b in zip(again, before, strict=True)] == [True, True, False, True, True]
            # A click on what the page showed before the others answered is as good as ever.
            await answer(house, table, EWA, "pass")
            await answer(house, table, IDA, "pass")
            assert before[1].version == (await house.page(table, JAN)).version
            await house.act(table, JAN, windows.SPACE.parse("pass"), before[1].version)
            assert all(jan_is_next(page) for page in await everybody(house, table))

    asyncio.run(scene())


def test_nobody_else_is_woken_by_an_answer_in_the_box(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=0) as (house, table):
            await answer(house, table, OLA, "deed 1")
            heard: dict[str, int] = {}

            async def listen(who: Person | None) -> None:
                async with aclosing(house.watch(table, who)) as news:
                    async for _ in news:
                        heard[who.name if who else "-"] = heard.get(who.name if who else "-", 0) + 1

            tasks = [asyncio.create_task(listen(who)) for who in (*PEOPLE, None)]
            await asyncio.sleep(0.05)
            heard.clear()
            await answer(house, table, JAN, "pass")
            await house.undo(table, JAN)
            await answer(house, table, JAN, "pass")
            await asyncio.sleep(0.05)
            assert set(heard) == {"Jan"}
            await house.chat(table, OLA, "well?")
            await asyncio.sleep(0.05)
            assert set(heard) == {"Ola", "Jan", "Ewa", "Ida", "-"}
            # The numbers of chat lines do not count the answers either.
            assert {page.chat[-1].number for page in await everybody(house, table)} == {6}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(scene())


def test_a_window_closes_at_the_bell_however_quick_the_answers(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=0.6) as (house, table):
            await answer(house, table, OLA, "deed 1")
            began = asyncio.get_running_loop().time()
            for who in (JAN, EWA, IDA):
                await answer(house, table, who, "pass")
            page = await house.page(table, IDA)
            assert page.view is not None
            assert (page.view.decision, page.view.sealed, page.can_undo) == (None, ["pass"], True)
            assert page.view.awaited == [1, 2, 3]
            assert page.window_ends is not None
            await house.undo(table, IDA)    # the last answer waits, and can be taken back like the others
            await house.undo(table, JAN)
            for who in (IDA, JAN):
                await answer(house, table, who, "pass")
            await house.undo(table, EWA)    # another than the one that waits
            await answer(house, table, EWA, "pass")
            await until(lambda: house.page(table, None), jan_is_next)
            assert asyncio.get_running_loop().time() - began >= 0.55

    asyncio.run(scene())


def test_a_late_answer_waits_for_the_next_bell_and_a_restart_loses_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=0.3) as (house, table):
            await answer(house, table, OLA, "deed 1")
            for who in (JAN, EWA):
                await answer(house, table, who, "pass")
            await asyncio.sleep(0.35)    # a bell rings, and not all are in
            await answer(house, table, IDA, "pass")
            before = await house.page(table, IDA)
        async with opened(tmp_path) as house:
            after = await house.page(table, IDA)
            assert after.view == before.view or jan_is_next(after)
            await until(lambda: house.page(table, None), jan_is_next)

    asyncio.run(scene())


def test_alone_with_bots_nobody_waits_for_a_bell(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, BOT, BOT, BOT, game="windows", window=60.0))
            await asyncio.wait_for(play(house, table, OLA), 10)
            assert (await house.page(table, OLA)).status == "over"

    asyncio.run(scene())


def test_simultaneous_orders_close_with_the_last_one(tmp_path: Path) -> None:
    async def scene() -> None:
        options = {"orders": "simultaneous"}
        async with four(tmp_path, "spiskowcy", window=60.0, options=options) as (house, table):
            await asyncio.wait_for(play(house, table, *PEOPLE), 30)
            assert (await house.page(table, OLA)).status == "over"

    asyncio.run(scene())


def test_who_is_late_is_played_for_until_they_return(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intryga.tables.keeper.RESTED", 0.0)
    monkeypatch.setattr("intryga.tables.table.GRACE", 0)
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True, clock=Clock(5)))
            await house.join(table, 1, JAN)
            page = await house.page(table, OLA)
            late = page.seats[page.view.awaited[0]] if page.view is not None else page.seats[0]
            assert late.deadline is not None
            assert late.clock_seconds == 5
            now = late.deadline + 0.01
            monkeypatch.setattr("intryga.tables.keeper.time", lambda: now)
            house._shelf._live[table].stirred.set()
            page = await until(lambda: house.page(table, OLA), lambda page: page.seats[late.seat].away)
            owner, other = (OLA, JAN) if late.seat == 0 else (JAN, OLA)
            monkeypatch.undo()
            await until(lambda: house.page(table, other), lambda page: page.asked >= 0)
            await house.back(table, owner)
            assert not (await house.page(table, other)).seats[late.seat].away

    asyncio.run(scene())


def test_in_a_shared_run_all_clocks_tick_alike(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, clock=Clock(30, 60)) as (house, table):
            await answer(house, table, OLA, "deed 1")
            await answer(house, table, JAN, "pass")
            for page in await everybody(house, table):
                deadlines = {info.deadline for info in page.seats if info.seat > 0}
                assert len(deadlines) == 1
                assert None not in deadlines
                assert page.seats[0].deadline is None

    asyncio.run(scene())


def test_spectators_see_everything_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "DELAY", 0.4)

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
