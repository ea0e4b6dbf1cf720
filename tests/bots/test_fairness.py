"""Bots know what their seat knows: two worlds that differ only in the rest, the same dice, the same thought."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from intryga import games
from intryga.bots import BOTS, find
from intryga.bots.bot import Bot, Budget, Perspective, Thought
from intryga.kernel.dice import Dice, quick
from intryga.kernel.state import AnyState
from tests.support import Case, cases, moments

BUDGET = 4    # iterations; what is fair at four is fair at any number
# Every bot at every seat count; options change the cards that are hidden, not how bots think: one bot for them.
TRIED = [(case, name) for case in cases() for name in (["heuristic"] if case.options else BOTS)]


def pairs(case: Case, positions: int) -> Iterator[tuple[AnyState, AnyState, int]]:
    """States with a real choice, and others that the seat cannot tell from them."""
    dice = quick(11, 5)
    for s in moments(case, 1, positions):
        for seat in range(s.seats):
            step = s.awaiting(seat)
            if step is not None and len(step.options(s)) > 1:
                yield s, s.resample(seat, dice), seat


def thought(bot: Bot, case: Case, s: AnyState, seat: int) -> Thought:
    return bot.think(Perspective(case.game, s, seat), quick(3, 7), Budget(iterations=BUDGET))


@pytest.mark.parametrize(("case", "name"), TRIED, ids=str)
def test_a_bot_thinks_the_same_in_worlds_it_cannot_tell_apart(case: Case, name: str) -> None:
    bot = find(name)
    for s, t, seat in pairs(case, 4):
        one, other = thought(bot, case, s, seat), thought(bot, case, t, seat)
        assert one.action == other.action
        assert one.options == other.options
        assert one.values == other.values
        assert one.visits == other.visits


class Leaking(Bot):
    """Looks at the true cards and the true dice: what the test above must find."""

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        options = perspective.options()
        values = []
        for action in options:
            after = perspective._true_state.clone()
            after.answer_for(perspective.seat, action)
            choices = quick(1)
            while not after.over():
                after.apply(after.options[choices.below(len(after.options))])
            values.append(float(after.total(perspective.seat)))
        chosen = options[values.index(max(values))]
        return Thought(options, chosen, values, [0.0 for _ in options], [1 for _ in options], False)


@pytest.mark.parametrize("case", [case for case in cases() if case.game.id in games.names()], ids=str)
def test_a_bot_that_looks_is_found(case: Case) -> None:
    bot = Leaking()
    found = [thought(bot, case, s, seat).values != thought(bot, case, t, seat).values for s, t, seat in pairs(case, 30)]
    assert any(found)
