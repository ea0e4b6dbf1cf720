"""Two houses on one PostgreSQL, each with its own line, behave like one. `tests/web/test_nodes.py` does it with
processes that are killed and stopped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from intryga.tables.house import House, Person, Stale
from intryga.tables.line.channel import payloads
from intryga.tables.line.database_clock import DatabaseClock
from intryga.tables.line.line import Line
from intryga.tables.line.register import Register
from intryga.tables.model.entries import AnyChange, BellRang, ChatSaid, MoveMade
from intryga.tables.runtime import following, past, room
from intryga.tables.runtime.cluster import Listener
from intryga.tables.runtime.following import Following
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.tables.storage.postgres import Append, PostgresStore, Work, plain_url
from intryga.tables.storage.store import Fenced, NotReached, Taken, Unsure
from intryga.tables.types import Refused
from tests import postgres
from tests.support import PATIENCE
from tests.tables.clock import turns
from tests.tables.support import BOT, EWA, IDA, JAN, ME, OLA, OPEN, PEOPLE, SECRET, wish
from tests.tables.windows.support import answer

Two = tuple[House, House]


@pytest.fixture
def database(postgres_server: str, tmp_path: Path) -> str:
    return postgres.database(postgres_server, tmp_path)


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


def test_who_was_relieved_may_enter_nothing_and_people_may(database: str) -> None:
    async def scene() -> None:
        async with two(database) as (a, b):
            table = await four((a, b))
            mine, other = number(a), number(b)
            last = len(await entries_of(a, table))
            execute(database, "update tables set keeper = %s where id = %s", other, table)
            said = ChatSaid(OLA.id, 0, "Ola", "late")
            with pytest.raises(Fenced):
                await a._store.append(table, last + 1, 1.0, said, None, keeper=mine)
            await b._store.append(table, last + 1, 1.0, said, None, keeper=other)
            with pytest.raises(Taken):
                await a._store.append(table, last + 1, 1.0, said, None)
            await a._store.append(table, last + 2, 1.0, said, None)

    asyncio.run(scene())


def test_the_fence_is_exact_while_keepers_change(database: str) -> None:
    """Two write as keepers as fast as they can while the table changes hands: nothing stands after a relief."""

    async def scene() -> None:
        async with two(database) as (a, b):
            table = await a.create(OLA, wish(ME, OPEN))
            start = len(await entries_of(a, table))
            reliefs: list[tuple[int, int]] = []    # the last number before, and the keeper from then on
            done, refused = asyncio.Event(), [0]

            async def keep(house: House, me: int) -> None:
                while not done.is_set():
                    number = (await house._store.entries(table, 0))[-1].number + 1
                    try:
                        await house._store.append(table, number, 1.0, ChatSaid("x", 0, str(me), "x"), None, keeper=me)
                    except Taken:
                        pass
                    except Fenced:
                        refused[0] += 1

            def relieve(n: int) -> None:
                with psycopg.connect(plain_url(database)) as connection:
                    keeper = 1001 + n % 2
                    # Locks the row until its commit: what is counted now is all that came before.
                    connection.execute("update tables set keeper = %s where id = %s", [keeper, table])
                    last = connection.execute('select max(number) from log where "table" = %s', [table]).fetchone()
                    assert last is not None
                    reliefs.append((last[0], keeper))

            await asyncio.to_thread(relieve, 0)
            tasks = [asyncio.create_task(keep(house, 1001 + n)) for n, house in enumerate((a, b))]
            while not (len(reliefs) > 30 and refused[0] > 10 and len(await entries_of(a, table)) > start + 30):
                await asyncio.to_thread(relieve, len(reliefs))
                await asyncio.sleep(0.01)
            done.set()
            await asyncio.gather(*tasks)
            for number, change in enumerate(await entries_of(a, table), 1):
                if number > start and isinstance(change, ChatSaid):
                    assert change.name == str(next(keeper for last, keeper in reversed(reliefs) if last < number))

    asyncio.run(scene())


def test_a_commit_whose_answer_is_lost_is_neither_lost_nor_doubled(database: str) -> None:
    async def scene() -> None:
        async with two(database) as (a, b):
            table = await four((a, b), window=0)
            writer = a._store._writer    # type: ignore[attr-defined]
            commit = writer._commit

            def cut(batch: list[Append | Work]) -> list[Exception | None]:
                commit(batch)
                writer._commit = commit
                raise OperationalError("commit", {}, Exception("the line went dead"), connection_invalidated=True)

            page = await a.page(table, OLA)
            writer._commit = cut
            with pytest.raises(Unsure):
                await answer(a, table, OLA, "deed 1")
            assert sum(isinstance(change, MoveMade) for change in await entries_of(a, table)) == 1
            assert (await a.page(table, OLA)).version > page.version, "the page shows the move"

            async def seen() -> bool:
                return (await b.page(table, OLA)).version > page.version

            async with aclosing(b.watch(table, JAN)) as news:
                await anext(news)
                await soon(seen)    # nobody was told, for nobody knew

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


def test_what_is_told_fits_into_a_notice() -> None:
    words = [f"entry:{n:012}:1" for n in range(2000)]
    told = payloads(17, words)
    assert max(map(len, told)) < 8000
    assert [word for payload in told for word in payload.split(" ")[1:]] == words
    assert {payload.split(" ")[0] for payload in told} == {"17"}


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
