"""The games as environments of PettingZoo: agents in turn (AEC), or all at once (parallel).

    env = zoo.env("GAME", seats=4, options={...}, reward="win", render_mode="ansi")
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, termination, truncation, info = env.last()
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))

**Sealed answers.** In AEC the seats of a sealed run are asked one after another, and no observation shows an answer
before the box is opened, so the order tells nothing. In the parallel environment they answer at once; whoever has
nothing to answer has one legal action, the last: to wait.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from intryga.kernel.game import Value
from intryga.kernel.observation import Encoding
from intryga.kernel.state import IllegalMove
from intryga.lab.episode import ILLEGAL, RENDER_MODES, Episode, Seen, known_mode
from intryga.lab.extras import how_to_get
from intryga.lab.rewards import Reward
from intryga.lab.setting import at_least_one

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    raise ImportError(f"PettingZoo's environments need {how_to_get('lab')}") from missing

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONGEST = 100_000    # cycles
Infos = dict[str, dict[str, Any]]


class raw_env(AECEnv[str, Seen, int | None]):    # noqa: N801 (PettingZoo's name)
    """Without wrappers, several times faster. What is not offered raises IllegalMove, with the rule."""

    def __init__(self, game: str, seats: int | None = None, options: Mapping[str, Value] | None = None, *,
                 components: str = "", reward: Reward = "win", encoding: Encoding = "onehot",
                 max_cycles: int = LONGEST, render_mode: str | None = None) -> None:  # fmt: skip
        super().__init__()
        self.episode = Episode(game, seats, options, components, reward, encoding)
        self.metadata = {
            "name": self.episode.name(),
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = known_mode(render_mode)
        self.max_cycles = at_least_one("max_cycles", max_cycles)
        self.possible_agents = self.episode.agents()
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self.episode.observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: self.episode.action_space() for agent in self.possible_agents}
        cells = (int(self.episode.game.layout.length),)
        self.state_space = spaces.Box(-(2**63), 2**63 - 1, cells, np.int64)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A seed begins a series of games; without one the next of the series is played."""
        self.episode.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._cycles = 0
        self._select()

    def _select(self) -> None:
        seat = self.episode.s.seat
        self.agent_selection = self.possible_agents[seat if seat >= 0 else 0]

    def observe(self, agent: str) -> Seen:
        return self.episode.observe(self._seats[agent])

    def state(self) -> NDArray[np.int64]:
        """The whole truth, for critics that may know it while they train."""
        return np.array(list(self.episode.s.cells), np.int64)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, f"{agent} must act"
        self.episode.act(self._seats[agent], int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._cycles += 1
        if self.episode.s.over():
            self._end(self.episode.worth(), self.episode.ending())
        elif self._cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        if self.render_mode == "human":
            self.render()

    def forfeit(self, rule: str) -> None:
        """Whose turn it is has tried what this rule forbids, and ends the game by it."""
        loser = self.agent_selection
        self._cumulative_rewards[loser] = 0.0
        self._end([ILLEGAL if agent == loser else 0.0 for agent in self.possible_agents], {})
        self.infos[loser] = {"refused": rule}

    def _end(self, worth: list[float], info: dict[str, Any]) -> None:
        for agent, reward in zip(self.possible_agents, worth, strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
            self.infos[agent] = info
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.episode.render(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""


class EndsByIllegalMove(wrappers.BaseWrapper[str, Seen, int | None]):
    """What is not offered ends the game and costs the one who tried it; the info names the rule."""

    def step(self, action: int | None) -> None:
        try:
            super().step(action)
        except IllegalMove as refusal:
            game = self.unwrapped
            assert isinstance(game, raw_env)
            game.forfeit(refusal.rule)


def env(game: str, seats: int | None = None, options: Mapping[str, Value] | None = None,
        **more: Any) -> AECEnv[str, Seen, int | None]:  # fmt: skip
    """With the customary wrappers; takes what `raw_env` takes."""
    return wrappers.OrderEnforcingWrapper(EndsByIllegalMove(raw_env(game, seats, options, **more)))


class parallel_env(ParallelEnv[str, Seen, int]):    # noqa: N801
    """All who are asked answer at once, the others wait. What is not offered ends the game, as in `env`."""

    def __init__(self, game: str, seats: int | None = None, options: Mapping[str, Value] | None = None, *,
                 components: str = "", reward: Reward = "win", encoding: Encoding = "onehot",
                 max_cycles: int = LONGEST, render_mode: str | None = None) -> None:  # fmt: skip
        self.episode = Episode(game, seats, options, components, reward, encoding)
        self.metadata = {"name": self.episode.name(), "render_modes": RENDER_MODES, "render_fps": 2}
        self.render_mode = known_mode(render_mode)
        self.max_cycles = at_least_one("max_cycles", max_cycles)
        self.wait = self.episode.form.actions    # the action of who has nothing to answer
        self.possible_agents = self.episode.agents()
        self.agents: list[str] = []
        self.observation_spaces = {agent: self.episode.observation_space(1) for agent in self.possible_agents}
        self.action_spaces = {agent: self.episode.action_space(1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Seen], Infos]:
        self.episode.begin(seed)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, Seen]:
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            seen = self.episode.observe(seat)
            idle = not seen["action_mask"].any()
            found[agent] = {**seen, "action_mask": np.append(seen["action_mask"], np.int8(idle))}
        return found

    def step(self, actions: dict[str, int]) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], Infos
    ]:  # fmt: skip
        agents = self.agents
        refused = self._refused(actions)
        infos: Infos = {agent: {} for agent in agents}
        worth = [0.0] * len(agents)
        if refused:
            for agent, rule in refused.items():
                infos[agent] = {"refused": rule}
            worth = [ILLEGAL if agent in refused else 0.0 for agent in agents]
        else:
            # Who is asked is listed before anybody acts: the last answer opens the box, and then others are asked.
            for seat in self.episode.asked():
                self.episode.act(seat, int(actions[agents[seat]]))
            if self.episode.s.over():
                worth, infos = self.episode.worth(), dict.fromkeys(agents, self.episode.ending())
        self._cycles += 1
        over = bool(refused) or self.episode.s.over()
        late = self._cycles >= self.max_cycles and not over
        if over or late:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        rewards = dict(zip(agents, worth, strict=True))
        return self._seen(), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, late), infos

    def _refused(self, actions: dict[str, int]) -> dict[str, str]:
        """Who tries what is not offered, and the rule against it. Found out before anything happens."""
        asked = self.episode.asked()
        refused = {}
        for seat, agent in enumerate(self.agents):
            action = int(actions[agent])
            if seat not in asked:
                if action != self.wait:
                    refused[agent] = ""
                continue
            rule = self.episode.refusal(seat, action)
            if rule is not None:
                refused[agent] = rule
        return refused

    def render(self) -> str | None:
        return self.episode.render(self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
