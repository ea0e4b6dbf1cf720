"""The store on PostgreSQL, for several processes. Only writing differs from SQLite: a batch is one statement, and what
a process enters by itself is fenced by the table's keeper."""

from __future__ import annotations

from typing import Any

import psycopg
from sqlalchemy import Connection, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError, DatabaseError

from intryga.kernel.game import Mistake
from intryga.tables.storage.schema import StoredLater, migrate
from intryga.tables.storage.sql import READERS, Append, SqlStore, Work, columns, seat_people
from intryga.tables.storage.store import Fenced, NotReached, Taken
from intryga.tables.types import TableId

# A process that hangs or is cut off in a transaction must not hold its locks for ever; and who waits for an answer of a
# database that is gone shall hear of it in seconds, not after the two hours of TCP.
PATIENCE: dict[str, Any] = {
    "connect_timeout": 3,
    "tcp_user_timeout": 5000,
    "keepalives_idle": 3,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "options": "-c idle_in_transaction_session_timeout=5s -c lock_timeout=3s -c statement_timeout=10s "
    "-c tcp_user_timeout=5s -c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3",
}

# The rows of `tables` are locked first and in order, so no two batches wait for each other in a circle; and a keeper is
# compared with the row as it is once the lock is held, not as it was when the statement began.
APPEND = text("""
    with wish as (
        select * from unnest(
            cast(:table as text[]), cast(:number as int[]), cast(:at as float8[]), cast(:event as bytea[]),
            cast(:keeper as bigint[]), cast(:summary as bytea[]), cast(:status as text[]), cast(:open as bool[]),
            cast(:public as bool[]), cast(:changed as float8[])
        ) as w("table", number, at, event, keeper, summary, status, open, public, changed)
    ), held as materialized (
        select id, keeper from tables where id = any(cast(:table as text[])) order by id for no key update
    ), entered as (
        insert into log ("table", number, at, event)
        select wish."table", number, at, event from held join wish on wish."table" = held.id
        where wish.keeper in (0, held.keeper)
        on conflict do nothing returning "table"
    ), listed as (
        update tables set summary = wish.summary, status = wish.status, open = wish.open, public = wish.public,
            changed = wish.changed,
            listed = case when tables.status = wish.status then tables.listed else wish.changed end
        from wish join entered using ("table") where tables.id = wish."table" and wish.summary is not null
    )
    select held.id, held.keeper, entered."table" is not null as entered
    from held left join entered on entered."table" = held.id
""")


def plain_url(url: str) -> str:
    """As psycopg itself reads it: a URL that names the driver is for SQLAlchemy."""
    return "postgresql://" + url.partition("://")[2]


class PostgresStore(SqlStore):
    """Tables in a PostgreSQL database that several processes share."""

    def __init__(self, url: str) -> None:
        engine = create_engine(
            "postgresql+psycopg://" + url.partition("://")[2],
            hide_parameters=True,    # errors are logged, what is played is not
            connect_args=PATIENCE,
            pool_size=READERS + 1,
            max_overflow=0,
            pool_recycle=1800,
        )
        super().__init__(engine)
        self._at_once = engine.execution_options(isolation_level="AUTOCOMMIT")

    def _commit(self, batch: list[Append | Work]) -> list[Exception | None]:
        appends = [part for part in batch if isinstance(part, Append)]
        if len(appends) < len(batch) or any(a.summary is not None and a.summary.status == "waiting" for a in appends):
            return super()._commit(batch)
        with self._at_once.connect() as connection:    # one way there and back, and nothing is left open between
            refused = self._append(connection, appends)
        return [refused.get(append.table) for append in appends]

    def _append(self, connection: Connection, appends: list[Append]) -> dict[TableId, Exception]:
        rows = [_row(append) for append in appends]
        found = connection.execute(APPEND, {name: [row[name] for row in rows] for name in rows[0]}).all()
        held = {row.id: row for row in found}
        refused: dict[TableId, Exception] = {}
        for append in appends:
            row = held.get(append.table)    # none: somebody has deleted the table
            if row is None or not row.entered:
                fenced = row is not None and append.keeper not in (0, row.keeper)
                refused[append.table] = Fenced() if fenced else Taken()
            elif append.summary is not None:
                seat_people(connection, append.table, append.summary)
        return refused

    def _unreadable(self, error: DatabaseError) -> Exception:
        orig = error.orig
        damaged = isinstance(orig, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted)
        return super()._unreadable(error) if damaged else NotReached()


def _row(append: Append) -> dict[str, Any]:
    nothing = dict.fromkeys(("summary", "status", "open", "public", "changed"))
    return {
        "table": append.table,
        "number": append.number,
        "at": append.at,
        "event": append.event,
        "keeper": append.keeper,
        **(columns(append.summary) if append.summary is not None else nothing),
    }


def faults(url: str) -> str:
    """What keeps the tables of this database from being opened, as a sentence; empty if nothing does."""
    store = PostgresStore(url)
    try:
        with store._engine.begin() as connection:
            migrate(connection)
    except StoredLater:
        return "the tables in this database were stored by a later release, which this one cannot read"
    except DatabaseError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        return f"the database cannot be used: {reason}"
    finally:
        store._engine.dispose()
    return ""


def check_url(url: str) -> str:
    """The URL again; raises Mistake where it cannot be one of PostgreSQL."""
    scheme, slashes, _ = url.partition("://")
    if not slashes or scheme not in ("postgresql", "postgres", "postgresql+psycopg"):
        raise Mistake("--database is an address like postgresql://user@host/name; without it a folder is used")
    try:
        make_url(url)
        psycopg.conninfo.conninfo_to_dict(plain_url(url))
    except (psycopg.ProgrammingError, ArgumentError, ValueError) as error:
        raise Mistake(f"--database is not an address that PostgreSQL understands: {str(error).strip()}") from error
    return url
