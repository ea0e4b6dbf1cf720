"""The games of a contest on disk: written as they are played, so that a run that was cut off goes on.

While a contest is held, FILE.part has a line for the contest and one for each deal played. When the last is in, FILE
appears at once, as Parquet: a row for every game, with the contest in the metadata under `intryga`.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import IO

import msgspec

from intryga.kernel.game import Mistake
from intryga.lab.arena import Contest, Deal, Game
from intryga.lab.extras import need

METADATA = "intryga"


class ContestFile:
    """The data of one contest, open while it is held."""

    def __init__(self, path: Path, what: Contest) -> None:
        need("lab", f"writing '{path}'")
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self.what = what
        self.deals: list[Deal] = []    # played earlier
        self._file: IO[bytes] | None = None

    def __enter__(self) -> ContestFile:
        header = msgspec.json.encode(self.what)
        try:
            lines = self.part.read_bytes().split(b"\n")[:-1] if self.part.exists() else []    # the last may be cut off
            if lines and lines[0] != header:
                raise Mistake(f"'{self.part}' is of another contest; remove it, or write to another file")
            self.deals = [msgspec.json.decode(line, type=Deal) for line in lines[1:]]
            self._file = open(self.part, "wb")
            self._file.write(b"".join(line + b"\n" for line in lines or [header]))
            self._file.flush()
        except (OSError, msgspec.MsgspecError) as error:
            raise Mistake(f"'{self.part}' cannot be used: {error}") from error
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            self._file.close()

    def keep(self, deal: Deal) -> None:
        assert self._file is not None
        self._file.write(msgspec.json.encode(deal) + b"\n")
        self._file.flush()

    def finish(self, rows: list[Game]) -> None:
        """All deals are played."""
        import polars

        frame = polars.DataFrame(
            {
                "game": range(len(rows)),
                "deal": [row.deal for row in rows],
                "bots": [[self.what.bots[entrant] for entrant in row.entrants] for row in rows],
                "shares": [row.shares for row in rows],
                "scores": [row.scores for row in rows],
                "decisions": [row.decisions for row in rows],
            }
        )
        whole = self.path.with_name(self.path.name + ".new")
        frame.write_parquet(whole, metadata={METADATA: msgspec.json.encode(self.what).decode()})
        os.replace(whole, self.path)
        self.part.unlink()
