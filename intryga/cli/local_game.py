"""A game in the terminal: its file, and the game being played."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path

from intryga import bots
from intryga.bots.bot import Perspective
from intryga.kernel.dice import secret_of
from intryga.kernel.game import AnyGame, Value
from intryga.kernel.journal import Journal
from intryga.kernel.state import AnyState
from intryga.tables.model.playthrough import UNDO
from intryga.tables.output import game_file as files
from intryga.tables.output.game_file import FORMAT, HUMAN, GameFile, Player
from intryga.tables.runtime.bot_question import dice_of_bot


class LocalGame:
    """One game, its file and its state. Every move costs the same, however old the game is."""

    def __init__(self, record: GameFile, components: str = "") -> None:
        self.record = record
        self.playthrough = files.replay(record, components=components)

    @classmethod
    def new(cls, game: AnyGame, players: list[Player], options: Mapping[str, Value], seed: int | None) -> LocalGame:
        """With a seed the same game can be dealt again; without one nobody can know the cards."""
        dice = game.sealed_dice(secrets.token_bytes(32) if seed is None else secret_of(seed))
        chosen, mark = game.options(options), game.components_mark()
        record = GameFile(FORMAT, game.id, game.version, players, chosen, dice.mark(), [], False, "", mark)
        return cls(record, game.own_components)

    @property
    def game(self) -> AnyGame:
        return self.playthrough.game

    @property
    def state(self) -> AnyState:
        """Another one after each move."""
        return self.playthrough.state

    @property
    def journal(self) -> Journal:
        return self.playthrough.journal

    def act(self, seat: int, action: int) -> None:
        """Raises IllegalMove and changes nothing if the action is not offered to that seat."""
        self.playthrough.check_move(seat, action)
        self.playthrough.make_move(seat, action)
        self.record.moves.append((seat, self.game.space.text(action)))

    def can_undo(self, seat: int) -> bool:
        return self.playthrough.can_take_back(seat)

    def undo(self, seat: int) -> None:
        self.playthrough.take_back(seat)
        self.record.moves.append((seat, UNDO))

    def to_answer(self) -> list[int]:
        """The seats that have something to choose now. Who has answered in secret is not for other players to see."""
        if self.state.over():
            return []
        return [seat for seat in range(self.state.seats) if self.state.awaiting(seat) is not None]

    def is_bot(self, seat: int) -> bool:
        return self.record.players[seat].plays != HUMAN

    def bot_action(self, seat: int) -> int:
        """What the bot at this seat chooses, in a world that it cannot tell from the true one, as at tables."""
        level, moves = self.record.players[seat].plays, len(self.record.moves)
        world = self.state.resample(seat, dice_of_bot(self.record.dice, -1 - moves))
        dice = dice_of_bot(self.record.dice, moves)
        return bots.find(level).choose(Perspective(self.game, world, seat), dice, bots.at_table(level))

    def save(self, path: Path) -> None:
        self.record.format = FORMAT
        self.record.over = self.state.over()
        self.record.checksum = files.checksum(self.playthrough)
        files.save(self.record, path)
