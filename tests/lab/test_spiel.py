"""The games in OpenSpiel: its simulation tests, its playthroughs, and its search on what a player knows."""

from __future__ import annotations

import os

import numpy as np
import pyspiel
import pytest

from intryga import games
from intryga.lab import spiel
from tests.lab import playthroughs
from tests.support import complete

NAMES = games.names()
TIMES = int(os.environ.get("INTRYGA_TIMES", "1"))    # as many games as here: `make suites` says more
COUNTS = {name: spiel._players(games.find(name)) for name in NAMES}
TABLES = [(name, n) for name, counts in COUNTS.items() for n in (counts if TIMES > 1 else {counts[0], counts[-1]})]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_simulation(name: str, players: int) -> None:
    """Clones, serialisation and pickles among them."""
    from open_spiel.python.tests import games_sim_test  # slow to import, and every process collects this file

    game = pyspiel.load_game(f"intryga_{name}", {"players": players, "deals": 16})
    games_sim_test.GamesSimTest().sim_game(game)
    pyspiel.random_sim_test(game, num_sims=TIMES, serialize=True, verbose=False)


@pytest.mark.parametrize("name", complete())
def test_playthrough(name: str) -> None:
    """What every call of the interface answers is what it was; tests/lab/playthroughs.py writes the files anew."""
    assert playthroughs.told(name) == playthroughs.FOLDER.joinpath(f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_resampling_keeps_what_the_player_knows(name: str) -> None:
    game = pyspiel.load_game(f"intryga_{name}(deals=16)")
    observer, rng = game.make_py_observer(), np.random.RandomState(1)
    state = game.new_initial_state()
    state.apply_action(5)
    for _ in range(40):
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random_sample)
        observer.set_from(state, player)
        seen = observer.tensor.copy()
        observer.set_from(other, player)
        assert (observer.tensor == seen).all()
        assert observer.string_from(other, player) == observer.string_from(state, player)
        assert other.legal_actions() == state.legal_actions()
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_search_over_information_sets_runs_to_the_end() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = pyspiel.load_game("intryga_spiskowcy(deals=16)")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game, evaluator, 2.0, 3, random_state=np.random.RandomState(2), use_observation_string=True)
    state, rng = game.new_initial_state(), np.random.RandomState(3)
    state.apply_action(3)
    asked = 0
    while not state.is_terminal():
        if state.current_player() == 0 and asked < 6:
            action = bot.step(state)
            assert action in state.legal_actions()
            asked += 1
        else:
            action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
    assert asked == 6
    assert sum(state.returns()) == pytest.approx(0)


def test_a_deal_is_the_game_of_that_seed_and_options_are_parameters() -> None:
    game = pyspiel.load_game("intryga_spiskowcy(players=3,orders=simultaneous)")
    state = game.new_initial_state()
    state.apply_action(7)
    ours = games.find("spiskowcy")
    s = ours.new_game(ours.chosen_rules({"orders": "simultaneous"}), 3, ours.quick_dice(7))
    assert list(state.held.s.cells) == list(s.cells)
    assert state.current_player() == s.seat
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    assert sorted(texts) == sorted(ours.space.text(action) for action in s.options)
