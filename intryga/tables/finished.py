"""A game that is over: its file, and its replay from any seat's knowledge or with everything open."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from intryga.kernel.dice import SealedDice, from_mark
from intryga.kernel.layout import OMNISCIENT, SPECTATOR
from intryga.kernel.view import view
from intryga.tables import record as files
from intryga.tables.record import FORMAT, HUMAN, Player, Record
from intryga.tables.shapes import NOBODY, Refused, ReplayPage
from intryga.tables.table import Table


def record(table: Table) -> Record:
    assert table.record is not None
    assert table.fold is not None, "a game that was played"
    header = table.header
    players = [Player(chair.name, chair.level or HUMAN) for chair in table.chairs]
    sum = files.checksum(table.fold)
    moves, mark = table.record, table.game.components_mark()
    return Record(FORMAT, header.game, header.rules, players, header.options, header.dice, moves, True, sum, mark)


def page(table: Table, whole: Record, move: int | None, viewpoint: int) -> ReplayPage:
    if viewpoint not in (SPECTATOR, OMNISCIENT, *range(len(whole.players))):
        raise Refused("no_viewpoint", "there is no such seat")
    own = table.header.components
    moves = in_force(msgspec.json.encode(whole), own)
    at = len(moves) if move is None else move
    if at not in range(len(moves) + 1):
        raise Refused("no_move", f"the game has {len(moves)} moves", n=len(moves))
    fold = files.replay(msgspec.structs.replace(whole, moves=list(moves)), at, own)
    seat, text = moves[at - 1] if at else (NOBODY, "")
    dice = from_mark(whole.dice)
    assert isinstance(dice, SealedDice)
    return ReplayPage(
        table=table.header.table,
        game=whole.game,
        name=table.header.name,
        names=whole.names,
        move=at,
        moves=len(moves),
        viewpoint=viewpoint,
        view=view(fold.game, fold.state, viewpoint),
        story=fold.told(viewpoint, at - 1),
        said=text if viewpoint in (OMNISCIENT, seat) else "",
        seat=seat,
        commitment=dice.commitment(),
        secret=dice.secret.hex(),
        checksum=whole.checksum,
        components=whole.components,
    )


@lru_cache(maxsize=64)
def in_force(raw: bytes, components: str) -> tuple[tuple[int, str], ...]:
    """The moves nobody took back: what a viewer steps through."""
    fold = files.replay(msgspec.json.decode(raw, type=Record), components=components)
    return tuple((made.seat, fold.game.space.text(made.action)) for made in fold.moves)
