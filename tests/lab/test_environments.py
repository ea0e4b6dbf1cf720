"""What users of PettingZoo and Gymnasium rely on: their own suites, for every game, seat count and option; secrets."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from intryga import games
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake
from intryga.kernel.state import IllegalMove
from intryga.lab import zoo
from intryga.lab.gym import AgainstBots, name_of
from tests.support import Case, cases

REAL = [case for case in cases() if case.game.id in games.names()]
each_case = pytest.mark.parametrize("case", REAL, ids=str)
each_table = pytest.mark.parametrize("case", [case for case in REAL if not case.options], ids=str)
each_game = pytest.mark.parametrize("name", games.names())
GAME = "spiskowcy"
TIMES = int(os.environ.get("INTRYGA_TIMES", "1"))    # as long as here: `make suites` says more


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    """PettingZoo warns of every masked observation that is not its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# --- the suites of others ---


@each_case
def test_pettingzoo(case: Case) -> None:
    api_test(zoo.env(case.game.id, case.seats, case.options), 40 * TIMES)
    parallel_api_test(zoo.parallel_env(case.game.id, case.seats, case.options), 40 * TIMES)


@each_table
def test_pettingzoo_seeds_and_pictures(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(zoo.raw_env(case.game.id, case.seats, encoding="codes"), 20 * TIMES)
    seed_test(lambda: zoo.env(case.game.id, case.seats), 20 * TIMES)
    parallel_seed_test(lambda: zoo.parallel_env(case.game.id, case.seats), 20 * TIMES)
    render_test(lambda render_mode=None: zoo.env(case.game.id, case.seats, render_mode=render_mode))
    assert "player_0" in capsys.readouterr().out


@each_table
def test_gymnasium(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(name_of(case.game.id), seats=case.seats)
    check_env(env.unwrapped)
    assert "player_0" in capsys.readouterr().out


# --- secrets ---


@each_case
def test_observations_are_equal_under_resampling(case: Case) -> None:
    """To the byte, through the environment: whoever looks cannot tell the true game from one it thinks possible."""
    env, rng, dice = zoo.raw_env(case.game.id, case.seats, case.options), np.random.default_rng(1), quick(1)
    env.reset(seed=3)
    compared = 0
    for number, _ in enumerate(env.agent_iter()):
        seen, _, over, late, _ = env.last()
        if number % 29 == 0 and not over:
            true = env.episode.s
            for seat, other in enumerate(env.possible_agents):
                before = env.observe(other)
                env.episode.s = true.resample(seat, dice)
                after = env.observe(other)
                env.episode.s = true
                assert before["observation"].tobytes() == after["observation"].tobytes()
                assert before["action_mask"].tobytes() == after["action_mask"].tobytes()
                compared += 1
        env.step(None if over or late else rng.choice(np.flatnonzero(seen["action_mask"])))
    assert compared


def test_sealed_answers_are_asked_to_the_last() -> None:
    """Being asked must not tell what others have answered: in every round all four seats are asked, in the same order,
    and nobody's observation but one's own changes before the box is opened."""
    env, rng = zoo.raw_env(GAME, 4, {"orders": "simultaneous"}), np.random.default_rng(1)
    env.reset(seed=3)
    s = env.episode.s
    runs = 0
    while not s.over():
        before = {agent: env.observe(agent)["observation"].tobytes() for agent in env.agents}
        run, agent = s.run, env.agent_selection
        env.step(rng.choice(np.flatnonzero(env.observe(agent)["action_mask"])))
        if run and s.run is run:
            runs += 1
            for other in env.agents:
                assert (env.observe(other)["observation"].tobytes() == before[other]) == (other != agent)
    assert runs


def test_simultaneous_orders_are_given_at_once() -> None:
    env, rng = zoo.parallel_env(GAME, 4, {"orders": "simultaneous"}), np.random.default_rng(1)
    seen, _ = env.reset(seed=3)
    together = 0
    while env.agents:
        actions = {agent: int(rng.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in env.agents}
        together += sum(action != env.wait for action in actions.values()) == 4
        seen, rewards, *_ = env.step(actions)
    assert together == 8    # once in every round
    assert sum(rewards.values()) == pytest.approx(0)


# --- what is not offered ---


def forbidden(mask: np.ndarray) -> int:
    return int(np.flatnonzero(mask == 0)[0])


def test_an_illegal_action_is_refused_by_its_rule() -> None:
    """`raw_env` raises and changes nothing; the others end the game, at the cost of who tried."""
    raw = zoo.raw_env(GAME, 3)
    raw.reset(seed=1)
    rules = set()
    for _ in range(20):
        before, mask = raw.state(), raw.observe(raw.agent_selection)["action_mask"]
        for action in [-1, raw.episode.form.actions, *np.flatnonzero(mask == 0)]:
            with pytest.raises(IllegalMove) as refusal:
                raw.step(int(action))
            rules.add(refusal.value.rule)
        assert (raw.state() == before).all()
        raw.step(int(mask.argmax()))
    assert any(rule.startswith(games.find(GAME).prefix) for rule in rules)

    wrapped = zoo.env(GAME, 3)
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    wrapped.step(forbidden(wrapped.observe(loser)["action_mask"]))
    assert wrapped.rewards == {agent: -1.0 if agent == loser else 0.0 for agent in wrapped.agents}
    assert all(wrapped.terminations.values())
    assert "refused" in wrapped.infos[loser]
    for _ in wrapped.agent_iter():
        wrapped.step(None)
    assert not wrapped.agents

    together = zoo.parallel_env(GAME, 3)
    seen, _ = together.reset(seed=1)
    actions = {agent: int(one["action_mask"].argmax()) for agent, one in seen.items()}
    busy = next(agent for agent, action in actions.items() if action != together.wait)
    idle = next(agent for agent, action in actions.items() if action == together.wait)
    for wrong in (busy, idle):
        together.reset(seed=1)
        _, rewards, ended, _, infos = together.step({**actions, wrong: forbidden(seen[wrong]["action_mask"])})
        assert rewards == {agent: -1.0 if agent == wrong else 0.0 for agent in actions}
        assert all(ended.values())
        assert "refused" in infos[wrong]

    alone = AgainstBots(GAME, 3)
    seen_alone, _ = alone.reset(seed=1)
    _, reward, ended_alone, _, info = alone.step(forbidden(seen_alone["action_mask"]))
    assert (reward, ended_alone) == (-1.0, True)
    assert "refused" in info


# --- games and their worth ---


@each_game
def test_seeds_name_the_games_of_a_simulation(name: str) -> None:
    game = games.find(name)
    seats = game.seats[0]
    env = zoo.raw_env(name, seats)
    env.reset(seed=11)
    for number in range(3):
        s = game.new_game(game.chosen_rules(), seats, game.quick_dice(11, 2 * number))
        assert (env.state() == np.array(list(s.cells))).all()
        env.reset()


@pytest.mark.parametrize(("reward", "nothing"), [("win", True), ("score", False), ("margin", True)])
def test_rewards_come_at_the_end(reward: str, nothing: bool) -> None:
    env, rng = zoo.env(GAME, 3, reward=reward), np.random.default_rng(2)
    env.reset(seed=5)
    earned: dict[str, float] = {}
    for agent in env.agent_iter():
        seen, got, over, late, info = env.last()
        if over or late:
            earned[agent] = got
            assert set(info) == {"winners", "scores"}
        else:
            assert got == 0
            assert info == {}
        env.step(None if over or late else rng.choice(np.flatnonzero(seen["action_mask"])))
    assert len(earned) == 3
    assert (sum(earned.values()) == pytest.approx(0)) == nothing


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    env, rng = zoo.env(GAME, 2, max_cycles=9), np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(9):
        env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


@each_game
def test_one_seat_learns_against_bots(name: str) -> None:
    seats = games.find(name).seats[-1]
    env, rng = AgainstBots(name, seats, opponents=["random"] * (seats - 1)), np.random.default_rng(1)
    chairs = set()
    for number in range(6):
        seen, info = env.reset(seed=8 if number == 0 else None)
        chairs.add(info["seat"])
        over = False
        while not over:
            assert (env.action_masks() == seen["action_mask"].astype(bool)).all()
            assert seen["action_mask"].any()
            seen, reward, over, _, info = env.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        assert (reward >= 0) == (info["seat"] in info["winners"])
    assert len(chairs) > 1


def test_mistakes_are_told() -> None:
    with pytest.raises(Mistake, match="2 to 4 players"):
        zoo.env(GAME, 7)
    with pytest.raises(Mistake, match="no option"):
        zoo.parallel_env(GAME, 2, {"ordres": "simultaneous"})
    with pytest.raises(Mistake, match="3 other seats"):
        AgainstBots(GAME, 4, opponents=["random"])
    with pytest.raises(Mistake, match="from 0 to 1"):
        AgainstBots(GAME, 2, seat=2)
    with pytest.raises(Mistake, match="reward is one of win, score, margin, not 'points'"):
        zoo.env(GAME, 2, reward="points")
    with pytest.raises(Mistake, match="encoding is one of onehot, codes, not 'tensor'"):
        zoo.parallel_env(GAME, 2, encoding="tensor")
    for make in (zoo.env, zoo.parallel_env):
        with pytest.raises(Mistake, match="max_cycles is at least 1, not 0"):
            make(GAME, 2, max_cycles=0)
    with pytest.raises(Mistake, match="render_mode is one of human, ansi, not 'rgb_array'"):
        AgainstBots(GAME, 2, render_mode="rgb_array")
