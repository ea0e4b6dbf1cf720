"""II: FAZA ROZKAZÓW, the phase in which orders are laid."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import ADD, ENOUGH, INNKEEPER, KINDS, MOST_COPIES, MOST_SEATS, NO_ORDER, ORDER
from intryga.games.spiskowcy.phase import ORDERS_OF_PLAY, Phase
from intryga.games.spiskowcy.state import Court
from intryga.games.spiskowcy.told import NO_ORDER_LAID
from intryga.games.spiskowcy.zones import HAND, ORDERS, PAIRED, RETURNED
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Offers, SealedChoice, each_seat


class OrdersPhase(Phase):
    """In turn order each lays cards face down (SPI-040); with `orders = simultaneous`, all at once (SPI-R01)."""

    def run(self, s: Court) -> None:
        paired = s.holder(INNKEEPER)
        s.set_to(PAIRED, paired)
        steps = ALL_AT_ONCE if s.rules.simultaneous else IN_TURN
        s.then_row(steps[self.order(s) * (MOST_SEATS + 1) + paired + 1])


@final
class LayOrder(SealedChoice[Court]):
    """Rozkaz: any number of cards of one type (SPI-041)."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat)
        self.hand: i64 = HAND.of(seat)
        self.orders: i64 = ORDERS.of(seat)

    def offers(self, s: Court, o: Offers) -> None:
        o.offer(NO_ORDER, "SPI-R02" if s.rules.min_orders and s.size(self.hand) else ALLOWED)
        for kind in range(KINDS):
            for n in range(s.in_hand(self.seat, kind)):
                o.allow(ORDER.of(kind, n))

    def options(self, s: Court) -> list[i64]:
        """By hand, because it is the longest list of the game and asked every round of everybody."""
        if s.rules.min_orders:
            return super().options(s)
        options = [NO_ORDER]
        cells = s.cells
        for kind in range(KINDS):
            count = cells[self.hand + kind]
            if count:
                options.extend(ORDERS_OF[kind][count])
        return options

    def any_option(self, s: Court, dice: Dice) -> i64:
        cells = s.cells
        at = self.hand
        rest = s.size(at)
        if rest == 0 or s.rules.min_orders:
            return super().any_option(s, dice)
        rest = s.one_of(rest + 1, dice) - 1    # each card of the hand stands for the order in which it is the last
        if rest < 0:
            return NO_ORDER
        while rest >= cells[at]:
            rest -= cells[at]
            at += 1
        return ORDER.of(at - self.hand, rest)

    def take(self, s: Court, action: i64) -> None:
        if action == NO_ORDER:
            s.tell(NO_ORDER_LAID, self.seat)
            return
        kind, n = ORDER.targets(action)
        s.move(kind, n + 1, self.hand, self.orders)


class SecondCard(SealedChoice[Court]):
    """Karczmarka: the majority holder may lay two cards of two types (SPI-042). Asked even when the first answer rules
    it out: otherwise the others could tell a pair from two of a kind by the number of clicks."""

    def offers(self, s: Court, o: Offers) -> None:
        o.allow(ENOUGH)
        first = s.sealed_answer(self.seat)
        for kind in s.kinds(HAND.of(self.seat)):
            if first == NO_ORDER or first == ORDER.of(kind, 0):
                o.offer(ADD.of(kind), "SPI-042")    # not two types
            else:
                o.offer(ADD.of(kind), ALLOWED if ORDER.targets(first)[1] == 0 else "SPI-043")

    def any_option(self, s: Court, dice: Dice) -> i64:
        first = s.sealed_answer(self.seat)
        if first == NO_ORDER or ORDER.targets(first)[1]:
            s.one_of(1, dice)
            return ENOUGH
        laid = ORDER.targets(first)[0]
        options: i64 = 1    # enough, then one bit for each kind
        hand = HAND.of(self.seat)
        for at in range(hand, hand + KINDS):
            if s.cells[at] and at - hand != laid:
                options |= 2 << at - hand
        chosen = s.any_bit(options, dice)
        return ADD.of(chosen - 1) if chosen else ENOUGH

    def take(self, s: Court, action: i64) -> None:
        if action != ENOUGH:
            s.move(ADD.target(action), 1, HAND.of(self.seat), ORDERS.of(self.seat))


class ReturnRest(Automatic[Court]):
    """Cards not chosen go back unseen (SPI-044)."""

    def __init__(self, seat: i64) -> None:
        super().__init__(seat)
        self.hand: i64 = HAND.of(seat)
        self.returned: i64 = RETURNED.of(seat)

    def run(self, s: Court) -> None:
        s.move_all(self.hand, self.returned)


ORDERS_OF: Final[list[list[list[i64]]]] = [    # by kind and number of cards in hand
    [[ORDER.of(kind, n) for n in range(count)] for count in range(MOST_COPIES + 1)] for kind in range(KINDS)
]
LAY_ORDER: Final[vec[AnyStep]] = each_seat(LayOrder, MOST_SEATS)
SECOND_CARD: Final[vec[AnyStep]] = each_seat(SecondCard, MOST_SEATS)
RETURN_REST: Final[vec[AnyStep]] = each_seat(ReturnRest, MOST_SEATS)


def laying(seat: i64, paired: i64) -> list[AnyStep]:
    """What this seat is asked, if that one (or -1: nobody) has the Innkeeper's right."""
    return [LAY_ORDER[seat], SECOND_CARD[seat]] if seat == paired else [LAY_ORDER[seat]]


# The whole phase, made once: by order of play, and by who has the Innkeeper's right.
IN_TURN: Final = vec[vec[AnyStep]]([
    vec[AnyStep]([step for seat in seats for step in [*laying(seat, paired), RETURN_REST[seat]]])
    for seats in ORDERS_OF_PLAY
    for paired in range(-1, MOST_SEATS)
])
ALL_AT_ONCE: Final = vec[vec[AnyStep]]([
    vec[AnyStep]([step for seat in seats for step in laying(seat, paired)] + [RETURN_REST[seat] for seat in seats])
    for seats in ORDERS_OF_PLAY
    for paired in range(-1, MOST_SEATS)
])
