"""Simulated games as data: one row for each, with every decision, so that a file replays and can be asked anything.

The columns stand in docs/lab.md. What all games of a file share (game, rules, bots, the names of the actions) is in the
file's metadata under `intryga`, as JSON.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

import msgspec

from intryga import games
from intryga.kernel.game import Mistake
from intryga.lab.extras import need
from intryga.lab.simulate import Belongings, Plan, Played

if TYPE_CHECKING:
    import pyarrow

METADATA = "intryga"
GROUP = 1_000_000    # decisions in a row group, or a little more
LARGEST_SEED = 2**64 - 1


class About(msgspec.Struct, frozen=True):
    """What all games of a file share: enough to play them again."""

    plan: Plan
    version: int    # of the rules
    guests: int    # chairs of the rules beside the seats, which may win as well
    verbs: list[str]    # by action: its first word
    actions: list[str]    # by action: all of it


def about(what: Plan) -> About:
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
    """The games of one simulation, written in row groups while it runs, so that their number needs no memory. FILE
    appears when the last is in; until then there is FILE.part, which does not outlive a failure."""

    def __init__(self, path: Path, what: Plan) -> None:
        need("lab", f"writing '{path}'")
        if what.seed > LARGEST_SEED:
            raise Mistake(f"a file of games has a seed up to {LARGEST_SEED}, not {what.seed}")
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self.what = what
        self._waiting: list[Played] = []
        self._written = 0    # games
        self._writer: Any = None

    def __enter__(self) -> GamesFile:
        from pyarrow import parquet

        metadata = {METADATA: msgspec.json.encode(about(self.what))}
        try:
            self._writer = parquet.ParquetWriter(self.part, schema().with_metadata(metadata), compression="zstd")
        except OSError as error:
            raise Mistake(f"'{self.path}' cannot be written: {error}") from error
        return self

    def keep(self, played: list[Played]) -> None:
        self._waiting += played
        if sum(one.decisions for one in self._waiting) >= GROUP:
            self._write()

    def _write(self) -> None:
        import pyarrow as pa

        rows = self._waiting
        numbers = range(self._written, self._written + len(rows))
        self._writer.write_table(pa.table(_columns(self.what, numbers, rows), schema=self._writer.schema))
        self._written += len(rows)
        self._waiting = []

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        whole = error is None
        if whole and self._waiting:
            self._write()
        self._writer.close()
        if whole:
            os.replace(self.part, self.path)
        else:
            self.part.unlink(missing_ok=True)


def _columns(what: Plan, numbers: Sequence[int], rows: list[Played]) -> dict[str, list[Any]]:
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
