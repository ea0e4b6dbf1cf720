"""The store on a database that SQLAlchemy speaks to: SQLite in the data folder, nothing to install."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    delete,
    event,
    insert,
    select,
    update,
)
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from intryga.tables.log import AnyEvent, Header, Logged, decode
from intryga.tables.shapes import TableId
from intryga.tables.store import Summary, Taken

METADATA = MetaData()
TABLES = SqlTable(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("header", LargeBinary, nullable=False),
    # What lists ask for; everything here follows from the log.
    Column("summary", LargeBinary, nullable=False),
    Column("status", String(8), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("changed", Float, nullable=False),
    Index("tables_by_status", "status", "changed"),
)
LOG = SqlTable(
    "log",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("event", LargeBinary, nullable=False),
)
PEOPLE = SqlTable(
    "people",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
)
SNAPSHOTS = SqlTable(
    "snapshots",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("snapshot", LargeBinary, nullable=False),
)
MUTES = SqlTable(
    "mutes",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("author", String(32), primary_key=True),
)

_headers = msgspec.json.Decoder(Header)
_summaries = msgspec.json.Decoder(Summary)


class SqlStore:
    def __init__(self, url: str) -> None:
        self._engine = create_async_engine(url)
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine.sync_engine, "connect", _set_up_sqlite)

    @classmethod
    def in_folder(cls, folder: Path) -> SqlStore:
        return cls(f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}")

    async def open(self) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(migrate)

    async def close(self) -> None:
        await self._engine.dispose()

    async def add(self, header: Header, summary: Summary) -> None:
        row = {"id": header.table, "header": msgspec.json.encode(header), **_columns(summary)}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(TABLES), row)
        except IntegrityError as error:
            raise Taken from error

    async def header(self, table: TableId) -> Header | None:
        raw = await self._one(select(TABLES.c.header).where(TABLES.c.id == table))
        return None if raw is None else _headers.decode(raw)

    async def append(self, table: TableId, number: int, at: float, event: AnyEvent, summary: Summary | None) -> None:
        row = {"table": table, "number": number, "at": at, "event": msgspec.json.encode(event)}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(LOG), row)
                if summary is not None:
                    change = update(TABLES).where(TABLES.c.id == table).values(_columns(summary))
                    await connection.execute(change)
                    await _seat_people(connection, table, summary)
        except IntegrityError as error:
            raise Taken from error

    async def entries(self, table: TableId, after: int) -> list[Logged]:
        query = select(LOG.c.number, LOG.c.at, LOG.c.event).where(LOG.c.table == table, LOG.c.number > after)
        async with self._engine.connect() as connection:
            rows = await connection.execute(query.order_by(LOG.c.number))
            return [Logged(number, at, decode(raw)) for number, at, raw in rows]

    async def snapshot(self, table: TableId) -> bytes | None:
        raw: bytes | None = await self._one(select(SNAPSHOTS.c.snapshot).where(SNAPSHOTS.c.table == table))
        return raw

    async def keep_snapshot(self, table: TableId, snapshot: bytes) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table == table))
            await connection.execute(insert(SNAPSHOTS), {"table": table, "snapshot": snapshot})

    async def mutes(self, table: TableId) -> list[tuple[str, str]]:
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(MUTES.c.person, MUTES.c.author).where(MUTES.c.table == table))
            return [(person, author) for person, author in rows]

    async def mute(self, table: TableId, person: str, author: str, muted: bool) -> None:
        row = {"table": table, "person": person, "author": author}
        async with self._engine.begin() as connection:
            await connection.execute(delete(MUTES).filter_by(**row))
            if muted:
                await connection.execute(insert(MUTES), row)

    async def open_tables(self, limit: int) -> list[Summary]:
        where = (TABLES.c.status == "waiting") & TABLES.c.public & TABLES.c.open
        return await self._summaries(select(TABLES.c.summary).where(where), limit)

    async def tables_of(self, person: str, limit: int) -> list[Summary]:
        query = select(TABLES.c.summary).join(PEOPLE, PEOPLE.c.table == TABLES.c.id).where(PEOPLE.c.person == person)
        return await self._summaries(query, limit)

    async def finished(self, limit: int) -> list[Summary]:
        return await self._summaries(select(TABLES.c.summary).where(TABLES.c.status == "over", TABLES.c.public), limit)

    async def playing(self, limit: int) -> list[TableId]:
        query = select(TABLES.c.id).where(TABLES.c.status == "playing").order_by(TABLES.c.changed.desc()).limit(limit)
        async with self._engine.connect() as connection:
            return [str(table) for (table,) in await connection.execute(query)]

    async def _summaries(self, query: Any, limit: int) -> list[Summary]:
        async with self._engine.connect() as connection:
            rows = await connection.execute(query.order_by(TABLES.c.changed.desc()).limit(limit))
            return [_summaries.decode(raw) for (raw,) in rows]

    async def _one(self, query: Any) -> Any:
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()


async def _seat_people(connection: AsyncConnection, table: TableId, summary: Summary) -> None:
    """Only while people still come and go: later this list does not change."""
    if summary.status == "waiting":
        await connection.execute(delete(PEOPLE).where(PEOPLE.c.table == table))
        rows = [{"person": person, "table": table} for person in sorted(set(summary.people) - {""})]
        if rows:
            await connection.execute(insert(PEOPLE), rows)


def _columns(summary: Summary) -> dict[str, Any]:
    return {
        "summary": msgspec.json.encode(summary),
        "status": summary.status,
        "open": summary.free > 0,
        "public": summary.public,
        "changed": summary.changed,
    }


def _set_up_sqlite(connection: Any, _: object) -> None:
    """A killed process loses nothing that was committed, and readers never wait for the writer."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "intryga.tables:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
