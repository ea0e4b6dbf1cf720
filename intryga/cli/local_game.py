"""A game being played: the record that can be kept, and the live state that answers at once."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path

from intryga import bots
from intryga.bots.bot import Perspective
from intryga.kernel.dice import SealedDice, quick, sealed
from intryga.kernel.game import AnyGame, Value
from intryga.kernel.journal import Journal
from intryga.kernel.state import State
from intryga.tables import record as files
from intryga.tables.fold import UNDO
from intryga.tables.record import FORMAT, HUMAN, Player, Record


class Session:
    """Every move costs the same, however old the game is: nothing is folded again."""

    def __init__(self, record: Record, components: str = "") -> None:
        self.record = record
        self.fold = files.replay(record, components=components)

    @classmethod
    def new(cls, game: AnyGame, players: list[Player], options: Mapping[str, Value], seed: int | None) -> Session:
        """With a seed the same game can be dealt again; without one nobody can know the cards."""
        dice = SealedDice(secrets.token_bytes(32), 0) if seed is None else sealed(seed)
        chosen, mark = game.options(options), game.components_mark()
        record = Record(FORMAT, game.id, game.version, players, chosen, dice.mark(), [], False, "", mark)
        return cls(record, game.own_components)

    @property
    def game(self) -> AnyGame:
        return self.fold.game

    @property
    def state(self) -> State:
        """Replaced by an undo: ask for it anew after each move."""
        return self.fold.state

    @property
    def journal(self) -> Journal:
        return self.fold.journal

    def act(self, seat: int, action: int) -> None:
        """Raises IllegalMove and changes nothing if the action is not offered to that seat."""
        self.fold.act(seat, action)
        self.record.moves.append((seat, self.game.space.text(action)))

    def can_undo(self, seat: int) -> bool:
        return self.fold.can_undo(seat)

    def undo(self, seat: int) -> None:
        self.fold.undo(seat)
        self.record.moves.append((seat, UNDO))

    def to_answer(self) -> list[int]:
        """The seats that have something to choose now. Who has answered in secret is not for other players to see."""
        if self.state.over():
            return []
        return [seat for seat in range(self.state.seats) if self.state.awaiting(seat) is not None]

    def is_bot(self, seat: int) -> bool:
        return self.record.players[seat].plays != HUMAN

    def bot_action(self, seat: int) -> int:
        """What the bot at this seat chooses. Its dice follow from the game's and the length of the log, so that a game
        goes on in the same way after it was saved and loaded; the hash between them betrays nothing."""
        secret = int(self.record.dice.split()[1], 16)
        bot = bots.find(self.record.players[seat].plays)
        return bot.choose(Perspective(self.game, self.state, seat), quick(secret, len(self.record.moves)))

    def save(self, path: Path) -> None:
        self.record.over = self.state.over()
        self.record.checksum = files.checksum(self.fold)
        files.save(self.record, path)
