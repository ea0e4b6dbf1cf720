"""All tables from one database to another: from a folder to PostgreSQL, or back."""

from __future__ import annotations

from sqlalchemy import Engine, func, insert, select
from sqlalchemy.exc import DatabaseError

from intryga.kernel.game import Mistake
from intryga.tables.storage.schema import METADATA, TABLES, migrate

AT_ONCE = 500    # rows
OF_PROCESSES = {"keeper": 0, "kept_since": 0.0}    # what means something only where it was written


def move(source: Engine, target: Engine) -> int:
    """From one moment: what is written to the source meanwhile stays behind. Nothing is changed there, and the target
    must have no tables; it gets all of them or none. Gives how many tables there are."""
    try:
        for engine in (source, target):
            with engine.begin() as connection:
                migrate(connection)
        level = "REPEATABLE READ" if source.dialect.name == "postgresql" else "SERIALIZABLE"
        with source.connect().execution_options(isolation_level=level, yield_per=AT_ONCE) as old, target.begin() as new:
            if new.execute(select(func.count()).select_from(TABLES)).scalar():
                raise Mistake("there are tables in the target already; nothing is ever overwritten")
            for table in METADATA.sorted_tables:
                of_processes = {name: value for name, value in OF_PROCESSES.items() if name in table.c}
                for rows in old.execute(select(table)).mappings().partitions():
                    new.execute(insert(table), [{**row, **of_processes} for row in rows])
            return int(new.execute(select(func.count()).select_from(TABLES)).scalar() or 0)
    except DatabaseError as error:
        reason = str(error.orig).strip().partition("\n")[0]
        raise Mistake(f"the tables cannot be moved: {reason}") from error
