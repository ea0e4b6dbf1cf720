"""What a bot should look at."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.konspiracja.scoring import score
from intryga.games.konspiracja.state import Senate


def value(s: Senate, seat: i64) -> float:
    return float(score(s, seat))
