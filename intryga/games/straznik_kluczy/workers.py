"""Robotnicy: they come into the castle by an action or for free, and move in its first tier (STR-095, STR-101)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import asked, icons, purchase, solo
from intryga.games.straznik_kluczy.cards import (
    IN_CASTLE_MOVE,
    NOBLE,
    NOTHING,
    PLACE,
    POST,
    SECTION_COUNT,
    SHIFT,
    STOP,
    WORKERS,
)
from intryga.games.straznik_kluczy.castle import change, facing, neighbour, settle
from intryga.games.straznik_kluczy.effects import Done
from intryga.games.straznik_kluczy.means import can_spend
from intryga.games.straznik_kluczy.parameters import COUNT
from intryga.games.straznik_kluczy.pay import charge
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import PLACES, SHIFTS
from intryga.games.straznik_kluczy.zones import CASTLE_1, SUPPLY
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects
from intryga.kernel.language import AnyOperation, Operation
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import ALLOWED, Automatic, Offers

# --- Umieszczanie Robotników as an action ---


class PlaceWorkers(purchase.Purchase):
    """How many workers are bought (STR-095)."""

    def __init__(self, seat: i64, helper: i64 = NOTHING) -> None:
        super().__init__(seat, NOBLE, helper)

    def helped(self, helper: i64) -> PlaceWorkers:
        return PlaceWorkers(self.seat, helper)

    def goods(self, s: Kingdom, o: Offers) -> None:
        have = icons.free(s, self.seat, NOBLE, self.helper)
        prices = s.rules.castle.prices
        for level in range(len(prices)):
            payable = s.cells[SUPPLY.of(self.seat)] and can_spend(s, self.seat, NOBLE, prices[level] - have)
            o.offer(WORKERS.of(level), ALLOWED if payable else "STR-095")

    def buy(self, s: Kingdom, action: i64) -> None:
        level = WORKERS.target(action)
        s.push(Done(self.seat, PLACE))
        s.push(Entering(self.seat, level + 1))
        charge(s, self.seat, NOBLE, s.rules.castle.prices[level], self.helper)


class Entering(Automatic[Kingdom]):
    """Workers that were paid for go to the section that faces the own segment."""

    about: ClassVar[dict[str, str]] = {"count": NUMBER}

    def __init__(self, seat: i64, count: i64) -> None:
        super().__init__(seat)
        self.count: i64 = count

    def fields(self) -> list[i64]:
        return [self.seat, self.count]

    def run(self, s: Kingdom) -> None:
        put_workers(s, self.seat, self.count, facing(s, self.seat))


def put_workers(s: Kingdom, seat: i64, count: i64, section: i64) -> None:
    """From the supply into the first tier, as many as there are (STR-095); then the castle is resolved."""
    count = min(count, s.cells[SUPPLY.of(seat)])
    if count:
        s.add(SUPPLY.of(seat), -count)
        change(s, CASTLE_1.of(seat), section, count)
        s.tell(PLACES, seat, count, section)
        settle(s, seat)


# --- for free ---


class FreeWorkers(Operation[Kingdom]):
    """To any one section (STR-101); those of the AI to its own segment's (STR-332)."""

    def __init__(self) -> None:
        super().__init__("workers", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            put_workers(s, e.seat, code[at + 1], facing(s, e.seat))
        elif s.cells[SUPPLY.of(e.seat)]:
            s.push(Post(e.seat, code[at + 1], at))


class Post(asked.AskedOften):
    """To which section free workers go."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        for section in range(SECTION_COUNT):
            o.allow(POST.of(section))

    def take(self, s: Kingdom, action: i64) -> None:
        put_workers(s, self.seat, self.left, POST.target(action))


class CastleMove(Operation[Kingdom]):
    """Up to so many moves, also of one worker (STR-R57)."""

    def __init__(self) -> None:
        super().__init__("castle_move", [COUNT])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            solo.instead(s, e.seat, IN_CASTLE_MOVE, code[at + 1])
            return
        for section in range(SECTION_COUNT):
            if s.cells[CASTLE_1.at(e.seat, section)]:
                s.push(Shift(e.seat, code[at + 1], at))
                return


class Shift(asked.AskedOften):
    """An own worker goes to a neighbouring section of the first tier, or enough; then the castle is resolved."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        for section in range(SECTION_COUNT):
            rule = ALLOWED if s.cells[CASTLE_1.at(self.seat, section)] else "STR-101"
            o.offer(SHIFT.of(section, 0), rule)
            o.offer(SHIFT.of(section, 1), rule)
        o.allow(STOP)

    def take(self, s: Kingdom, action: i64) -> None:
        if action != STOP:
            section, way = SHIFT.targets(action)
            target = neighbour(section, 1 - 2 * way)
            change(s, CASTLE_1.of(self.seat), section, -1)
            change(s, CASTLE_1.of(self.seat), target, 1)
            s.tell(SHIFTS, self.seat, target)
            if self.left > 1:
                s.push(Shift(self.seat, self.left - 1, self.source))
                return
        settle(s, self.seat)


OPERATIONS: Final[list[AnyOperation]] = [FreeWorkers(), CastleMove()]
