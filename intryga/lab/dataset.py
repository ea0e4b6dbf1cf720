"""Simulated games as data: one row for each, with every decision, so that a file replays and can be asked anything.

The columns stand in docs/lab.md. What all games of a file share (game, rules, bots, the names of the actions) is in the
file's metadata under `intryga`, as JSON.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import msgspec

from intryga import games
from intryga.kernel.game import Mistake
from intryga.lab.extras import need
from intryga.lab.simulate import Belongings, SimulatedGame, SimulationPlan

if TYPE_CHECKING:
    import pyarrow

METADATA = "intryga"
PART = 100_000    # decisions that are written at once, or a little more
GROUP = 10    # such parts are a row group of the file
LARGEST_SEED = 2**64 - 1


class About(msgspec.Struct, frozen=True):
    """What all games of a file share: enough to play them again."""

    plan: SimulationPlan
    version: int    # of the rules
    guests: int    # chairs of the rules beside the seats, which may win as well
    verbs: list[str]    # by action: its first word
    actions: list[str]    # by action: all of it


def about(what: SimulationPlan) -> About:
    game = games.find(what.game, what.components)
    empty = game.table(game.chosen_rules(what.options), what.seats, game.quick_dice(0))
    actions = range(game.space.size)
    return About(
        plan=what,
        version=game.version,
        guests=empty.guests,
        verbs=[game.space.verb(action).name for action in actions],
        actions=[game.space.text(action) for action in actions],
    )


def schema() -> pyarrow.Schema:
    import pyarrow as pa

    belongings = pa.list_(
        pa.struct([("seat", pa.uint8()), ("zone", pa.string()), ("card", pa.string()), ("count", pa.int32())])
    )
    return pa.schema(
        [
            ("number", pa.uint32()),
            ("seed", pa.uint64()),
            ("finished", pa.bool_()),
            ("decisions", pa.uint32()),
            ("winners", pa.list_(pa.uint8())),
            ("shares", pa.list_(pa.float64())),
            ("scores", pa.list_(pa.int32())),
            ("seat", pa.list_(pa.uint8())),
            ("options", pa.list_(pa.uint16())),
            ("action", pa.list_(pa.uint16())),
            ("dealt", belongings),
            ("held", belongings),
            ("fingerprint", pa.binary(16)),
        ]
    )


class GamesFile:
    """The games of one simulation. They are written in parts while it runs, into the folder FILE.parts, so that their
    number needs no memory and a run that was cut off goes on after its last part. FILE appears when all are in."""

    def __init__(self, path: Path, what: SimulationPlan) -> None:
        need("lab", f"writing '{path}'")
        if what.seed > LARGEST_SEED:
            raise Mistake(f"a file of games has a seed up to {LARGEST_SEED}, not {what.seed}")
        self.path = path
        self.parts = path.with_name(path.name + ".parts")
        self._new = self.parts / "new"    # a part until it is whole; a killed run may leave one
        self.what = what
        self.written = 0    # games
        self._waiting: list[SimulatedGame] = []
        self._schema = schema().with_metadata({METADATA: msgspec.json.encode(about(what))})

    def __enter__(self) -> GamesFile:
        try:
            self.parts.mkdir(exist_ok=True)
            for part in self._in_order():
                self._count(part)
        except OSError as error:
            raise Mistake(f"'{self.path}' cannot be written: {error}") from error
        return self

    def _in_order(self) -> list[Path]:
        return sorted(self.parts.glob("*.parquet"))

    def _count(self, part: Path) -> None:
        """What an earlier run has left: is it the next part, and of this simulation?"""
        import pyarrow as pa
        from pyarrow import parquet

        try:
            file = parquet.ParquetFile(part)
        except pa.ArrowInvalid as error:
            raise Mistake(f"'{part}' cannot be read: {error}; remove it and the parts after it") from error
        if (file.schema_arrow.metadata or {}).get(METADATA.encode()) != self._schema.metadata[METADATA.encode()]:
            raise Mistake(f"'{self.parts}' is of another simulation; remove it, or write to another file")
        if part.name != self._next().name:
            raise Mistake(f"a part before '{part}' is missing; remove '{self.parts}' to begin anew")
        self.written += file.metadata.num_rows

    def _next(self) -> Path:
        return self.parts / f"{self.written:012d}.parquet"

    def played(self) -> Iterator[list[SimulatedGame]]:
        """What was played earlier, without the records."""
        from pyarrow import parquet

        for part in self._in_order():
            rows = parquet.read_table(part, columns=["finished", "decisions", "scores", "winners", "fingerprint"])
            yield [SimulatedGame(**row) for row in rows.to_pylist()]

    def keep(self, played: list[SimulatedGame]) -> None:
        self._waiting += played
        if sum(one.decisions for one in self._waiting) >= PART:
            self._write()

    def _write(self) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        rows = self._waiting
        numbers = range(self.written, self.written + len(rows))
        table = pa.table(_columns(self.what, numbers, rows), schema=self._schema)
        parquet.write_table(table, self._new, compression="zstd")
        os.replace(self._new, self._next())
        self.written += len(rows)
        self._waiting = []

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if error is None:
                self._finish()
        finally:
            if not self._in_order():    # all is in the file, or nothing is worth keeping
                self._new.unlink(missing_ok=True)
                self.parts.rmdir()

    def _finish(self) -> None:
        """All parts as one file, which appears at once."""
        import pyarrow as pa
        from pyarrow import parquet

        if self._waiting:
            self._write()
        whole = self.path.with_name(self.path.name + ".new")
        parts = self._in_order()
        try:
            with parquet.ParquetWriter(whole, self._schema, compression="zstd") as writer:
                for first in range(0, len(parts), GROUP):
                    rows = pa.concat_tables([parquet.read_table(part) for part in parts[first : first + GROUP]])
                    writer.write_table(rows, row_group_size=len(rows))
            os.replace(whole, self.path)
        except OSError:    # the parts stay
            whole.unlink(missing_ok=True)
            raise
        for part in parts:
            part.unlink()


def _columns(what: SimulationPlan, numbers: Sequence[int], rows: list[SimulatedGame]) -> dict[str, list[Any]]:
    records = [row.record for row in rows if row.record is not None]
    assert len(records) == len(rows), "games are kept with their records"
    return {
        "number": list(numbers),
        "seed": [what.seed] * len(rows),
        "finished": [row.finished for row in rows],
        "decisions": [row.decisions for row in rows],
        "winners": [row.winners for row in rows],
        "shares": [
            [1 / len(row.winners) if seat in row.winners else 0.0 for seat in range(what.seats)] for row in rows
        ],
        "scores": [row.scores for row in rows],
        "seat": [record.seat for record in records],
        "options": [record.options for record in records],
        "action": [record.action for record in records],
        "dealt": [_structs(record.dealt) for record in records],
        "held": [_structs(record.held) for record in records],
        "fingerprint": [row.fingerprint for row in rows],
    }


def _structs(belongings: Belongings) -> list[dict[str, Any]]:
    return [{"seat": seat, "zone": zone, "card": card, "count": count} for seat, zone, card, count in belongings]


def read_about(path: Path) -> About:
    """Of a file that `intryga sim --out` has written."""
    import polars

    try:
        metadata = polars.read_parquet_metadata(path)
        return msgspec.json.decode(metadata[METADATA], type=About)
    except (OSError, polars.exceptions.PolarsError) as error:
        raise Mistake(f"'{path}' cannot be read as Parquet: {error}") from error
    except (KeyError, msgspec.MsgspecError) as error:
        raise Mistake(f"'{path}' was not written by `intryga sim --out`") from error
