"""Where nothing more can be written: a sentence, status 2, and nothing half-written."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from intryga.games.puzzles import puzzles
from tests.cli.support import Here, Said

GAME = "spiskowcy"
SIM = ["sim", GAME, "--seats", "2", "--games", "60", "--out", "g.parquet"]


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """In every file. What this process writes beyond is refused by the system, as on a full disk. Python would keep
    half of a module's bytecode then, for everybody who imports it later."""
    _, most = limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    with pytest.MonkeyPatch.context() as kept:
        kept.setattr(sys, "dont_write_bytecode", True)
        kept.setenv("PYTHONDONTWRITEBYTECODE", "1")    # processes that are started by this one
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, most))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)


def found_no_room(here: Here, size: int, *arguments: str) -> Said:
    with room_for(size):
        said = here(*arguments)
    assert (said.status, said.out) == (2, "")
    assert "written" in said.err
    assert "File too large" in said.err
    return said


def lying() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path.cwd().rglob("*") if path.is_file()}


def test_games(here: Here) -> None:
    found_no_room(here, 2000, *SIM)
    assert list(Path.cwd().iterdir()) == []


def test_games_that_were_written_in_parts_are_not_lost(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intryga.lab.dataset.PART", 200)
    assert here(*SIM[:-1], "whole.parquet").status == 0
    size = Path("whole.parquet").stat().st_size
    found_no_room(here, size - 100, *SIM)
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["g.parquet.parts", "whole.parquet"]
    Path("g.parquet.parts/new").write_text("half a part: the run was killed", "utf-8")
    assert here(*SIM).status == 0
    assert Path("g.parquet").read_bytes() == Path("whole.parquet").read_bytes()
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["g.parquet", "whole.parquet"]


def test_a_contest(here: Here) -> None:
    arena = ["arena", GAME, "--bots", "random,heuristic", "--seats", "2", "--games", "4", "--out", "c.parquet"]
    with room_for(20):    # not even for what is to be done
        said = here(*arena)
    assert said.status == 2
    assert "cannot be used" in said.err
    assert list(Path.cwd().iterdir()) == []
    found_no_room(here, 1000, *arena)    # for the games, but not for the file
    assert [path.name for path in Path.cwd().iterdir()] == ["c.parquet.part"]
    assert here(*arena).status == 0
    assert [path.name for path in Path.cwd().iterdir()] == ["c.parquet"]


def test_a_report_leaves_the_one_before(here: Here) -> None:
    here(*SIM)
    Path("g.html").write_text("an earlier one", "utf-8")
    before = lying()
    found_no_room(here, 10_000, "report", "g.parquet")
    assert lying() == before


def test_a_puzzle_is_added_whole_or_not_at_all(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = puzzles(GAME)[:2]
    monkeypatch.setattr("intryga.cli.puzzles.search", lambda *rest: iter([one, other]))
    find = ["puzzles", GAME, "--find", "2", "--file", "mine.jsonl"]
    here(*find)
    whole = Path("mine.jsonl").read_bytes()
    Path("mine.jsonl").unlink()
    found_no_room(here, len(whole) - 10, *find)
    assert Path("mine.jsonl").read_bytes() == whole.splitlines(keepends=True)[0]
