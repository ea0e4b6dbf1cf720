"""What is damaged or of a later release: one table says so itself, and no other is harmed."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from intryga.tables.house import Refused
from intryga.tables.model import snapshot
from tests.tables.support import BOT, JAN, ME, OLA, opened, play, wish
from tests.tables.versions.conftest import Release
from tests.tables.versions.test_rules_change import begun
from tests.toys import ladder


def write(folder: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(folder / "tables.sqlite") as database:
        assert database.execute(statement, values).rowcount == 1
    database.close()


@pytest.mark.parametrize("written_so", [False, True], ids=["damaged later", "written so"])
@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: b"",
        lambda raw: b"\xff\xfe",
        lambda raw: raw[:-20],
        lambda raw: b'{"format":2}',
        lambda raw: raw.replace(b'"format":2', b'"format":99'),
        lambda raw: raw.replace(b'"Climb"', b'"Dance"'),
        lambda raw: raw.replace(b'"cells":[', b'"cells":[7,'),
        lambda raw: raw.replace(b'"told"', b'"sung"'),
        lambda raw: raw.replace(b'"private":[', b'"private":[1,2,3,'),
        lambda raw: raw.replace(b'"stack":[[', b'"stack":[["Climb",[-7],[]],['),
    ],
)
def test_a_damaged_snapshot_changes_nothing(
    tmp_path: Path, release: Release, damage: Callable[[bytes], bytes], written_so: bool
) -> None:
    async def scene() -> None:
        release(ladder.GAME)
        async with opened(tmp_path) as house:
            table = await begun(house, 0)
            before = await house.page(table, JAN)
            raw = await house._store.snapshot(table)
            assert raw is not None
        bad = snapshot.summed(damage(raw[snapshot.SUM :])) if written_so else damage(raw)
        assert bad != raw
        write(tmp_path, 'update snapshots set snapshot = ? where "table" = ?', bad, table)
        async with opened(tmp_path) as house:
            assert (await house.page(table, JAN)).view == before.view
            await play(house, table, OLA, JAN)
            assert (await house.page(table, OLA)).status == "over"

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("statement", "value", "key"),
    [
        ('update log set event = ? where number = 4 and "table" = ?', b"{", "damaged_entry"),
        ('update log set event = ? where number = 4 and "table" = ?', b'{"type":"Danced"}', "damaged_entry"),
        (
            'update log set event = ? where number = 4 and "table" = ?',
            b'{"type":"Moved","seat":0,"text":"climb 9"}',
            "damaged_entry",
        ),
        (
            'update log set event = ? where number = 4 and "table" = ?',
            b'{"type":"Moved","seat":7,"text":"climb 1"}',
            "damaged_entry",
        ),
        ('update log set event = ? where number = 4 and "table" = ?', b'{"type":"Bell"}', "damaged_entry"),
        ('update log set number = ? where number = 4 and "table" = ?', 40, "damaged_entry"),
        ("update tables set header = ? where id = ?", b"", "damaged_header"),
        ("update tables set header = cast(replace(header, '\"format\":3', ?) as blob) where id = ?", '"format":9',
         "unknown_format"),
        ("update tables set header = cast(replace(header, '\"rules\":2', ?) as blob) where id = ?", '"rules":9',
         "rules_version"),
        ("update tables set header = cast(replace(header, 'ladder', ?) as blob) where id = ?", "snakes",
         "rules_version"),
    ],
)  # fmt: skip
def test_one_damaged_table_keeps_no_other_from_going_on(
    tmp_path: Path, release: Release, caplog: pytest.LogCaptureFixture, statement: str, value: object, key: str
) -> None:
    caplog.set_level(logging.CRITICAL, "intryga.tables")

    async def scene() -> None:
        release(ladder.GAME)
        async with opened(tmp_path) as house:
            good = [await begun(house, 0), await house.create(OLA, wish(ME, BOT, game="ladder"))]
            bad = await begun(house, 0)
        for one in (bad, *good):    # the truth is the log: no snapshot shall save it
            write_any(tmp_path, 'delete from snapshots where "table" = ?', one)
        write(tmp_path, statement, value, bad)
        async with opened(tmp_path) as house:
            await asyncio.gather(*house._tables._tasks)
            assert set(house._tables._rooms) == set(good), "all the others have resumed"
            for _ in range(2):
                with pytest.raises(Refused) as refused:
                    await house.page(bad, OLA)
                assert refused.value.key == key
                assert str(refused.value)
            assert bad in [card.table for card in (await house.lobby(OLA)).mine]
            for table, people in zip(good, ((OLA, JAN), (OLA,)), strict=True):
                await play(house, table, *people)
                assert (await house.page(table, OLA)).status == "over"

    asyncio.run(scene())


def write_any(folder: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(folder / "tables.sqlite") as database:
        database.execute(statement, values)
    database.close()


def test_a_summary_that_cannot_be_read_is_left_out_of_lists(
    tmp_path: Path, release: Release, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, "intryga.tables")

    async def scene() -> None:
        release(ladder.GAME)
        async with opened(tmp_path) as house:
            good, bad = await begun(house, 0), await begun(house, 0)
        write(tmp_path, "update tables set summary = ? where id = ?", b"{", bad)
        async with opened(tmp_path) as house:
            assert [card.table for card in (await house.lobby(OLA)).mine] == [good]
            assert (await house.page(bad, OLA)).status == "playing", "its log is sound"

    asyncio.run(scene())
