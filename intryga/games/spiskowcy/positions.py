"""Positions of Spiskowcy written by hand: what is pending in each phase."""

from __future__ import annotations

from collections.abc import Callable

from intryga.games.spiskowcy.end_of_round import EndPhase
from intryga.games.spiskowcy.orders import OrdersPhase
from intryga.games.spiskowcy.state import Court
from intryga.games.spiskowcy.steps import DEAL, PHASES
from intryga.games.spiskowcy.turn import TURNS_IN_ORDER, ActionPhase
from intryga.games.spiskowcy.zones import FIRST, ORDERS, ROUND, TURN
from intryga.kernel.components import Mistake


def deal(s: Court, seat: int) -> None:
    _all_revealed(s)
    _rest_of_round(s, 1)
    s.push(DEAL)


def orders(s: Court, seat: int) -> None:
    place = _rest_of_round(s, 2, seat)
    s.push(OrdersPhase(place))


def action(s: Court, seat: int) -> None:
    """Perhaps in the middle of a turn, so that what is noted of it stays."""
    place = _rest_of_round(s, 3, seat)
    s.set_to(TURN, (s.cells[FIRST] + place) % s.seats)
    s.then_row(TURNS_IN_ORDER[ActionPhase(place).order(s)])


def end_of_round(s: Court, seat: int) -> None:
    _all_revealed(s)
    place = _rest_of_round(s, 4, seat)
    s.push(EndPhase(place))


def over(s: Court, seat: int) -> None:
    _all_revealed(s)
    s.set_to(ROUND, max(s.cells[ROUND], 1))


def _all_revealed(s: Court) -> None:
    for seat in range(s.seats):
        if s.size(ORDERS.of(seat)):
            why = f"seat {seat} has had its turn and revealed all its orders (SPI-052)"
            raise Mistake(f"this position cannot be: {why}")


def _rest_of_round(s: Court, phases_begun: int, seat: int = -1) -> int:
    """What is left of a round after so many phases have begun; gives the place of a seat in the turn order."""
    s.set_to(ROUND, max(s.cells[ROUND], 1))
    s.then_row(PHASES[phases_begun:])
    return (seat - s.cells[FIRST]) % s.seats if seat >= 0 else 0


PHASES_BY_NAME: dict[str, Callable[[Court, int], None]] = {
    "deal": deal,
    "orders": orders,
    "action": action,
    "end_of_round": end_of_round,
    "over": over,
}
