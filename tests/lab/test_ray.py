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
from typing import Any

import pytest

from intryga import engine, games
from tests.cli.support import ROOT, Said, command
from tests.lab.patient_ray import PATIENT, be_patient
from tests.support import PATIENCE

pytestmark = pytest.mark.skipif(not os.environ.get("INTRYGA_RAY"), reason="`make ray` asks for it")
GAME = "spiskowcy"
COMMAND = str(ROOT / "intryga/__main__.py")
AT_HOME = {"RAY_AUTH_MODE": "disabled", "RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": str(ROOT), **PATIENT}
SIM = ["sim", GAME, "--seats", "3", "--seed", "1", "--json"]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A cluster of two nodes, one worker each; the second has the plain engine."""
    cluster_utils = pytest.importorskip("ray.cluster_utils")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in AT_HOME.items():
            patch.setenv(name, value)
        be_patient()
        nodes = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        nodes.add_node(num_cpus=1, env_vars={"INTRYGA_ENGINE": "plain"})
        yield nodes
        nodes.shutdown()


def begin(*arguments: str) -> subprocess.Popen[str]:
    """The command, or another program with its arguments, which starts or finds a cluster."""
    program = [sys.executable, "-m", "tests.lab.patient_ray", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(program, cwd=ROOT, env={**os.environ, **AT_HOME}, stdout=pipe, stderr=pipe, text=True)


def ended(running: subprocess.Popen[str]) -> Said:
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, err
    return Said(0, out, err)


def far(address: str, *arguments: str) -> Said:
    return ended(begin(COMMAND, *arguments, "--ray", address))


def begin_and_wait(address: str, file: Path, games: int) -> subprocess.Popen[str]:
    """Until something is written."""
    running = begin(COMMAND, *SIM, "--games", str(games), "--out", str(file), "--ray", address)
    until = time.monotonic() + PATIENCE
    while not list(file.parent.glob(f"{file.name}.parts/*.parquet")):
        assert time.monotonic() < until
        assert running.poll() is None
        time.sleep(0.02)
    return running


def test_two_workers_play_the_games_of_the_pool() -> None:
    pool = json.loads(command(*SIM, "--games", "2000", "--jobs", "2").out)
    said = far("local", *SIM, "--games", "2000")
    assert json.loads(said.out)["checksum"] == pool["checksum"]
    assert f"{engine.name()} engine" in said.err


def test_every_node_tells_its_engine_and_every_job_runs(nodes: Any, tmp_path: Path) -> None:
    address = nodes.address
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


def test_a_run_on_a_cluster_that_was_killed_goes_on(nodes: Any, tmp_path: Path) -> None:
    file = tmp_path / "g.parquet"
    running = begin_and_wait(nodes.address, file, 6000)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    assert not file.exists()
    whole = json.loads(far(nodes.address, *SIM, "--games", "6000", "--out", str(file)).out)
    assert whole["checksum"] == json.loads(command(*SIM, "--games", "6000").out)["checksum"]
    assert file.exists()


def test_what_a_killed_node_had_to_do_is_done_by_others(nodes: Any, tmp_path: Path) -> None:
    third = nodes.add_node(num_cpus=1)
    running = begin_and_wait(nodes.address, tmp_path / "g.parquet", 6000)
    nodes.remove_node(third, allow_graceful=False)
    whole = json.loads(ended(running).out)
    assert whole["checksum"] == json.loads(command(*SIM, "--games", "6000").out)["checksum"]


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
    said = ended(begin(str(ROOT / "examples/learn_rllib.py"), "--iterations", "1", "--batch", "200"))
    assert "200 decisions  wins " in said.out
