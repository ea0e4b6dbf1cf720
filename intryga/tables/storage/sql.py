"""The store on a database that SQLAlchemy speaks to: SQLite in the data folder, nothing to install.

The database works in threads, so that the house goes on meanwhile: several read, one writes (see writer.py).
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
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
    Row,
    Select,
    String,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError

from intryga.tables.model.entries import AnyChange, Damaged, Header, LogEntry, decode_entry, decode_header
from intryga.tables.storage.store import Summary, Taken
from intryga.tables.storage.writer import Writer
from intryga.tables.types import DealId, TableId

READERS = 4
MOST_OF_A_DEAL = 500    # tables that are compared, the latest ones
FILE = "tables.sqlite"
DAMAGED = "damaged"    # the status of a table that was put aside

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

RENEWALS = SqlTable(
    "renewals",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("times", Integer, nullable=False),
)
COMPONENTS = SqlTable(
    "components",
    METADATA,
    Column("mark", String(32), primary_key=True),
    Column("text", Text, nullable=False),
)

DEALS = SqlTable(
    "deals",
    METADATA,
    Column("deal", String(100), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
)

LISTED = select(TABLES.c.id, TABLES.c.summary)

_summaries = msgspec.json.Decoder(Summary)
log = logging.getLogger("intryga.tables")


class SqlStore:
    """Tables in a database."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(url, hide_parameters=True)    # errors are logged, what is played is not
        if self._engine.dialect.name == "sqlite":
            event.listen(self._engine, "connect", _set_up_sqlite)
        self._writer = Writer(self._engine)
        self._readers = ThreadPoolExecutor(READERS, "reader")

    @classmethod
    def in_folder(cls, folder: Path) -> SqlStore:
        make_private(folder / FILE)
        return cls(f"sqlite:///{folder / FILE}")

    async def open(self) -> None:
        await self._writer.write(migrate)

    async def close(self) -> None:
        await self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def add(self, header: Header, summary: Summary, components: str = "") -> None:
        row = {"id": header.table, "header": msgspec.json.encode(header), **_columns(summary)}

        def work(connection: Connection) -> None:
            if components:
                mark = header.components
                if not connection.execute(select(COMPONENTS.c.mark).where(COMPONENTS.c.mark == mark)).all():
                    connection.execute(insert(COMPONENTS), {"mark": mark, "text": components})
            connection.execute(insert(TABLES), row)
            if header.deal:
                connection.execute(insert(DEALS), {"deal": header.deal, "table": header.table})

        try:
            await self._writer.write(work)
        except IntegrityError as error:
            raise Taken from error

    async def header(self, table: TableId) -> Header | None:
        rows = await self._read(select(TABLES.c.header).where(TABLES.c.id == table))
        return decode_header(rows[0].header) if rows else None

    async def components(self, mark: str) -> str:
        rows = await self._read(select(COMPONENTS.c.text).where(COMPONENTS.c.mark == mark))
        return rows[0].text if rows else ""

    async def append(self, table: TableId, number: int, at: float, change: AnyChange, summary: Summary | None) -> None:
        row = {"table": table, "number": number, "at": at, "event": msgspec.json.encode(change)}

        def work(connection: Connection) -> None:
            connection.execute(insert(LOG), row)
            if summary is not None:
                connection.execute(update(TABLES).where(TABLES.c.id == table).values(_columns(summary)))
                _seat_people(connection, table, summary)

        try:
            await self._writer.write(work)
        except IntegrityError as error:
            raise Taken from error

    async def entries(self, table: TableId, after: int) -> list[LogEntry]:
        query = select(LOG.c.number, LOG.c.at, LOG.c.event).where(LOG.c.table == table, LOG.c.number > after)
        rows = await self._read(query.order_by(LOG.c.number))
        return [decode_entry(row.number, row.at, row.event) for row in rows]

    async def snapshot(self, table: TableId) -> bytes | None:
        try:
            rows = await self._read(select(SNAPSHOTS.c.snapshot).where(SNAPSHOTS.c.table == table))
        except Damaged:    # the log tells the same
            return None
        return rows[0].snapshot if rows else None

    async def put_snapshot(self, table: TableId, snapshot: bytes) -> None:
        def work(connection: Connection) -> None:
            connection.execute(delete(SNAPSHOTS).where(SNAPSHOTS.c.table == table))
            connection.execute(insert(SNAPSHOTS), {"table": table, "snapshot": snapshot})

        await self._writer.write(work)

    async def mutes(self, table: TableId) -> list[tuple[str, str]]:
        rows = await self._read(select(MUTES.c.person, MUTES.c.author).where(MUTES.c.table == table))
        return [(row.person, row.author) for row in rows]

    async def mute(self, table: TableId, person: str, author: str, muted: bool) -> None:
        row = {"table": table, "person": person, "author": author}

        def work(connection: Connection) -> None:
            connection.execute(delete(MUTES).filter_by(**row))
            if muted:
                connection.execute(insert(MUTES), row)

        await self._writer.write(work)

    async def renewals(self) -> dict[str, int]:
        return {row.person: row.times for row in await self._read(select(RENEWALS))}

    async def renew(self, person: str) -> None:
        def work(connection: Connection) -> None:
            more = update(RENEWALS).where(RENEWALS.c.person == person).values(times=RENEWALS.c.times + 1)
            if not connection.execute(more).rowcount:
                connection.execute(insert(RENEWALS), {"person": person, "times": 1})

        await self._writer.write(work)

    async def open_tables(self, limit: int) -> list[Summary]:
        where = (TABLES.c.status == "waiting") & TABLES.c.public & TABLES.c.open
        return await self._summaries(LISTED.where(where), limit)

    async def tables_of(self, person: str, limit: int) -> list[Summary]:
        query = LISTED.join(PEOPLE, PEOPLE.c.table == TABLES.c.id).where(PEOPLE.c.person == person)
        return await self._summaries(query, limit)

    async def finished(self, limit: int) -> list[Summary]:
        return await self._summaries(LISTED.where(TABLES.c.status == "over", TABLES.c.public), limit)

    async def of_deal(self, deal: DealId) -> list[Summary]:
        query = LISTED.join(DEALS, DEALS.c.table == TABLES.c.id).where(DEALS.c.deal == deal)
        return await self._summaries(query, MOST_OF_A_DEAL)

    async def playing(self, limit: int) -> list[TableId]:
        query = select(TABLES.c.id).where(TABLES.c.status == "playing").order_by(TABLES.c.changed.desc()).limit(limit)
        return [row.id for row in await self._read(query)]

    # --- looking after what is stored ---

    async def all_tables(self) -> list[TableId]:
        return [row.id for row in await self._read(select(TABLES.c.id).order_by(TABLES.c.changed))]

    async def orphans(self) -> dict[TableId, int]:
        """Tables of which the header is not there, with how many entries of theirs are."""
        headers = select(TABLES.c.id)
        people = await self._read(select(PEOPLE.c.table).where(PEOPLE.c.table.not_in(headers)))
        entries = select(LOG.c.table, func.count().label("entries")).where(LOG.c.table.not_in(headers))
        found = {row.table: 0 for row in people}
        return found | {row.table: row.entries for row in await self._read(entries.group_by(LOG.c.table))}

    async def numbers(self, table: TableId) -> list[int]:
        """Of the entries that are there."""
        return [row.number for row in await self._read(select(LOG.c.number).where(LOG.c.table == table))]

    async def told_until(self, table: TableId) -> float:
        """When the table last changed, as the lists say."""
        return float((await self._read(select(TABLES.c.changed).where(TABLES.c.id == table)))[0].changed)

    async def put_aside(self, table: TableId) -> None:
        """It stays closed, and its record as it is."""
        closed = update(TABLES).where(TABLES.c.id == table).values(status=DAMAGED)
        await self._writer.write(lambda connection: connection.execute(closed))

    async def put_summary(self, table: TableId, summary: Summary) -> None:
        row = update(TABLES).where(TABLES.c.id == table).values(_columns(summary))
        await self._writer.write(lambda connection: connection.execute(row))

    async def _summaries(self, query: Select[Any], limit: int) -> list[Summary]:
        rows = await self._read(query.order_by(TABLES.c.changed.desc()).limit(limit))
        return [found for row in rows if (found := _summary(row.id, row.summary)) is not None]

    async def _read(self, query: Select[Any]) -> Sequence[Row[Any]]:
        def work() -> Sequence[Row[Any]]:
            try:
                with self._engine.connect() as connection:
                    return connection.execute(query).all()
            except DatabaseError as error:
                message = f"a part of the database cannot be read: {error.orig}"
                raise Damaged("damaged_pages", message) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, work)


def _seat_people(connection: Connection, table: TableId, summary: Summary) -> None:
    """Only while people still come and go: later this list does not change."""
    if summary.status == "waiting":
        connection.execute(delete(PEOPLE).where(PEOPLE.c.table == table))
        rows = [{"person": person, "table": table} for person in sorted(set(summary.people) - {""})]
        if rows:
            connection.execute(insert(PEOPLE), rows)


def _summary(table: TableId, raw: bytes) -> Summary | None:
    """A table whose summary cannot be read is left out of lists."""
    try:
        return _summaries.decode(raw)
    except msgspec.MsgspecError as error:
        log.error("table %s is left out of lists: %s", table, error)
        return None


def _columns(summary: Summary) -> dict[str, Any]:
    return {
        "summary": msgspec.json.encode(summary),
        "status": summary.status,
        "open": summary.free > 0,
        "public": summary.public,
        "changed": summary.changed,
    }


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Neither a killed process nor a power cut loses what was committed, and readers never wait for the writer."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def make_private(file: Path) -> None:
    """What is played is nobody's business, even where others may look into the folder."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for path in (file, file.with_name(f"{FILE}-wal"), file.with_name(f"{FILE}-shm")):
        if path.exists():
            path.chmod(0o600)


def faults(folder: Path) -> str:
    """What keeps the tables in this folder from being opened, as a sentence; empty if nothing does."""
    try:
        make_private(folder / FILE)
        store = SqlStore.in_folder(folder)
        with store._engine.begin() as connection:
            migrate(connection)
            connection.execute(select(TABLES.c.id, TABLES.c.status, TABLES.c.changed)).all()
            connection.execute(select(RENEWALS)).all()
        store._engine.dispose()
    except OSError as error:
        return f"the folder '{folder}' cannot be used: {error.strerror}"
    except CommandError:
        return f"the tables in '{folder}' were stored by a later release, which this one cannot read"
    except OperationalError as error:
        return f"the tables in '{folder}' cannot be opened: {error.orig}"
    except DatabaseError as error:
        return f"the tables in '{folder}' are damaged ({error.orig}); `intryga check` saves what can be read"
    return ""


def migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "intryga.tables.storage:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
