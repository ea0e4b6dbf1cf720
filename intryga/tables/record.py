"""The game file: who plays what, the dice, and the log. It says enough to play the whole game again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from intryga import bots, games
from intryga.kernel.actions import UnknownAction
from intryga.kernel.dice import from_mark
from intryga.kernel.game import Mistake, Value
from intryga.kernel.journal import Journal
from intryga.kernel.snapshot import checksum as position_checksum
from intryga.kernel.snapshot import first_checksum
from intryga.kernel.state import IllegalMove
from intryga.tables.fold import Fold

FORMAT = 2
READABLE = (1, 2)    # 1 had a checksum over the cells of the board
HUMAN = "human"

T = TypeVar("T")


# Short, and without control characters: terminals obey those.
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    plays: str    # HUMAN, or the name of a bot


class Record(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    game: str
    rules: int    # version of the game's rules
    players: list[Player]    # by seat
    options: dict[str, Value]
    # As they lay before the game.
    dice: Annotated[str, Meta(pattern=r"^sealed(-purposes)? [0-9a-f]{64} 0( 3 0,0,0,0)?$")]
    moves: list[tuple[int, str]]    # seat and text, in order of arrival; "undo" too
    over: bool
    checksum: str    # fingerprint of the state after all moves
    components: str = ""    # fingerprint of a component file of one's own, if the game was played with one

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]


class Header(msgspec.Struct):
    """What every format has."""

    format: int


def start(record: Record, components: str = "") -> Fold:
    """The game before its first move. `components` is the text of the component file it was played with, if any."""
    game = games.find(record.game, components, record.rules)
    if game.components_mark() != record.components:
        if not record.components:
            raise Mistake("it was played with the game's own components: leave the component file out")
        raise Mistake(f"it was played with a component file of its own ({record.components}): name that file too")
    seats = game.check_seats(len(record.players))
    rules = game.chosen_rules(record.options)
    return Fold(game, game.new_game(rules, seats, from_mark(record.dice), Journal(game.layout)))


def replay(record: Record, until: int | None = None, components: str = "") -> Fold:
    """The game after all entries of its log, or the first so many."""
    length = len(record.moves)
    if until is not None and until not in range(length + 1):
        raise Mistake(f"the game has {length} moves: say a number from 0 to {length}, not {until}")
    fold = start(record, components)
    for number, (seat, text) in enumerate(record.moves[:until], 1):
        try:
            fold.enter(seat, text)
        except IllegalMove as error:
            reason = f"refused by {error.rule}" if error.rule else "not offered then"
            raise Mistake(f"move {number} is illegal: '{text}' of seat {seat} was {reason}") from error
        except (UnknownAction, Mistake) as error:
            raise Mistake(f"move {number} is illegal: {error}") from error
    return fold


def checksum(fold: Fold) -> str:
    return position_checksum(fold.game, fold.state)


def _holds(record: Record, fold: Fold) -> bool:
    """Do its moves lead to its checksum? That of an unfinished game in format 1 depended on how the program then was
    written, so only its moves are checked."""
    if record.format == FORMAT:
        return checksum(fold) == record.checksum
    return not record.over or first_checksum(fold.game, fold.state) == record.checksum


# --- files ---


def load(path: Path, components: str = "") -> Record:
    """A game that has been checked from its first move to its checksum. The Mistake otherwise names the file."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise Mistake(f"'{path}' cannot be read: {error.strerror}") from error
    try:
        record = _decode(raw)
        fold = replay(record, components=components)
        if not _holds(record, fold) or fold.state.over() != record.over:
            raise Mistake("its moves do not lead to its checksum, so it has been altered or damaged")
    except Mistake as error:
        raise Mistake(f"'{path}': {error}") from error
    return record


def save(record: Record, path: Path) -> None:
    """All or nothing: the file is written beside its place and then put there. Raises OSError if it cannot be."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("xb") as file:
            file.write(msgspec.json.encode(record) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _decode(raw: bytes) -> Record:
    header = _parse(raw, Header)
    if header.format not in READABLE:
        raise Mistake(f"it has format {header.format}, and this program reads formats up to {FORMAT}")
    record = _parse(raw, Record)
    games.find(record.game, version=record.rules)
    for player in record.players:
        if player.plays != HUMAN:
            bots.find(player.plays)
    return record


def _parse(raw: bytes, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(raw, type=shape)
    except (ValueError, RecursionError) as error:    # msgspec's own errors are ValueErrors, as are those of bad UTF-8
        raise Mistake(f"it is no game file, or it is damaged ({error})") from error
