"""What a bot should look at: the score as it would stand if all orders lay open, and what the powers will bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import BANKER, BISHOP, CHARACTERS, GUARD, KINDS, PRINCE, SPY
from intryga.games.spiskowcy.zones import BANK_POINTS, ROUND

if TYPE_CHECKING:
    from intryga.games.spiskowcy.state import Court


def standing(s: Court, seat: i64, kind: i64) -> i64:
    """Copies in front of a seat, face up or face down."""
    return s.face_up(seat, kind) + s.face_down(seat, kind)


def prospect(s: Court, seat: i64) -> float:
    """Influence within reach. A narrow lead may be lost and a narrow lag made good, the more so the earlier it is."""
    rounds_left = float(s.rules.rounds - s.cells[ROUND])
    total = float(s.points(seat) * s.rules.victory_point_value)
    cards: i64 = 0
    for kind in range(CHARACTERS):
        own = standing(s, seat, kind)
        if own == 0:
            continue
        cards += own
        best: i64 = 0
        for other in range(s.seats):
            if other != seat and standing(s, other, kind) > best:
                best = standing(s, other, kind)
        lead = float(own - best)
        doubt = 0.5 + 0.35 * rounds_left
        share = min(max(0.5 + 0.5 * (lead - 0.5) / doubt, 0.0), 1.0)
        worth = float(s.rules.influence[kind])
        if kind == BANKER and s.cells[BANK_POINTS]:
            worth += 0.7 * rounds_left
        elif kind == SPY:
            worth += 0.5 * rounds_left
        elif kind in (PRINCE, GUARD, BISHOP):
            worth += 0.15 * rounds_left
        total += share * worth
    for kind in range(CHARACTERS, KINDS):
        cards += standing(s, seat, kind)
        total += 1.2 * float(standing(s, seat, kind) * s.rules.influence[kind])
    # Cards over the limit will have to go; until then they only look good.
    return total - 0.8 * float(max(cards - s.limit(), 0))


def value(s: Court, seat: i64) -> float:
    """Own prospect against the best rival's, and a little against everybody's."""
    return against_rivals([prospect(s, other) for other in range(s.seats)], seat)


def values(s: Court) -> list[float]:
    """The same for every seat."""
    prospects = [prospect(s, seat) for seat in range(s.seats)]
    return [against_rivals(prospects, seat) for seat in range(s.seats)]


def against_rivals(prospects: list[float], seat: i64) -> float:
    best = -1000.0
    total = 0.0
    for other in range(len(prospects)):
        if other != seat:
            total += prospects[other]
            best = max(best, prospects[other])
    return prospects[seat] - 0.6 * best - 0.4 * total / float(len(prospects) - 1)
