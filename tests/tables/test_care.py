"""Backups, and what is saved of a damaged folder."""

from __future__ import annotations

import asyncio
import logging
import resource
import sqlite3
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from intryga.cli import run
from intryga.cli.serve import only_one
from intryga.kernel.dice import quick
from intryga.tables.runtime.check import check
from intryga.tables.storage.sqlite import FILE
from intryga.tables.types import Refused
from tests.tables.support import BOT, ME, OLA, clock_of, opened, play, wish

PAGE = 4096


async def some_tables(folder: Path, number: int = 4) -> dict[str, int]:
    """Gives their versions."""
    (folder / "secret").write_text("a secret")
    async with opened(folder) as house:
        tables = [await house.create(OLA, wish(ME, BOT)) for _ in range(number)]
        for table in tables:
            await play(house, table, OLA, moves=12)
            for n in range(6):
                await house.chat(table, OLA, f"{n} " + "x" * 400)
                clock_of(house).time += 1
        await clock_of(house).settle()    # the bots have moved
        return {table: (await house.page(table, OLA)).version for table in tables}


async def versions(folder: Path, tables: list[str]) -> dict[str, int | None]:
    """None where a table stays closed."""
    found: dict[str, int | None] = {}
    async with opened(folder) as house:
        for table in tables:
            try:
                found[table] = (await house.page(table, OLA)).version
                await house.chat(table, OLA, "on we go")
            except Refused:
                found[table] = None
    return found


def test_a_backup_of_a_running_house_is_a_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, other, file = tmp_path / "data", tmp_path / "other", tmp_path / "backup.zip"
    folder.mkdir()
    before = asyncio.run(some_tables(folder, 2))

    async def while_it_runs() -> None:
        async with opened(folder):
            assert await asyncio.to_thread(run, ["backup", str(file), "--data", str(folder), "--lang", "en"]) == 0

    asyncio.run(while_it_runs())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert run(["restore", str(file), "--data", str(other), "--lang", "pl"]) == 0
    said = " ".join(capsys.readouterr().out.split())    # lines end where the path leaves no room
    assert "keep it safe" in said
    assert "Stoły są znów w folderze" in said
    assert asyncio.run(versions(other, list(before))) == before
    assert (other / "secret").read_text() == "a secret"
    assert run(["restore", str(file), "--data", str(other)]) == 2, "nothing is overwritten"
    assert "already" in capsys.readouterr().err


@contextmanager
def full_disk() -> Iterator[None]:
    """For real, as far as this process is concerned: no file may grow."""
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, unlimited[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)


def test_on_a_full_disk_each_command_says_so_and_leaves_everything_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, other, file = tmp_path / "data", tmp_path / "other", tmp_path / "backup.zip"
    folder.mkdir()
    before = asyncio.run(some_tables(folder, 1))
    assert run(["backup", str(file), "--data", str(folder)]) == 0
    commands = {
        "cannot be copied": ["backup", str(tmp_path / "second.zip"), "--data", str(folder)],
        f"cannot be copied to '{other}'": ["restore", str(file), "--data", str(other)],
        "cannot be looked through": ["check", "--data", str(folder)],
    }
    for sentence, command in commands.items():
        with full_disk():
            assert run(command) == 2
        said = capsys.readouterr().err
        assert sentence in said
        assert "try `intryga check`" not in said, "nothing is damaged"
    assert not list(folder.glob("*.damaged-*"))
    assert asyncio.run(versions(folder, list(before))) == before
    assert not (tmp_path / "second.zip").exists()
    assert not (other / FILE).exists()


def test_a_damaged_backup_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, file = tmp_path / "data", tmp_path / "backup.zip"
    folder.mkdir()
    asyncio.run(some_tables(folder, 1))
    assert run(["backup", str(file), "--data", str(folder)]) == 0
    raw = file.read_bytes()
    for place in range(0, len(raw), len(raw) // 12):
        file.write_bytes(raw[:place] + bytes(byte ^ 0xFF for byte in raw[place : place + 40]) + raw[place + 40 :])
        assert run(["restore", str(file), "--data", str(tmp_path / f"to {place}")]) == 2
        assert "damaged" in capsys.readouterr().err


def test_of_a_backup_of_damaged_tables_the_rest_is_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It was packed by hand, say, or lay on a bad disk; it may be all that is left."""
    folder, file, other = tmp_path / "data", tmp_path / "backup.zip", tmp_path / "other"
    folder.mkdir()
    before = asyncio.run(some_tables(folder))
    assert run(["backup", str(file), "--data", str(folder)]) == 0
    raw = bytearray((folder / FILE).read_bytes())
    raw[-PAGE:] = b"\xaa" * PAGE
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(FILE, bytes(raw))
        archive.write(folder / "secret", "secret")
    assert run(["restore", str(file), "--data", str(other)]) == 2
    said = capsys.readouterr().err
    assert "are damaged" in said
    assert "`intryga check`" in said
    report = check(other)
    told = {finding.table for finding in report.findings}
    after = asyncio.run(versions(other, list(before)))
    assert {table: after[table] for table in before if table not in told} == {
        table: before[table] for table in before if table not in told
    }
    assert report.tables > len(told), "most of them are whole"


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_backup_is_a_sentence(tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_bytes(content)
    assert run(["restore", str(tmp_path / "file"), "--data", str(tmp_path / "data")]) == 2
    assert "no backup" in capsys.readouterr().err
    assert run(["backup", str(tmp_path / "backup"), "--data", str(tmp_path / "none")]) == 2
    assert "no tables" in capsys.readouterr().err


@pytest.mark.parametrize("seed", range(2))
def test_of_a_damaged_file_the_rest_is_saved(tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """Some of its pages are overwritten. What is not told to be lost is there, whole, and goes on."""
    caplog.set_level(logging.CRITICAL)
    before = asyncio.run(some_tables(tmp_path))
    raw, dice = bytearray((tmp_path / FILE).read_bytes()), quick(seed)
    for _ in range(3):
        page = 1 + dice.below(len(raw) // PAGE - 1)
        raw[page * PAGE : (page + 1) * PAGE] = bytes(dice.below(256) for _ in range(PAGE))
    (tmp_path / FILE).write_bytes(raw)
    report = check(tmp_path)
    assert report.damaged_file
    assert Path(report.damaged_file).exists()
    told = {finding.table for finding in report.findings}
    after = asyncio.run(versions(tmp_path, list(before)))
    assert [table for table in before if after[table] != before[table] and table not in told] == []
    assert {finding.table for finding in check(tmp_path).findings} <= told, "once is enough"


def test_a_log_that_is_gone_is_told_of_each_table_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """A server of many tables would fill its log with traces of one and the same fault."""
    before = asyncio.run(some_tables(tmp_path, 3))
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("delete from snapshots")
        (root,) = database.execute("select rootpage from sqlite_master where name = 'log'").fetchone()
    database.close()
    with (tmp_path / FILE).open("r+b") as file:
        file.seek((root - 1) * PAGE)
        file.write(b"x" * PAGE)
    assert asyncio.run(versions(tmp_path, list(before))) == dict.fromkeys(before)
    closed = [record for record in caplog.records if "stays closed" in record.getMessage()]
    assert len(closed) == 3
    assert all("`intryga check` saves the rest" in record.getMessage() and not record.exc_info for record in closed)
    assert run(["check", "--data", str(tmp_path), "--lang", "en"]) == 1
    said = capsys.readouterr().out
    assert said.count("all its entries are lost; it is as it was when it was made") == 3
    assert "3 tables were looked at; undamaged: 0." in said


def test_a_file_that_is_none_makes_room_for_a_new_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    assert run(["check", "--data", str(tmp_path), "--lang", "en"]) == 1
    assert "0 tables were looked at" in capsys.readouterr().out
    assert run(["check", "--data", str(tmp_path), "--lang", "pl"]) == 0


def test_a_table_that_cannot_be_read_is_put_aside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = asyncio.run(some_tables(tmp_path, 2))
    bad, good = before
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute('delete from snapshots where "table" = ?', (bad,))
        database.execute('update log set event = ? where "table" = ? and number = 3', (b"{", bad))
    database.close()
    assert run(["check", "--data", str(tmp_path), "--lang", "en"]) == 1
    said = capsys.readouterr().out
    assert f"{bad}: stays closed: entry 3 of its log cannot be read" in said
    assert "2 tables were looked at; undamaged: 1." in said
    assert asyncio.run(versions(tmp_path, [bad, good])) == {bad: None, good: before[good]}


def test_nobody_looks_into_a_folder_that_is_served(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(some_tables(tmp_path, 1))
    with only_one(tmp_path):
        assert run(["check", "--data", str(tmp_path)]) == 2
        assert "being served" in capsys.readouterr().err
