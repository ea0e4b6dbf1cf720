"""Gains: resources, Debts and Deeds, steps of the markers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import asked, solo
from intryga.games.straznik_kluczy.cards import (
    DECLINE,
    FLIP,
    IN_NO_FLIP,
    IN_TWO_SILVER,
    ON_FLIP,
    ON_FLIP_DEBT,
    ON_GAIN_DEBT,
    SILVER,
    TAKE,
)
from intryga.games.straznik_kluczy.effects import fire
from intryga.games.straznik_kluczy.parameters import COUNT
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.tracks import approve, gain, grant, owe, pay_off, repent, sin
from intryga.games.straznik_kluczy.zones import ACQUIRED, APPROVED, PAID, UNPAID
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects
from intryga.kernel.language import Operation
from intryga.kernel.steps import ALLOWED, Offers

DEBT: Final[i64] = 0    # places among the words of FLIP
DEED: Final[i64] = 1


class Gain(Operation[Kingdom]):
    """Silver, Ink, Stone or Gold: PURSE[what]."""

    def __init__(self, name: str, what: i64) -> None:
        super().__init__(name, [COUNT])
        self.what: i64 = what

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if self.what == SILVER and s.is_ai(e.seat):
            solo.instead(s, e.seat, IN_TWO_SILVER, code[at + 1] // 2)
        else:
            gain(s, e.seat, self.what, code[at + 1])


class GainAny(Operation[Kingdom]):
    """Ink, Stone or Gold, each one of choice."""

    def __init__(self) -> None:
        super().__init__("any", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        take_any(s, e.seat, code[at + 1], at)


def take_any(s: Kingdom, seat: i64, count: i64, source: i64) -> None:
    if s.is_ai(seat):
        solo.take_any(s, seat, count)
    else:
        s.push(Take(seat, count, source))


class Take(asked.AskedOften):
    """Which resource?"""

    def offers(self, s: Kingdom, o: Offers) -> None:
        for resource in range(3):
            o.allow(TAKE.of(resource))

    def take(self, s: Kingdom, action: i64) -> None:
        gain(s, self.seat, TAKE.target(action) + 1, 1)
        if self.left > 1:
            s.push(Take(self.seat, self.left - 1, self.source))


# --- Debts and Deeds ---


class GainDebt(Operation[Kingdom]):
    """One at a time: each may trigger something."""

    def __init__(self) -> None:
        super().__init__("debt", [COUNT], one_by_one=True)

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        owe(s, e.seat)
        fire(s, e.seat, ON_GAIN_DEBT)


class GainDeed(Operation[Kingdom]):
    def __init__(self) -> None:
        super().__init__("deed", [COUNT], one_by_one=True)

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        grant(s, e.seat)


def flip_debt(s: Kingdom, seat: i64, source: i64) -> None:
    """It gives a resource of choice, then triggers what waits for it (STR-151, STR-166)."""
    if s.cells[UNPAID.of(seat)] == 0:
        nothing_to_flip(s, seat)
        return
    pay_off(s, seat)
    fire(s, seat, ON_FLIP if s.is_ai(seat) else ON_FLIP_DEBT)
    take_any(s, seat, 1, source)


def flip_deed(s: Kingdom, seat: i64) -> None:
    if s.cells[ACQUIRED.of(seat)] == 0:
        nothing_to_flip(s, seat)
        return
    approve(s, seat)
    fire(s, seat, ON_FLIP)    # which only boards of the AI wait for


def flip_any(s: Kingdom, seat: i64, source: i64) -> None:
    """STR-152. The AI flips the kind it has flipped less, at a tie a Debt (STR-307)."""
    cells = s.cells
    if cells[UNPAID.of(seat)] and cells[ACQUIRED.of(seat)]:
        if not s.is_ai(seat):
            s.push(Flip(seat, source))
        elif cells[PAID.of(seat)] <= cells[APPROVED.of(seat)]:
            flip_debt(s, seat, source)
        else:
            flip_deed(s, seat)
    elif cells[UNPAID.of(seat)]:
        flip_debt(s, seat, source)
    else:
        flip_deed(s, seat)


def nothing_to_flip(s: Kingdom, seat: i64) -> None:
    if s.is_ai(seat):
        solo.instead(s, seat, IN_NO_FLIP, 1)


class FlipDebt(Operation[Kingdom]):
    def __init__(self) -> None:
        super().__init__("flip_debt", [COUNT], one_by_one=True)

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        flip_debt(s, e.seat, at)


class FlipDeed(Operation[Kingdom]):
    def __init__(self) -> None:
        super().__init__("flip_deed", [COUNT], one_by_one=True)

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        flip_deed(s, e.seat)


class FlipAny(Operation[Kingdom]):
    def __init__(self) -> None:
        super().__init__("flip_any", [COUNT], one_by_one=True)

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        flip_any(s, e.seat, at)


class MayFlipAny(Operation[Kingdom]):
    """The same, and it may be declined (STR-209, STR-213). The AI never declines."""

    def __init__(self) -> None:
        super().__init__("may_flip_any", [COUNT], one_by_one=True)

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            flip_any(s, e.seat, at)
        elif s.cells[UNPAID.of(e.seat)] or s.cells[ACQUIRED.of(e.seat)]:
            s.push(MayFlip(e.seat, at))


class Flip(asked.Asked):
    """A Debt or a Deed?"""

    def offers(self, s: Kingdom, o: Offers) -> None:
        o.offer(FLIP.of(DEBT), ALLOWED if s.cells[UNPAID.of(self.seat)] else "STR-152")
        o.offer(FLIP.of(DEED), ALLOWED if s.cells[ACQUIRED.of(self.seat)] else "STR-152")

    def take(self, s: Kingdom, action: i64) -> None:
        if FLIP.target(action) == DEBT:
            flip_debt(s, self.seat, self.source)
        else:
            flip_deed(s, self.seat)


class MayFlip(Flip):
    """A Debt, a Deed, or neither?"""

    def offers(self, s: Kingdom, o: Offers) -> None:
        super().offers(s, o)
        o.allow(DECLINE)

    def take(self, s: Kingdom, action: i64) -> None:
        if action != DECLINE:
            super().take(s, action)


# --- markers ---


class GainCorruption(Operation[Kingdom]):
    def __init__(self) -> None:
        super().__init__("corruption", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        sin(s, e.seat, code[at + 1])


class GainVirtue(Operation[Kingdom]):
    def __init__(self) -> None:
        super().__init__("virtue", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        repent(s, e.seat, code[at + 1])
