"""A killed server loses nothing that it acknowledged, and doubles nothing. `benchmarks/storm.py` does it for longer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support import PATIENCE

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "storm.py"


def test_killed_in_the_middle_of_games() -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "--kills", "3", "--players", "3"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        cwd=SCRIPT.parents[1],
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "lost or doubled: 0" in done.stdout
