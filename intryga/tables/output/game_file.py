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
from intryga.tables.model.playthrough import UNDO, Playthrough
from intryga.tables.model.table import TAKEN_BACK, Table
from intryga.tables.types import Name

FORMAT = 2
READABLE = (1, 2)    # 1 had a checksum over the cells of the board
HUMAN = "human"

T = TypeVar("T")


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits on a seat."""

    name: Name
    plays: str    # HUMAN, or the name of a bot


class GameFile(msgspec.Struct, forbid_unknown_fields=True):
    """Everything it takes to play a game again."""

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


class FileFormat(msgspec.Struct):
    """What every format has."""

    format: int


def start(file: GameFile, components: str = "") -> Playthrough:
    """The game before its first move. `components` is the text of the component file it was played with, if any."""
    game = games.find(file.game, components, file.rules)
    if game.components_mark() != file.components:
        if not file.components:
            raise Mistake("it was played with the game's own components: leave the component file out")
        raise Mistake(f"it was played with a component file of its own ({file.components}): name that file too")
    seats = game.check_seats(len(file.players))
    rules = game.chosen_rules(file.options)
    return Playthrough(game, game.new_game(rules, seats, from_mark(file.dice), Journal(game.layout)))


def replay(file: GameFile, until: int | None = None, components: str = "") -> Playthrough:
    """The game after all entries of its log, or the first so many."""
    length = len(file.moves)
    if until is not None and until not in range(length + 1):
        raise Mistake(f"the game has {length} moves: say a number from 0 to {length}, not {until}")
    playthrough = start(file, components)
    for number, (seat, text) in enumerate(file.moves[:until], 1):
        try:
            playthrough.read_entry(seat, text)
        except IllegalMove as error:
            reason = f"refused by {error.rule}" if error.rule else "not offered then"
            raise Mistake(f"move {number} is illegal: '{text}' of seat {seat} was {reason}") from error
        except (UnknownAction, Mistake) as error:
            raise Mistake(f"move {number} is illegal: {error}") from error
    return playthrough


def of_table(table: Table) -> GameFile:
    """The file of a game that is over."""
    header, text = table.header, table.game.space.text
    return GameFile(
        format=FORMAT,
        game=header.game,
        rules=header.rules,
        players=[Player(chair.name, chair.level or HUMAN) for chair in table.chairs],
        options=header.options,
        dice=header.dice,
        moves=[(seat, UNDO if action == TAKEN_BACK else text(action)) for seat, action in table.file_moves],
        over=True,
        checksum=checksum(table.played),
        components=table.game.components_mark(),
    )


def checksum(playthrough: Playthrough) -> str:
    return position_checksum(playthrough.game, playthrough.state)


def _holds(file: GameFile, played: Playthrough) -> bool:
    """Do its moves lead to its checksum? That of an unfinished game in format 1 depended on how the program then was
    written, so only its moves are checked."""
    if file.format == FORMAT:
        return checksum(played) == file.checksum
    return not file.over or first_checksum(played.game, played.state) == file.checksum


# --- files ---


def load(path: Path, components: str = "") -> GameFile:
    """A game that has been checked from its first move to its checksum. The Mistake otherwise names the file."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise Mistake(f"'{path}' cannot be read: {error.strerror}") from error
    try:
        file = _decode(raw)
        playthrough = replay(file, components=components)
        if not _holds(file, playthrough) or playthrough.state.over() != file.over:
            raise Mistake("its moves do not lead to its checksum, so it has been altered or damaged")
    except Mistake as error:
        raise Mistake(f"'{path}': {error}") from error
    return file


def save(file: GameFile, path: Path) -> None:
    """All or nothing: the file is written beside its place and then put there. Raises OSError if it cannot be."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("xb") as handle:
            handle.write(msgspec.json.encode(file) + b"\n")
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _decode(raw: bytes) -> GameFile:
    header = _parse(raw, FileFormat)
    if header.format not in READABLE:
        raise Mistake(f"it has format {header.format}, and this program reads formats up to {FORMAT}")
    file = _parse(raw, GameFile)
    games.find(file.game, version=file.rules)
    for player in file.players:
        if player.plays != HUMAN:
            bots.find(player.plays)
    return file


def _parse(raw: bytes, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(raw, type=shape)
    except (ValueError, RecursionError) as error:    # msgspec's own errors are ValueErrors, as are those of bad UTF-8
        raise Mistake(f"it is no game file, or it is damaged ({error})") from error
