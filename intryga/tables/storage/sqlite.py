"""The store in a folder: one SQLite file, nothing to install."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, UpdateBase, create_engine, event, select
from sqlalchemy.exc import DatabaseError, OperationalError

from intryga.tables.storage.schema import RENEWALS, TABLES, StoredLater, migrate
from intryga.tables.storage.sql import PLAYING, SqlStore

FILE = "tables.sqlite"


class SqliteStore(SqlStore):
    """Tables in one file of a folder, for one process."""

    def __init__(self, folder: Path) -> None:
        make_private(folder / FILE)
        # Errors are logged, what is played is not.
        engine = create_engine(f"sqlite:///{folder / FILE}", hide_parameters=True)
        event.listen(engine, "connect", _set_up)
        super().__init__(engine)
        self._prepared: dict[UpdateBase, Prepared] = {}

    def _run(self, connection: Connection, statement: UpdateBase, row: dict[str, Any]) -> int:
        """In SQLite's own words: SQLAlchemy takes longer over them than SQLite does."""
        found = self._prepared.get(statement)
        if found is None:
            compiled = statement.compile(self._engine)
            found = self._prepared[statement] = Prepared(str(compiled), compiled.positiontup or [])
        return connection.exec_driver_sql(found.text, tuple([row[name] for name in found.places])).rowcount


class Prepared(NamedTuple):
    text: str
    places: list[str]    # the names of its values, in their order


def _set_up(connection: Any, _: object) -> None:
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
        store = SqliteStore(folder)
        with store._engine.begin() as connection:
            migrate(connection)
            connection.execute(select(TABLES.c.id, TABLES.c.status, TABLES.c.changed)).all()
            connection.execute(PLAYING).all()    # by its index, which may be damaged alone
            connection.execute(select(RENEWALS)).all()
        store._engine.dispose()
    except OSError as error:
        return f"the folder '{folder}' cannot be used: {error.strerror}"
    except StoredLater:
        return f"the tables in '{folder}' were stored by a later release, which this one cannot read"
    except OperationalError as error:
        return f"the tables in '{folder}' cannot be opened: {error.orig}"
    except DatabaseError as error:
        return f"the tables in '{folder}' are damaged ({error.orig}); `intryga check` saves what can be read"
    return ""
