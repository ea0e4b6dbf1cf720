"""What is kept of people beside their games: by which words a table is found, whom to tell of their move and where,
and which finished games they no longer want to see."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, delete, insert, select
from sqlalchemy.exc import IntegrityError

from intryga.tables.storage.schema import CODES, PUSHES, PUT_AWAY, TABLES
from intryga.tables.types import TableId

Write = Callable[[Callable[[Connection], object]], Awaitable[None]]
Read = Callable[[Select[Any]], Awaitable[Sequence[Row[Any]]]]


class Pushed(msgspec.Struct, frozen=True):
    """Where one browser of somebody's can be told something, and with which keys."""

    endpoint: str
    person: str
    key: str
    auth: str
    language: str


class Visitors:
    """Part of the store."""

    def __init__(self, write: Write, read: Read) -> None:
        self._write = write
        self._read = read

    # --- words for a table ---

    async def code(self, table: TableId, codes: Iterator[str]) -> str:
        """That of the table; if it has none, the first of these that no other table needs."""
        for code in codes:
            known = await self._read(select(CODES.c.code).where(CODES.c.table == table))
            if known:
                return str(known[0].code)
            try:
                await self._write(partial(_take_code, table, code))
            except IntegrityError:    # another table has it, or this one has got another
                continue
            return code
        raise AssertionError("there is always another code")

    async def table_of(self, code: str) -> TableId | None:
        rows = await self._read(select(CODES.c.table).where(CODES.c.code == code))
        return rows[0].table if rows else None

    # --- telling people ---

    async def pushes(self, people: Sequence[str]) -> list[Pushed]:
        rows = await self._read(select(PUSHES).where(PUSHES.c.person.in_(people)))
        return [Pushed(row.endpoint, row.person, row.key, row.auth, row.language) for row in rows]

    async def push_to(self, pushed: Pushed) -> None:
        """From now on there; whoever had the same browser before is told nothing more in it."""

        def work(connection: Connection) -> None:
            connection.execute(delete(PUSHES).where(PUSHES.c.endpoint == pushed.endpoint))
            connection.execute(insert(PUSHES), msgspec.structs.asdict(pushed))

        await self._write(work)

    async def push_no_more(self, endpoint: str) -> None:
        gone = delete(PUSHES).where(PUSHES.c.endpoint == endpoint)
        await self._write(lambda connection: connection.execute(gone))

    # --- finished games ---

    async def put_away(self, person: str, table: TableId) -> None:
        row = {"person": person, "table": table}

        def work(connection: Connection) -> None:
            connection.execute(delete(PUT_AWAY).filter_by(**row))
            connection.execute(insert(PUT_AWAY), row)

        await self._write(work)

    async def away(self, person: str) -> set[TableId]:
        return {row.table for row in await self._read(select(PUT_AWAY.c.table).where(PUT_AWAY.c.person == person))}


def _take_code(table: TableId, code: str, connection: Connection) -> None:
    """A table that gathers nobody any more leaves its words to others when they are wanted."""
    gathering = select(TABLES.c.id).where(TABLES.c.status == "waiting")
    connection.execute(delete(CODES).where(CODES.c.code == code, CODES.c.table.not_in(gathering)))
    connection.execute(insert(CODES), {"code": code, "table": table})
