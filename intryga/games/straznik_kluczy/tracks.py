"""Purses, Debts and Deeds, the markers of Virtue and Corruption, and when the game ends."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import (
    APPROVES_DEED,
    GAINS,
    GAINS_CORRUPTION,
    GAINS_DEBTS,
    GAINS_DEEDS,
    GAINS_VIRTUE,
    LAST_ROUND_SET,
    MARKERS_MEET,
    PAYS_DEBT,
    POVERTY_SHOWN,
    PROSPERITY_SHOWN,
    SPENDS,
)
from intryga.games.straznik_kluczy.zones import (
    ACQUIRED,
    APPROVED,
    COINS,
    CORRUPTION,
    DEBTS_LEFT,
    DEEDS_LEFT,
    LAST_ROUND,
    PAID,
    POVERTY,
    PROSPERITY,
    ROUND,
    SETTING_UP,
    UNPAID,
    VIRTUE,
)

TRACK_ENDS: Final[i64] = 7    # the last space, where Virtue starts; Corruption starts on the first


# --- purses ---


def gain(s: Kingdom, seat: i64, what: i64, count: i64) -> None:
    """So many of PURSE[what]; the supply is unlimited."""
    s.add(COINS[what].of(seat), count)
    s.tell(GAINS[what], seat, count)


def spend(s: Kingdom, seat: i64, what: i64, count: i64) -> None:
    if count:
        s.add(COINS[what].of(seat), -count)
        s.tell(SPENDS[what], seat, count)


# --- Debts and Deeds (STR-150 to 153) ---


def owe(s: Kingdom, seat: i64) -> None:
    """One Debt, unpaid. What that triggers is for the caller."""
    s.add(UNPAID.of(seat), 1)
    s.tell(GAINS_DEBTS, seat, 1)
    if s.cells[DEBTS_LEFT] and not s.cells[SETTING_UP]:
        s.add(DEBTS_LEFT, -1)
        if s.cells[DEBTS_LEFT] == 0:
            s.set_to(POVERTY, 1)
            s.tell(POVERTY_SHOWN)
            fix_last_round(s)


def grant(s: Kingdom, seat: i64) -> None:
    """One Deed, acquired."""
    s.add(ACQUIRED.of(seat), 1)
    s.tell(GAINS_DEEDS, seat, 1)
    if s.cells[DEEDS_LEFT] and not s.cells[SETTING_UP]:
        s.add(DEEDS_LEFT, -1)
        if s.cells[DEEDS_LEFT] == 0:
            s.set_to(PROSPERITY, 1)
            s.tell(PROSPERITY_SHOWN)
            fix_last_round(s)


def fix_last_round(s: Kingdom) -> None:
    """One round more after this one; a second reveal changes nothing (STR-240, STR-241)."""
    if s.cells[LAST_ROUND] == 0:
        s.set_to(LAST_ROUND, s.cells[ROUND] + 1)
        s.tell(LAST_ROUND_SET)


def pay_off(s: Kingdom, seat: i64) -> None:
    """A Debt is flipped. The resource it gives and what it triggers are for the caller."""
    s.add(UNPAID.of(seat), -1)
    s.add(PAID.of(seat), 1)
    s.tell(PAYS_DEBT, seat)


def approve(s: Kingdom, seat: i64) -> None:
    """A Deed is flipped."""
    s.add(ACQUIRED.of(seat), -1)
    s.add(APPROVED.of(seat), 1)
    s.tell(APPROVES_DEED, seat)


# --- markers (STR-140 to 142): when they share a space they move together ---


def sin(s: Kingdom, seat: i64, count: i64) -> None:
    """Corruption, one step at a time."""
    s.tell(GAINS_CORRUPTION, seat, count)
    for _ in range(count):
        _step(s, seat, CORRUPTION.of(seat), VIRTUE.of(seat), 1)


def repent(s: Kingdom, seat: i64, count: i64) -> None:
    """Virtue."""
    s.tell(GAINS_VIRTUE, seat, count)
    for _ in range(count):
        _step(s, seat, VIRTUE.of(seat), CORRUPTION.of(seat), -1)


def _step(s: Kingdom, seat: i64, marker: i64, other: i64, way: i64) -> None:
    stuck = s.cells[marker] == s.cells[other]
    there = s.cells[marker] + way
    if there < 1 or there > TRACK_ENDS:
        return
    s.set_to(marker, there)
    if stuck:
        s.set_to(other, there)
    elif s.cells[other] == there:
        s.tell(MARKERS_MEET, seat, there)


def colliding(s: Kingdom, seat: i64) -> bool:
    return s.cells[CORRUPTION.of(seat)] == s.cells[VIRTUE.of(seat)]
