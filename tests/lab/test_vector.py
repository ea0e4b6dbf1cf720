"""A batch of games: the games of its seed, whatever its size, in arrays that nobody copies."""

from __future__ import annotations

import numpy as np
import pytest

from intryga import games
from intryga.kernel.game import Mistake
from intryga.kernel.observe import new_mask, new_observation
from intryga.lab.vector import Vector
from tests.support import Case, cases

REAL = [case for case in cases() if case.game.id in games.names()]
GAME = "spiskowcy"


def any_legal(many: Vector, rng: np.random.Generator) -> np.ndarray:
    return (many.masks * rng.random(many.masks.shape)).argmax(1)


@pytest.mark.parametrize("case", REAL, ids=str)
def test_a_batch_plays_the_games_of_its_seed(case: Case) -> None:
    """Beside each row of the batch the same game is played by hand: every observation and mask is that of the seat that
    is asked, to the byte, and what a game was worth adds up."""
    count = 3
    many, rng = Vector(case.game.id, case.seats, count, seed=5, options=case.options), np.random.default_rng(1)
    numbers = list(range(count))
    rules = case.game.chosen_rules(case.options)

    def begun(number: int):
        return case.game.new_game(rules, case.seats, case.game.quick_dice(5, 2 * number))

    beside = [begun(number) for number in numbers]
    following, ended, steps, observer = count, 0, 0, many.form.observer
    while ended < 3:
        steps += 1
        for i, s in enumerate(beside if steps % 5 == 1 or ended else []):
            seen, mask = new_observation(many.form.length), new_mask(many.form.actions)
            observer.write(s, s.seat, seen, 0)
            observer.mask(s, s.seat, mask, 0)
            assert many.seats[i] == s.seat
            assert many.observations[i].tobytes() == bytes(memoryview(seen))
            assert many.masks[i].tobytes() == bytes(memoryview(mask))
        actions = any_legal(many, rng)
        for i, s in enumerate(beside):
            s.answer_for(s.seat, observer.to_engine[s.seat][int(actions[i])])
        ended += many.step(actions)
        for i, s in enumerate(beside):
            assert many.over[i] == s.over()
            if s.over():
                chairs = s.seats + s.guests
                found = many.returns[i] * (chairs - 1) + 1
                assert found.tolist() == pytest.approx([share * chairs for share in s.returns()])
                beside[i] = begun(following)
                following += 1


def test_nothing_is_copied_and_nobody_else_writes() -> None:
    many = Vector(GAME, 2, 4, seed=1)
    before = many.observations.copy()
    window, address = many.observations, many.observations.__array_interface__["data"]
    many.step(many.masks.argmax(1))
    assert many.observations is window
    assert window.__array_interface__["data"] == address
    assert (window != before).any()
    for array in (many.observations, many.masks, many.returns, many.seats, many.over):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_the_first_games_do_not_depend_on_how_many_there_are() -> None:
    small, large = Vector(GAME, 3, 2, seed=9), Vector(GAME, 3, 16, seed=9)
    assert (small.observations == large.observations[:2]).all()
    assert not (large.observations[0] == large.observations[1]).all()


@pytest.mark.parametrize("name", games.names())
def test_with_a_bot_only_the_learners_are_asked(name: str) -> None:
    seats = games.find(name).seats[-1]
    many, rng = Vector(name, seats, 5, seed=2, bot="random"), np.random.default_rng(1)
    chairs, ended = set(), 0
    while ended < 12:
        assert (many.seats == many.learners).all()
        chairs |= set(many.learners.tolist())
        ended += many.step(any_legal(many, rng))
    assert chairs == set(range(seats))


def test_decisions_are_counted_from_game_to_game() -> None:
    many, rng = Vector(GAME, 2, 1, seed=1), np.random.default_rng(1)
    counted = 0
    for _ in range(300):
        over = many.step(any_legal(many, rng))
        counted += 1
        assert many.decisions[0] == counted
        counted = 0 if over else counted
    assert counted < 300


@pytest.mark.parametrize("reward", ["win", "score", "margin"])
def test_rewards(reward: str) -> None:
    many, rng = Vector(GAME, 3, 4, seed=4, reward=reward), np.random.default_rng(1)
    found = []
    while len(found) < 8:
        many.step(any_legal(many, rng))
        found += many.returns[many.over == 1].copy().tolist()
    if reward == "score":
        assert all(float(score).is_integer() for row in found for score in row)
        assert any(sum(row) != 0 for row in found)
    else:
        assert all(sum(row) == pytest.approx(0) for row in found)


def test_what_is_not_offered_is_an_error() -> None:
    many = Vector(GAME, 2, 3, seed=1)
    forbidden = many.masks.argmin(1)
    before = many.observations.copy()
    with pytest.raises(ValueError, match="not offered in game 0"):
        many.step(forbidden)
    for beyond in (-1, many.form.actions):
        with pytest.raises(ValueError, match=f"action {beyond} is not offered in game 1"):
            many.step(np.array([many.masks[0].argmax(), beyond, 0]))
    with pytest.raises(ValueError, match="one action for each"):
        many.step(forbidden[:2])
    assert (many.observations == before).all()
    with pytest.raises(Mistake, match="at least one game"):
        Vector(GAME, 2, 0)
