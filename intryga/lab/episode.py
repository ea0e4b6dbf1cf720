"""One game after another as learners meet it; the environments of zoo.py, gym.py, rllib.py are thin coats of this."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from io import StringIO
from typing import TYPE_CHECKING, Any

from intryga.kernel.game import Value
from intryga.kernel.layout import SPECTATOR
from intryga.kernel.observation import Encoding
from intryga.kernel.observe import new_mask, new_observation
from intryga.kernel.screen import Screen
from intryga.kernel.screen_plan import ScreenPlan
from intryga.kernel.state import AnyState, IllegalMove
from intryga.kernel.view import view
from intryga.lab.extras import how_to_get
from intryga.lab.rewards import Reward, worth
from intryga.lab.setting import one_of, setting
from intryga.lab.windows import window

try:
    import numpy as np
    from gymnasium import spaces
except ImportError as missing:
    raise ImportError(f"environments need {how_to_get('lab')}") from missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

Seen = dict[str, "NDArray[Any]"]
ILLEGAL = -1.0    # what it costs to try what is not offered
RENDER_MODES = ["human", "ansi"]
WIDTH = 100    # of a page, in columns


def known_mode(render_mode: str | None) -> str | None:
    if render_mode is not None:
        one_of("render_mode", render_mode, RENDER_MODES)
    return render_mode


class Episode:
    """The game that is being played, what its seats may see of it as arrays, and what it will be worth."""

    def __init__(self, game: str, seats: int | None, options: Mapping[str, Value] | None, components: str,
                 reward: Reward, encoding: Encoding) -> None:  # fmt: skip
        self.game, self.seats, self.rules, self.form = setting(game, seats, options, components, reward, encoding)
        self.observer = self.form.observer
        self.reward = reward
        self.seed = secrets.randbits(62)    # until one is given
        self.number = -1
        self.s: AnyState = self.game.table(self.rules, self.seats, self.game.quick_dice(0))    # until one begins
        observation, mask = new_observation(self.form.length), new_mask(self.form.actions)
        self._screen = Screen(ScreenPlan(self.observer, self.game.layout), observation, 0, mask, 0)
        self._observation = window(observation, "int16")
        self._mask = window(mask, "int8")

    def begin(self, seed: int | None) -> AnyState:
        """A seed names a series of games, those of `intryga sim --seed`, and begins it; without one the next of the
        series is played."""
        if seed is None:
            self.number += 1
        else:
            self.seed, self.number = seed, 0
        self.s = self.game.new_game(self.rules, self.seats, self.game.quick_dice(self.seed, 2 * self.number))
        return self.s

    # --- seeing and acting ---

    def observe(self, seat: int) -> Seen:
        """Also for a seat that is not asked: its mask is all 0 then."""
        self._screen.show(self.s, seat)
        return {"observation": self._observation.copy(), "action_mask": self._mask.copy()}

    def act(self, seat: int, action: int) -> None:
        """By the door of tables: all seats of a sealed run are asked to the last, since being asked must not tell that
        nobody before has acted. Raises IllegalMove, with the rule, and changes nothing if this is not offered."""
        if not 0 <= action < self.form.actions:
            raise IllegalMove("")
        chosen = self.observer.to_engine[seat][action]
        if seat == self.s.seat and chosen in self.s.options:
            self.answer(seat, chosen)    # listed already: the rules need not be asked again
        else:
            self.s.answer(seat, chosen)

    def answer(self, seat: int, chosen: int) -> None:
        """The same by the engine's own number of an action that is known to be offered: for bots."""
        self.s.answer_for(seat, chosen)

    def refusal(self, seat: int, action: int) -> str | None:
        """The rule against an action, empty where none is named; nothing if it is offered."""
        step = self.s.awaiting(seat)
        if step is None or not 0 <= action < self.form.actions:
            return ""
        chosen = self.observer.to_engine[seat][action]
        offers = step.explained(self.s)
        if chosen in offers.options:
            return None
        return next((rule for refused, rule in offers.refused or [] if refused == chosen), "")

    def asked(self) -> list[int]:
        """The seats that have something to answer now: several in a sealed run, without those that have answered."""
        s = self.s
        if s.over():
            return []
        return sorted({int(step.seat) for step in s.run if s.awaiting(step.seat) is not None}) or [int(s.seat)]

    def worth(self) -> list[float]:
        return worth(self.s, self.reward)

    def ending(self) -> dict[str, Any]:
        """What the infos tell when a game is over."""
        return {"winners": list(self.s.winners()), "scores": self.s.scores()}

    # --- spaces and pictures ---

    def agents(self) -> list[str]:
        return [f"player_{seat}" for seat in range(self.seats)]

    def name(self) -> str:
        return f"{self.game.id}_v{self.game.version}"

    def observation_space(self, more_actions: int = 0) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-(2**15), 2**15 - 1, (self.form.length,), np.int16),
                "action_mask": spaces.Box(0, 1, (self.form.actions + more_actions,), np.int8),
            }
        )

    def action_space(self, more_actions: int = 0) -> spaces.Discrete:
        return spaces.Discrete(self.form.actions + more_actions)

    def page(self) -> str:
        """What a spectator sees, as in the terminal."""
        from rich.console import Console

        from intryga.texts.board import TextBoard, final_scores
        from intryga.texts.language import choose
        from intryga.texts.library import GameTexts
        from intryga.texts.narrator import Narrator

        seen = view(self.game, self.s, SPECTATOR)
        narrator = Narrator(GameTexts(self.game, choose(None, os.environ)), self.agents())
        out = StringIO()
        console = Console(file=out, width=WIDTH, markup=False, emoji=False, highlight=False, color_system=None)
        console.print(TextBoard(seen, narrator).render(WIDTH))
        if seen.over:
            console.print(final_scores(seen, narrator))
        return out.getvalue()

    def render(self, mode: str | None) -> str | None:
        if mode is None:
            return None
        page = self.page()
        if mode == "ansi":
            return page
        print(page)
        return None
