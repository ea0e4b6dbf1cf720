"""The games as environments of Gymnasium: one seat learns, bots play the others.

    import gymnasium
    import intryga.lab.gym                                     # makes the names known

    env = gymnasium.make("intryga/NAME-vN", seats=4, opponents="heuristic")
    seen, info = env.reset(seed=7)
    seen, reward, terminated, truncated, info = env.step(env.action_space.sample(seen["action_mask"]))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from intryga import bots, games
from intryga.bots.bot import Perspective
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake, Value
from intryga.kernel.observation import Encoding
from intryga.kernel.state import IllegalMove
from intryga.lab.episode import ILLEGAL, RENDER_MODES, Episode, Seen, known_mode
from intryga.lab.extras import how_to_get
from intryga.lab.rewards import Reward

try:
    import gymnasium
    import numpy as np
except ImportError as missing:
    raise ImportError(f"Gymnasium's environments need {how_to_get('lab')}") from missing

if TYPE_CHECKING:
    from numpy.typing import NDArray


class AgainstBots(gymnasium.Env[Any, Any]):
    """Where the learner sits is drawn with the deal, unless `seat` says it. What is not offered loses the game, and the
    info names the rule. `action_masks()` is the name that sb3-contrib asks for."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(self, game: str, seats: int | None = None, opponents: str | Sequence[str] = "random",
                 seat: int | None = None, options: Mapping[str, Value] | None = None, *, components: str = "",
                 reward: Reward = "win", encoding: Encoding = "onehot",
                 render_mode: str | None = None) -> None:  # fmt: skip
        self.episode = Episode(game, seats, options, components, reward, encoding)
        others = self.episode.seats - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(names) != others:
            raise Mistake(f"name one bot for all or one for each of the {others} other seats, not {len(names)}")
        if seat is not None and seat not in range(self.episode.seats):
            raise Mistake(f"the learner's seat is from 0 to {self.episode.seats - 1}, not {seat}")
        self.opponents = [bots.find_or_import(name) for name in names]    # from the learner's left on
        self.fixed_seat = seat
        self.seat = seat or 0
        self.render_mode = known_mode(render_mode)
        self.observation_space = self.episode.observation_space()
        self.action_space = self.episode.action_space()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        s = self.episode.begin(seed)
        while True:
            self._dice = quick(self.episode.seed, 2 * self.episode.number + 1)
            drawn = self._dice.below(self.episode.seats)
            self.seat = drawn if self.fixed_seat is None else self.fixed_seat
            self._sides = [Perspective(self.episode.game, s, seat) for seat in range(self.episode.seats)]
            self._let_bots_play()
            if not s.over():
                break
            s = self.episode.begin(None)    # it ended before the learner was asked at all
        if self.render_mode == "human":
            self.render()
        return self.episode.observe(self.seat), {"seat": self.seat}

    def _let_bots_play(self) -> None:
        s = self.episode.s
        while not s.over() and s.seat != self.seat:
            bot = self.opponents[(s.seat - self.seat - 1) % self.episode.seats]
            self.episode.answer(s.seat, bot.choose(self._sides[s.seat], self._dice))

    def action_masks(self) -> NDArray[np.bool_]:
        mask: NDArray[np.bool_] = self.episode.observe(self.seat)["action_mask"].astype(bool)
        return mask

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        try:
            self.episode.act(self.seat, int(action))
        except IllegalMove as refusal:
            info = {"seat": self.seat, "refused": refusal.rule}
            return self.episode.observe(self.seat), ILLEGAL, True, False, info
        self._let_bots_play()
        over = self.episode.s.over()
        reward = self.episode.worth()[self.seat] if over else 0.0
        ending = self.episode.ending() if over else {}
        if self.render_mode == "human":
            self.render()
        return self.episode.observe(self.seat), reward, over, False, {"seat": self.seat, **ending}

    def render(self) -> str | None:
        return self.episode.render(self.render_mode)


def name_of(game: str) -> str:
    """As Gymnasium has names: `intryga/TwoWords-v2`."""
    words = "".join(word.capitalize() for word in game.split("_"))
    return f"intryga/{words}-v{games.find(game).version}"


for _game in games.names():
    gymnasium.register(name_of(_game), "intryga.lab.gym:AgainstBots", kwargs={"game": _game})
