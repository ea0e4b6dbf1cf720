"""A game that is over: its file, and its replay from any seat's knowledge or with everything open."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import msgspec

from intryga.kernel.dice import SealedDice, from_mark
from intryga.kernel.layout import OMNISCIENT, SPECTATOR
from intryga.kernel.view import Entry, view
from intryga.tables.model.playthrough import Playthrough
from intryga.tables.model.table import Table
from intryga.tables.output import game_file as files
from intryga.tables.output.game_file import FORMAT, HUMAN, GameFile, Player
from intryga.tables.types import NO_SEAT, Refused, ReplayPage

STORY_BEFORE = 30    # moves told beside the one that is shown


def record(table: Table) -> GameFile:
    assert table.record is not None
    assert table.playthrough is not None, "a game that was played"
    header = table.header
    players = [Player(chair.name, chair.level or HUMAN) for chair in table.chairs]
    sum = files.checksum(table.playthrough)
    moves, mark = table.record, table.game.components_mark()
    return GameFile(FORMAT, header.game, header.rules, players, header.options, header.dice, moves, True, sum, mark)


def page(table: Table, whole: GameFile, move: int | None, viewpoint: int) -> ReplayPage:
    if viewpoint not in (SPECTATOR, OMNISCIENT, *range(len(whole.players))):
        raise Refused("no_viewpoint", "there is no such seat")
    own = table.header.components
    moves = in_force(msgspec.json.encode(whole), own)
    at = len(moves) if move is None else move
    if at not in range(len(moves) + 1):
        raise Refused("no_move", f"the game has {len(moves)} moves", n=len(moves))
    kept = msgspec.structs.replace(whole, moves=[(made.seat, made.text) for made in moves])
    playthrough = files.replay(kept, at, own)
    seat, text, _ = moves[at - 1] if at else (NO_SEAT, "", False)
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
        view=view(playthrough.game, playthrough.state, viewpoint),
        story=playthrough.told(viewpoint, at - 1),
        before=_before(playthrough, viewpoint, at - 1),
        earlier=max((n for n in range(at) if not n or moves[n - 1].tells), default=0),
        later=min((n for n in range(at + 1, len(moves)) if moves[n - 1].tells), default=len(moves)),
        said=text if viewpoint in (OMNISCIENT, seat) else "",
        seat=seat,
        commitment=dice.commitment(),
        secret=dice.secret.hex(),
        checksum=whole.checksum,
        components=whole.components,
    )


def _before(playthrough: Playthrough, viewpoint: int, move: int) -> list[list[Entry]]:
    """The last moves before this one that tell something, oldest first."""
    earlier = (told for place in range(move - 1, -2, -1) if (told := playthrough.told(viewpoint, place)))
    return [*islice(earlier, STORY_BEFORE)][::-1]


class Step(NamedTuple):
    seat: int
    text: str
    tells: bool    # something came of it: a pass in a reaction window is not worth a step of its own


@lru_cache(maxsize=64)
def in_force(raw: bytes, components: str) -> tuple[Step, ...]:
    """The moves nobody took back: what a viewer steps through."""
    playthrough = files.replay(msgspec.json.decode(raw, type=GameFile), components=components)
    ends = [made.events for made in playthrough.moves[1:]] + [len(playthrough.journal.events)]
    return tuple(
        Step(made.seat, playthrough.game.space.text(made.action), end > made.events)
        for made, end in zip(playthrough.moves, ends, strict=True)
    )
