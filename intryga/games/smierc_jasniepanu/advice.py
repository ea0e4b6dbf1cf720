"""What a bot should look at."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.state import Court


def value(s: Court, seat: i64) -> float:
    return float(s.gold(seat))
