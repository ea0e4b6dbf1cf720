"""What a bot should look at."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.dworzanie.scoring import domain, mission_points
from intryga.games.dworzanie.state import Court
from intryga.games.dworzanie.tally import tally


def value(s: Court, seat: i64) -> float:
    t = tally(s, True)
    own = float(domain(s, t, seat) + mission_points(s, t, seat))
    best = -1000.0
    for other in range(s.seats):
        if other != seat:
            best = max(best, float(domain(s, t, other)))
    return own - best
