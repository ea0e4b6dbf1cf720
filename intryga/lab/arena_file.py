"""The games of a contest as Parquet: a row for every game, with the contest in the metadata under `intryga`."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import msgspec

from intryga.lab.arena import Contest, ContestGame
from intryga.lab.dataset import METADATA


def write_contest(path: Path, what: Contest, rows: list[ContestGame]) -> None:
    import polars

    frame = polars.DataFrame(
        {
            "game": range(len(rows)),
            "deal": [row.deal for row in rows],
            "bots": [[what.bots[entrant] for entrant in row.entrants] for row in rows],
            "shares": [row.shares for row in rows],
            "scores": [row.scores for row in rows],
            "decisions": [row.decisions for row in rows],
        }
    )
    whole = BytesIO()    # what goes wrong with a file is then told by Python, as everywhere
    frame.write_parquet(whole, metadata={METADATA: msgspec.json.encode(what).decode()})
    path.write_bytes(whole.getvalue())
