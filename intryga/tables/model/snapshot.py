"""A snapshot of a table, so that opening an old one costs what opening a young one does.

It is only a short cut: the log stays the truth. A snapshot says of which make of the game it is. One of another make,
or that cannot be read for whatever reason, is passed over. It is taken when nothing can be taken back any more, so it
needs no copies for that, and it holds the end of the story only.
"""

from __future__ import annotations

import hashlib
import logging
from typing import Any

import msgspec

from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Counted, Event, Noted, Told
from intryga.kernel.journal import Moved as CardsMoved
from intryga.kernel.snapshot import Snapshot, freeze, thaw
from intryga.tables.model.entries import Header, LogEntry
from intryga.tables.model.playthrough import Barrier, MoveInForce, Playthrough
from intryga.tables.model.seats import Chair
from intryga.tables.model.table import STORY_MOVES, Table
from intryga.tables.types import Halted, Status, TableId

EVERY = 40    # entries between two snapshots
FORMAT = 2
SUM = 16    # letters of the checksum

log = logging.getLogger("intryga.tables")


class AtTable(msgspec.Struct):
    """The attributes of a table that are stored as they are."""

    number: int
    status: Status
    chairs: list[Chair]
    public: int
    private: list[int]
    moved_on: list[int]
    since: float
    changed: float
    rematch: TableId | None
    file_moves: list[tuple[int, int]]
    halted: Halted = ""
    slow: int = 0
    chosen_pace: float | None = None


class TableSnapshot(msgspec.Struct):
    """All of a table that cannot be read from its header."""

    format: int
    mark: str    # of the game, with the options of this table
    table: AtTable
    chat: list[LogEntry]
    dropped: int
    entries: int
    barrier: Barrier | None
    moves: list[MoveInForce]
    events: list[list[Any]]
    state: Snapshot


class SnapshotMake(msgspec.Struct):
    """What snapshots of every format have."""

    format: int
    mark: str = ""


def take(table: Table) -> bytes | None:
    """None where this is not the moment: before the game, or while something can still be taken back."""
    played = table.playthrough
    if played is None or table.windows.timed or not played.settled():
        return None
    moves = played.moves[-STORY_MOVES // 2 :]
    dropped = table.dropped + len(played.moves) - len(moves)
    first = moves[0].events if dropped else 0    # the set-up is told as long as the first move is
    taken = TableSnapshot(
        format=FORMAT,
        mark=table.game.mark(table.header.options),
        table=AtTable(*(getattr(table, name) for name in AtTable.__struct_fields__)),
        chat=list(table.chat),
        dropped=dropped,
        entries=played.entries,
        barrier=played.barrier,
        moves=[move._replace(events=move.events - first) for move in moves],
        events=[_freeze(event) for event in played.journal.events[first:]],
        state=freeze(played.state),
    )
    return summed(msgspec.json.encode(taken))


def summed(snapshot: bytes) -> bytes:
    """With a checksum before it, so that no damage is taken for the truth."""
    return hashlib.blake2b(snapshot, digest_size=8).hexdigest().encode() + snapshot


def restore(header: Header, game: AnyGame, raw: bytes) -> Table | None:
    """The table as it was then; None if the snapshot is of another make or cannot be read."""
    try:
        snapshot = raw[SUM:]
        if raw != summed(snapshot):
            return None
        make = msgspec.json.decode(snapshot, type=SnapshotMake)
        if (make.format, make.mark) != (FORMAT, game.mark(header.options)):
            return None
        return _restore(header, game, msgspec.json.decode(snapshot, type=TableSnapshot))
    except Exception:    # whatever is wrong with it, the log tells the same
        log.warning("table %s: a snapshot is passed over", header.table, exc_info=True)
        return None


def _restore(header: Header, game: AnyGame, taken: TableSnapshot) -> Table:
    table = Table(header, game)
    played = Playthrough(game, thaw(game, game.chosen_rules(header.options), taken.state))
    played.entries = taken.entries
    played.moves = taken.moves
    played.barrier = taken.barrier
    played.journal.events = [_thaw(game, event) for event in taken.events]
    table.playthrough = played
    for name in AtTable.__struct_fields__:
        setattr(table, name, getattr(taken.table, name))
    table.dropped = taken.dropped
    table.snapshot, table.snapshot_of_end = table.number, table.status == "over"
    table.chat.extend(taken.chat)
    return table


def _freeze(event: Event) -> list[Any]:
    match event:
        case CardsMoved():
            return ["moved", event.kind, event.count, event.source, event.target, event.place]
        case Counted():
            return ["counted", event.counter, event.before, event.after]
        case Noted():
            return ["noted", event.note]
        case Told():
            return ["told", event.word.name, event.to, *event.values]
    raise ValueError(f"{event} is no event")


def _thaw(game: AnyGame, event: list[Any]) -> Event:
    sort, *rest = event
    if sort == "told":
        name, to, *values = rest
        return Told(game.told.by_name[name], values, to)
    made: Event = {"moved": CardsMoved, "counted": Counted, "noted": Noted}[sort](*rest)
    return made
