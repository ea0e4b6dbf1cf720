"""A damaged SQLite file, read as far as it can be read: every row that is still there goes into a new file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine

from intryga.tables.storage.schema import METADATA, migrate

PROBED = 20_000    # rows that are looked for one by one behind a page that cannot be read
# A file that nothing is wrong with gives these errors too: where the disk is full, or it is not ours to open.
AROUND_IT = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR,
}  # fmt: skip
UNREADABLE = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}    # but of those, these are the file's


def sound(file: Path) -> bool:
    """Does SQLite find nothing wrong with this file? Raises what keeps it from looking."""
    try:
        with closing(sqlite3.connect(file)) as database:
            return [row[0] for row in database.execute("PRAGMA integrity_check(1)")] == ["ok"]
    except sqlite3.DatabaseError as error:
        if not says_damaged(error):
            raise
        return False


def says_damaged(error: sqlite3.DatabaseError) -> bool:
    """Is it the file, and not something around it?"""
    code = error.sqlite_errorcode
    return code in UNREADABLE or code & 0xFF not in AROUND_IT


def salvage(damaged: Path, into: Path) -> None:
    """Writes a new file with all that can be read of the damaged one."""
    engine = create_engine(f"sqlite:///{into}")
    with engine.begin() as connection:
        migrate(connection)
    engine.dispose()
    with closing(sqlite3.connect(damaged)) as old, closing(sqlite3.connect(into)) as new:
        for table in METADATA.sorted_tables:
            known = {row[1] for row in _readable(old, f'PRAGMA table_info("{table.name}")')}
            columns = [f'"{column.name}"' for column in table.columns if column.name in known]
            if not columns:    # an earlier release had no such thing
                continue
            holes = ", ".join("?" for _ in columns)
            insert = f'INSERT OR IGNORE INTO "{table.name}" ({", ".join(columns)}) VALUES ({holes})'
            for row in rows(old, table.name, columns):
                with suppress(sqlite3.IntegrityError):    # a row with nothing where something must be
                    new.execute(insert, row)
        new.execute("UPDATE tables SET listed = changed WHERE listed = 0")
        new.commit()


def rows(database: sqlite3.Connection, table: str, columns: list[str]) -> Iterator[tuple[Any, ...]]:
    """From the start up to what cannot be read, from the end back to it, and one by one what lies between."""
    query = f'SELECT rowid, {", ".join(columns)} FROM "{table}"'
    first = end = 0
    with suppress(sqlite3.DatabaseError):
        for row in database.execute(f"{query} ORDER BY rowid"):
            first = row[0]
            yield row[1:]
        return    # all of it, and nothing needs to be looked for
    for row in _readable(database, f"{query} ORDER BY rowid DESC"):
        if row[0] <= first:
            return
        end = row[0]
        yield row[1:]
    for number in range(first + 1, min(end or first + PROBED, first + PROBED)):
        yield from (row[1:] for row in _readable(database, f"{query} WHERE rowid = {number}"))


def _readable(database: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    with suppress(sqlite3.DatabaseError):
        yield from database.execute(query)
