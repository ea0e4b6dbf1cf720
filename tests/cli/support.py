"""The command `intryga`, as people and scripts use it: in a process of its own, or here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from intryga import games
from intryga.cli import run
from intryga.cli.local_game import LocalGame
from intryga.tables.output.game_file import HUMAN, Player
from tests.support import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
PLAY = ["play", "spiskowcy", "--seats", "3", "--seed", "5", "--bots", "random"]


def rule(number: str) -> str:
    """For tests that only print a rule: written out, its id would count as a test of it."""
    return f"{games.find('spiskowcy').prefix}-{number}"


class Said(NamedTuple):
    status: int
    out: str
    err: str


def command(*arguments: str, typed: str = "", cwd: Path | None = None, **environment: str) -> Said:
    """The real thing, in a process of its own."""
    clean = {name: value for name, value in os.environ.items() if name not in ("INTRYGA_LANG", "LC_ALL", "LANG")}
    done = subprocess.run(
        [sys.executable, "-m", "intryga", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        env={**clean, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **environment},
        timeout=PATIENCE,
    )
    return Said(done.returncode, done.stdout, done.stderr)


class Here:
    """The same without a process, where nothing depends on one."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, cwd: Path) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch
        for name in ("INTRYGA_LANG", "LC_ALL", "LANG"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("PYTHONPATH", str(ROOT))    # for processes that commands start
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.chdir(cwd)

    def __call__(self, *arguments: str, typed: Sequence[str] = ()) -> Said:
        self.monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in typed)))
        status = run(arguments)
        return Said(status, *self.capsys.readouterr())

    def json(self, *arguments: str) -> Any:
        said = self(*arguments, "--json")
        assert said.err == ""
        return json.loads(said.out)

    def play(self, typed: Sequence[str], *arguments: str) -> str:
        said = self(*PLAY, *arguments, typed=typed)
        assert (said.status, said.err) == (0, "")
        return said.out


def two_players(options: dict[str, Any]) -> LocalGame:
    players = [Player("Ola", HUMAN), Player("Jan", "random")]
    return LocalGame.new(games.find("spiskowcy"), players, options, 1)
