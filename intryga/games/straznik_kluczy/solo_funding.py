"""Opłacanie akcji SI: icons of its three spaces, Criminals, chests, and the fewest resources (STR-313, 323, 328)."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.straznik_kluczy import icons
from intryga.games.straznik_kluczy.cards import CRIMINAL, GOLD, ICON_COUNT, INK, PAYS_FOR, STONE
from intryga.games.straznik_kluczy.funding import card_icons
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import AI_CONVERTS
from intryga.games.straznik_kluczy.tracks import spend
from intryga.games.straznik_kluczy.zones import AI_BOARD, AI_CHEST_UNDER, SCHEME_AT


def icons_on(s: Kingdom, seat: i64, place: i64, icon: i64) -> i64:
    """What one of its three spaces gives: a scheme with the chest under it, or the printed header."""
    solo_rules = s.rules.solo
    row = SCHEME_AT[place]
    if not s.row_size(row):
        return s.rules.headers[(s.board(seat) * 3 + place) * ICON_COUNT + icon]
    at = s.row_item(row, 0) * ICON_COUNT
    return card_icons(solo_rules.icons[at + icon], solo_rules.icons[at + CRIMINAL], converted(s, place, icon), 0)


def converted(s: Kingdom, place: i64, icon: i64) -> i64:
    """How many icons more the open chest under a scheme makes of one printed there (STR-323)."""
    chests = s.rules.solo.chests
    if not s.row_size(AI_CHEST_UNDER[place]) or not s.row_size(SCHEME_AT[place]):
        return 0
    chest = s.row_item(AI_CHEST_UNDER[place], 0)
    turns = chests.turns[chest]
    if turns < 0 or turns == icon or not s.rules.solo.icons[s.row_item(SCHEME_AT[place], 0) * ICON_COUNT + turns]:
        return 0
    return chests.makes[chest * ICON_COUNT + icon]


def short_of(s: Kingdom, seat: i64, icon: i64, cost: i64) -> i64:
    """How many icons it would pay for with resources."""
    have = icons.permanent(s, seat, icon) + icons.permanent(s, seat, CRIMINAL)
    for place in range(3):
        have += icons_on(s, seat, place, icon)
    return max(cost - have, 0)


def payable(s: Kingdom, seat: i64, icon: i64, cost: i64) -> bool:
    """With the matching resource; the Card AI has them all in one pool (STR-333)."""
    means = s.coins(seat, PAYS_FOR[icon])
    if s.rules.solo.pool[s.cells[AI_BOARD]]:
        means = s.coins(seat, INK) + s.coins(seat, STONE) + s.coins(seat, GOLD)
    return short_of(s, seat, icon, cost) <= means


def pay(s: Kingdom, seat: i64, icon: i64, cost: i64) -> None:
    """Only what is missing."""
    for place in range(3):
        if converted(s, place, icon):
            s.tell(AI_CONVERTS, seat, s.row_item(AI_CHEST_UNDER[place], 0))
    left = short_of(s, seat, icon, cost)
    if not s.rules.solo.pool[s.cells[AI_BOARD]]:
        spend(s, seat, PAYS_FOR[icon], left)
        return
    for what in (INK, STONE, GOLD):
        part = min(left, s.coins(seat, what))
        spend(s, seat, what, part)
        left -= part
