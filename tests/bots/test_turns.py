"""Whole turns of Dworzanie as one move, played on to the end in the same worlds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from intryga import games
from intryga.bots.advice import AdviceBot, WeightedJudge
from intryga.bots.bot import Budget, Perspective
from intryga.bots.random import RandomBot
from intryga.bots.turns import TurnsBot
from intryga.games.dworzanie.advice import VICTIMS
from intryga.games.dworzanie.cards import HAND_SIZE
from intryga.games.dworzanie.state import Court
from intryga.kernel.dice import quick
from intryga.lab.playout import play_out
from tests.support import Case

GAME = games.find("dworzanie")
BUDGET = Budget(iterations=6)


def late(seats: int, seeds: int, turns: int) -> Iterator[Court]:
    """The beginning of a turn, when so many are left, in games played at random."""
    for seed in range(seeds):
        s = cast(Court, Case(GAME, seats).new(seed))
        dice = quick(seed)
        while s.cards_to_play() > turns * HAND_SIZE:
            s.apply(s.options[dice.below(len(s.options))])
        yield s


@pytest.mark.parametrize("seats", [2, 4])
def test_a_whole_turn_can_be_played_in_all_worlds_and_ends_there(seats: int) -> None:
    for s in late(seats, 6, 9):
        seat = s.seat
        turns = s.resample(seat, quick(5)).whole_turns()
        assert len(turns) > 1
        for turn in turns:
            t = s.clone()
            for action in turn:
                assert t.seat == seat
                assert action in t.options
                t.apply(action)
            assert t.seat != seat


def test_assassins_do_not_make_turns_without_number() -> None:
    assert max(len(s.whole_turns()) for s in late(2, 60, 4)) <= 2 * 6 * VICTIMS**3


@pytest.mark.parametrize("seats", [2, 4])
def test_late_thoughts_are_the_same_in_worlds_that_cannot_be_told_apart(seats: int) -> None:
    """test_fairness.py asks the levels early in a game, where they do not play on yet."""
    bot = TurnsBot(AdviceBot(4), 6, 4, 1.0, 6.0)
    for s in late(seats, 8, 6):
        one, other = [
            bot.think(Perspective(GAME, world, s.seat), quick(3, 7), BUDGET)
            for world in (s, s.resample(s.seat, quick(11)))
        ]
        assert (one.action, one.values) == (other.action, other.values)


LOSER = WeightedJudge({"domain": -1.0, "missions": -1.0, "rivals": -1.0})    # likes to stand badly


def test_what_does_better_to_the_end_outvotes_the_glance() -> None:
    """Whoever likes bad ends finds good ones all the same, once they are played on; before that not."""
    found = {}
    for last in (0.0, 1.0):
        bot = TurnsBot(AdviceBot(4, judge=LOSER), 8, 1000, last, 6.0)
        total = 0.0
        for s in late(2, 12, 2):
            seat = s.seat
            play_out(s, [Perspective(GAME, s, one) for one in range(2)],
                     [bot if one == seat else RandomBot() for one in range(2)], quick(1))  # fmt: skip
            total += float(s.total(seat) - s.total(1 - seat))
        found[last] = total
    assert found[1.0] > found[0.0] + 12.0


def test_how_much_is_left_is_told_by_cards() -> None:
    assert Case(GAME, 3).new(1).part_left() == 1.0
    for s in late(3, 1, 3):
        assert 0.0 < s.part_left() < 0.25
