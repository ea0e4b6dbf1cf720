"""What a bot should look at: the score as it would stand if all orders lay open, and what the powers will bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import BANKER, BISHOP, CHARACTERS, GUARD, KINDS, PRINCE, SPY
from intryga.games.spiskowcy.zones import BANK_POINTS, ROUND

if TYPE_CHECKING:
    from intryga.games.spiskowcy.state import Court


PARTS: Final = ("points", "majorities", "powers", "events", "crowd")


def standing(s: Court, seat: i64, kind: i64) -> i64:
    """Copies in front of a seat, face up or face down."""
    return s.face_up(seat, kind) + s.face_down(seat, kind)


def parts(s: Court, seat: i64) -> list[float]:
    """Influence within reach, in the order of PARTS. A narrow lead may be lost and a narrow lag made good, the more so
    the earlier it is."""
    rounds_left = float(s.rules.rounds - s.cells[ROUND])
    majorities, powers, events = 0.0, 0.0, 0.0
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
        majorities += share * float(s.rules.influence[kind])
        if kind == BANKER and s.cells[BANK_POINTS]:
            powers += share * 0.7 * rounds_left
        elif kind == SPY:
            powers += share * 0.5 * rounds_left
        elif kind in (PRINCE, GUARD, BISHOP):
            powers += share * 0.15 * rounds_left
    for kind in range(CHARACTERS, KINDS):
        cards += standing(s, seat, kind)
        events += 1.2 * float(standing(s, seat, kind) * s.rules.influence[kind])
    # Cards over the limit will have to go; until then they only look good.
    crowd = -0.8 * float(max(cards - s.limit(), 0))
    return [float(s.points(seat) * s.rules.victory_point_value), majorities, powers, events, crowd]


def prospect(s: Court, seat: i64) -> float:
    total = 0.0
    for part in parts(s, seat):
        total += part
    return total


def terms(s: Court, seat: i64) -> dict[str, float]:
    """What `value` is made of."""
    own = parts(s, seat)
    found = {PARTS[i]: own[i] for i in range(len(own))}
    found["rivals"] = value(s, seat) - prospect(s, seat)
    return found


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
