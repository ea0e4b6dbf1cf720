"""Two houses on one PostgreSQL behave like one. `tests/web/test_nodes.py` does it with processes that are killed and
stopped."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import pytest

from intryga.tables.house import House, Person, Stale
from intryga.tables.line.line import Line
from intryga.tables.line.register import Register
from intryga.tables.model.entries import BellRang, MoveMade
from intryga.tables.runtime import following, past, room
from intryga.tables.runtime.cluster import Listener
from intryga.tables.runtime.following import Following
from intryga.tables.storage.store import NotReached
from intryga.tables.types import Refused
from tests.support import PATIENCE
from tests.tables.clock import turns
from tests.tables.support import BOT, EWA, IDA, JAN, ME, OLA, OPEN, PEOPLE, wish
from tests.tables.windows.nodes import entries_of, execute, four, number, soon, two
from tests.tables.windows.support import answer


def test_what_is_said_who_is_there_and_who_is_muted_cross_over(database: str) -> None:
    async def scene() -> None:
        async with two(database) as (a, b):
            table = await four((a, b))
            await a.chat(table, OLA, "hello")

            async def heard() -> bool:
                return [line.text for line in (await b.page(table, JAN)).chat] == ["hello"]

            await soon(heard)

            async def seen(there: bool = True) -> bool:
                return (await b.page(table, JAN)).seats[0].present == there

            async with aclosing(a.watch(table, OLA)) as news:
                await anext(news)
                await soon(seen)
                me = number(a)
                execute(database, "delete from nodes where epoch = %s", me)    # struck out in error

                async def back() -> bool:
                    return number(a) > me

                await soon(back)
                await soon(seen)    # under the new number
            await soon(lambda: seen(False))
            author = (await b.page(table, JAN)).seats[0].author
            assert author == (await a.page(table, JAN)).seats[0].author    # one secret, one signature
            await b.mute(table, JAN, author)

            async def muted() -> bool:
                return not (await a.page(table, JAN)).chat

            await soon(muted)
            await b.people.renew(OLA.id)

            async def renewed() -> bool:
                return a.people.renewal(OLA.id) == 1

            await soon(renewed)

    asyncio.run(scene())


def test_a_sealed_answer_wakes_nobody_else_in_the_other_house(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "FAREWELL", 0.05)    # seconds until players hear who looks on

    async def scene() -> None:
        async with two(database) as (a, b):
            table = await four((a, b), window=0)
            await answer(a, table, OLA, "deed 1")

            async def asked() -> bool:
                return (await b.page(table, IDA)).asked >= 0

            await soon(asked)
            heard: list[str] = []

            async def listen(who: Person | None) -> None:
                async with aclosing(b.watch(table, who)) as news:
                    async for _ in news:
                        heard.append(who.name if who else "-")

            tasks = [asyncio.create_task(listen(who)) for who in (*PEOPLE, None)]

            async def all_there() -> bool:
                pages = [await house.page(table, JAN) for house in (a, b)]
                present = all(info.present for page in pages for info in page.seats)
                return present and pages[1].onlookers.count == 1

            await soon(all_there)    # they arrive, and that is news to everybody
            while heard:
                heard.clear()
                await turns()
            before = await b.page(table, JAN)
            await answer(a, table, EWA, "pass")

            async def told() -> bool:
                return bool(heard)

            await soon(told)
            assert set(heard) == {"Ewa"}
            assert await b.page(table, JAN) is before
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(scene())


def test_a_window_has_one_bell_and_one_end_though_two_houses_know_of_it(database: str) -> None:
    async def scene() -> None:
        async with two(database) as (a, b):
            table = await four((a, b), window=0.6)
            ends: set[frozenset[float | None]] = set()
            rounds = 0
            while rounds < 2 or not any(ends):    # on a busy machine a window may be over before it is looked at
                rounds += 1
                view = (await a.page(table, None)).view
                assert view is not None
                mover = PEOPLE[view.awaited[0]]
                before = (await a.page(table, None)).version
                await answer(a, table, mover, "deed 1" if mover is not JAN else "deed 2")

                async def closed(before: int = before) -> bool:
                    pages = [await house.page(table, None) for house in (a, b)]
                    ends.add(frozenset({page.window_ends for page in pages} - {None}))
                    return all(page.window_ends is None and page.version > before + 1 for page in pages)

                await soon(closed)
            assert max(map(len, ends)) == 1, "two pages never show two ends"
            assert sum(isinstance(change, BellRang) for change in await entries_of(a, table)) == rounds

    asyncio.run(scene())


def test_clicks_at_both_houses_at_once(database: str) -> None:
    async def scene() -> None:
        async with two(database) as (a, b):
            table = await four((a, b), window=0)
            outcomes = await asyncio.gather(
                *(answer(house, table, OLA, "deed 1") for house in (a, b)), return_exceptions=True
            )
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", Stale.__name__]

    asyncio.run(scene())


def test_a_click_on_a_page_of_another_house_is_read_up_to(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their page knows more than this house, which was told nothing: it reads on before it judges."""

    async def scene() -> None:
        async with two(database) as (a, b):
            table = await four((a, b), window=0)
            assert isinstance(a._cluster, Line)
            monkeypatch.setattr(a._cluster._channel, "tell", lambda _: None)
            await answer(a, table, OLA, "deed 1")
            pages = [(who, await a.page(table, who)) for who in PEOPLE]
            who, page = next((who, page) for who, page in pages if page.view and page.view.decision)
            assert page.view is not None
            assert page.view.decision is not None
            await b.act(table, who, page.view.decision.options[0].action, page.version)
            assert sum(isinstance(change, MoveMade) for change in await entries_of(a, table)) == 2
            with pytest.raises(Stale):
                await b.act(table, who, page.view.decision.options[0].action, page.version + 99)

    asyncio.run(scene())


def test_a_game_is_looked_after_where_people_look_and_goes_on_when_a_house_leaves(database: str) -> None:
    async def scene() -> None:
        async with two(database) as (a, b):
            table = await a.create(OLA, wish(ME, BOT, BOT, public=True, pace=5.0))
            assert a._cluster.keeper(table)
            async with aclosing(b.watch(table, OLA)) as news:
                await anext(news)

                async def handed_over() -> bool:
                    return bool(b._cluster.keeper(table)) and not a._cluster.keeper(table)

                await soon(handed_over)
                await b._cluster.close()    # it leaves in good order

                async def taken_over() -> bool:
                    return bool(a._cluster.keeper(table))

                await soon(taken_over)

    asyncio.run(scene())


def test_later_spectators_see_the_same_past_by_every_house(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "DELAY", 0.0)

    async def scene() -> None:
        async with two(database) as (a, b):
            table = await a.create(OLA, wish(ME, OPEN, game="konspiracja", public=True, spectators="delayed"))
            await a.join(table, 1, JAN)
            for _ in range(6):
                for who in (OLA, JAN):
                    page = await a.page(table, who)
                    if page.view is not None and page.view.decision is not None:
                        await a.act(table, who, page.view.decision.options[0].action, page.version)
            pages = [await house.page(table, None) for house in (a, b)]    # the second has just read the log
            assert pages[0].delayed
            assert pages[0].view == pages[1].view

    asyncio.run(scene())


async def click(sees: House, table: str, does: House | None = None) -> None:
    """Whoever is to move, on the page of one house; sent to that or another."""
    for who in (OLA, JAN):
        page = await sees.page(table, who)
        if page.view is not None and page.view.decision is not None:
            return await (does or sees).act(table, who, page.view.decision.options[0].action, page.version)
    raise AssertionError("nobody is to move")


def test_nobody_is_refused_before_everything_is_read(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Jan sits down by one process; the other has heard nothing when he looks, clicks and resigns there."""
    monkeypatch.setattr(Following, "hears", lambda *_: None)
    monkeypatch.setattr(following, "READ_UP", PATIENCE)

    async def scene() -> None:
        async with two(database) as (a, b):
            tables = [await a.create(OLA, wish(ME, OPEN, public=True, spectators="no")) for _ in range(3)]
            for table in tables:
                await b.page(table, OLA)    # it lies in memory there
                await a.join(table, 1, JAN)
            assert (await b.page(tables[0], JAN)).status == "playing"
            await click(a, tables[1], b)
            await a.read_on(tables[1])    # as a page does that was at the other
            assert (await a.page(tables[1], OLA)).version == (await b.page(tables[1], OLA)).version
            await b.chat(tables[1], OLA, "hello")
            await click(a, tables[1])    # of which nothing is known here
            await b.resign(tables[2], JAN)
            with pytest.raises(Refused):
                await b.resign(tables[2], EWA)

    asyncio.run(scene())


def test_a_database_that_does_not_answer_at_once_is_asked_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a process that begins on a busy machine would be gone."""
    unheard, beat = [NotReached(), NotReached()], Register.beat

    async def busy(register: Register, listener: Listener) -> None:
        if unheard:
            raise unheard.pop()
        await beat(register, listener)

    monkeypatch.setattr(Register, "beat", busy)

    async def scene() -> None:
        async with two(database) as (a, b):
            assert a.well()
            assert b.well()

    asyncio.run(scene())
    assert not unheard
