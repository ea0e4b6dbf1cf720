"""A snapshot of a table, so that opening an old one costs what opening a young one does.

It is only a short cut: the log stays the truth, and a snapshot that cannot be read is passed over. It is taken when
nothing can be taken back any more, so it needs no copies for undo, and it holds the end of the story only.
"""

from __future__ import annotations

from typing import Any

import msgspec

from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Counted, Event, Noted, Told
from intryga.kernel.journal import Moved as CardsMoved
from intryga.kernel.snapshot import Snapshot, freeze, thaw
from intryga.tables.chairs import Chair
from intryga.tables.fold import Fold, Made
from intryga.tables.log import Header, Logged
from intryga.tables.shapes import Status, TableId
from intryga.tables.table import Table

EVERY = 40    # entries between two snapshots
MOVES_KEPT = 60
FORMAT = 2
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
    events: list[list[Any]]
    state: Snapshot
    mark: str    # of the layout, steps, actions, data and options it was taken of


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
            table.game.mark(table.header.options),
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
    if kept.mark != table.game.mark(header.options):
        return None
    state = thaw(table.game, table.game.chosen_rules(header.options), kept.state)
    fold = Fold(table.game, state)
    fold.entries = kept.entries
    fold.moves = kept.moves
    fold.journal.events = [_thaw(table.game, event) for event in kept.events]
    table.fold = fold
    table.record = None
    for name in SAME:
        setattr(table, name, getattr(kept, name))
    table.kept = kept.number
    table.chat.extend(kept.chat)
    return table


def _freeze(event: Event) -> list[int | str]:
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
    return {"moved": CardsMoved, "counted": Counted, "noted": Noted}[sort](*rest)
