"""There are no points: the Overlord wins or nobody yet (SMI-130). Gold is shown as the score, since it is public."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.zones import WINNER

if TYPE_CHECKING:
    from intryga.games.smierc_jasniepanu.state import Court


def winners(s: Court) -> list[i64]:
    """The crowned or last Overlord (SMI-002 to 004); where the guard ended the game, the richest (SMI-131)."""
    if s.cells[WINNER] >= 0:
        return [s.cells[WINNER]]
    most: i64 = 0
    for seat in range(s.seats):
        most = max(most, s.gold(seat))
    return [seat for seat in range(s.seats) if s.gold(seat) == most]
