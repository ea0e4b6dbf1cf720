"""Who may write to the log of a table that several houses know of: its keeper and people, each entry once."""

from __future__ import annotations

import asyncio
from contextlib import aclosing

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from intryga.tables.house import House
from intryga.tables.model.entries import ChatSaid, MoveMade
from intryga.tables.storage.postgres import Append, Work, plain_url
from intryga.tables.storage.store import Fenced, Taken, Unsure
from tests.tables.support import JAN, ME, OLA, OPEN, wish
from tests.tables.windows.nodes import entries_of, execute, four, number, soon, two
from tests.tables.windows.support import answer


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
