"""Many machines, and RLlib. Ray is large and slow to start, so this waits to be asked: `make ray`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from intryga import engine, games
from tests.cli.support import ROOT, Said, command
from tests.support import PATIENCE

pytestmark = pytest.mark.skipif(not os.environ.get("INTRYGA_RAY"), reason="`make ray` asks for it")
GAME = "spiskowcy"
AT_HOME = {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": str(ROOT)}
SIM = ["sim", GAME, "--seats", "3", "--seed", "1", "--json"]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a cluster of two nodes, one worker each; the second has the plain engine."""
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in AT_HOME.items():
            patch.setenv(name, value)
        nodes = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        nodes.add_node(num_cpus=1, env_vars={"INTRYGA_ENGINE": "plain"})
        yield nodes.address
        nodes.shutdown()


def far(address: str, *arguments: str) -> Said:
    said = command(*arguments, "--ray", address, **AT_HOME)
    assert said.status == 0, said.err
    return said


def test_two_workers_play_the_games_of_the_pool() -> None:
    pool = json.loads(command(*SIM, "--games", "2000", "--jobs", "2").out)
    said = far("local", *SIM, "--games", "2000")
    assert json.loads(said.out)["checksum"] == pool["checksum"]
    assert f"{engine.name()} engine" in said.err


def test_every_node_tells_its_engine_and_every_job_runs(address: str, tmp_path: Path) -> None:
    file = tmp_path / "g.parquet"
    said = far(address, *SIM, "--games", "300", "--out", str(file))
    assert json.loads(said.out)["checksum"] == json.loads(command(*SIM, "--games", "300").out)["checksum"]
    assert said.err.count("node ") == 2
    assert "plain engine; `intryga engine build` there makes it faster" in said.err
    arena = ["arena", GAME, "--bots", "easy,random", "--seats", "2", "--games", "8", "--json"]
    one, other = (json.loads(said.out)["standings"] for said in (command(*arena), far(address, *arena)))
    assert [row["win_share"] for row in one] == [row["win_share"] for row in other]
    tune = ["tune", GAME, "--seats", "2", "--deals", "2", "--generations", "1", "--json"]
    assert far(address, *tune).out == command(*tune).out
    report = ["report", str(file), "--json"]
    assert far(address, *report).out == command(*report).out


def test_a_run_on_a_cluster_that_was_killed_goes_on(address: str, tmp_path: Path) -> None:
    file = tmp_path / "g.parquet"
    arguments = [*SIM, "--games", "6000", "--out", str(file), "--ray", address]
    running = subprocess.Popen([sys.executable, "-m", "intryga", *arguments], env={**os.environ, **AT_HOME},
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    until = time.monotonic() + PATIENCE
    while not list(tmp_path.glob("g.parquet.parts/*.parquet")):
        assert time.monotonic() < until
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert not file.exists()
    whole = json.loads(far(address, *arguments[:-2]).out)
    assert whole["checksum"] == json.loads(command(*SIM, "--games", "6000").out)["checksum"]
    assert file.exists()


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
    if not env.episode.s.guests and len(rewards) > 1:    # who plays against the rules may lose all
        assert sum(rewards.values()) == pytest.approx(0)
    env.reset()
    (agent,) = [f"player_{seat}" for seat in env.episode.asked()][:1]
    wrong = int(env.episode.observe(int(agent[-1]))["action_mask"].argmin())
    _, rewards, terminated, _, infos = env.step({f"player_{seat}": wrong for seat in env.episode.asked()})
    assert terminated["__all__"]
    assert rewards[agent] == -1
    assert "refused" in infos[agent]


def test_rllib_learns() -> None:
    """The example, as far as one lesson."""
    pytest.importorskip("torch")
    pytest.importorskip("tree", reason="a part of ray[rllib]")
    example = [sys.executable, str(ROOT / "examples/learn_rllib.py"), "--iterations", "1", "--batch", "200"]
    said = subprocess.run(example, env={**os.environ, **AT_HOME}, capture_output=True, text=True, timeout=PATIENCE)
    assert said.returncode == 0, said.stderr
    assert "200 decisions  wins " in said.stdout
