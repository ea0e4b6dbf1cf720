"""The guides do what they say: their commands and their Python, from top to bottom."""

from __future__ import annotations

import re
import shlex
import warnings
from pathlib import Path

import polars
import pytest

from tests.cli.support import ROOT, Here

BLOCK = re.compile(r"^```(sh|python)(?: file=(\S+))?\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run(
    guide: str, here: Here, capsys: pytest.CaptureFixture[str], otherwise: tuple[str, str] = ("", "")
) -> tuple[dict[str, object], str, str]:
    """What the Python of a guide knows at the end, what it printed, and which blocks there were. `otherwise`: words of
    the guide, and what stands in their place here."""
    known: dict[str, object] = {}
    ran, printed = "", ""
    for language, file, text in BLOCK.findall(ROOT.joinpath("docs", guide).read_text("utf-8")):
        ran += language[0]
        if language == "sh":
            for line in text.splitlines():
                words = shlex.split(line.removeprefix("PYTHONPATH=. "))
                said = here(*words[1:])
                assert said.status == 0, f"{line}: {said.err}"
                printed += said.out
        elif file:
            Path(file).write_text(text, "utf-8")
        else:
            text = text.replace(*otherwise) if otherwise[0] else text
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")    # PettingZoo's and Gymnasium's advice
                exec(compile(text, guide, "exec"), known)
            printed += capsys.readouterr().out
    return known, printed, ran


def test_the_lab(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    _, printed, ran = run("lab.md", here, capsys)
    assert (ran.count("p"), ran.count("s")) == (8, 4)
    assert Path("balance.html").stat().st_size > 10_000
    assert polars.read_parquet("games.parquet").height == 400
    assert "verb" in printed    # by Polars
    assert "zone" in printed    # by DuckDB


def test_ten_minutes(here: Here, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The policy learns, and plays as a bot of the house."""
    monkeypatch.syspath_prepend(".")
    known, printed, ran = run("research.md", here, capsys, ("UPDATES, ENOUGH, RATE = 12", "UPDATES, ENOUGH, RATE = 4"))
    assert (ran.count("p"), ran.count("s")) == (5, 2)
    assert isinstance(known["after"], float)
    assert known["after"] > 0.6    # a third of what the guide says, for want of time
    assert printed.count("mine:Learned") == 2
    assert polars.read_parquet("contest.parquet").height == 60
