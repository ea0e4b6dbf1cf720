"""Playthroughs of OpenSpiel as golden files: every answer of its interface in one game of each title.

    python -m tests.lab.playthroughs [GAME…]        write them anew, after a change that was meant

A file has the game's description and the first states in full; the last line stands for the rest.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from intryga import games
from intryga.lab import spiel as spiel  # makes the games known

FOLDER = Path(__file__).parent / "playthroughs"
SHOWN = 120    # lines
SEED = 7


def told(name: str) -> str:
    from open_spiel.python.algorithms import generate_playthrough  # slow to import, and tests are collected everywhere

    game = f"intryga_{name}(codes=True,deals=16)"
    lines = generate_playthrough.playthrough(game, None, seed=SEED).splitlines()
    rest = "\n".join(lines[SHOWN:])
    mark = hashlib.blake2b(rest.encode(), digest_size=16).hexdigest()
    return "\n".join([*lines[:SHOWN], f"# and {len(lines) - SHOWN} lines more: {mark}", ""])


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or games.names():
        FOLDER.joinpath(f"{name}.txt").write_text(told(name), "utf-8")


if __name__ == "__main__":
    main()
