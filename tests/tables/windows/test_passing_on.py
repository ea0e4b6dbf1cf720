"""Passing for the rest of a chain of windows, which nobody else can notice."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from intryga.kernel.dice import quick
from intryga.tables.house import TablePage
from intryga.tables.output.game_file import replay
from intryga.tables.types import Refused, Stale
from tests.tables.support import EWA, IDA, JAN, OLA, PEOPLE, clock_of, everybody, four, opened
from tests.tables.windows.support import alike, answer, awaited, jan_is_next, pass_on
from tests.toys import windows


async def chain(folder: Path, window: float, rest: bool) -> list[list[TablePage]]:
    """Ola's deed, Jan's counter to it, nobody's counter to that: Ida passes in both windows, or for the rest."""
    folder.mkdir()
    seen = []
    async with four(folder, window=window) as (house, table):
        await answer(house, table, OLA, "deed 1")
        if rest:
            await pass_on(house, table, IDA)
            page = await house.page(table, IDA)
            assert page.passing == [3]
        else:
            await answer(house, table, IDA, "pass")
        seen.append(await everybody(house, table))
        for who, text in ((JAN, "counter"), (EWA, "pass")):
            await answer(house, table, who, text)
        await clock_of(house).advance(window)
        assert 0 in awaited(await house.page(table, None))
        if not rest:
            await answer(house, table, IDA, "pass")
        page = await house.page(table, IDA)
        assert page.view is not None
        assert (page.view.decision, page.view.sealed, page.asked) == (None, ["pass"], -1)
        seen.append(await everybody(house, table))
        for who in (OLA, EWA):
            await answer(house, table, who, "pass")
        await clock_of(house).advance(window)
        assert jan_is_next(await house.page(table, None))
        seen.append(await everybody(house, table))
        await answer(house, table, JAN, "deed 3")    # the next chain: everybody is asked again
        page = await house.page(table, IDA)
        assert (page.passing, page.asked) == ([], 3)
        seen.append(await everybody(house, table))
    return seen


@pytest.mark.parametrize("window", [0.0, 30.0])
@pytest.mark.usefixtures("_jan_holds_a_counter")
def test_passing_on_looks_to_others_like_passing_each_time(tmp_path: Path, window: float) -> None:
    async def scene() -> None:
        clicked = await chain(tmp_path / "clicked", window, rest=False)
        at_once = await chain(tmp_path / "at once", window, rest=True)
        for one, two in zip(clicked, at_once, strict=True):
            others = (0, 1, 2, 4)
            assert [alike(one[place]) for place in others] == [alike(two[place]) for place in others]

    asyncio.run(scene())


@pytest.mark.usefixtures("_jan_holds_a_counter")
def test_a_window_in_which_all_pass_on_lasts_as_long(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=40) as (house, table):
            await answer(house, table, OLA, "deed 1")
            await answer(house, table, JAN, "counter")
            for who in (EWA, IDA):
                await pass_on(house, table, who)
            await clock_of(house).advance(40)
            assert 0 in awaited(await house.page(table, None))
            await pass_on(house, table, OLA)
            await clock_of(house).advance(39)
            assert not jan_is_next(await house.page(table, None))
            await clock_of(house).advance(1)
            assert jan_is_next(await house.page(table, None))

    asyncio.run(scene())


@pytest.mark.parametrize("window", [0.0, 60.0])
@pytest.mark.usefixtures("_jan_holds_a_counter")
def test_passing_on_can_be_taken_back_and_survives_a_restart(tmp_path: Path, window: float) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=window) as (house, table):
            await answer(house, table, OLA, "deed 1")
            await pass_on(house, table, IDA)
        async with opened(tmp_path) as house:
            assert (await house.page(table, IDA)).passing == [3]
            before = await house.page(table, OLA)
            await house.ask_again(table, IDA)    # the window is open: the answer is taken back as well
            page = await house.page(table, IDA)
            assert (page.passing, page.asked) == ([], 3)
            with pytest.raises(Refused, match="as it is"):
                await house.ask_again(table, IDA)
            await pass_on(house, table, IDA)
            await house.undo(table, IDA)    # an undo is meant so too
            assert (await house.page(table, IDA)).passing == []
            assert await house.page(table, OLA) == before
            page = await house.page(table, JAN)
            with pytest.raises(Refused, match="only a pass"):
                await house.act(table, JAN, windows.COUNTER, page.version, rest=True)

    asyncio.run(scene())


def test_passing_on_can_be_taken_back_between_windows(tmp_path: Path) -> None:
    """In the game that has them: the holder of the Order acts, no window is open, and Ida thinks better of it."""

    async def scene() -> None:
        async with four(tmp_path, "smierc_jasniepanu", window=0) as (house, table):
            while True:
                pages = await everybody(house, table)
                page = next(page for page in pages if page.asked >= 0)
                if page.pass_on is None and any(page.passing for page in pages):
                    break
                assert page.view is not None
                assert page.view.decision is not None
                action = page.view.decision.options[0].action if page.pass_on is None else page.pass_on
                await house.act(table, PEOPLE[page.asked], action, page.version, rest=page.pass_on is not None)
            seat = next(seat for seat, page in enumerate(pages) if page.passing)
            await house.ask_again(table, PEOPLE[seat])
            after = await everybody(house, table)
            assert after[seat].passing == []
            assert [a == b for a, b in zip(after, pages, strict=True)] == [place != seat for place in range(5)]

    asyncio.run(scene())


@pytest.mark.parametrize("window", [0.0, 10.0])
def test_a_whole_game_of_passing_on(tmp_path: Path, window: float) -> None:
    """Snapshots, ends of executions, restarts: whoever passes on is never asked in a window of the same chain."""

    async def scene() -> None:
        dice, chains = quick(3), 0
        async with four(tmp_path, "smierc_jasniepanu", window=window) as (house, table):
            for _ in range(4000):
                pages = [await house.page(table, who) for who in PEOPLE]
                if pages[0].status == "over":
                    break
                asked = [page for page in pages if page.asked >= 0]
                if not asked or (window and dice.below(20) == 0):
                    await clock_of(house).advance(window)
                    continue
                page = asked[dice.below(len(asked))]
                assert page.view is not None
                assert page.view.decision is not None
                assert page.pass_on is None or page.passing == [], "who passes on is not asked"
                rest = page.pass_on is not None and dice.below(3) == 0
                options = page.view.decision.options
                action = page.pass_on if rest else options[dice.below(len(options))].action
                assert action is not None
                with suppress(Stale):    # the bell was quicker
                    await house.act(table, PEOPLE[page.asked], action, page.version, rest=rest)
                    chains += rest
            assert pages[0].status == "over"
            assert chains > 3
            record = await house.finished.game_file(table, OLA)
        assert replay(record).state.over()    # the game file has every pass that was not clicked

    asyncio.run(scene())
