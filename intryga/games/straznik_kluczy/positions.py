"""Positions of Strażnik Kluczy written by hand: what is pending in each phase."""

from __future__ import annotations

from collections.abc import Callable

from intryga.games.straznik_kluczy.setup import SetUp
from intryga.games.straznik_kluczy.state import Kingdom


def set_up(s: Kingdom, seat: int) -> None:
    s.push(SetUp())


PHASES_BY_NAME: dict[str, Callable[[Kingdom, int], None]] = {
    "setup": set_up,
}
