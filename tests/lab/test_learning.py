"""What bots learn: the network says the same compiled and in numpy, and tuning finds its way back."""

from __future__ import annotations

import numpy as np
import pytest

from intryga import games
from intryga.bots.advice import AdviceBot, WeightedJudge
from intryga.bots.bot import Budget, Perspective
from intryga.bots.learned import Net
from intryga.bots.search import SearchBot
from intryga.games.smierc_jasniepanu.zones import ROUND
from intryga.kernel.dice import quick
from intryga.lab import train, tune
from intryga.lab.workers import crew

GAME = games.find("spiskowcy")


def test_the_network_that_plays_is_the_one_that_was_trained() -> None:
    lessons = train.gather(GAME, 2, 8, "random", 3, lambda n: None)
    assert set(np.unique(lessons.won)) <= {0.0, 0.5, 1.0}
    losses: list[float] = []
    weights, _ = train.fit(lessons, 4, 1, 6, lambda number, apart, own: losses.append(own))
    assert losses[-1] < losses[0], "it learns what it is shown"
    kept = train.learned(lessons, weights, 0.5, 8, "random", 3)
    net = Net(kept.first.numbers(), kept.bias.numbers(), kept.second.numbers())
    s = GAME.new_game(GAME.chosen_rules(), 2, GAME.quick_dice(3, 1))
    dice = quick(5)
    for _ in range(12):
        s.apply(s.options[dice.below(len(s.options))])
        expected = train.chances(weights, np.array(s.features(), np.float32))[0]
        assert [net.value(s, seat) for seat in range(2)] == pytest.approx(expected.tolist(), abs=2e-3)
        assert sum(net.chances(s, 1.0)) == pytest.approx(1.0)
    perspective = Perspective(GAME, s, s.seat)
    for bot in (AdviceBot(1, judge=net), SearchBot(8, prior=0.5, judge=net, horizon=4, picks=2)):
        assert bot.think(perspective, quick(1), Budget()).action in perspective.options()


@pytest.mark.parametrize("name", games.names())
def test_features_are_always_as_many_and_those_of_the_world_alone(name: str) -> None:
    game = games.find(name)
    s = game.new_game(game.chosen_rules(), game.seats[-1], game.quick_dice(3))
    length = len(s.features()[0])
    dice = quick(4)
    for _ in range(60):
        s.apply(s.options[dice.below(len(s.options))])
        if s.over():
            break
        assert [len(row) for row in s.features()] == [length] * s.seats
        assert s.clone().features() == s.features()


def test_in_smierc_only_the_beginning_of_a_round_is_judged() -> None:
    """Decision 63: nobody is eliminated then, no Order is out, and no card was played."""
    game = games.find("smierc_jasniepanu")
    for seed in range(6):
        s = game.new_game(game.chosen_rules(), 4, game.quick_dice(seed))
        dice, judged, begun = quick(seed), 0, 0
        while not s.over():
            first_of_round = s.cells[ROUND] != begun
            begun = s.cells[ROUND]
            assert s.can_be_judged() == first_of_round
            judged += first_of_round
            s.apply(s.options[dice.below(len(s.options))])
        assert judged == begun


def test_tuning_is_repeated_by_its_seed_and_goes_on_where_it_was_cut_off() -> None:
    what = tune.Tuning(GAME.id, GAME.version, 2, 3, 2)
    kept: list[list[float]] = []
    with crew(1) as alone, crew(2) as two:
        one = tune.tune(what, 2, alone, lambda n: None, keep=kept.append)
        other = tune.tune(what, 2, two, lambda n: None, kept[:1])
    assert one == other
    assert one.toml().startswith("[weights.2]\n")


def test_weights_of_one_change_nothing() -> None:
    s = GAME.new_game(GAME.chosen_rules(), 3, GAME.quick_dice(3))
    assert WeightedJudge({}).value(s, 0) == pytest.approx(s.value(0))
    assert WeightedJudge({"rivals": 0.0}).value(s, 0) == pytest.approx(s.value(0) - s.terms(0)["rivals"])
