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
from intryga.kernel.game import AnyGame, Mistake, Value
from intryga.kernel.journal import Journal
from intryga.kernel.snapshot import fingerprint
from intryga.kernel.state import IllegalMove
from intryga.tables.model.playthrough import Playthrough
from intryga.tables.types import Name

FORMAT = 1
HUMAN = "human"

T = TypeVar("T")


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    plays: str    # HUMAN, or the name of a bot


class GameFile(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    game: str
    rules: int    # version of the game's rules
    players: list[Player]    # by seat
    options: dict[str, Value]
    dice: Annotated[str, Meta(pattern=r"^sealed [0-9a-f]{64} 0$")]    # as they lay before the game
    moves: list[tuple[int, str]]    # seat and text, in order of arrival; "undo" too
    over: bool
    checksum: str    # fingerprint of the state after all moves
    components: str = ""    # fingerprint of a component file of one's own, if the game was played with one

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.players]


class AnyFormat(msgspec.Struct):
    """What every format has."""

    format: int


def start(record: GameFile, components: str = "") -> Playthrough:
    """The game before its first move. `components` is the text of the component file it was played with, if any."""
    game = games.find(record.game, components)
    if game.components_mark() != record.components:
        if not record.components:
            raise Mistake("it was played with the game's own components: leave the component file out")
        raise Mistake(f"it was played with a component file of its own ({record.components}): name that file too")
    seats = game.check_seats(len(record.players))
    rules = game.chosen_rules(record.options)
    return Playthrough(game, game.new_game(rules, seats, from_mark(record.dice), Journal(game.layout)))


def replay(record: GameFile, until: int | None = None, components: str = "") -> Playthrough:
    """The game after all entries of its log, or the first so many."""
    length = len(record.moves)
    if until is not None and until not in range(length + 1):
        raise Mistake(f"the game has {length} moves: say a number from 0 to {length}, not {until}")
    playthrough = start(record, components)
    for number, (seat, text) in enumerate(record.moves[:until], 1):
        try:
            playthrough.enter(seat, text)
        except IllegalMove as error:
            reason = f"refused by {error.rule}" if error.rule else "not offered then"
            raise Mistake(f"move {number} is illegal: '{text}' of seat {seat} was {reason}") from error
        except (UnknownAction, Mistake) as error:
            raise Mistake(f"move {number} is illegal: {error}") from error
    return playthrough


def checksum(playthrough: Playthrough) -> str:
    return fingerprint(playthrough.state).hex()


# --- files ---


def load(path: Path, components: str = "") -> GameFile:
    """A game that has been checked from its first move to its checksum. The Mistake otherwise names the file."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise Mistake(f"'{path}' cannot be read: {error.strerror}") from error
    try:
        record = _decode(raw)
        playthrough = replay(record, components=components)
        if checksum(playthrough) != record.checksum or playthrough.state.over() != record.over:
            raise Mistake("its moves do not lead to its checksum, so it has been altered or damaged")
    except Mistake as error:
        raise Mistake(f"'{path}': {error}") from error
    return record


def save(record: GameFile, path: Path) -> None:
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


def _decode(raw: bytes) -> GameFile:
    header = _parse(raw, AnyFormat)
    if header.format != FORMAT:
        raise Mistake(f"it has format {header.format}, and this program reads format {FORMAT}")
    record = _parse(raw, GameFile)
    game: AnyGame = games.find(record.game)
    if record.rules != game.version:
        raise Mistake(f"it follows version {record.rules} of the rules of {game.id}, here is version {game.version}")
    for player in record.players:
        if player.plays != HUMAN:
            bots.find(player.plays)
    return record


def _parse(raw: bytes, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(raw, type=shape)
    except (ValueError, RecursionError) as error:    # msgspec's own errors are ValueErrors, as are those of bad UTF-8
        raise Mistake(f"it is no game file, or it is damaged ({error})") from error
