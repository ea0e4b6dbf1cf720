"""What others have written is shown on a terminal, and never obeyed by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text

from intryga.cli import run
from intryga.cli.harmless import OBEYED
from intryga.cli.output import console, print_json
from tests.cli.support import Here

EVIL = "a\x1b[2J\x9b31m\x07\u202eb"
LEFT = "a[2J31mb"


def test_a_message_about_something_evil(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", f"{EVIL}.json"]) == 2
    said = capsys.readouterr().err
    assert LEFT in said
    assert not any(chr(code) in said for code in OBEYED)


def test_a_move_with_escape_signs(here: Here, saved: Path) -> None:
    """A8: of a game file that somebody sent."""
    game = json.loads(saved.read_bytes())
    game["moves"][1][1] = EVIL
    saved.write_text(json.dumps(game))
    said = here("replay", str(saved))
    assert (said.status, said.out) == (2, "")
    assert LEFT in said.err
    assert not any(chr(code) in said.err for code in OBEYED)


def test_whatever_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    table = Table.grid()
    table.add_row(EVIL, Text(EVIL))
    for shown in (EVIL, Text(EVIL), table):
        console().print(shown)
    said = capsys.readouterr().out
    assert said.count(LEFT) == 4
    assert not any(chr(code) in said for code in OBEYED)


def test_json_says_it_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": EVIL})
    said = capsys.readouterr().out
    assert json.loads(said) == {"name": EVIL}
    assert not any(chr(code) in said for code in OBEYED)
