"""Sealed runs at a table: nobody learns who has answered, neither by number, nor by news, nor by time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from intryga import games
from intryga.kernel.dice import SealedDice, quick
from intryga.kernel.game import AnyGame
from intryga.tables import live, pages
from intryga.tables.house import House, Person, TablePage
from intryga.tables.record import replay
from intryga.tables.shapes import Clock, Refused, Stale
from tests.tables.support import BOT, EWA, JAN, ME, OLA, OPEN, opened, play, until, wish
from tests.toys import windows

IDA = Person("ida-" + "0" * 16, "Ida", "en")
PEOPLE = (OLA, JAN, EWA, IDA)


class Pair(windows.Windows):
    """The same for two: only one seat is asked in a window."""

    id = "pair"
    components = {"game": {"players_min": 2, "players_max": 2}}  # noqa: RUF012


TOYS: dict[str, AnyGame] = {"windows": windows.GAME, "pair": Pair()}
TOYS["pair"].step_types = windows.GAME.step_types


@pytest.fixture(autouse=True)
def _toys_are_games(monkeypatch: pytest.MonkeyPatch) -> None:
    find = games.find

    def find_toys_too(name: str, components: str = "") -> AnyGame:
        return TOYS.get(name) or find(name, components)

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


def test_who_is_silent_at_the_bell_passes_and_only_they_can_tell(tmp_path: Path) -> None:
    """Two windows, one in which all have answered and one in which two have not: to the others they look alike."""

    async def window(house: House, table: str, late: tuple[Person, ...]) -> list[TablePage]:
        quick = [who for who in (JAN, EWA, IDA) if who not in late]
        for who in quick:
            await answer(house, table, who, "pass")
        ends = {page.window_ends for page in await everybody(house, table)}
        assert len(ends) == 1, "the same end for all, and who looks on sees it too"
        for _ in range(3):
            await asyncio.sleep(0.05)
            assert {page.window_ends for page in await everybody(house, table)} == ends
        await until(lambda: house.page(table, None), jan_is_next)
        return await everybody(house, table)

    async def scene() -> None:
        seen = []
        for folder, late in (("all", ()), ("two late", (EWA, IDA))):
            (tmp_path / folder).mkdir()
            async with four(tmp_path / folder, window=0.4) as (house, table):
                await answer(house, table, OLA, "deed 1")
                pages = await window(house, table, late)
                assert [page.lapsed for page in pages] == [False, False, EWA in late, IDA in late, False]
                seen.append([(page.version, page.can_undo, page.window_ends) for page in pages])
        quick, slow = seen
        assert (quick[0], quick[1], quick[4]) == (slow[0], slow[1], slow[4])

    asyncio.run(scene())


def test_a_click_after_the_bell_is_stale(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=0.2) as (house, table):
            await answer(house, table, OLA, "deed 1")
            page = await house.page(table, IDA)
            await until(lambda: house.page(table, None), jan_is_next)
            with pytest.raises(Stale):
                await house.act(table, IDA, windows.COUNTER, page.version)

    asyncio.run(scene())


def test_who_is_asked_alone_is_not_betrayed_by_thinking_either(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, game="pair", public=True, window=0.4))
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
            await until(lambda: house.page(table, OLA), lambda page: page.view is not None and page.view.awaited == [0])

    asyncio.run(scene())


def test_after_a_restart_a_window_gets_its_time_again(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=0.5) as (house, table):
            await answer(house, table, OLA, "deed 1")
            for who in (JAN, EWA, IDA):
                await answer(house, table, who, "pass")
            before = await house.page(table, IDA)
            assert before.window_ends is not None
        await asyncio.sleep(0.6)    # nobody can reach the table
        async with opened(tmp_path) as house:
            after = await house.page(table, IDA)
            assert after.view == before.view
            assert after.window_ends is not None
            assert after.window_ends > before.window_ends
            await house.undo(table, IDA)
            await answer(house, table, IDA, "pass")
            await until(lambda: house.page(table, None), jan_is_next)

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


# --- passing for the rest of a chain of windows ---


async def pass_on(house: House, table: str, who: Person) -> None:
    page = await house.page(table, who)
    assert page.pass_on == windows.PASS
    await house.act(table, who, windows.PASS, page.version, rest=True)


@pytest.fixture
def _jan_holds_a_counter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intryga.tables.wishes.new_dice", lambda: SealedDice(bytes([7]) * 32, 0).mark())


def alike(page: TablePage) -> TablePage:
    """Without what differs between any two tables."""
    seats = [msgspec.structs.replace(info, author="") for info in page.seats]
    return msgspec.structs.replace(page, table="", window_ends=None, seats=seats, stamp="")


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
        await until(lambda: house.page(table, None), lambda page: page.view is not None and 0 in page.view.awaited)
        if not rest:
            await answer(house, table, IDA, "pass")
        page = await house.page(table, IDA)
        assert page.view is not None
        assert (page.view.decision, page.view.sealed, page.asked) == (None, ["pass"], -1)
        seen.append(await everybody(house, table))
        for who in (OLA, EWA):
            await answer(house, table, who, "pass")
        await until(lambda: house.page(table, None), jan_is_next)
        seen.append(await everybody(house, table))
        await answer(house, table, JAN, "deed 3")    # the next chain: everybody is asked again
        page = await house.page(table, IDA)
        assert (page.passing, page.asked) == ([], 3)
        seen.append(await everybody(house, table))
    return seen


@pytest.mark.parametrize("window", [0.0, 0.3])
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
        async with four(tmp_path, window=0.4) as (house, table):
            await answer(house, table, OLA, "deed 1")
            await answer(house, table, JAN, "counter")
            for who in (EWA, IDA):
                await pass_on(house, table, who)
            await until(lambda: house.page(table, None), lambda page: page.view is not None and 0 in page.view.awaited)
            began = asyncio.get_running_loop().time()
            await pass_on(house, table, OLA)
            await until(lambda: house.page(table, None), jan_is_next)
            assert asyncio.get_running_loop().time() - began >= 0.35

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


@pytest.mark.parametrize("window", [0.0, 0.02])
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
                if not asked:
                    await asyncio.sleep(0.002)
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
            record = await house.record(table, OLA)
        assert replay(record).state.over()    # the game file has every pass that was not clicked

    asyncio.run(scene())


# --- who moved, and what is news ---


@pytest.mark.parametrize("order", [(JAN, EWA, IDA), (IDA, EWA, JAN)])
@pytest.mark.parametrize("window", [0.0, 0.2])
@pytest.mark.usefixtures("_jan_holds_a_counter")
def test_a_move_has_its_mover_but_not_the_last_to_answer(
    tmp_path: Path, order: tuple[Person, ...], window: float
) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=window) as (house, table):
            await answer(house, table, OLA, "deed 1")
            for page in await everybody(house, table):
                assert [move.mover for move in page.story] == [0]
            for who in order:
                await answer(house, table, who, "counter" if who is JAN else "pass")
            await until(lambda: house.page(table, None), lambda page: page.view is not None and 0 in page.view.awaited)
            for seat, page in enumerate(await everybody(house, table)):
                assert [move.mover for move in page.story] == [0, -1]
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
    monkeypatch.setattr(pages, "STORY_SHOWN", 2)

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
        async with four(tmp_path, window=0, clock=Clock(30, 60)) as (house, table):
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
