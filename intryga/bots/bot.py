"""What a bot is, and all it ever holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.kernel.dice import Dice
from intryga.kernel.state import AnyState

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame
    from intryga.kernel.view import View


class Perspective:
    """One seat's side of a game: what it may choose, what it sees, and worlds it cannot tell from the true one. The
    true state stays inside; nothing is computed before it is asked for, so that simulation pays for what it uses."""

    def __init__(self, game: AnyGame, s: AnyState, seat: i64) -> None:
        self.game = game
        self.seat: i64 = seat
        self._true_state = s

    def options(self) -> list[i64]:
        s = self._true_state
        if s.seat == self.seat:
            return s.options
        step = s.awaiting(self.seat)
        return step.options(s) if step is not None else []

    def view(self) -> View:
        from intryga.kernel.view import view

        return view(self.game, self._true_state, self.seat)

    def sample(self, dice: Dice) -> AnyState:
        """A full state that fits everything this seat knows, waiting for the same choice."""
        return self._true_state.resample(self.seat, dice)


class Bot:
    """Chooses for a seat. A bot keeps nothing between two choices, so one bot can serve many tables."""

    def choose(self, perspective: Perspective, dice: Dice) -> i64:
        raise NotImplementedError
