"""Points at the end (STR-250 to 259), and live: all that scores lies open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    FIRST_HERO,
    FOLK_KINDS,
    ICON_COUNT,
    ICONS,
    MANUSCRIPTS,
    RIBBONS,
    SECTION_COUNT,
)
from intryga.games.straznik_kluczy.icons import permanent
from intryga.games.straznik_kluczy.zones import (
    ACQUIRED,
    AI_CHEST_UNDER,
    APPROVED,
    BONUS,
    BUILT,
    CASTLE_1,
    CASTLE_2,
    CASTLE_3,
    CHEST_UNDER,
    COINS,
    DISCARDS,
    DRAW_PILE,
    HAND,
    LEADER,
    MANUSCRIPTS_OF,
    PAID,
    POVERTY,
    PROSPERITY,
    PUBLIC_OWNER,
    SCHEME_AT,
    SCHEME_DISCARDS,
    SCHEME_PILE,
    UNPAID,
)
from intryga.kernel.layout import Zones

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom


def scores(s: Kingdom) -> list[dict[str, int]]:
    return [_by_source(s, seat) for seat in range(s.players)]


def _by_source(s: Kingdom, seat: i64) -> dict[str, int]:
    found: dict[str, int] = {
        "trading_posts": buildings(s, seat, 0),
        "guildhalls": buildings(s, seat, 1),
        "workshops": buildings(s, seat, 2),
        "castle": castle(s, seat),
        "sets": sets(s, seat),
        "manuscripts": manuscripts(s, seat),
        "leader": leader(s, seat),
        "bonuses": bonuses(s, seat),
        "debts": debts(s, seat),
        "deeds": deeds(s, seat),
        "poverty": places(s, seat, APPROVED) if s.cells[POVERTY] else 0,
        "prosperity": places(s, seat, PAID) if s.cells[PROSPERITY] else 0,
    }
    if s.rules.options.expansion:
        found["public_buildings"] = public_buildings(s, seat)
        found["chests"] = chests(s, seat)
    if s.guests:
        found["resources"] = left_over(s, seat)
    return found


def total(s: Kingdom, seat: i64) -> i64:
    """All of it, without names: bots ask for this all the time."""
    points = buildings(s, seat, 0) + buildings(s, seat, 1) + buildings(s, seat, 2)
    points += castle(s, seat) + sets(s, seat) + manuscripts(s, seat) + leader(s, seat) + bonuses(s, seat)
    points += debts(s, seat) + deeds(s, seat) + public_buildings(s, seat) + chests(s, seat) + left_over(s, seat)
    if s.cells[POVERTY]:
        points += places(s, seat, APPROVED)
    if s.cells[PROSPERITY]:
        points += places(s, seat, PAID)
    return points


def winners(s: Kingdom) -> list[i64]:
    """Most points, then most Silver and resources, else shared (STR-258). Against the AI a tie is lost (STR-314)."""
    best: list[i64] = []
    most: i64 = -1_000_000
    for seat in range(s.players):
        rest = s.cells[COINS[0].of(seat)] + resources(s, seat)
        mark = s.total(seat) * 10_000
        if s.guests:
            mark += 1 if s.is_ai(seat) else 0
        else:
            mark += rest
        if mark > most:
            best = []
            most = mark
        if mark == most:
            best.append(seat)
    return best


# --- by source ---


def built(s: Kingdom, seat: i64, building: i64) -> i64:
    """How many of a type stand on the board."""
    return s.size(BUILT[building].of(seat))


def buildings(s: Kingdom, seat: i64, building: i64) -> i64:
    return s.rules.points.buildings[building * 4 + built(s, seat, building)]


def workers(s: Kingdom, seat: i64) -> i64:
    return s.size(CASTLE_1.of(seat)) + s.size(CASTLE_2.of(seat)) + s.cells[CASTLE_3.of(seat)]


def castle(s: Kingdom, seat: i64) -> i64:
    tier = s.rules.points.tier
    points = s.cells[CASTLE_3.of(seat)] * tier[2]
    for section in range(SECTION_COUNT):
        points += s.cells[CASTLE_1.at(seat, section)] * tier[0] + s.cells[CASTLE_2.at(seat, section)] * tier[1]
    return points


def sets(s: Kingdom, seat: i64) -> i64:
    """Sets of different ribbons, as large as possible first (STR-252, STR-R30)."""
    ribbons = s.rules.manuscripts.ribbon
    counts: list[i64] = [0 for _ in RIBBONS]
    for kind in range(len(MANUSCRIPTS)):
        if s.cells[MANUSCRIPTS_OF.at(seat, kind)]:
            counts[ribbons[kind]] += 1
    points: i64 = 0
    size: i64 = 1
    while size:
        size = 0
        for ribbon in range(4):
            if counts[ribbon]:
                counts[ribbon] -= 1
                size += 1
        points += s.rules.points.manuscript_set[size]
    return points


def manuscripts(s: Kingdom, seat: i64) -> i64:
    """What is printed on them, rounded down each (STR-253)."""
    tiles = s.rules.manuscripts
    points: i64 = 0
    for kind in range(len(MANUSCRIPTS)):
        if s.cells[MANUSCRIPTS_OF.at(seat, kind)] and tiles.counts[kind]:
            points += counted(s, seat, tiles.counts[kind]) // tiles.per[kind]
    return points


def counted(s: Kingdom, seat: i64, what: str) -> i64:
    """How many of what a manuscript counts."""
    cells = s.cells
    if what == "manuscripts":
        return s.size(MANUSCRIPTS_OF.of(seat))
    if what == "castle_workers":
        return workers(s, seat)
    if what == "buildings":
        total = built(s, seat, 0) + built(s, seat, 1) + built(s, seat, 2)
        if s.rules.options.public_counts:    # STR-R13
            for building in range(3):
                if cells[PUBLIC_OWNER[building]] == seat:
                    total += 1
        return total
    if what == "resources":
        return resources(s, seat)
    if what == "approved_deeds":
        return cells[APPROVED.of(seat)]
    if what == "paid_debts":
        return cells[PAID.of(seat)]
    if what == "heroes":
        return heroes(s, seat)
    return all_icons(s, seat, ICONS.index(what.partition(":")[2]))


def resources(s: Kingdom, seat: i64) -> i64:
    return s.cells[COINS[1].of(seat)] + s.cells[COINS[2].of(seat)] + s.cells[COINS[3].of(seat)]


def heroes(s: Kingdom, seat: i64) -> i64:
    total: i64 = 0
    for kind in range(FIRST_HERO, FOLK_KINDS):
        for pile in (HAND, DRAW_PILE, DISCARDS):
            total += s.cells[pile.at(seat, kind)]
    for place in range(3):
        if s.on_belt(seat, place) >= FIRST_HERO:
            total += 1
    return total


def all_icons(s: Kingdom, seat: i64, icon: i64) -> i64:
    """On all cards owned, and permanent ones; of the AI on all its schemes (STR-253, STR-335)."""
    cells = s.cells
    total = permanent(s, seat, icon)
    if s.is_ai(seat):
        solo = s.rules.solo.icons
        for kind in range(s.layout.lengths[SCHEME_PILE]):
            total += (cells[SCHEME_PILE + kind] + cells[SCHEME_DISCARDS + kind]) * solo[kind * ICON_COUNT + icon]
        for row in SCHEME_AT:
            if cells[row]:
                total += solo[cells[row + 1] * ICON_COUNT + icon]
        return total
    printed = s.rules.folk.icons
    for kind in range(FOLK_KINDS):
        count = cells[HAND.at(seat, kind)] + cells[DRAW_PILE.at(seat, kind)] + cells[DISCARDS.at(seat, kind)]
        if count:
            total += count * printed[kind * ICON_COUNT + icon]
    for place in range(3):
        kind = s.on_belt(seat, place)
        if kind >= 0:
            total += printed[kind * ICON_COUNT + icon]
    return total


def leader(s: Kingdom, seat: i64) -> i64:
    return s.rules.points.leader if s.cells[LEADER] == seat else 0


def bonuses(s: Kingdom, seat: i64) -> i64:
    points: i64 = 0
    for ribbon in range(4):
        if s.cells[BONUS[ribbon]] == seat:
            points += s.rules.points.bonus[ribbon]
    return points


def debts(s: Kingdom, seat: i64) -> i64:
    return s.cells[UNPAID.of(seat)] * s.rules.points.unpaid + s.cells[PAID.of(seat)] * s.rules.points.paid


def deeds(s: Kingdom, seat: i64) -> i64:
    points = s.rules.points
    return s.cells[ACQUIRED.of(seat)] * points.acquired + s.cells[APPROVED.of(seat)] * points.approved


def places(s: Kingdom, seat: i64, flipped: Zones) -> i64:
    """The share of a seat in the places for most flipped cards; who ties shares what they occupy (STR-256, 259)."""
    own = s.cells[flipped.of(seat)]
    if own == 0:
        return 0
    before: i64 = 0
    tied: i64 = 0
    for other in range(s.players):
        theirs = s.cells[flipped.of(other)]
        if theirs > own:
            before += 1
        elif theirs == own:
            tied += 1
    prizes = s.rules.points.places if s.players > 2 else s.rules.points.places_of_two
    points: i64 = 0
    for place in range(before, min(before + tied, len(prizes))):
        points += prizes[place]
    return points // tied


def public_buildings(s: Kingdom, seat: i64) -> i64:
    points: i64 = 0
    for building in range(3):
        if s.cells[PUBLIC_OWNER[building]] == seat:
            points += s.rules.public.points[building]
    return points


def chests(s: Kingdom, seat: i64) -> i64:
    count: i64 = 0
    for place in range(3):
        count += s.cells[AI_CHEST_UNDER[place] if s.is_ai(seat) else CHEST_UNDER[place].of(seat)]
    return s.rules.points.ai_chests[count] if s.is_ai(seat) else s.rules.points.chests[count]


def left_over(s: Kingdom, seat: i64) -> i64:
    """Of the AI alone (STR-314)."""
    return resources(s, seat) * s.rules.points.ai_resource if s.is_ai(seat) else 0


