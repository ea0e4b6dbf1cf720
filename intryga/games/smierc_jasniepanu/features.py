"""What a learnt judge reads of a court when a round begins: who stands how high, with how much gold and which hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.advice import order_of
from intryga.games.smierc_jasniepanu.cards import KINDS, SHIELD
from intryga.games.smierc_jasniepanu.zones import ROUND

if TYPE_CHECKING:
    from intryga.games.smierc_jasniepanu.state import Court


def features(s: Court) -> list[list[float]]:
    """The court from the throne down, then which of them a seat is."""
    ranked = sorted(range(s.seats), key=lambda other: -order_of(s, other, -1))
    court = [float(s.cells[ROUND])]
    for other in ranked:
        court += wealth(s, other)
        court += [float(s.hand_size(other)), shields(s, other)]
    found: list[list[float]] = []
    for seat in range(s.seats):
        after_the_lord = (seat - ranked[0]) % s.seats
        place = [flag(other == seat) for other in ranked]
        last = [flag(after_the_lord == 1), flag(after_the_lord == s.seats - 1)]
        found.append([*court, *place, *wealth(s, seat), *last])
    return found


def wealth(s: Court, seat: i64) -> list[float]:
    """Gold counts for more the nearer the crown is: it may take three incomes, two, one."""
    gold = float(s.gold(seat))
    crown = float(s.rules.setup.coronation)
    return [gold, max(gold - crown + 16.0, 0.0), max(gold - crown + 11.0, 0.0), max(gold - crown + 7.0, 0.0)]


def shields(s: Court, seat: i64) -> float:
    """Cards that pass the Order on."""
    count: i64 = 0
    for kind in range(KINDS):
        if s.rules.card_type[kind] == SHIELD:
            count += s.holds(seat, kind)
    return float(count)


def flag(so: bool) -> float:
    return 1.0 if so else 0.0
