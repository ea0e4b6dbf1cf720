"""A terminal, and a game kept from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from intryga.tables.output.game_file import load
from tests.cli.support import Here


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Here:
    return Here(capsys, monkeypatch, tmp_path)


@pytest.fixture
def saved(here: Here) -> Path:
    """A game in the middle, kept from the terminal."""
    assert "saved: mine.json" in here.play(["2", "1"] * 4 + ["save mine.json", "quit"])
    path = Path("mine.json").resolve()
    assert not load(path).over
    return path
