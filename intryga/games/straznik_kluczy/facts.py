"""What players would otherwise work out by looking: why they are asked, what they can pay, how far they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    BUILD,
    BUILD_PUBLIC,
    BUILDER,
    CLERIC,
    COPY,
    EXCHANGE,
    ICON_COUNT,
    ICONS,
    MERCHANT,
    NOBLE,
    NOTHING,
    PAYS_FOR,
    PURSE,
    RIDE,
    SLOTS_OF_TYPE,
    SPACE,
    SPACES,
    WORKERS,
)
from intryga.games.straznik_kluczy.icons import criminals, free
from intryga.games.straznik_kluczy.means import ASKED, dismissal_price, doubled, helper_here, pieces
from intryga.games.straznik_kluczy.paths import ride_price
from intryga.games.straznik_kluczy.zones import ACTIVE, VISCOUNT

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom

PURCHASES: Final[dict[str, i64]] = {
    "Trade": MERCHANT,
    "Construct": BUILDER,
    "PlaceWorkers": NOBLE,
    "Transcribe": CLERIC,
}
"""By the step that asks: the icon that pays."""


def facts(s: Kingdom, viewer: i64) -> dict[str, Any]:
    """All of it follows from what lies open; icons are those of the viewer, at their best for each action (STR-342)."""
    seated = 0 <= viewer < s.seats and s.cells[VISCOUNT.of(viewer)] > 0
    return {
        "cause": cause(s),
        "turn_of": turn_of(s),
        "offered": offered(s),
        "icons": icons_of(s, viewer) if seated else {},
        "missing": asked_for(s, "missing"),
        "reach": reach(s),
        "purchase": purchase(s),
        "prices": prices(s),
        "hand_limit": s.hand_limit(viewer) if seated else 0,
    }


def step_data(s: Kingdom) -> dict[str, int]:
    """What the step that waits knows, by name."""
    step = s.awaiting(s.seat)
    return {} if step is None else dict(zip(step.about, step.fields()[1:], strict=False))


def cause(s: Kingdom) -> list[str]:
    """Whence the question comes: a kind of cause, and the card, spot or section."""
    data = step_data(s)
    source = data.get("source", 0) or data.get("at", 0)
    return [word for word in s.rules.cause(source) if word] if source else []


def turn_of(s: Kingdom) -> int:
    """Whose turn it is, where somebody else is asked; else -1."""
    active = s.cells[ACTIVE]
    return active if not s.over() and active >= 0 and s.seat != active else -1


def offered(s: Kingdom) -> list[list[str]]:
    """What is chosen from, as the component has it."""
    return s.rules.choices.get(step_data(s).get("at", 0), [])


def asked_for(s: Kingdom, name: str) -> int:
    data = step_data(s)
    return data[name] - data.get("paid", 0) if name in data else 0


def icons_of(s: Kingdom, seat: i64) -> dict[str, int]:
    found: dict[str, int] = {ICONS[icon]: free(s, seat, icon, NOTHING) for icon in range(ICON_COUNT - 1)}
    found[ICONS[-1]] = criminals(s, seat)
    return {icon: number for icon, number in found.items() if number}


def reach(s: Kingdom) -> dict[str, int]:
    """Where the Viscount who rides now may end, and for how much Silver."""
    data = step_data(s)
    if "card" not in data or not s.options or not RIDE.has(s.options[0]):
        return {}
    seat = s.seat
    distance = s.rules.folk.cost[data["card"]]
    found: dict[str, int] = {}
    for action in s.options:
        space = RIDE.target(action)
        found[SPACES[space]] = ride_price(s, seat, distance, space)
    return found


# --- what an action costs ---


def purchase(s: Kingdom) -> dict[str, int | str]:
    """Which icon pays for the action that is asked about, how many its owner has, what pays for the rest (nothing where
    there are several ways), and the price of a dismissal."""
    icon = PURCHASES.get(type(s.awaiting(s.seat)).__name__, NOTHING)
    if icon == NOTHING:
        return {}
    seat = s.seat
    several = doubled(s, seat, icon) or any(pieces(s, seat, icon, what) for what in ASKED)
    return {
        "icon": ICONS[icon],
        "have": free(s, seat, icon, step_data(s)["helper"]),
        "pays": "" if several else PURSE[PAYS_FOR[icon]],
        "dismissal": dismissal_price(s, seat, helper_here(s, seat)),
    }


def prices(s: Kingdom) -> dict[str, int]:
    """In icons, of all that can be bought now, by the word that the choice has for it."""
    if type(s.awaiting(s.seat)).__name__ not in PURCHASES:
        return {}
    rules = s.rules
    seat = s.seat
    found: dict[str, int] = {}
    for action in s.options:
        if BUILD.has(action):
            price = rules.building_price[BUILD.target(action) // SLOTS_OF_TYPE]
        elif BUILD_PUBLIC.has(action):
            price = rules.public.cost[BUILD_PUBLIC.target(action)]
        elif WORKERS.has(action):
            price = rules.castle.prices[WORKERS.target(action)]
        elif EXCHANGE.has(action):
            space = s.space(seat)
            price = rules.segments.merchants[space // 3 * 2 + space % 3] * (EXCHANGE.target(action) + 1)
        elif COPY.has(action):
            tile = s.manuscript(COPY.target(action))
            price = rules.segments.tile_cost[COPY.target(action)] if tile == NOTHING else rules.manuscripts.cost[tile]
        else:
            continue
        found[next(iter(SPACE.arguments(action).values()))] = price
    return found
