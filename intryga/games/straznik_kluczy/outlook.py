"""What a bot expects of a space: the best purchase it could make there, in points. Nothing is played out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import spots
from intryga.games.straznik_kluczy.cards import (
    BUILDER,
    CLERIC,
    CRIMINAL,
    FOLK_KINDS,
    INNER,
    MANUSCRIPTS,
    MERCHANT,
    NOBLE,
    NOTHING,
    PAYS_FOR,
    RIBBONS,
    SILVER,
    SLOTS_OF_TYPE,
    SPOTS_HERE,
    TYPE_COUNT,
)
from intryga.games.straznik_kluczy.icons import dismissed_icons, free
from intryga.games.straznik_kluczy.means import dismissal_price
from intryga.games.straznik_kluczy.scoring import built
from intryga.games.straznik_kluczy.zones import (
    BONUS,
    BUILT,
    CASTLE_1,
    CASTLE_2,
    DISMISSED,
    MANUSCRIPTS_OF,
    PUBLIC_OWNER,
    SUPPLY,
)

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom

# What things are worth, in points.
RESOURCE: Final = 0.55
COIN: Final = 0.3
EFFECT: Final = 1.2    # of a spot, a manuscript, a section, on the average
SLOT_WORTH: Final[list[float]] = [0.8, 0.5, 1.6, 2.2, 2.2, 2.2, 0.4, 0.5, 1.8]


class Means:
    """What one seat can spend on each kind of action, wherever it goes."""

    def __init__(self, s: Kingdom, seat: i64) -> None:
        self.icons = [free(s, seat, icon, NOTHING) for icon in (MERCHANT, BUILDER, NOBLE, CLERIC)]
        self.pieces = [s.coins(seat, PAYS_FOR[icon]) for icon in (MERCHANT, BUILDER, NOBLE, CLERIC)]
        self.silver: i64 = s.coins(seat, SILVER)


def best_purchase(s: Kingdom, seat: i64, space: i64, means: Means, silver: i64) -> float:
    """At this space, with so much Silver left after the ride."""
    segment = space // 3
    helper = s.townsperson(segment)
    if helper == NOTHING:
        helper = FOLK_KINDS + segment
    price = dismissal_price(s, seat, helper)
    helps = s.cells[DISMISSED] == 0 and price <= silver
    found = [0.0]
    for action in (NOBLE, CLERIC) if space % 3 == INNER else (MERCHANT, BUILDER):
        have = means.icons[action]
        pieces = silver if action == MERCHANT else means.pieces[action]
        found.append(_worth(s, seat, space, action, have, pieces))
        more = dismissed_icons(s, helper, action) + dismissed_icons(s, helper, CRIMINAL)
        if helps and more:
            left = silver - price if action == MERCHANT else pieces
            found.append(_worth(s, seat, space, action, have + more, left) - COIN * float(price))
    return max(found)


def _worth(s: Kingdom, seat: i64, space: i64, action: i64, have: i64, pieces: i64) -> float:
    if action == MERCHANT:
        return _trade(s, space, have, pieces)
    if action == BUILDER:
        return _construct(s, seat, space, have, pieces)
    if action == NOBLE:
        return _workers(s, seat, space, have, pieces)
    return _transcribe(s, seat, space, have, pieces)


def _trade(s: Kingdom, space: i64, have: i64, silver: i64) -> float:
    segments = s.rules.segments
    here = space // 3 * 2 + space % 3
    price = segments.merchants[here]
    number = s.rules.program.code[segments.exchange[here]]
    gain = EFFECT
    name = s.rules.program.operations[number].name
    if name == "silver":
        gain = COIN
    elif name in ("ink", "stone", "gold"):
        gain = RESOURCE
    elif name == "flip_any":
        gain = 2.4
    elif name == "destroy":
        gain = 1.0
    times = have // price
    best = float(times) * gain
    short = price - have % price
    if short <= silver:
        best = max(best, best + gain - COIN * float(short))
    return best


def _construct(s: Kingdom, seat: i64, space: i64, have: i64, stones: i64) -> float:
    rules = s.rules
    points = rules.points.buildings
    best = 0.0
    open_spot = False
    for spot in range(space // 3 * SPOTS_HERE, space // 3 * SPOTS_HERE + SPOTS_HERE):
        if spots.is_free(s, spot, space):
            open_spot = True
            break
    for building in range(TYPE_COUNT):
        count = built(s, seat, building)
        short = max(rules.building_price[building] - have, 0)
        if open_spot and count < SLOTS_OF_TYPE and short <= stones:
            gain = float(points[building * 4 + count + 1] - points[building * 4 + count])
            gain += best_slot(s, seat, building) + EFFECT - RESOURCE * float(short)
            if count == 0 and rules.options.expansion and s.cells[PUBLIC_OWNER[building]] < 0:
                gain += 2.5
            best = max(best, gain)
        short = max(rules.public.cost[building] - have, 0)
        if rules.options.expansion and s.cells[PUBLIC_OWNER[building]] < 0 and short <= stones:
            for spot in range(space // 3 * SPOTS_HERE, space // 3 * SPOTS_HERE + SPOTS_HERE):
                if s.cells[BUILT[building].at(seat, spot)] and spots.space_of(s, spot) == space:
                    lost = points[building * 4 + count] - points[building * 4 + count - 1]
                    gain = float(rules.public.points[building] - lost) + EFFECT + 1.0 - RESOURCE * float(short)
                    best = max(best, gain)
    return best


def best_slot(s: Kingdom, seat: i64, building: i64) -> float:
    """The most useful ability that a building of a type would open."""
    best = 0.0
    for slot in range(building * SLOTS_OF_TYPE, building * SLOTS_OF_TYPE + SLOTS_OF_TYPE):
        if not s.slot_open(seat, slot):
            best = max(best, SLOT_WORTH[slot])
    return best


def _workers(s: Kingdom, seat: i64, space: i64, have: i64, gold: i64) -> float:
    supply = s.cells[SUPPLY.of(seat)]
    if supply == 0:
        return 0.0
    section = s.facing(space // 3)
    there = s.cells[CASTLE_1.at(seat, section)]
    best = 0.0
    for count in range(1, 5):
        short = max(s.rules.castle.prices[count - 1] - have, 0)
        placed = min(count, supply)
        if short <= gold:
            gain = float(placed) * 1.1 - RESOURCE * float(short)
            if there + placed >= 3:
                gain += 1.0 + EFFECT + (1.5 if s.cells[CASTLE_2.at(seat, section)] == 2 else 0.0)
            best = max(best, gain)
    return best


def _transcribe(s: Kingdom, seat: i64, space: i64, have: i64, ink: i64) -> float:
    segment = space // 3
    kind = s.manuscript(segment)
    if kind == NOTHING:
        short = max(s.rules.segments.tile_cost[segment] - have, 0)
        return EFFECT - RESOURCE * float(short) if short <= ink else 0.0
    tiles = s.rules.manuscripts
    short = max(tiles.cost[kind] - have, 0)
    if short > ink:
        return 0.0
    gain = set_step(s, seat, tiles.ribbon[kind]) - RESOURCE * float(short)
    if tiles.counts[kind]:
        return gain + 2.5
    return gain + EFFECT + 0.3 * float(tiles.cost[kind] - 3)


def set_step(s: Kingdom, seat: i64, ribbon: i64) -> float:
    """What one more manuscript of this ribbon adds to the sets, and to the way to the bonus."""
    ribbons = s.rules.manuscripts.ribbon
    counts: list[i64] = [0 for _ in RIBBONS]
    for kind in range(len(MANUSCRIPTS)):
        if s.cells[MANUSCRIPTS_OF.at(seat, kind)]:
            counts[ribbons[kind]] += 1
    level = counts[ribbon]
    size: i64 = 0
    for count in counts:
        if count > level:
            size += 1
    points = s.rules.points.manuscript_set
    gain = float(points[size + 1] - points[size]) + 0.4
    if s.cells[BONUS[ribbon]] < 0:
        gain += 4.0 if level == 2 else 0.4
    return gain
