"""Golden games replay for ever: every move legal, every byte of the end the same."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from intryga import games
from intryga.tables.output.game_file import GameFile, load
from tests.golden import FOLDER
from tests.support import complete

FILES = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_games_replay(path: Path) -> None:
    record = load(path)    # checks every move and the checksum
    assert record.over
    assert len(record.moves) > 10


@pytest.mark.parametrize("name", complete())
def test_every_seat_count_has_one(name: str) -> None:
    game = games.find(name)
    files = (msgspec.json.decode(path.read_bytes(), type=GameFile) for path in FOLDER.glob(f"{name}-*.json"))
    found = {(file.rules, len(file.players)) for file in files}
    assert {(game.version, seats) for seats in game.seats} <= found
