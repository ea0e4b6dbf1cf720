"""Icons (symbole): how many of a kind somebody shows, for conditions and for paying."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import CRIMINAL, FOLK_KINDS, ICON_COUNT, MERCHANT, NOTHING, SLOT_COUNT
from intryga.games.straznik_kluczy.funding import card_icons, pair_icons
from intryga.games.straznik_kluczy.pages import ANY_NUMBER, Condition
from intryga.games.straznik_kluczy.zones import BONUS, COVERED, IGNORED, ON_BELT, PUBLIC_OWNER, SCHEME_AT

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom


def permanent(s: Kingdom, seat: i64, icon: i64) -> i64:
    """Of open slots, Public Buildings and Cleric Bonus cards."""
    cells = s.cells
    rules = s.rules
    total: i64 = 0
    at = COVERED.of(seat)
    first = s.board(seat) * SLOT_COUNT
    for slot in range(SLOT_COUNT):
        if cells[at + slot] == 0:
            total += rules.slots.icons[(first + slot) * ICON_COUNT + icon]
    for building in range(3):
        if cells[PUBLIC_OWNER[building]] == seat:
            total += rules.public.icons[building * ICON_COUNT + icon]
    for ribbon in range(4):
        if cells[BONUS[ribbon]] == seat:
            total += rules.bonus_icons[ribbon * ICON_COUNT + icon]
    return total


def shown(s: Kingdom, seat: i64, icon: i64) -> i64:
    """Printed on the three cards of the belt (of the AI: its schemes), and permanent: what conditions look at."""
    cells = s.cells
    total = permanent(s, seat, icon)
    for place in range(3):
        if s.is_ai(seat):
            row = SCHEME_AT[place]
            if cells[row]:
                total += s.rules.solo.icons[cells[row + 1] * ICON_COUNT + icon]
        else:
            row = ON_BELT[place].of(seat)
            if cells[row]:
                total += s.rules.folk.icons[cells[row + 1] * ICON_COUNT + icon]
    return total


def criminals(s: Kingdom, seat: i64) -> i64:
    return shown(s, seat, CRIMINAL)


def holds(s: Kingdom, seat: i64, condition: Condition, number: i64) -> bool:
    """Is this condition of a row fulfilled? In a collision one Criminal may be left out (STR-211, STR-R16)."""
    if condition.least[number] == 0 and condition.most[number] == ANY_NUMBER:
        return True
    icon = condition.icon[number]
    count = shown(s, seat, icon)
    if icon == CRIMINAL and s.cells[IGNORED]:
        for building in range(3):
            if s.owns_public(seat, building):    # who has a Criminal: nobody else is asked
                count -= s.rules.public.ignores[building]
    return condition.least[number] <= count <= condition.most[number]


# --- paying: icons at their best (STR-071, STR-342) ---


def dismissed_icons(s: Kingdom, helper: i64, icon: i64) -> i64:
    """Of the card dismissed for an action: a kind, FOLK_KINDS + segment for a printed one (STR-075), or NOTHING."""
    if helper == NOTHING:
        return 0
    if helper >= FOLK_KINDS:
        return s.rules.segments.card_icons[(helper - FOLK_KINDS) * ICON_COUNT + icon]
    return s.rules.folk.icons[helper * ICON_COUNT + icon]


def pairs_count_as(s: Kingdom, seat: i64, icon: i64) -> bool:
    """Do two Merchants count as one of these (STR-164)?"""
    folk = s.rules.folk
    for place in range(3):
        kind = s.on_belt(seat, place)
        if kind != NOTHING and folk.pair_as[kind] == icon:
            return True
    return False


def free(s: Kingdom, seat: i64, icon: i64, helper: i64) -> i64:
    """How many icons of an action a person has without spending anything."""
    folk = s.rules.folk
    chests = s.rules.chests
    headers = s.rules.headers
    total = permanent(s, seat, icon) + permanent(s, seat, CRIMINAL)
    total += dismissed_icons(s, helper, icon) + dismissed_icons(s, helper, CRIMINAL)
    paired = False
    merchants: i64 = 0
    for place in range(3):
        kind = s.on_belt(seat, place)
        if kind == NOTHING:
            total += headers[place * ICON_COUNT + icon]
            merchants += headers[place * ICON_COUNT]
            continue
        made: i64 = 0
        turned: i64 = 0
        chest = s.chest_under(seat, place)
        if chest != NOTHING:
            turns = chests.turns[chest]
            if turns >= 0 and folk.icons[kind * ICON_COUNT + turns]:
                made = chests.makes[chest * ICON_COUNT + icon]
                turned = 1 if turns == icon else 0
        at = kind * ICON_COUNT
        total += card_icons(folk.icons[at + icon], folk.icons[at + CRIMINAL], made, turned)
        merchants += folk.icons[at]
        if folk.pair_as[kind] == icon:
            paired = True
    if paired:
        total += pair_icons(merchants + permanent(s, seat, MERCHANT) + dismissed_icons(s, helper, MERCHANT))
    return total
