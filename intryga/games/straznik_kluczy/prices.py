"""What an action would buy here, and its price in icons (STR-080, STR-085, STR-095, STR-105, STR-200)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.straznik_kluczy import spots
from intryga.games.straznik_kluczy.cards import CONSTRUCT, NOTHING, PLACE, SLOTS_OF_TYPE, TRADE, TYPE_COUNT
from intryga.games.straznik_kluczy.zones import COVERED, PUBLIC_AT, SUPPLY
from intryga.kernel.steps import ALLOWED

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom


def least(s: Kingdom, seat: i64, action: i64) -> i64:
    """The price of the cheapest thing that an action would buy where the Viscount stands, -1 if there is none."""
    if action == TRADE:
        return s.rules.segments.merchants[exchange_here(s, seat)]
    if action == CONSTRUCT:
        return cheapest_building(s, seat)
    if action == PLACE:
        return s.rules.castle.prices[0] if s.cells[SUPPLY.of(seat)] else -1
    return manuscript_price(s, s.segment(seat))


def exchange_here(s: Kingdom, seat: i64) -> i64:
    """Which exchange: segment * 2 + LEFT or RIGHT."""
    space = s.space(seat)
    return space // 3 * 2 + space % 3


def manuscript_price(s: Kingdom, segment: i64) -> i64:
    """Of the top, or of the printed manuscript where no pile is left (STR-107)."""
    kind = s.manuscript(segment)
    return s.rules.segments.tile_cost[segment] if kind == NOTHING else s.rules.manuscripts.cost[kind]


# --- buildings ---


def cheapest_building(s: Kingdom, seat: i64) -> i64:
    found: i64 = -1
    if spots.first_free(s, s.space(seat)) >= 0:
        for building in range(TYPE_COUNT):
            price = s.rules.building_price[building]
            if (found < 0 or price < found) and has_building(s, seat, building):
                found = price
    if s.rules.public_in_view:
        for building in range(TYPE_COUNT):
            price = s.rules.public.cost[building]
            if (found < 0 or price < found) and public_rule(s, seat, building) == ALLOWED:
                found = price
    return found


def has_building(s: Kingdom, seat: i64, building: i64) -> bool:
    """Is one of this type still on the board of a seat?"""
    for slot in range(building * SLOTS_OF_TYPE, (building + 1) * SLOTS_OF_TYPE):
        if s.cells[COVERED.at(seat, slot)]:
            return True
    return False


def public_rule(s: Kingdom, seat: i64, building: i64) -> str:
    """The rule against a Public Building here, whatever it costs; or ALLOWED."""
    if s.row_size(PUBLIC_AT[building]):
        return "STR-208"
    return ALLOWED if spots.own_here(s, seat, s.rules.public.type[building]) else "STR-201"
