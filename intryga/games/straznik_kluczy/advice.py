"""What a bot should look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom


def value(s: Kingdom, seat: i64) -> float:
    return float(s.total(seat))
