"""A snapshot of a table, so that opening an old one costs what opening a young one does.

It is only a short cut: the log stays the truth, and a snapshot that cannot be read is passed over. It is taken when
nothing can be taken back any more, so it needs no copies for undo, and it holds the end of the story only.
"""

from __future__ import annotations

import msgspec

from intryga.kernel.journal import Event, Told
from intryga.kernel.journal import Moved as CardsMoved
from intryga.kernel.snapshot import Snapshot, freeze, thaw
from intryga.tables.model.entries import Header, LogEntry
from intryga.tables.model.playthrough import MoveInForce, Playthrough
from intryga.tables.model.seats import Chair
from intryga.tables.model.table import Table
from intryga.tables.types import Status, TableId

EVERY = 40    # entries between two snapshots
MOVES_KEPT = 60
FORMAT = 1
SAME = ("number", "status", "chairs", "public", "private", "moved_on", "since", "changed", "rematch", "dropped")


class TableSnapshot(msgspec.Struct):
    format: int
    number: int
    status: Status
    chairs: list[Chair]
    public: int
    private: list[int]
    moved_on: list[int]
    since: float
    changed: float
    rematch: TableId | None
    chat: list[LogEntry]
    dropped: int
    entries: int
    moves: list[MoveInForce]
    events: list[list[int | str]]
    state: Snapshot


def take(table: Table) -> bytes | None:
    """None where this is not the moment: before the game, or while something can still be taken back."""
    playthrough = table.playthrough
    if playthrough is None or table.timed or not playthrough.settled():
        return None
    moves = playthrough.moves[-MOVES_KEPT:]
    first = moves[0].events if moves else len(playthrough.journal.events)
    return msgspec.json.encode(
        TableSnapshot(
            FORMAT,
            table.number,
            table.status,
            table.chairs,
            table.public,
            table.private,
            table.moved_on,
            table.since,
            table.changed,
            table.rematch,
            list(table.chat),
            table.dropped + len(playthrough.moves) - len(moves),
            playthrough.entries,
            [move._replace(events=move.events - first) for move in moves],
            [_freeze(event) for event in playthrough.journal.events[first:]],
            freeze(playthrough.state),
        )
    )


def restore(header: Header, raw: bytes) -> Table | None:
    """The table as it was then; None if the snapshot is of another make."""
    try:
        kept = msgspec.json.decode(raw, type=TableSnapshot)
    except msgspec.MsgspecError:
        return None
    if kept.format != FORMAT:
        return None
    table = Table(header)
    state = thaw(table.game, table.game.chosen_rules(header.options), kept.state)
    playthrough = Playthrough(table.game, state)
    playthrough.entries = kept.entries
    playthrough.moves = kept.moves
    playthrough.journal.events = [_thaw(event) for event in kept.events]
    table.playthrough = playthrough
    table.record = None
    for name in SAME:
        setattr(table, name, getattr(kept, name))
    table.kept = kept.number
    table.chat.extend(kept.chat)
    return table


def _freeze(event: Event) -> list[int | str]:
    if isinstance(event, CardsMoved):
        return [event.kind, event.count, event.source, event.target, event.place]
    assert isinstance(event, Told)
    return [event.word, event.seat, event.number]


def _thaw(event: list[int | str]) -> Event:
    match event:
        case [str(word), int(seat), int(number)]:
            return Told(word, seat, number)
        case [int(kind), int(count), int(source), int(target), int(place)]:
            return CardsMoved(kind, count, source, target, place)
    raise ValueError(f"{event} is no event")
