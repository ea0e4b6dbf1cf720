"""What a bot should look at: points now, an engine that makes more of them, and the best ride that a card opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    CRIMINAL,
    FIRST_HERO,
    FOLK_KINDS,
    ICON_COUNT,
    NOTHING,
    PASS,
    PLAY,
    RECRUIT,
    RIDE,
    SECTION_COUNT,
    SILVER,
    SLOT_COUNT,
    TYPE_COUNT,
)
from intryga.games.straznik_kluczy.outlook import COIN, RESOURCE, SLOT_WORTH, Means, best_purchase
from intryga.games.straznik_kluczy.paths import ride_price
from intryga.games.straznik_kluczy.scoring import built, places, resources, total
from intryga.games.straznik_kluczy.zones import (
    ACQUIRED,
    APPROVED,
    CASTLE_1,
    CASTLE_2,
    CASTLE_3,
    CORRUPTION,
    DEBTS_LEFT,
    DEEDS_LEFT,
    DISCARDS,
    DRAW_PILE,
    HAND,
    LAST_ROUND,
    LEADER,
    PAID,
    POVERTY,
    PROSPERITY,
    PUBLIC_OWNER,
    ROUND,
    UNPAID,
    VIRTUE,
)

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom

MOST_OPTIONS: Final = 12    # of a small choice that is thought through
MOST_CHOICES: Final = 6    # small choices in a row
# What a collision brings its owner, by space, in points.
COLLISION_WORTH: Final[list[float]] = [0.0, 5.0, 3.5, 2.0, 0.6, -0.6, -1.8, -3.2]


def value(s: Kingdom, seat: i64) -> float:
    """Own standing against the best rival's, once the small choices at hand are made and with the best ride ahead."""
    t = small_choices_made(s, seat)
    return standing(t, seat) + ahead(t, seat)


def terms(s: Kingdom, seat: i64) -> dict[str, float]:
    """What `value` is made of."""
    t = small_choices_made(s, seat)
    points = float(total(t, seat))
    if t.over():
        return {"points": 3.0 * points, "rivals": standing(t, seat) - 3.0 * points}
    left = time_left(t)
    return {
        "points": points,
        "purse": purse(t, seat, left),
        "engine": engine(t, seat) * left,
        "cards": cards(t, seat) * left,
        "castle": castle(t, seat) * left,
        "markers": markers(t, seat) * left,
        "papers": papers(t, seat, left),
        "ahead": ahead(t, seat),
        "rivals": standing(t, seat) - worth(t, seat),
    }


def small_choices_made(s: Kingdom, seat: i64) -> Kingdom:
    """As is best at first sight."""
    t = s
    choices: i64 = 0
    while small_choice(t, seat) and choices < MOST_CHOICES:
        best = -1.0e9
        chosen = t
        for action in t.options:
            after = t.clone()
            after.apply(action)
            worth = standing(after, seat)
            if worth > best:
                best = worth
                chosen = after
        t = chosen
        choices += 1
    return t


def small_choice(t: Kingdom, seat: i64) -> bool:
    """A resource, a flip, a card to discard: not the card, the ride, the action or the hire of a turn."""
    if t.seat != seat or len(t.options) > MOST_OPTIONS:
        return False
    first = t.options[0]
    return not (PLAY.has(first) or RIDE.has(first) or t.options[-1] == PASS)


def ahead(t: Kingdom, seat: i64) -> float:
    """What the rest of the own turn promises."""
    if t.seat != seat or t.over():
        return 0.0
    first = t.options[0]
    if RIDE.has(first):
        return best_ride(t, seat)
    if first == RECRUIT:
        return 0.3
    if t.options[-1] == PASS:
        return 0.9 * best_purchase(t, seat, t.space(seat), Means(t, seat), t.coins(seat, SILVER))
    return 0.0


def best_ride(t: Kingdom, seat: i64) -> float:
    means = Means(t, seat)
    card = played(t, seat)
    best = 0.0
    for action in t.options:
        if not RIDE.has(action):    # one may stay
            continue
        space = RIDE.target(action)
        price = ride_price(t, seat, t.rules.folk.cost[card], space) if card != NOTHING else 0
        worth = best_purchase(t, seat, space, means, means.silver - price) - COIN * float(price)
        if worth > best:
            best = worth
    return 0.9 * best


def played(t: Kingdom, seat: i64) -> i64:
    """The card whose value the Viscount rides: the step that asks knows it. NOTHING for a few steps after an action."""
    step = t.awaiting(seat)
    fields = step.fields() if step is not None else [seat]
    return fields[1] if len(fields) == 2 else NOTHING


# --- how somebody stands ---


def standing(t: Kingdom, seat: i64) -> float:
    best = -1.0e9
    for other in range(t.players):
        if other != seat:
            best = max(best, float(total(t, other)))
    if t.over():
        return 3.0 * (float(total(t, seat)) - best)
    return worth(t, seat) - 0.5 * best


def time_left(t: Kingdom) -> float:
    """From 1 at the start to 0 at the end."""
    if t.cells[LAST_ROUND]:
        return 0.12 if t.cells[ROUND] < t.cells[LAST_ROUND] else 0.03
    setup = t.rules.setup
    debts = float(t.cells[DEBTS_LEFT]) / float(max(setup.debts[t.seats], 1))
    deeds = float(t.cells[DEEDS_LEFT]) / float(max(setup.deeds[t.seats], 1))
    return 0.15 + 0.85 * min(debts, deeds)


def worth(t: Kingdom, seat: i64) -> float:
    left = time_left(t)
    points = float(total(t, seat))
    points += purse(t, seat, left) + engine(t, seat) * left + cards(t, seat) * left
    return points + castle(t, seat) * left + markers(t, seat) * left + papers(t, seat, left)


def purse(t: Kingdom, seat: i64, left: float) -> float:
    silver = t.coins(seat, SILVER)
    coins = COIN * float(min(silver, 8)) + 0.1 * float(max(silver - 8, 0))
    return (RESOURCE * float(resources(t, seat)) + coins) * min(1.0, 0.2 + left)


def engine(t: Kingdom, seat: i64) -> float:
    """Open slots, buildings that wait to become public, chests in use."""
    found = 0.0
    for slot in range(SLOT_COUNT):
        if t.slot_open(seat, slot):
            found += SLOT_WORTH[slot]
    if t.rules.options.expansion:
        for building in range(TYPE_COUNT):
            if t.cells[PUBLIC_OWNER[building]] < 0 and built(t, seat, building):
                found += 2.5
    return found


def cards(t: Kingdom, seat: i64) -> float:
    """The deck: how much an average card shows, and what lies on the belt for the next turn."""
    cells = t.cells
    number: i64 = 0
    quality = 0.0
    for kind in range(FOLK_KINDS):
        if cells[HAND.at(seat, kind)] + cells[DRAW_PILE.at(seat, kind)] + cells[DISCARDS.at(seat, kind)]:
            number += 1
            quality += card_worth(t, kind)
    belt = 0.0
    for place in range(3):
        kind = t.on_belt(seat, place)
        if kind != NOTHING:
            number += 1
            quality += card_worth(t, kind)
            if place < 2:
                belt += 0.35 * icons_on(t, kind)
    return 5.0 * quality / float(max(number, 3)) - 0.15 * float(max(number - 9, 0)) + belt


def card_worth(t: Kingdom, kind: i64) -> float:
    found = icons_on(t, kind)
    if t.rules.folk.effect[kind]:
        found += 0.4
    if kind >= FIRST_HERO:
        found += 0.5
    return found


def icons_on(t: Kingdom, kind: i64) -> float:
    """A Merchant is worth less than another icon; a Criminal serves for all of them, and costs Corruption."""
    icons = t.rules.folk.icons
    at = kind * ICON_COUNT
    found = 0.6 * float(icons[at]) + 0.9 * float(icons[at + CRIMINAL])
    return found + float(icons[at + 1] + icons[at + 2] + icons[at + 3])


def castle(t: Kingdom, seat: i64) -> float:
    """Workers one short of three, and the lead."""
    found = 0.0
    for section in range(SECTION_COUNT):
        if t.cells[CASTLE_1.at(seat, section)] == 2:
            found += 0.8
        if t.cells[CASTLE_2.at(seat, section)] == 2:
            found += 0.8
    if t.cells[LEADER] == seat:
        found += 1.5
    elif t.cells[CASTLE_3.at(seat, 0)]:
        found += 0.3
    return found


def markers(t: Kingdom, seat: i64) -> float:
    """Where the markers would meet, the more the nearer they are."""
    corruption = t.cells[CORRUPTION.of(seat)]
    virtue = t.cells[VIRTUE.of(seat)]
    near = float(6 - (virtue - corruption)) / 6.0
    meeting = (COLLISION_WORTH[(corruption + virtue) // 2] + COLLISION_WORTH[(corruption + virtue + 1) // 2]) / 2.0
    return meeting * near * near


def papers(t: Kingdom, seat: i64, left: float) -> float:
    """Debts and Deeds that may still be flipped, and the places for those that are."""
    cells = t.cells
    found = left * (0.9 * float(min(cells[UNPAID.of(seat)], 4)) + 0.7 * float(min(cells[ACQUIRED.of(seat)], 4)))
    if cells[POVERTY] == 0 and cells[APPROVED.of(seat)]:
        found += _chance(t, DEBTS_LEFT, t.rules.setup.debts[t.seats]) * float(places(t, seat, APPROVED))
        found += 0.2 * float(cells[APPROVED.of(seat)])
    if cells[PROSPERITY] == 0 and cells[PAID.of(seat)]:
        found += _chance(t, DEEDS_LEFT, t.rules.setup.deeds[t.seats]) * float(places(t, seat, PAID))
        found += 0.2 * float(cells[PAID.of(seat)])
    return found


def _chance(t: Kingdom, left: i64, all_of_them: i64) -> float:
    """That a pile runs out: the emptier, the likelier."""
    return 0.6 - 0.4 * float(t.cells[left]) / float(max(all_of_them, 1))
