"""The same seed gives the same bytes in another process, with another hash seed, plain or compiled."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from intryga import games
from intryga.lab.simulate import plan, simulate
from tests.support import cases

GAMES = 25
FEW = 3    # games where every option is tried


def checksum(name: str, **environment: str) -> list[str]:
    """At every seat count and with every option, in a process of its own."""
    code = f"from tests.conformance.test_determinism import checksums; print(*checksums('{name}'))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def checksums(name: str) -> list[str]:
    found = []
    for case in cases():
        if case.game.id == name:
            what = plan(name, case.seats, 3, case.options, ["random"])
            found.append(simulate(what, FEW if case.options else GAMES, 1, lambda n: None).checksum)
    return found


@pytest.mark.parametrize("name", games.names())
def test_other_processes_agree(name: str) -> None:
    """Other hash seeds change nothing, nor does the other engine: on the compiled one this compares the two."""
    here = checksums(name)
    assert checksum(name, PYTHONHASHSEED="1") == here
    assert checksum(name, PYTHONHASHSEED="2", INTRYGA_ENGINE="plain") == here


@pytest.mark.parametrize("name", games.names())
def test_several_processes_give_one_report(name: str) -> None:
    what = plan(name, games.find(name).seats[0], 5, {}, ["random"])
    alone, together = (simulate(what, 120, jobs, lambda n: None) for jobs in (1, 2))
    assert alone.checksum == together.checksum
    assert alone.win_share == together.win_share
