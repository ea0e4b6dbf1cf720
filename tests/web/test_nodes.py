"""Two real server processes on a real PostgreSQL, broken in every way at once: nothing is lost and nothing doubled.
`benchmarks/nodes.py` does the same for longer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.postgres import QUICK
from tests.support import PATIENCE

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "nodes.py"


def test_two_processes_ended_killed_stopped_cut_off_deaf_and_without_their_database(postgres_server: str) -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "--races", "60", "--kills", "2", "--players", "3"],
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        env={"POSTGRES_OPTIONS": QUICK, **os.environ},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost or doubled: 0" in done.stdout
    races = re.search(r"(\d+) races: (\d+) with one winner", done.stdout)
    assert races is not None
    assert races[1] == races[2], done.stdout
    assert done.stdout.count("its games went on after") == 4
    assert "Traceback" not in done.stderr
