"""The same seed gives the same bytes in another process, with another hash seed, plain or compiled."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from intryga import engine, games
from intryga.lab.simulate import plan, simulate

GAMES = 25


def checksum(name: str, seats: int, **environment: str) -> str:
    code = (
        "from intryga.lab.simulate import plan, simulate; "
        f"print(simulate(plan('{name}', {seats}, 3, {{}}, ['random']), {GAMES}, 1, lambda n: None).checksum)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize("name", games.names())
def test_other_processes_agree(name: str) -> None:
    for seats in games.find(name).seats:
        here = simulate(plan(name, seats, 3, {}, ["random"]), GAMES, 1, lambda n: None).checksum
        assert {checksum(name, seats, PYTHONHASHSEED=seed) for seed in ("1", "2")} == {here}


@pytest.mark.parametrize("name", games.names())
def test_the_plain_engine_agrees(name: str) -> None:
    """On the compiled engine this compares the two; on the plain one it repeats the test above."""
    seats = games.find(name).seats[-1]
    here = simulate(plan(name, seats, 3, {}, ["random"]), GAMES, 1, lambda n: None).checksum
    assert checksum(name, seats, INTRYGA_ENGINE="plain") == here
    assert checksum(name, seats, INTRYGA_ENGINE=engine.name()) == here


@pytest.mark.parametrize("name", games.names())
def test_several_processes_give_one_report(name: str) -> None:
    what = plan(name, games.find(name).seats[0], 5, {}, ["random"])
    alone, together = (simulate(what, 120, jobs, lambda n: None) for jobs in (1, 2))
    assert alone.checksum == together.checksum
    assert alone.win_share == together.win_share
