"""What a finished game is worth to each seat, for learners."""

from __future__ import annotations

from typing import Final, Literal

from mypy_extensions import i64

from intryga.kernel.state import AnyState

Reward = Literal["win", "score", "margin"]

WIN: Final = "win"
SCORE: Final = "score"


def worth(s: AnyState, reward: str) -> list[float]:
    """win: 1 for the winner, -1/(n-1) for each of the others, a shared victory split. score: the points. margin: points
    against the mean of the others. Over all chairs, guests among them, win and margin add up to nothing."""
    chairs: i64 = s.seats + s.guests
    seats: i64 = s.seats
    if reward == WIN:
        shares = s.returns()
        if chairs == 1:
            return [2.0 * shares[0] - 1.0]
        return [(float(chairs) * share - 1.0) / float(chairs - 1) for share in shares]
    points = [float(s.total(chair)) for chair in range(chairs)]
    if reward == SCORE or chairs == 1:
        return points[:seats]
    together = 0.0
    for one in points:
        together += one
    return [(float(chairs) * points[seat] - together) / float(chairs - 1) for seat in range(seats)]
