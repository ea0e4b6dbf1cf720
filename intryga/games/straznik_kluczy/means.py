"""What somebody can pay for: icons, resources, a card dismissed for an action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import icons
from intryga.games.straznik_kluczy.cards import (
    CLERIC,
    CRIMINAL,
    FOLK_KINDS,
    GOLD,
    MERCHANT,
    NOTHING,
    PAYS_FOR,
    PLACE,
    SILVER,
    STONE,
)
from intryga.games.straznik_kluczy.funding import affordable
from intryga.games.straznik_kluczy.prices import least
from intryga.games.straznik_kluczy.zones import DISMISSED
from intryga.kernel.steps import ALLOWED

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom

# What may pay beside the action's own resource, in the order it is asked: pairs of Silver, Gold, Stone.
ASKED: Final[list[i64]] = [SILVER, GOLD, STONE]
KINDS_ASKED: Final[i64] = 3
RULE_OF: Final = ["STR-080", "STR-085", "STR-095", "STR-105"]    # what each action needs


def doubled(s: Kingdom, seat: i64, icon: i64) -> bool:
    """Is the first own resource worth two (STR-165)?"""
    folk = s.rules.folk
    for place in range(3):
        kind = s.on_belt(seat, place)
        if kind != NOTHING and folk.doubles[kind] == icon:
            return True
    return False


def pieces(s: Kingdom, seat: i64, icon: i64, what: i64) -> i64:
    """How many pieces of another kind may pay for this icon; a pair of Silver is one piece."""
    folk = s.rules.folk
    bit: i64 = 1
    for place in range(3):
        kind = s.on_belt(seat, place)
        if kind == NOTHING or not folk.modifies[kind]:
            continue
        if what == SILVER:
            if folk.silver_pair_as[kind] == icon and PAYS_FOR[icon] != SILVER:
                return s.coins(seat, SILVER) // 2
        elif icon == CLERIC and folk.also[kind] & bit << what:
            return s.coins(seat, what)
    return 0


def missing(s: Kingdom, seat: i64, icon: i64, price: i64, helper: i64) -> i64:
    return max(price - icons.free(s, seat, icon, helper), 0)


def can_spend(s: Kingdom, seat: i64, icon: i64, count: i64, silver_less: i64 = 0) -> bool:
    """Can so many icons be paid for, after `silver_less` Silver has gone for a dismissal?"""
    if count <= 0:
        return True
    own_kind = PAYS_FOR[icon]
    own = s.coins(seat, own_kind)
    others: i64 = 0
    for what in ASKED:
        others += pieces(s, seat, icon, what)
    if silver_less:
        if own_kind == SILVER:
            own -= silver_less
        elif pieces(s, seat, icon, SILVER):
            others += (s.coins(seat, SILVER) - silver_less) // 2 - s.coins(seat, SILVER) // 2
    return affordable(count, own, others, doubled(s, seat, icon))


def can_pay(s: Kingdom, seat: i64, icon: i64, price: i64, helper: i64) -> bool:
    """Can a price in icons be paid, with the icons of the card dismissed for it (see icons.dismissed_icons)?"""
    return can_spend(s, seat, icon, missing(s, seat, icon, price, helper))


# --- dismissing ---


def helper_here(s: Kingdom, seat: i64) -> i64:
    """Who could be dismissed: the top of the own segment, or the printed card of an empty pile (STR-073, STR-075)."""
    segment = s.segment(seat)
    top = s.townsperson(segment)
    return top if top != NOTHING else FOLK_KINDS + segment


def dismissal_price(s: Kingdom, seat: i64, helper: i64) -> i64:
    """STR-073; an open slot makes it cheap (STR-074)."""
    cheap = s.open_slots(seat, s.rules.slots.dismissal)
    if cheap:
        return cheap
    if helper >= FOLK_KINDS:
        return s.rules.segments.card_cost[helper - FOLK_KINDS]
    return s.rules.folk.cost[helper]


def dismissal_rule(s: Kingdom, seat: i64, icon: i64) -> str:
    """The rule against dismissing for an action, which has the number of its icon; or ALLOWED."""
    helper = helper_here(s, seat)
    serves = icons.dismissed_icons(s, helper, icon) + icons.dismissed_icons(s, helper, CRIMINAL)
    if serves == 0 and icons.pairs_count_as(s, seat, icon):
        serves = icons.dismissed_icons(s, helper, MERCHANT)    # STR-078
    price = dismissal_price(s, seat, helper)
    if s.cells[DISMISSED] or serves == 0 or s.coins(seat, SILVER) < price:
        return "STR-073"
    cheapest = least(s, seat, icon)
    if cheapest < 0 or not can_spend(s, seat, icon, missing(s, seat, icon, cheapest, helper), price):
        return "STR-076"
    return ALLOWED


def within_means(s: Kingdom, seat: i64, icon: i64) -> bool:
    """Can anything be bought by an action, with or without a dismissal?"""
    cheapest = least(s, seat, icon)
    if cheapest >= 0 and can_pay(s, seat, icon, cheapest, NOTHING):
        return True
    return dismissal_rule(s, seat, icon) == ALLOWED


def action_rule(s: Kingdom, seat: i64, action: i64) -> str:
    """The rule against this action here and now, or ALLOWED."""
    if s.inside(seat) != (action >= PLACE):
        return "STR-070"
    return ALLOWED if within_means(s, seat, action) else RULE_OF[action]
