"""The games for RLlib: observations come from the seats that are asked and from nobody else, so none has to wait.

    from ray.rllib.algorithms.ppo import PPOConfig
    PPOConfig().environment(IntrygaEnv, env_config={"game": GAME, "seats": 3, "reward": "win"})

RLlib's own masking module wants observations in 32-bit floats under the name `observations`, which is what it gets.
"""

from __future__ import annotations

from typing import Any

from intryga.kernel.game import Mistake
from intryga.kernel.state import IllegalMove
from intryga.lab.episode import ILLEGAL, Episode, Seen
from intryga.lab.extras import how_to_get

try:
    import numpy as np
    from gymnasium import spaces
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError as missing:
    raise ImportError(f"games for RLlib need ray[rllib] and {how_to_get('ray')}") from missing

ALL = "__all__"
Stepped = tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class IntrygaEnv(MultiAgentEnv):
    """A step answers for every seat that is asked. What is not offered ends the game: RLlib's checkers try anything."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        usual: dict[str, Any] = {
            "seats": None, "options": None, "components": "", "reward": "win", "encoding": "onehot",
        }  # fmt: skip
        if not config or "game" not in config:
            raise Mistake("env_config must name the game: {'game': NAME}")
        self.episode = Episode(**{**usual, **config})
        self.agents = self.possible_agents = self.episode.agents()
        form = self.episode.form
        seen = spaces.Dict(
            {
                "observations": spaces.Box(-(2.0**15), 2.0**15, (form.length,), np.float32),
                "action_mask": spaces.Box(0.0, 1.0, (form.actions,), np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: self.episode.action_space() for agent in self.possible_agents}

    def reset(self, *, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Seen], dict[str, Any]]:  # fmt: skip
        self.episode.begin(seed)
        return self._seen(self.episode.asked()), {}

    def step(self, action_dict: dict[str, int]) -> Stepped:
        for seat in self.episode.asked():
            try:
                self.episode.act(seat, int(action_dict[self.agents[seat]]))
            except IllegalMove as refusal:
                loser = self.agents[seat]
                worth = [ILLEGAL if agent == loser else 0.0 for agent in self.agents]
                return self._ended(worth, {loser: {"refused": refusal.rule}})
        if self.episode.s.over():
            return self._ended(self.episode.worth(), {})
        seen = self._seen(self.episode.asked())
        # A reward, if none, for whoever is asked again: RLlib wants it.
        return seen, dict.fromkeys(seen, 0.0), {ALL: False}, {ALL: False}, {}

    def _ended(self, worth: list[float], infos: dict[str, dict[str, Any]]) -> Stepped:
        seen = self._seen(list(range(self.episode.seats)))
        return seen, dict(zip(self.agents, worth, strict=True)), {ALL: True}, {ALL: False}, infos

    def _seen(self, seats: list[int]) -> dict[str, Seen]:
        found = {}
        for seat in seats:
            seen = self.episode.observe(seat)
            found[self.agents[seat]] = {
                "observations": seen["observation"].astype(np.float32),
                "action_mask": seen["action_mask"].astype(np.float32),
            }
        return found
