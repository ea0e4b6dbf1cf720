"""A fair redistribution of what a viewer of Spiskowcy does not see, and what no play can lead to."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import KINDS, MOST_COPIES
from intryga.games.spiskowcy.zones import (
    BANK_POINTS,
    DECK,
    FIRST,
    ORDERS,
    PAIRED,
    REVEALED,
    ROUND,
    TURN,
    USED,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.layout import OMNISCIENT
from intryga.kernel.sampling import collect, deal_back, miscounted, reseal

if TYPE_CHECKING:
    from intryga.games.spiskowcy.state import Court


# In how many ways so many cards can be taken from so many of one type.
WAYS: Final = vec[i64]([comb(n, count) for n in range(MOST_COPIES + 1) for count in range(MOST_COPIES + 1)])


def resample(s: Court, viewer: i64, dice: Dice) -> Court:
    """Hidden cards are dealt anew, orders only as they can have been laid. Every possible world can come up; the
    weights ignore why opponents chose what they chose."""
    r = s.clone()
    r.dice = dice
    if viewer == OMNISCIENT:
        return r
    missing = collect(r, viewer, DECK)
    bound: list[tuple[i64, i64]] = []    # orders of one type (SPI-041): which seat, how many cards
    free: list[tuple[i64, i64]] = []
    for at, count in missing:
        seat = order_owner(s, at)
        if seat >= 0 and not is_pair(s, seat):
            bound.append((seat, count))
        else:
            free.append((at, count))
    if len(bound) > 1:
        bound.sort(key=lambda order: -order[1])    # large orders fit in the fewest ways
    laid = lay_orders(r, bound, 0, dice)
    assert laid, "the true orders are always possible"
    deal_back(r, DECK, free)
    reseal(r, viewer, dice)
    return r


def order_owner(s: Court, zone: i64) -> i64:
    """Whose face-down orders lie in this zone, or -1."""
    if zone < ORDERS.first or zone >= ORDERS.of(s.seats):
        return -1
    return (zone - ORDERS.first) // KINDS


def revealed(s: Court, seat: i64) -> i64:
    """How many cards this seat has revealed in its turn, which goes on."""
    return s.row_size(REVEALED) if s.cells[TURN] == seat else 0


def has_had_its_turn(s: Court, seat: i64) -> bool:
    """In phase III: does this seat come before the one whose turn it is?"""
    first = s.cells[FIRST]
    return s.cells[TURN] >= 0 and (seat - first) % s.seats < (s.cells[TURN] - first) % s.seats


def is_pair(s: Court, seat: i64) -> bool:
    """Two cards of somebody with the Innkeeper's right may be any two (SPI-042)."""
    return s.cells[PAIRED] == seat and s.size(ORDERS.of(seat)) + revealed(s, seat) == 2


def lay_orders(r: Court, bound: list[tuple[i64, i64]], done: i64, dice: Dice) -> bool:
    """Choose a type for each order from what is in the deck, going back where no type is left for a later one."""
    if done == len(bound):
        return True
    seat, count = bound[done]
    shown: i64 = r.row_item(REVEALED, 0) if revealed(r, seat) else -1    # the rest is what was shown first
    weights = vec[i64]([0 for _ in range(KINDS)])
    total: i64 = 0
    for kind in range(KINDS):
        if shown < 0 or shown == kind:
            weights[kind] = WAYS[r.cells[DECK + kind] * (MOST_COPIES + 1) + count]
            total += weights[kind]
    while total:
        kind = 0
        rest = dice.below(total)
        while rest >= weights[kind]:
            rest -= weights[kind]
            kind += 1
        r.move(kind, count, DECK, ORDERS.of(seat))
        if lay_orders(r, bound, done + 1, dice):
            return True
        r.move(kind, count, ORDERS.of(seat), DECK)
        total -= weights[kind]
        weights[kind] = 0
    return False


def impossible(s: Court) -> str:
    """Why no play leads here, in a sentence; empty if nothing speaks against it."""
    wrong = miscounted(s, DECK, s.rules.copies)    # SPI-110
    if wrong:
        return wrong
    points = s.cells[BANK_POINTS]
    for seat in range(s.seats):
        points += s.points(seat)
    if points != s.rules.victory_points:    # SPI-111
        return f"bank and players together hold {s.rules.victory_points} Victory Points, not {points}"
    if not 0 <= s.cells[FIRST] < s.seats:
        return f"first is a seat from 0 to {s.seats - 1}"
    if not 0 <= s.cells[ROUND] <= s.rules.rounds:
        return f"round is a number from 1 to {s.rules.rounds}"
    if not -1 <= s.cells[PAIRED] < s.seats:
        return "innkeeper is a seat, or -1 for nobody"
    for power in s.kinds(USED):
        if s.cells[USED + power] > 1:
            return "used is 1 for a power used in this turn (SPI-054)"
    for seat in range(s.seats):
        kinds = s.kinds(ORDERS.of(seat))
        if kinds and has_had_its_turn(s, seat):
            return f"seat {seat} has had its turn and revealed all its orders (SPI-052)"
        if kinds and not is_pair(s, seat):
            if len(kinds) > 1:
                return f"the orders of seat {seat} are of two types, which only the Innkeeper's right allows (SPI-041)"
            if revealed(s, seat) and s.row_item(REVEALED, 0) != kinds[0]:
                return f"seat {seat} has shown another type than the rest of its orders (SPI-041)"
    return ""
