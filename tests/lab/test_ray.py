"""Many machines, and RLlib. Ray is large and slow to start, so this waits to be asked: `make ray`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from intryga import games
from tests.cli.support import command

pytestmark = pytest.mark.skipif(not os.environ.get("INTRYGA_RAY"), reason="`make ray` asks for it")
GAME = "spiskowcy"
AT_HOME = {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0"}


def test_a_cluster_plays_the_games_of_one_process(tmp_path: Path) -> None:
    sim = ["sim", GAME, "--seats", "3", "--games", "300", "--seed", "5", "--json"]
    alone = json.loads(command(*sim).out)
    far = command(*sim, "--ray", "local", "--out", str(tmp_path / "g.parquet"), **AT_HOME)
    assert far.status == 0, far.err
    assert json.loads(far.out)["checksum"] == alone["checksum"]
    assert "engine" in far.err    # of each node
    assert (tmp_path / "g.parquet").exists()
    arena = ["arena", GAME, "--bots", "easy,random", "--seats", "2", "--games", "8", "--json"]
    one = json.loads(command(*arena).out)["standings"]
    other = json.loads(command(*arena, "--ray", "local", **AT_HOME).out)["standings"]
    assert [row["win_share"] for row in one] == [row["win_share"] for row in other]


def test_jobs_and_ray_are_not_said_together() -> None:
    said = command("sim", GAME, "--games", "2", "--jobs", "2", "--ray", "local")
    assert said.status == 2
    assert "not both" in said.err


@pytest.mark.parametrize("name", games.names())
def test_rllib(name: str) -> None:
    """Driven as RLlib does it: only who is asked is seen and answers; all are rewarded at the end."""
    np = pytest.importorskip("numpy")
    pytest.importorskip("tree", reason="a part of ray[rllib]")
    from intryga.lab.rllib import IntrygaEnv

    env, rng = IntrygaEnv({"game": name}), np.random.default_rng(1)
    seen, _ = env.reset(seed=3)
    over = False
    while not over:
        for agent, one in seen.items():
            assert one["action_mask"].any()
            assert env.observation_spaces[agent].contains(one)
        actions = {agent: int(rng.choice(np.flatnonzero(one["action_mask"]))) for agent, one in seen.items()}
        seen, rewards, terminated, _, _ = env.step(actions)
        over = terminated["__all__"]
        assert set(rewards) == set(seen)
    assert set(rewards) == set(env.possible_agents)
    assert sum(rewards.values()) == pytest.approx(0)
    env.reset()
    (agent,) = [f"player_{seat}" for seat in env.episode.asked()][:1]
    wrong = int(env.episode.observe(int(agent[-1]))["action_mask"].argmin())
    _, rewards, terminated, _, infos = env.step({f"player_{seat}": wrong for seat in env.episode.asked()})
    assert terminated["__all__"]
    assert rewards[agent] == -1
    assert "refused" in infos[agent]
