"""What the tables of docs/bots.md are made from: rows that go on, and begin anew where a level thinks otherwise."""

from __future__ import annotations

from math import inf
from pathlib import Path

import msgspec
import pytest

from benchmarks import cheat, strength, strength_kept
from benchmarks.strength import PAGE, Row, cell, play_on, put, tallies, with_tables
from benchmarks.strength_kept import KEPT, diary
from intryga.bots.levels import settings
from intryga.kernel.game import Mistake

ROW = Row("spiskowcy", 2, "easy", "random", 4, 99)


def test_a_row_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    for games in (2, 4, 4):
        play_on(ROW, games, inf, 1, 3, tmp_path / "slowly")
    play_on(ROW, 4, inf, 1, 3, tmp_path / "at once")
    shares = [[deal.shares for deal in tallies(ROW, tmp_path / name, 3)] for name in ("slowly", "at once")]
    assert shares[0] == shares[1]
    assert len(shares[0]) == 2    # deals
    assert cell(ROW, tmp_path / "slowly", 3).endswith("(4, aim 99)")


def test_nothing_is_begun_after_the_end(tmp_path: Path) -> None:
    play_on(ROW, 4, -inf, 1, 3, tmp_path)
    assert cell(ROW, tmp_path, 3) == "–"


def test_a_level_that_thinks_otherwise_begins_a_row_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play_on(ROW, 2, inf, 1, 3, tmp_path)
    monkeypatch.setattr(
        strength_kept, "settings", lambda *who: msgspec.structs.replace(settings(*who), temperature=9.0)
    )
    assert tallies(ROW, tmp_path, 3) == []
    play_on(ROW, 2, inf, 1, 3, tmp_path)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_cheat_that_thinks_longer_begins_a_row_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = strength.CHEATS[0]
    assert row.name == "dworzanie-2-OpenCards-heuristic"
    file = diary(row.contest(1), tmp_path).part.name
    assert file.startswith(row.name)
    monkeypatch.setattr(cheat, "ITERATIONS", 30_000)
    assert diary(row.contest(1), tmp_path).part.name != file


def test_the_page_tells_what_is_kept() -> None:
    """If not: benchmarks/strength.py --tables."""
    page = PAGE.read_text("utf-8")
    assert with_tables(page, KEPT) == page


def test_every_file_is_of_a_row_that_can_be_asked_for() -> None:
    names = [row.name for row in [*strength.ROWS, *strength.CHEATS, *strength.LADDER]]
    strangers = [file.name for file in KEPT.iterdir() if file.stem.rpartition("-")[0] not in names]
    assert strangers == []


def test_a_page_without_a_place_for_the_table_is_told() -> None:
    with pytest.raises(Mistake, match="'ladder'"):
        put("# A page\n", "ladder", [])
