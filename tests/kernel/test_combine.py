"""Steps that hold steps, and a poll, on the toys."""

from __future__ import annotations

from intryga.kernel.combine import InOrder, Optionally, Repeat
from intryga.kernel.dice import quick
from intryga.kernel.effects import Effects
from intryga.kernel.snapshot import fingerprint, freeze, thaw
from intryga.kernel.steps import AnyStep
from tests.toys import feast
from tests.toys.feast import GAME, Hall


def hall(*steps: AnyStep) -> Hall:
    s = GAME.table(GAME.chosen_rules(), 2, quick(0))
    s.then(list(steps))
    s.advance()
    return s


def dish(name: str) -> AnyStep:
    return Effects(0, GAME.chosen_rules().starts[name], 0, 1)


def test_n_times() -> None:
    assert hall(Repeat(0, 3, [dish("bread"), dish("soup")])).counts(0) == (9, 0, 0)
    assert hall(Repeat(0, 0, [dish("bread")])).counts(0) == (0, 0, 0)


def test_only_if_wanted() -> None:
    for answer, coins in ((feast.YES, 1), (feast.NO, 0)):
        s = hall(Optionally(0, feast.YES, feast.NO, [dish("bread")]))
        s.apply(answer)
        assert s.over()
        assert s.counts(0) == (coins, 0, 0)


def test_in_an_order_that_somebody_chooses() -> None:
    """The last one left is done unasked; the bits of the places say which actions there are."""
    ways = {}
    for first in (0, 2):
        s = hall(InOrder(1, feast.GUEST.of(0), 0b101, [dish("bread"), dish("end")]), dish("soup"))
        assert (s.seat, list(s.options)) == (1, [feast.GUEST.of(0), feast.GUEST.of(2)])
        s.apply(feast.GUEST.of(first))
        assert s.over()
        ways[first] = s.counts(0)[0]
    assert ways == {0: 2, 2: 1}    # `end` ends everything, so what comes before it counts


def test_snapshots_nest() -> None:
    inner = Optionally(0, feast.YES, feast.NO, [Repeat(0, 2, [dish("bread"), dish("choice")])])
    s = hall(InOrder(0, feast.GUEST.of(0), 0b011, [inner, dish("soup")]))
    again = thaw(GAME, s.rules, freeze(s))
    assert fingerprint(again) == fingerprint(s)
    for state in (s, again):
        while not state.over():
            state.apply(state.options[0])
    assert fingerprint(again) == fingerprint(s)
    assert s.counts(0) == (2 + 2 * (1 + 3), 0, 0)
