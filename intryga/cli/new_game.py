"""`intryga new-game`"""

from __future__ import annotations

from pathlib import Path

from intryga import games
from intryga.cli.output import console
from intryga.lab import new_game


def run(name: str) -> None:
    folder = Path(games.__path__[0])
    for path in new_game.write(name, folder, games.names()):
        console().print(f"{path}")
    console().print(
        f"\nIt plays already:\n"
        f"  intryga play {name}\n"
        f"  intryga scenario {folder / name / 'scenarios'}\n"
        f"  ./test -k {name}\n"
        f"Now make it yours; CONTRIBUTING.md says how it grows from draft to complete."
    )
