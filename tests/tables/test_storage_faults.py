"""Disks fill up, folders are read-only, files are damaged: a sentence each time, and nothing half done."""

from __future__ import annotations

import asyncio
import logging
import resource
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from intryga.tables.storage.sqlite import FILE, SqliteStore, faults
from intryga.tables.storage.store import NotStored
from tests.tables.support import BOT, ME, OLA, clock_of, opened, play, wish


def test_on_a_full_disk_nothing_happens_and_later_it_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """For real, as far as this process is concerned: its files may not grow any more."""
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)

    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, BOT))
            await play(house, table, OLA, moves=2)
            before = await house.page(table, OLA)
            resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / f"{FILE}-wal").stat().st_size, unlimited[1]))
            try:
                with caplog.at_level(logging.ERROR):
                    for _ in range(30):
                        with pytest.raises(NotStored):
                            await house.chat(table, OLA, "x" * 490)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
            assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["nothing can be stored"]
            assert await house.page(table, OLA) is before
            assert house.figures().failing
            await house.chat(table, OLA, "at last")
            assert not house.figures().failing
            await play(house, table, OLA, moves=2)
            await clock_of(house).settle()

    asyncio.run(scene())


def test_a_confirmed_move_outlives_a_power_cut(tmp_path: Path) -> None:
    """SQLite's own promise for `synchronous=FULL` (2): the log is on the disk before anybody is told."""
    store = SqliteStore(tmp_path)
    with store._engine.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"


def test_files_are_their_owners(tmp_path: Path) -> None:
    (tmp_path / FILE).touch(0o644)

    async def scene() -> None:
        async with opened(tmp_path) as house:
            await house.create(OLA, wish(ME, BOT))
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
            assert modes.keys() >= {FILE, f"{FILE}-wal"}
            assert set(modes.values()) == {0o600}

    asyncio.run(scene())


def serve(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "intryga", "serve", "--no-browser", "--port", "0", "--data", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_what_cannot_be_opened_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"this is no database, whatever its name may say" * 100)
    told = serve(tmp_path)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.count("\n") == 1
    assert "intryga check" in told.stderr


def test_a_later_release_and_a_folder_that_is_none(tmp_path: Path) -> None:
    assert faults(tmp_path) == ""
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("update alembic_version set version_num = '999'")
    assert "later release" in faults(tmp_path)
    (tmp_path / "file").touch()
    assert "cannot be used" in faults(tmp_path / "file")


def test_an_index_that_is_damaged_alone_is_a_sentence(tmp_path: Path) -> None:
    """The tables themselves can be read; a start looks for those in play by their status."""

    async def scene() -> None:
        async with opened(tmp_path) as house:
            await house.create(OLA, wish(ME, BOT))

    asyncio.run(scene())
    with sqlite3.connect(tmp_path / FILE) as database:
        index = database.execute("select rootpage from sqlite_master where name = 'tables_by_status'").fetchone()
        size = database.execute("PRAGMA page_size").fetchone()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    with (tmp_path / FILE).open("r+b") as file:
        file.seek((index[0] - 1) * size[0])
        file.write(b"\xff" * size[0])
    assert "intryga check" in faults(tmp_path)
