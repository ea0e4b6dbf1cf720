"""Tables move from a folder to PostgreSQL and back, and bots think on other machines."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from intryga.cli import run
from intryga.tables.line.database_clock import DatabaseClock
from intryga.tables.line.line import Line
from intryga.tables.line.thoughts import WorkersElsewhere
from intryga.tables.runtime.bot_question import question
from intryga.tables.runtime.workers import WorkersInPlace
from tests import postgres
from tests.support import PATIENCE
from tests.tables import support
from tests.tables.support import BOT, ME, OLA, clock_of, opened, play, wish


async def pages(folder: Path, tables: list[str]) -> list[tuple[int, object]]:
    async with opened(folder) as house:
        found = [await house.page(table, OLA) for table in tables]
        return [(page.version, page.view) for page in found]


def test_to_postgresql_and_back_again_nothing_is_lost(
    tmp_path: Path, postgres_server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, other = tmp_path / "data", tmp_path / "other"
    folder.mkdir()

    async def some_tables() -> list[str]:
        async with opened(folder) as house:
            tables = [await house.create(OLA, wish(ME, BOT)) for _ in range(2)]
            await play(house, tables[0], OLA, moves=8)
            await play(house, tables[1], OLA)    # to its end
            await clock_of(house).settle()
            return tables

    tables = asyncio.run(some_tables())
    before = asyncio.run(pages(folder, tables))
    url = postgres.database(postgres_server, folder)    # where `opened` looks for it
    assert run(["move-data", str(folder), url, "--lang", "en"]) == 0
    assert "2 tables were copied" in capsys.readouterr().out
    with monkeypatch.context() as patch:
        patch.setattr(support, "server", postgres_server)
        assert asyncio.run(pages(folder, tables)) == before
    assert run(["check", "--database", url, "--lang", "en"]) == 0
    assert run(["move-data", url, str(other), "--lang", "pl"]) == 0
    assert asyncio.run(pages(other, tables)) == before
    assert run(["move-data", str(other), url]) == 2, "nothing is overwritten"
    assert "already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("mysql://x/y", "postgresql://"),
        ("postgresql://x:y:z/", "understands"),
        ("/no/such/file", "a file with one"),
        ("postgresql://127.0.0.1:1/none", "cannot be used"),
    ],
)
def test_an_address_that_is_none_is_a_sentence(given: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "--database", given]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_bots_think_elsewhere_and_here_if_nobody_does(tmp_path: Path, postgres_server: str) -> None:
    """The same question has the same answer, wherever it is thought over; a thinker that dies costs a while."""
    url = postgres.database(postgres_server, tmp_path)

    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, BOT, game="spiskowcy"))
            begun = (await house._tables.room(table)).table
            asked = question(begun, begun.awaited()[0])._replace(level="heuristic")
        clock = DatabaseClock()
        line = Line(url, "asker", clock)

        class Ears:
            def hears(self, *_: object) -> None: ...
            def missed(self) -> None: ...
            def takes(self, _: object) -> None: ...
            def lonely(self) -> list[str]:
                return []

        await line.open(Ears())
        here = await WorkersInPlace().choose(asked, "")
        assert await line.thoughts.choose(asked) is None, "nobody is there"
        line.thoughts._nobody_until = 0.0
        command = [sys.executable, "-m", "intryga", "think", "--database", url]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=os.environ) as thinker:
            async with asyncio.timeout(PATIENCE):
                while (told := await line.thoughts.choose(asked)) is None:
                    line.thoughts._nobody_until = 0.0
            assert told == here
            assert await WorkersElsewhere(line.thoughts).choose(asked, "") == here
            thinker.terminate()
            assert thinker.communicate(timeout=PATIENCE)[1] == ""
        await line.close()
        with psycopg.connect(url) as connection:
            assert connection.execute("select count(*) from questions").fetchone() == (0,)

    asyncio.run(scene())
