"""Trade (handel): exchanges at the own space (STR-079 to 081)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import purchase
from intryga.games.straznik_kluczy.cards import EXCHANGE, MERCHANT, NOTHING, TRADE
from intryga.games.straznik_kluczy.effects import Done
from intryga.games.straznik_kluczy.gains import Gain
from intryga.games.straznik_kluczy.pay import charge
from intryga.games.straznik_kluczy.prices import exchange_here, least
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import TRADES
from intryga.games.straznik_kluczy.tracks import gain
from intryga.kernel.effects import perform
from intryga.kernel.language import END
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import ALLOWED, Automatic, Offers

MOST: Final[i64] = 40    # more would only turn Silver into itself


class Trade(purchase.Purchase):
    """How often?"""

    def __init__(self, seat: i64, helper: i64 = NOTHING) -> None:
        super().__init__(seat, MERCHANT, helper)

    def goods(self, s: Kingdom, o: Offers) -> None:
        price = least(s, self.seat, TRADE)
        for times in range(1, MOST + 1):
            payable = self.payable(s, price * times)
            o.offer(EXCHANGE.of(times - 1), ALLOWED if payable else "STR-080")
            if not payable:
                return

    def buy(self, s: Kingdom, action: i64) -> None:
        times = EXCHANGE.target(action) + 1
        here = exchange_here(s, self.seat)
        s.tell(TRADES, self.seat, times)
        s.then([Exchanged(self.seat, times, s.rules.segments.exchange[here]), Done(self.seat, TRADE)])
        charge(s, self.seat, MERCHANT, s.rules.segments.merchants[here] * times, self.helper)

    def helped(self, helper: i64) -> purchase.Purchase:
        return Trade(self.seat, helper)


class Exchanged(Automatic[Kingdom]):
    """So many times what the exchange gives, one after the other; plain gains at once."""

    about: ClassVar[dict[str, str]] = {"left": NUMBER, "start": NUMBER}

    def __init__(self, seat: i64, left: i64, start: i64) -> None:
        super().__init__(seat)
        self.left: i64 = left
        self.start: i64 = start

    def fields(self) -> list[i64]:
        return [self.seat, self.left, self.start]

    def run(self, s: Kingdom) -> None:
        program = s.rules.program
        operation = program.operations[program.code[self.start]]
        if isinstance(operation, Gain) and program.code[program.after(self.start)] == END:
            gain(s, self.seat, operation.what, self.left * program.code[self.start + 1])
            return
        if self.left > 1:
            s.push(Exchanged(self.seat, self.left - 1, self.start))
        perform(s, self.start, self.seat)
