"""What lies where, counted by family and by role: all that scoring and missions look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.dworzanie.cards import ABOVE, BELOW, DOMAIN, FAMILIES, KINDS, ROLES, SPY
from intryga.games.dworzanie.zones import FACE_DOWN, FACE_UP
from intryga.kernel.cells import vec

if TYPE_CHECKING:
    from intryga.games.dworzanie.state import Court


class Tally:
    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        # By place and family: how many cards, and what they weigh; by place and role: how many cards.
        self.cards = vec[i64]([0] * ((DOMAIN + seats) * FAMILIES))
        self.weights = vec[i64]([0] * ((DOMAIN + seats) * FAMILIES))
        self.roles = vec[i64]([0] * ((DOMAIN + seats) * ROLES))

    def add(self, place: i64, kind: i64, count: i64, weight: i64) -> None:
        at = place * FAMILIES + kind // ROLES
        self.cards[at] += count
        self.weights[at] += count * weight
        self.roles[place * ROLES + kind % ROLES] += count

    def balance(self, family: i64) -> i64:
        """The weight above the mat less that below."""
        return self.weights[ABOVE * FAMILIES + family] - self.weights[BELOW * FAMILIES + family]

    def status(self, family: i64) -> i64:
        """Esteemed (1), disgraced (-1) or neutral (0): DWO-102 to 105."""
        balance = self.balance(family)
        return 1 if balance > 0 else -1 if balance < 0 else 0


def tally(s: Court, with_hidden: bool) -> Tally:
    """Eliminated cards count for nothing (DWO-072, 128); nobles weigh double (DWO-055, 056). Whether the families of
    face-down spies count is for the caller to say; that they are spies is known to all (DWO-064)."""
    t = Tally(s.seats)
    cells = s.cells
    for place in range(DOMAIN + s.seats):
        cards = FACE_UP.of(place)
        for kind in range(KINDS):
            if cells[cards + kind]:
                t.add(place, kind, cells[cards + kind], s.rules.weight[kind])
        spies = FACE_DOWN.of(place)
        for i in range(s.row_size(spies)):
            if with_hidden:
                kind = s.row_item(spies, i)
                t.add(place, kind, 1, s.rules.weight[kind])
            else:
                t.roles[place * ROLES + SPY] += 1
    return t
