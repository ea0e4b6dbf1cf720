"""Another commit in a folder of its own, to be measured in turn with this one."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]


@contextmanager
def folders(commit: str) -> Iterator[dict[str, Path]]:
    """By name: the other commit, if one is given, and this folder as it is."""
    if not commit:
        yield {"now": HERE}
        return
    git = ["git", "-C", str(HERE), "worktree"]
    with tempfile.TemporaryDirectory() as other:
        subprocess.run([*git, "add", "--detach", other, commit], check=True, capture_output=True)
        try:
            yield {commit: Path(other), "now": HERE}
        finally:
            subprocess.run([*git, "remove", "--force", other], check=True)


def run(script: Path, arguments: list[str], folder: Path, under: Sequence[str] = ()) -> str:
    """What a script prints that runs on the sources of this folder, perhaps under another program. Both commits run the
    engine that is built for them: `python -m intryga.engine build` builds one, in a checkout."""
    done = subprocess.run([*under, sys.executable, str(script), *arguments],
                          env={**os.environ, "PYTHONPATH": str(folder)}, cwd=folder, stdout=subprocess.PIPE,
                          text=True)  # fmt: skip
    if done.returncode:
        sys.exit(f"The code in {folder} cannot do that; the reason stands above. An older commit may lack the game.")
    return done.stdout
