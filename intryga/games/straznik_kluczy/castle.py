""" workers."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import NOBLE, NOTHING
from intryga.games.straznik_kluczy.purchase import Purchase
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.kernel.language import AnyOperation

OPERATIONS: list[AnyOperation] = []


def cheapest(s: Kingdom, seat: i64) -> i64:
    """The least price of what could be bought here, -1 if there is nothing."""
    return -1


class PlaceWorkers(Purchase):
    """What is bought?"""

    def __init__(self, seat: i64, helper: i64 = NOTHING) -> None:
        super().__init__(seat, NOBLE, helper)

    def cheapest(self, s: Kingdom) -> i64:
        return cheapest(s, self.seat)

    def helped(self, helper: i64) -> Purchase:
        return PlaceWorkers(self.seat, helper)
