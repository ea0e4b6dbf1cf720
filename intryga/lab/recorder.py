"""Writes a game down while it is played; compiled, since it looks at every decision."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.kernel.layout import COUNTER, ROW, Zone
from intryga.kernel.state import AnyState
from intryga.lab.playout import Witness


class Recorder(Witness):
    """Every decision: who was asked, among how many options, and what was chosen."""

    def __init__(self) -> None:
        self.seats: list[i64] = []
        self.options: list[i64] = []
        self.actions: list[i64] = []

    def decision(self, s: AnyState, seat: i64, action: i64) -> None:
        self.seats.append(seat)
        self.options.append(len(s.options))
        self.actions.append(action)


def belongings(s: AnyState, zones: list[Zone]) -> list[tuple[i64, str, str, i64]]:
    """What lies in these zones: whose, the zone, the card, how many."""
    found: list[tuple[i64, str, str, i64]] = []
    for zone in zones:
        if zone.shape == ROW:
            counts: dict[i64, i64] = {}
            for place in range(s.row_size(zone.at)):
                kind = s.row_item(zone.at, place)
                counts[kind] = counts.get(kind, 0) + 1
            for kind, count in counts.items():
                found.append((zone.seat, zone.name, zone.kinds[kind], count))
        elif zone.shape != COUNTER:
            for kind in range(zone.length):
                count = s.cells[zone.at + kind]
                if count:
                    found.append((zone.seat, zone.name, zone.kinds[kind], count))
    return found
