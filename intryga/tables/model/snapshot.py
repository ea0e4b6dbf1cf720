"""A snapshot of a table, so that opening an old one costs what opening a young one does.

It is only a short cut: the log stays the truth, and a snapshot that cannot be read is passed over. It is taken when
nothing can be taken back any more, so it needs no copies for undo, and it holds the end of the story only.
"""

from __future__ import annotations

import msgspec

from intryga.kernel.journal import Event, Told
from intryga.kernel.journal import Moved as CardsMoved
from intryga.kernel.snapshot import Snapshot, freeze, thaw
from intryga.tables.chairs import Chair
from intryga.tables.fold import Fold, Made
from intryga.tables.log import Header, Logged
from intryga.tables.shapes import Status, TableId
from intryga.tables.table import Table

EVERY = 40    # entries between two snapshots
MOVES_KEPT = 60
FORMAT = 1
SAME = ("number", "status", "chairs", "public", "private", "moved_on", "since", "changed", "rematch", "dropped")


class Kept(msgspec.Struct):
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
    chat: list[Logged]
    dropped: int
    entries: int
    moves: list[Made]
    events: list[list[int | str]]
    state: Snapshot


def keep(table: Table) -> bytes | None:
    """None where this is not the moment: before the game, or while something can still be taken back."""
    fold = table.fold
    if fold is None or table.timed or not fold.settled():
        return None
    moves = fold.moves[-MOVES_KEPT:]
    first = moves[0].events if moves else len(fold.journal.events)
    return msgspec.json.encode(
        Kept(
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
            table.dropped + len(fold.moves) - len(moves),
            fold.entries,
            [move._replace(events=move.events - first) for move in moves],
            [_freeze(event) for event in fold.journal.events[first:]],
            freeze(fold.state),
        )
    )


def restore(header: Header, raw: bytes) -> Table | None:
    """The table as it was then; None if the snapshot is of another make."""
    try:
        kept = msgspec.json.decode(raw, type=Kept)
    except msgspec.MsgspecError:
        return None
    if kept.format != FORMAT:
        return None
    table = Table(header)
    state = thaw(table.game, table.game.chosen_rules(header.options), kept.state)
    fold = Fold(table.game, state)
    fold.entries = kept.entries
    fold.moves = kept.moves
    fold.journal.events = [_thaw(event) for event in kept.events]
    table.fold = fold
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
