"""Sealed runs at a table: nobody learns who has answered, neither by number, nor by news, nor by time."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path

import pytest

from intryga.tables.house import House, Person, TablePage
from intryga.tables.types import Clock, Stale
from tests.tables.clock import SetClock, turns
from tests.tables.support import (
    BOT,
    EWA,
    IDA,
    JAN,
    ME,
    OLA,
    OPEN,
    PEOPLE,
    clock_of,
    everybody,
    four,
    opened,
    play,
    wish,
)
from tests.tables.windows.support import answer, jan_is_next
from tests.toys import windows


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
            await turns()
            heard.clear()
            await answer(house, table, JAN, "pass")
            await house.undo(table, JAN)
            await answer(house, table, JAN, "pass")
            await turns()
            assert set(heard) == {"Jan"}
            await house.chat(table, OLA, "well?")
            await turns()
            assert set(heard) == {"Ola", "Jan", "Ewa", "Ida", "-"}
            # The numbers of chat lines do not count the answers either.
            assert {page.chat[-1].number for page in await everybody(house, table)} == {6}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(scene())


def test_a_window_closes_at_the_bell_however_quick_the_answers(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=60) as (house, table):
            await answer(house, table, OLA, "deed 1")
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
            await clock_of(house).advance(59.9)
            assert not jan_is_next(await house.page(table, None))
            await clock_of(house).advance(0.2)
            assert jan_is_next(await house.page(table, None))

    asyncio.run(scene())


def test_who_is_silent_at_the_bell_passes_and_only_they_can_tell(tmp_path: Path) -> None:
    """Two windows, one in which all have answered and one in which two have not: to the others they look alike."""

    async def window(house: House, table: str, late: tuple[Person, ...]) -> list[TablePage]:
        quick = [who for who in (JAN, EWA, IDA) if who not in late]
        for who in quick:
            await answer(house, table, who, "pass")
        ends = {page.window_ends for page in await everybody(house, table)}
        assert len(ends) == 1, "the same end for all, and who looks on sees it too"
        for _ in range(3):
            await clock_of(house).advance(10)
            assert {page.window_ends for page in await everybody(house, table)} == ends
        await clock_of(house).advance(10)
        assert jan_is_next(await house.page(table, None))
        return await everybody(house, table)

    async def scene() -> None:
        seen = []
        for folder, late in (("all", ()), ("two late", (EWA, IDA))):
            (tmp_path / folder).mkdir()
            async with four(tmp_path / folder, window=40) as (house, table):
                await answer(house, table, OLA, "deed 1")
                pages = await window(house, table, late)
                # Ewa could have done nothing but pass, so she has missed nothing.
                assert [page.lapsed for page in pages] == [False, False, False, IDA in late, False]
                seen.append([(page.version, page.can_undo, page.window_ends) for page in pages])
        quick, slow = seen
        assert (quick[0], quick[1], quick[4]) == (slow[0], slow[1], slow[4])

    asyncio.run(scene())


def test_a_click_after_the_bell_is_stale(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=20) as (house, table):
            await answer(house, table, OLA, "deed 1")
            page = await house.page(table, IDA)
            await clock_of(house).advance(20)
            with pytest.raises(Stale):
                await house.act(table, IDA, windows.COUNTER, page.version)

    asyncio.run(scene())


def test_who_is_asked_alone_is_not_betrayed_by_thinking_either(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, game="pair", public=True, window=40))
            await house.join(table, 1, JAN)    # Ola's deed, a lone option, is done
            before = await house.page(table, OLA)
            assert before.window_ends is not None
            assert not before.can_undo
            await answer(house, table, JAN, "pass")
            mine = await house.page(table, JAN)
            assert mine.view is not None
            assert (mine.view.decision, mine.view.sealed, mine.can_undo) == (None, ["pass"], True)
            await house.undo(table, JAN)
            await answer(house, table, JAN, "pass")
            assert await house.page(table, OLA) == before
            await clock_of(house).advance(40)
            page = await house.page(table, OLA)
            assert page.view is not None
            assert page.view.awaited == [0]

    asyncio.run(scene())


def test_after_a_restart_a_window_gets_its_time_again(tmp_path: Path) -> None:
    async def scene() -> None:
        clock = SetClock()
        async with four(tmp_path, at=clock, window=50) as (house, table):
            await answer(house, table, OLA, "deed 1")
            for who in (JAN, EWA, IDA):
                await answer(house, table, who, "pass")
            before = await house.page(table, IDA)
            assert before.window_ends == clock.now() + 50
        clock.time += 60    # nobody can reach the table
        async with opened(tmp_path, clock) as house:
            after = await house.page(table, IDA)
            assert after.view == before.view
            assert after.window_ends == clock.now() + 50
            await house.undo(table, IDA)
            await answer(house, table, IDA, "pass")
            await clock.advance(50)
            assert jan_is_next(await house.page(table, None))

    asyncio.run(scene())


def test_where_a_move_may_take_a_day_no_bell_takes_a_choice_away(tmp_path: Path) -> None:
    async def scene() -> None:
        for clock, bells in ((None, True), (Clock(30), True), (Clock(86400), False)):
            (tmp_path / str(clock)).mkdir()
            async with four(tmp_path / str(clock), clock=clock) as (house, table):
                await answer(house, table, OLA, "deed 1")
                page = await house.page(table, JAN)
                assert (page.window_ends is not None) == bells
                # A clock that ran out before the bell would tell who had not answered.
                assert (page.deadline is None) == (bells or clock is None)

    asyncio.run(scene())


def test_alone_with_bots_nobody_waits_for_a_bell(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, BOT, BOT, BOT, game="windows", window=60.0))
            began = clock_of(house).now()
            await play(house, table, OLA)
            assert clock_of(house).now() == began
            assert (await house.page(table, OLA)).status == "over"

    asyncio.run(scene())


def test_simultaneous_orders_close_with_the_last_one(tmp_path: Path) -> None:
    async def scene() -> None:
        options = {"orders": "simultaneous"}
        async with four(tmp_path, "spiskowcy", window=60.0, options=options) as (house, table):
            began = clock_of(house).now()
            await play(house, table, *PEOPLE)
            assert clock_of(house).now() == began, "nobody waits for a bell"
            assert (await house.page(table, OLA)).status == "over"

    asyncio.run(scene())
