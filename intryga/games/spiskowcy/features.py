"""What a learnt judge reads of a court: for every seat, from its own on, the parts of the advice and all its cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.spiskowcy.advice import parts
from intryga.games.spiskowcy.cards import KINDS
from intryga.games.spiskowcy.scoring import score
from intryga.games.spiskowcy.zones import ROUND, TURN

if TYPE_CHECKING:
    from intryga.games.spiskowcy.state import Court


def features(s: Court, seat: i64) -> list[float]:
    played = float(s.cells[ROUND])
    found = [played]
    for i in range(s.seats):
        other = (seat + i) % s.seats
        own = parts(s, other)
        prospect = sum(own)
        found += own
        found += [
            prospect,
            prospect * played,    # the later, the more it says
            float(score(s, other)),
            1.0 if s.seat == other else 0.0,
            1.0 if s.cells[TURN] == other else 0.0,
        ]
        for kind in range(KINDS):
            found += [
                float(s.face_up(other, kind)),
                float(s.face_down(other, kind)),
                float(s.in_hand(other, kind)),
                1.0 if s.majority(other, kind) else 0.0,
            ]
    return found
