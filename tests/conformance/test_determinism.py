"""The same seed gives the same bytes in another process, with another hash seed, plain or compiled.

`./test` runs the suite on the compiled engine, and on the plain one only a part of it. That the rest holds there too
follows from here: in every case, with every option, both engines show every viewer the same, tell everybody the same
story, and resample to the same worlds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b

import msgspec
import pytest

from intryga import games
from intryga.kernel.dice import quick
from intryga.kernel.snapshot import fingerprint
from intryga.kernel.view import read, view
from intryga.lab.simulate import plan, simulate
from tests.support import Case, cases, moments, play, viewers

GAMES = 3    # of each case
LOOKS = 12    # at each of them


def checksums(name: str) -> dict[str, str]:
    return {str(case): checksum(case) for case in cases() if case.game.id == name}


def checksum(case: Case) -> str:
    """Of whole games: every position, what is told of it, and at some moments all that anybody sees or may suppose."""
    digest = blake2b(digest_size=16)
    for seed in range(GAMES):
        s, dice = case.new(seed, journal=True), quick(seed, 2)
        assert s.journal is not None
        decisions = play(s, quick(seed, 1), lambda s: digest.update(fingerprint(s)))
        for viewer in viewers(s):
            digest.update(view(case.game, s, viewer).encoded())
            digest.update(msgspec.json.encode(read(s.journal, viewer)))
        for moment in moments(case, seed, LOOKS, decisions):
            for viewer in viewers(moment):
                digest.update(view(case.game, moment, viewer).encoded())
                digest.update(fingerprint(moment.resample(viewer, dice)))
    return digest.hexdigest()


def in_another_process(name: str, **environment: str) -> dict[str, str]:
    code = f"import json; from {__name__} import checksums; print(json.dumps(checksums('{name}')))"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, check=True
    )
    return msgspec.json.decode(done.stdout, type=dict[str, str])


@pytest.mark.parametrize("name", games.names())
def test_other_processes_agree(name: str) -> None:
    """Another hash seed changes nothing, nor does the other engine: on the compiled one this compares the two."""
    here = checksums(name)
    assert here
    assert in_another_process(name, PYTHONHASHSEED="2", INTRYGA_ENGINE="plain") == here


@pytest.mark.parametrize("name", games.names())
def test_several_processes_give_one_report(name: str) -> None:
    what = plan(name, games.find(name).seats[0], 5, {}, ["random"])
    alone, together = (simulate(what, 120, jobs, lambda n: None) for jobs in (1, 2))
    assert alone.checksum == together.checksum
    assert alone.win_share == together.win_share
