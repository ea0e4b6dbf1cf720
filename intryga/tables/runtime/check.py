"""All tables of a folder, opened one after another as the house would. What cannot be opened is put aside: it is not
resumed and harms nobody; its record stays where it is."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Literal

import msgspec
from sqlalchemy.exc import DatabaseError

from intryga.kernel.game import Mistake
from intryga.tables.model.entries import Damaged
from intryga.tables.output.table_page import summary
from intryga.tables.runtime import reading
from intryga.tables.storage.salvage import salvage, sound
from intryga.tables.storage.sql import SqlStore
from intryga.tables.storage.sqlite import FILE, SqliteStore, faults, make_private
from intryga.tables.types import TableId


class Finding(msgspec.Struct, frozen=True):
    """What is wrong with one table."""

    table: TableId
    # It cannot be opened; its header is lost; its last entries are; all are; some within are.
    what: Literal["closed", "lost", "cut", "emptied", "gap"]
    reason: str = ""
    entries: int = 0    # that are left, or lost within


class Report(msgspec.Struct, frozen=True):
    """How it is with the tables of a folder."""

    tables: int
    findings: list[Finding]
    damaged_file: str = ""    # where the file lies from which these tables were saved


def check(folder: Path) -> Report:
    """Nobody else may use the folder meanwhile."""
    if not (folder / FILE).exists():
        raise Mistake(f"there are no tables in '{folder}'; name the folder with --data")
    try:
        put_aside = "" if sound(folder / FILE) else str(_save(folder))
    except (sqlite3.DatabaseError, DatabaseError, OSError) as error:
        reason = error.orig if isinstance(error, DatabaseError) else error
        raise Mistake(f"the tables in '{folder}' cannot be looked through ({reason}); nothing was changed") from error
    if fault := faults(folder):
        raise Mistake(fault)
    return asyncio.run(check_store(SqliteStore(folder), put_aside))


def _save(folder: Path) -> Path:
    """Puts a new file in the place of a damaged one, with all that can be read of it."""
    number = 1 + len(list(folder.glob(f"{FILE}.damaged-*")))
    saved, damaged = folder / f"{FILE}.saved", folder / f"{FILE}.damaged-{number}"
    saved.unlink(missing_ok=True)
    make_private(saved)
    salvage(folder / FILE, saved)
    for ending in ("-wal", "-shm"):
        if (folder / f"{FILE}{ending}").exists():
            (folder / f"{FILE}{ending}").replace(f"{damaged}{ending}")
    (folder / FILE).replace(damaged)
    saved.replace(folder / FILE)
    return damaged


async def check_store(store: SqlStore, put_aside: str = "") -> Report:
    """On PostgreSQL also while it is served: what is being played meanwhile may be a few entries further."""
    await store.open()
    try:
        tables = await store.all_tables()
        findings = [finding for table in tables for finding in await _look_at(store, table)]
        findings += [Finding(table, "lost", entries=n) for table, n in (await store.orphans()).items()]
    finally:
        await store.close()
    return Report(len(tables), findings, put_aside)


async def _look_at(store: SqlStore, id: TableId) -> list[Finding]:
    try:
        header = await store.header(id)
        assert header is not None, "it was listed"
        table = await reading.table(store, header)
    except Damaged as damaged:
        await store.put_aside(id)
        return [Finding(id, "closed", str(damaged))]
    findings = []
    numbers = await store.numbers(id)
    if len(numbers) < table.number:
        findings.append(Finding(id, "gap", entries=table.number - len(numbers)))
    if await store.told_until(id) > table.changed:
        findings.append(Finding(id, "cut" if table.number else "emptied", entries=table.number))
    await store.put_summary(id, summary(table))
    return findings
