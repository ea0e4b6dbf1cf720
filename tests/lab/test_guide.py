"""The guide does what it says: its commands and its Python, from top to bottom."""

from __future__ import annotations

import re
import shlex
import warnings
from pathlib import Path

import polars
import pytest

from tests.cli.support import ROOT, Here

BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_guide_runs(here: Here, capsys: pytest.CaptureFixture[str]) -> None:
    guide = ROOT.joinpath("docs/lab.md").read_text("utf-8")
    known: dict[str, object] = {}
    ran, printed = [], ""
    for language, text in BLOCK.findall(guide):
        ran.append(language)
        if language == "sh":
            for line in text.splitlines():
                said = here(*shlex.split(line)[1:])
                assert said.status == 0, f"{line}: {said.err}"
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")    # PettingZoo's and Gymnasium's advice
                exec(compile(text, "docs/lab.md", "exec"), known)
            printed += capsys.readouterr().out
    assert ran.count("python") == 7
    assert ran.count("sh") == 3
    assert Path("balance.html").stat().st_size > 10_000
    assert polars.read_parquet("games.parquet").height == 400
    assert "verb" in printed    # by Polars
    assert "zone" in printed    # by DuckDB
