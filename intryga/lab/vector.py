"""Many games at once for learners: one call answers in all of them, and what comes back are arrays.

    many = Vector("GAME", seats=2, count=256, seed=1)
    many.observations            # (256, n) int16: what the asked seat of each game may know
    many.masks                   # (256, actions) uint8: what it may do
    many.seats                   # (256,) who is asked
    ended = many.step(actions)
    many.over, many.returns      # (256,) and (256, seats): where a game ended with this answer, and what it was worth

All arrays are windows onto what the engine writes: nothing is copied, and the next step writes over them, so copy the
rows that you keep. A finished game is replaced at once; `observations` are already those of the next game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from intryga import bots
from intryga.kernel.game import Mistake, Value
from intryga.kernel.observation import Encoding
from intryga.lab.batch import Batch
from intryga.lab.extras import how_to_get
from intryga.lab.rewards import Reward
from intryga.lab.setting import setting
from intryga.lab.windows import window

try:
    import numpy as np
except ImportError as missing:
    raise ImportError(f"a batch of games needs {how_to_get('lab')}") from missing

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Vector:
    def __init__(self, game: str, seats: int | None = None, count: int = 256, seed: int = 0, *,
                 options: Mapping[str, Value] | None = None, components: str = "", reward: Reward = "win",
                 encoding: Encoding = "onehot", bot: str = "") -> None:  # fmt: skip
        """With a bot, one seat of each game asks (another in the next game) and the bot plays the others."""
        if count < 1:
            raise Mistake(f"a batch has at least one game, not {count}")
        self.game, chairs, rules, self.form = setting(game, seats, options, components, reward, encoding)
        player = bots.find_or_import(bot) if bot else None
        self.batch = Batch(self.game, rules, self.form.observer, count, seed, reward, player)
        self.count = count
        self.observations: NDArray[np.int16] = self._window(self.batch.observations, "int16", self.form.length)
        self.masks: NDArray[np.uint8] = self._window(self.batch.masks, "uint8", self.form.actions)
        self.returns: NDArray[np.float64] = self._window(self.batch.returns, "float64", chairs)
        self.seats: NDArray[np.int16] = self._window(self.batch.seats, "int16")
        self.learners: NDArray[np.int16] = self._window(self.batch.learners, "int16")    # whom the bot leaves alone
        self.over: NDArray[np.uint8] = self._window(self.batch.over, "uint8")
        self.decisions: NDArray[np.int32] = self._window(self.batch.decisions, "int32")

    def _window(self, buffer: Any, of: str, width: int = 0) -> NDArray[Any]:
        array = window(buffer, of)
        return array.reshape(self.count, width) if width else array

    def step(self, actions: NDArray[np.integer[Any]]) -> int:
        """One action for each game, as its seat counts; says how many games ended. Only actions whose mask is 1: one
        that is not offered is an error of the caller."""
        if actions.shape != (self.count,):
            raise ValueError(f"one action for each of {self.count} games, not an array of shape {actions.shape}")
        chosen = actions.tolist()
        at = self.batch.not_offered(chosen)
        if at >= 0:
            raise ValueError(f"action {chosen[at]} is not offered in game {at} of the batch")
        return int(self.batch.step(chosen))
