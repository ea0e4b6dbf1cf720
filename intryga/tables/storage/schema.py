"""What the database holds, and how an older one becomes it: the same for SQLite and PostgreSQL."""

from __future__ import annotations

from importlib.resources import files as files_of

from sqlalchemy import (
    BigInteger,
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
    Table,
    Text,
    inspect,
    text,
)

MIGRATING = 7012    # the lock that a process holds meanwhile

METADATA = MetaData()
TABLES = Table(
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
    Column("listed", Float, nullable=False),    # when the status last changed; by it lists are sorted
    Column("keeper", BigInteger, nullable=False, default=0),    # the process that looks after the game; 0: nobody
    Column("kept_since", Float, nullable=False, default=0.0),    # when it took the game over from one that was gone
    Index("tables_by_status", "status", "listed"),
    Index("tables_in_play", "keeper", postgresql_where=text("status = 'playing'")),
)
LOG = Table(
    "log",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("event", LargeBinary, nullable=False),
)
PEOPLE = Table(
    "people",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
)
SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("snapshot", LargeBinary, nullable=False),
)
MUTES = Table(
    "mutes",
    METADATA,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("author", String(32), primary_key=True),
)
RENEWALS = Table(
    "renewals",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("times", Integer, nullable=False),
)
COMPONENTS = Table(
    "components",
    METADATA,
    Column("mark", String(32), primary_key=True),
    Column("text", Text, nullable=False),
)
CODES = Table(
    "codes",
    METADATA,
    Column("code", String(64), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), nullable=False, unique=True),
)
PUSHES = Table(
    "pushes",
    METADATA,
    Column("endpoint", String(1000), primary_key=True),
    Column("person", String(64), nullable=False, index=True),
    Column("key", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("language", String(2), nullable=False),
)
PUT_AWAY = Table(
    "put_away",
    METADATA,
    Column("person", String(64), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
)
DEALS = Table(
    "deals",
    METADATA,
    Column("deal", String(100), primary_key=True),
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
)


class StoredLater(Exception):
    """By a release that this one knows nothing of."""


def migrate(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":    # of several processes that start at once one migrates
        connection.execute(text("set local lock_timeout = 0"))
        connection.execute(text("set local statement_timeout = 0"))
        connection.execute(text(f"select pg_advisory_xact_lock({MIGRATING})"))
    if _is_newest(connection):    # alembic takes a while to find that out, and another to be imported
        return
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "intryga.tables.storage:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise StoredLater from error


def _is_newest(connection: Connection) -> bool:
    if not inspect(connection).has_table("alembic_version"):
        return False
    files = files_of("intryga.tables.storage.migrations.versions").iterdir()
    newest = max(file.name[1:4] for file in files if file.name.startswith("v"))
    return connection.execute(text("select version_num from alembic_version")).scalar() == newest
