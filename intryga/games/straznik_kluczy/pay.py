"""Paying for an action: what icons do not cover is spent (STR-071, STR-077, STR-165)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import PAYS_FOR, SILVER, SPEND
from intryga.games.straznik_kluczy.funding import completes, own_part
from intryga.games.straznik_kluczy.means import ASKED, KINDS_ASKED, doubled, missing, pieces
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.tracks import spend
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import ALLOWED, Choice, Offers


def charge(s: Kingdom, seat: i64, icon: i64, price: i64, helper: i64) -> None:
    """A person pays. Push the result first: payment comes on top of it. Asks only where there is a choice."""
    short = missing(s, seat, icon, price, helper)
    if short:
        _pay_on(s, seat, icon, short, 0, 0)


def _pay_on(s: Kingdom, seat: i64, icon: i64, short: i64, paid: i64, asked: i64) -> None:
    """Ask about the next kind that may pay, then spend the own resource; `paid`: icons paid by other kinds so far."""
    while asked < KINDS_ASKED:
        if pieces(s, seat, icon, ASKED[asked]):
            s.push(Pay(seat, icon, short, paid, asked))
            return
        asked += 1
    spend(s, seat, PAYS_FOR[icon], own_part(short, short - paid, doubled(s, seat, icon)))


def _fits(s: Kingdom, seat: i64, icon: i64, short: i64, paid: i64, asked: i64) -> bool:
    """Is there a legal payment once so much is paid with the kinds up to this one?"""
    others: i64 = 0
    for later in range(asked + 1, KINDS_ASKED):
        others += pieces(s, seat, icon, ASKED[later])
    return completes(short, paid, s.coins(seat, PAYS_FOR[icon]), others, doubled(s, seat, icon))


class Pay(Choice[Kingdom]):
    """How many pieces of the kind that is asked? `missing` icons are to be paid in all, `paid` of them are."""

    about: ClassVar[dict[str, str]] = {"icon": NUMBER, "missing": NUMBER, "paid": NUMBER, "asked": NUMBER}

    def __init__(self, seat: i64, icon: i64, missing: i64, paid: i64, asked: i64) -> None:
        super().__init__(seat)
        self.icon: i64 = icon
        self.missing: i64 = missing
        self.paid: i64 = paid
        self.asked: i64 = asked

    def fields(self) -> list[i64]:
        return [self.seat, self.icon, self.missing, self.paid, self.asked]

    def offers(self, s: Kingdom, o: Offers) -> None:
        what = ASKED[self.asked]
        for count in range(min(pieces(s, self.seat, self.icon, what), SPEND.width - 1) + 1):
            fits = _fits(s, self.seat, self.icon, self.missing, self.paid + count, self.asked)
            o.offer(SPEND.of(what, count), ALLOWED if fits else "STR-077")

    def take(self, s: Kingdom, action: i64) -> None:
        what, count = SPEND.targets(action)
        spend(s, self.seat, what, count * 2 if what == SILVER else count)
        _pay_on(s, self.seat, self.icon, self.missing, self.paid + count, self.asked + 1)

    def continues(self) -> bool:
        return True
