"""The store on a database that SQLAlchemy speaks to; sqlite.py and postgres.py say what is special about each.

The database works in threads, so that the house goes on meanwhile: several read, one writes (see writer.py).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    BindParameter,
    Connection,
    Engine,
    Row,
    Select,
    UpdateBase,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError, IntegrityError

from intryga.tables.model.entries import PAGES, AnyChange, Damaged, Header, LogEntry, decode_entry, decode_header
from intryga.tables.storage.caretaking import Caretaking
from intryga.tables.storage.schema import COMPONENTS, DEALS, LOG, MUTES, PEOPLE, RENEWALS, SNAPSHOTS, TABLES, migrate
from intryga.tables.storage.store import Summary, Taken
from intryga.tables.storage.visitors import Visitors
from intryga.tables.storage.writer import Writer
from intryga.tables.types import DealId, TableId

READERS = 4
ASKED_AT_ONCE = 200    # tables whose news are asked for
MOST_OF_A_DEAL = 500    # tables that are compared, the latest ones
DAMAGED = "damaged"    # the status of a table that was put aside

LISTED = select(TABLES.c.id, TABLES.c.summary)
PLAYING = select(TABLES.c.id).where(TABLES.c.status == "playing").order_by(TABLES.c.changed.desc())

_summaries = msgspec.json.Decoder(Summary)
log = logging.getLogger("intryga.tables")


T = TypeVar("T")


class Append(msgspec.Struct, frozen=True):
    """An entry to be written, as in `Store.append`. There is never more than one for a table at a time."""

    table: TableId
    number: int
    at: float
    event: bytes
    summary: Summary | None
    keeper: int


Work = Callable[[Connection], object]


class SqlStore(Caretaking):
    """Tables in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        self._enter = self._insert(LOG).on_conflict_do_nothing()
        self._writer: Writer[Append | Work] = Writer(self._commit)
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self.visitors = Visitors(self._writer.write, self._read)

    @property
    def failing(self) -> bool:
        return self._writer.failing

    async def open(self) -> None:
        await self._writer.write(migrate)

    async def close(self) -> None:
        await self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def add(self, header: Header, summary: Summary, components: str = "") -> None:
        row = {"id": header.table, "header": msgspec.json.encode(header), **columns(summary), "listed": summary.changed}

        def work(connection: Connection) -> None:
            if components:
                file = {"mark": header.components, "text": components}
                connection.execute(self._insert(COMPONENTS).on_conflict_do_nothing(), file)
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

    async def append(
        self, table: TableId, number: int, at: float, change: AnyChange, summary: Summary | None, keeper: int = 0
    ) -> None:
        await self._writer.write(Append(table, number, at, msgspec.json.encode(change), summary, keeper))

    def _commit(self, batch: list[Append | Work]) -> list[Exception | None]:
        """In one transaction. Entries go first and by table: two processes that write take locks in one order."""
        appends = sorted((part for part in batch if isinstance(part, Append)), key=lambda append: append.table)
        with self._engine.begin() as connection:
            refused = self._append(connection, appends) if appends else {}
            for part in batch:
                if not isinstance(part, Append):
                    part(connection)
        return [refused.get(part.table) if isinstance(part, Append) else None for part in batch]

    def _append(self, connection: Connection, appends: list[Append]) -> dict[TableId, Exception]:
        """Gives why some of them were not written, by table. One process needs no fence."""
        refused: dict[TableId, Exception] = {}
        for append in appends:
            row = {"table": append.table, "number": append.number, "at": append.at, "event": append.event}
            if not self._run(connection, self._enter, row):
                refused[append.table] = Taken()
            elif append.summary is not None:
                self._run(connection, LIST, _listed(append.table, append.summary))
                seat_people(connection, append.table, append.summary)
        return refused

    def _run(self, connection: Connection, statement: UpdateBase, row: dict[str, Any]) -> int:
        """One of the two statements of every move. Gives how many rows it has changed."""
        return connection.execute(statement, row).rowcount

    async def entries(self, table: TableId, after: int) -> list[LogEntry]:
        query = select(LOG.c.number, LOG.c.at, LOG.c.event).where(LOG.c.table == table, LOG.c.number > after)
        rows = await self._read(query.order_by(LOG.c.number))
        return [decode_entry(row.number, row.at, row.event) for row in rows]

    async def news(self, after: Mapping[TableId, int]) -> dict[TableId, list[LogEntry]]:
        found: dict[TableId, list[LogEntry]] = {}
        for some in _batched(after.items(), ASKED_AT_ONCE):
            wanted = or_(*((LOG.c.table == table) & (LOG.c.number > number) for table, number in some))
            query = select(LOG.c.table, LOG.c.number, LOG.c.at, LOG.c.event).where(wanted)
            damaged: set[TableId] = set()
            for row in await self._read(query.order_by(LOG.c.table, LOG.c.number)):
                try:
                    if row.table not in damaged:
                        found.setdefault(row.table, []).append(decode_entry(row.number, row.at, row.event))
                except Damaged:    # whoever opens that table will be told
                    damaged.add(row.table)
        return found

    async def snapshot(self, table: TableId) -> bytes | None:
        try:
            rows = await self._read(select(SNAPSHOTS.c.snapshot).where(SNAPSHOTS.c.table == table))
        except Damaged:    # the log tells the same
            return None
        return rows[0].snapshot if rows else None

    async def put_snapshot(self, table: TableId, snapshot: bytes) -> None:
        statement = self._insert(SNAPSHOTS).values(table=table, snapshot=snapshot)
        newest = {"snapshot": statement.excluded.snapshot}
        newer = statement.on_conflict_do_update(index_elements=["table"], set_=newest)
        await self._writer.write(lambda connection: connection.execute(newer))

    async def mutes(self, table: TableId) -> list[tuple[str, str]]:
        rows = await self._read(select(MUTES.c.person, MUTES.c.author).where(MUTES.c.table == table))
        return [(row.person, row.author) for row in rows]

    async def mute(self, table: TableId, person: str, author: str, muted: bool) -> None:
        row = {"table": table, "person": person, "author": author}
        change = self._insert(MUTES).values(row).on_conflict_do_nothing() if muted else delete(MUTES).filter_by(**row)
        await self._writer.write(lambda connection: connection.execute(change))

    async def renewals(self) -> dict[str, int]:
        return {row.person: row.times for row in await self._read(select(RENEWALS))}

    async def renew(self, person: str) -> None:
        statement = self._insert(RENEWALS).values(person=person, times=1)
        more = statement.on_conflict_do_update(index_elements=["person"], set_={"times": RENEWALS.c.times + 1})
        await self._writer.write(lambda connection: connection.execute(more))

    async def open_tables(self, limit: int) -> list[Summary]:
        where = (TABLES.c.status == "waiting") & TABLES.c.public & TABLES.c.open
        return await self._summaries(LISTED.where(where).order_by(TABLES.c.listed.desc()), limit)

    async def tables_of(self, person: str, limit: int) -> list[Summary]:
        query = LISTED.join(PEOPLE, PEOPLE.c.table == TABLES.c.id).where(PEOPLE.c.person == person)
        return await self._summaries(query.order_by(TABLES.c.changed.desc()), limit)

    async def finished(self, limit: int) -> list[Summary]:
        query = LISTED.where(TABLES.c.status == "over", TABLES.c.public)
        return await self._summaries(query.order_by(TABLES.c.listed.desc()), limit)

    async def of_deal(self, deal: DealId) -> list[Summary]:
        query = LISTED.join(DEALS, DEALS.c.table == TABLES.c.id).where(DEALS.c.deal == deal)
        return await self._summaries(query.order_by(TABLES.c.changed.desc()), MOST_OF_A_DEAL)

    async def playing(self, limit: int) -> list[TableId]:
        return [row.id for row in await self._read(PLAYING.limit(limit))]

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
        await self._writer.write(lambda connection: connection.execute(LIST, _listed(table, summary)))

    async def _summaries(self, query: Select[Any], limit: int) -> list[Summary]:
        rows = await self._read(query.limit(limit))
        return [found for row in rows if (found := _summary(row.id, row.summary)) is not None]

    async def _read(self, query: Select[Any]) -> Sequence[Row[Any]]:
        def work() -> Sequence[Row[Any]]:
            try:
                with self._engine.connect() as connection:
                    return connection.execute(query).all()
            except DatabaseError as error:
                raise self._unreadable(error) from error

        return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    def _unreadable(self, error: DatabaseError) -> Exception:
        return Damaged(PAGES, f"a part of the database cannot be read: {error.orig}")


# What lists show of a table, from now on. Made once: to build a statement costs more than to run it.
_NEW: dict[str, BindParameter[Any]] = {
    name: bindparam(f"new_{name}") for name in ("summary", "status", "open", "public", "changed")
}
_LISTED = case((TABLES.c.status == _NEW["status"], TABLES.c.listed), else_=_NEW["changed"])
LIST = update(TABLES).where(TABLES.c.id == bindparam("of_table")).values(**_NEW, listed=_LISTED)


def _listed(table: TableId, summary: Summary) -> dict[str, Any]:
    """The values of that statement."""
    return {"of_table": table, **{f"new_{name}": value for name, value in columns(summary).items()}}


def seat_people(connection: Connection, table: TableId, summary: Summary) -> None:
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


def columns(summary: Summary) -> dict[str, Any]:
    return {
        "summary": msgspec.json.encode(summary),
        "status": summary.status,
        "open": summary.free > 0,
        "public": summary.public,
        "changed": summary.changed,
    }


def _batched(things: Iterable[T], size: int) -> Iterator[list[T]]:
    """As itertools has it from Python 3.12."""
    rest = iter(things)
    while some := list(islice(rest, size)):
        yield some
