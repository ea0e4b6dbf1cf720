"""What others observe of an action (`Step.shows`), which is what a search may let them know of it."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intryga.kernel.journal import Journal
from intryga.kernel.seen import zones_seen
from intryga.kernel.state import AnyState
from intryga.kernel.steps import UNSEEN
from intryga.kernel.view import read
from tests.support import Case, cases, moments, viewers

LOOKS = 20
CASES = [case for case in cases() if not case.options]    # no option changes what others see of a choice


def looks(s: AnyState, action: int, viewer: int) -> tuple[object, ...]:
    """What this viewer sees and reads after an open choice, before anything else happens."""
    r = s.clone()
    r.journal = Journal(s.layout)
    r.pop().take(r, action)
    return *zones_seen(r, viewer), read(r.journal, viewer)


def alike(s: AnyState, viewer: int) -> list[tuple[int, int]]:
    """Options that show the same to this viewer."""
    step = s.top()
    return [pair for pair in combinations(s.options, 2) if len({step.shows(action, viewer) for action in pair}) == 1]


@pytest.mark.parametrize("case", CASES, ids=str)
@given(seed=st.integers(0, 2**32))
def test_answers_that_show_the_same_look_the_same(case: Case, seed: int) -> None:
    for s in moments(case, seed, LOOKS):
        step = s.awaiting(s.seat)
        assert step is not None
        for viewer in viewers(s):
            if viewer == s.seat:
                continue
            if step.sealed:
                assert {step.shows(action, viewer) for action in s.options} == {UNSEEN}
            else:
                for one, other in alike(s, viewer):
                    assert looks(s, one, viewer) == looks(s, other, viewer)


def test_of_a_spy_others_see_only_that_it_is_one() -> None:
    """So in Dworzanie there is something to compare."""
    compared = 0
    for case in CASES:
        if case.game.id == "dworzanie":
            for s in moments(case, 3, LOOKS):
                compared += len(alike(s, (s.seat + 1) % s.seats))
    assert compared
