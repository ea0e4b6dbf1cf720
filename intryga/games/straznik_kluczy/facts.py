"""What players would otherwise work out by looking: why they are asked, what they can pay, how far they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    ACT,
    ARRANGE,
    BUILD,
    BUILD_PUBLIC,
    BUILDER,
    CLERIC,
    COPY,
    DISMISS,
    EXCHANGE,
    FOLK,
    HIRE,
    ICON_COUNT,
    ICONS,
    LINK,
    MERCHANT,
    NOBLE,
    NOTHING,
    PAYS_FOR,
    POST,
    PURSE,
    RECRUIT,
    RESOLVE,
    RIDE,
    SEGMENTS,
    SILVER,
    SLOTS_OF_TYPE,
    SPACE,
    SPACES,
    SPOT,
    WORKERS,
)
from intryga.games.straznik_kluczy.icons import criminals, free
from intryga.games.straznik_kluczy.means import (
    ASKED,
    action_rule,
    can_pay,
    dismissal_price,
    doubled,
    helper_here,
    pieces,
)
from intryga.games.straznik_kluczy.paths import ride_price, steps_to
from intryga.games.straznik_kluczy.prices import least, manuscript_price
from intryga.games.straznik_kluczy.spots import link_effect, printed
from intryga.games.straznik_kluczy.zones import ACTIVE, COINS, VISCOUNT
from intryga.kernel.steps import ALLOWED

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom

PURCHASES: Final[dict[str, i64]] = {
    "Trade": MERCHANT,
    "Construct": BUILDER,
    "PlaceWorkers": NOBLE,
    "Transcribe": CLERIC,
}
"""By the step that asks: the icon that pays."""
COURSE: Final[dict[str, int]] = {
    "PlayUp": 1,
    "PlayCard": 1,
    "Ride": 2,
    "Act": 3,
    "Recruit": 4,
    "Collide": 5,
    "DrawUp": 6,
}
"""The phases of a turn (STR-040), by the step that each begins with."""
NAMED: Final = ("ability", "player_card", "spot")    # causes whose name says enough


def facts(s: Kingdom, viewer: i64) -> dict[str, Any]:
    """All of it follows from what lies open; icons are those of the viewer, at their best for each action (STR-342)."""
    seated = 0 <= viewer < s.seats and s.cells[VISCOUNT.of(viewer)] > 0
    return {
        "cause": cause(s),
        "turn_of": turn_of(s),
        "phase": phase(s),
        "offered": offered(s),
        "icons": icons_of(s, viewer) if seated else {},
        "missing": asked_for(s, "missing"),
        "reach": reach(s),
        "steps": steps(s),
        "idle": idle(s) if viewer == s.seat else [],
        "gains": gains(s),
        "belt": belt(s),
        "people": people(s),
        "acts": acts(s),
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
    kind, name = s.rules.cause(source) if source else ("", "")
    return [word for word in (kind if not name or kind not in NAMED else "", name) if word]


def turn_of(s: Kingdom) -> int:
    """Whose turn it is, where somebody else is asked; else -1."""
    active = s.cells[ACTIVE]
    return active if not s.over() and active >= 0 and s.seat != active else -1


def phase(s: Kingdom) -> int:
    """The phase of the turn that the question belongs to, whatever card or building asks it: the one before the next
    that is pending. 0 while the table is set up, and in the turn of the AI, which has phases of its own (STR-327)."""
    if s.over() or s.is_ai(s.cells[ACTIVE]):
        return 0
    names = [type(step).__name__ for step in reversed(s.pending())]
    for place, name in enumerate(names):
        if name in COURSE:
            return COURSE[name] if place == 0 else max(COURSE[name] - 1, 1)
    return 0


def offered(s: Kingdom) -> list[list[str]]:
    """What is chosen from, as the component has it."""
    return s.rules.written.get(step_data(s).get("at", 0), [])


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


def steps(s: Kingdom) -> dict[str, int]:
    """How many spaces that is."""
    data = step_data(s)
    start = s.space(s.seat)
    distance = s.rules.folk.cost[data["card"]] if "card" in data else 0
    return {space: steps_to(s, start, SPACES.index(space), distance) for space in reach(s)}


def idle(s: Kingdom) -> list[str]:
    """Where none of the actions could be taken then: who rides there is not even asked for one."""
    found: list[str] = []
    for space, price in reach(s).items():
        there = s.clone()
        there.add(COINS[SILVER].of(s.seat), -price)
        there.move_viscount(s.seat, SPACES.index(space))
        if all(action_rule(there, s.seat, action) != ALLOWED for action in range(len(ACT))):
            found.append(space)
    return found


def gains(s: Kingdom) -> dict[str, list[list[str]]]:
    """What the spots, links or sections that are chosen from give, as the component has it."""
    found: dict[str, list[list[str]]] = {}
    for action in s.options:
        if SPOT.has(action):
            start = s.rules.spots.effect[printed(s, SPOT.target(action))]
        elif LINK.has(action):
            start = link_effect(s, step_data(s)["spot"], LINK.target(action))
        elif POST.has(action):
            start = s.rules.castle.section[POST.target(action)]
        elif RESOLVE.has(action):
            start = s.rules.castle.section[RESOLVE.target(action)]
        else:
            return {}
        found[next(iter(SPACE.arguments(action).values()))] = s.rules.written.get(start, [])
    return found


def belt(s: Kingdom) -> list[str]:
    """The cards of who may change their order."""
    if not s.options or not ARRANGE.has(s.options[0]):
        return []
    cards = [s.on_belt(s.seat, place) for place in range(3)]
    return ["" if card == NOTHING else FOLK[card] for card in cards]


def people(s: Kingdom) -> dict[str, list[str | int]]:
    """Whom one may hire or dismiss, and their value: by segment, or under "here" on one's own."""
    found: dict[str, list[str | int]] = {}
    for action in s.options:
        if HIRE.has(action):
            segment, where = HIRE.target(action), SEGMENTS[HIRE.target(action)]
        elif action in (RECRUIT, DISMISS):
            segment, where = s.segment(s.seat), "here"
        else:
            continue
        top = s.townsperson(segment)
        if top != NOTHING:
            found[where] = [FOLK[top], s.rules.folk.cost[top]]
    return found


# --- what an action costs ---


def purchase(s: Kingdom) -> dict[str, int | str]:
    """Which icon pays for the action that is asked about, how many its owner has, what pays for the rest (nothing where
    there are several ways). Of a dismissal: its price, how many icons it makes of them, and what the least of the
    action needs, which may then follow unasked."""
    icon = PURCHASES.get(type(s.awaiting(s.seat)).__name__, NOTHING)
    if icon == NOTHING:
        return {}
    found = deal(s, icon, step_data(s)["helper"])
    if DISMISS in s.options:
        helper = helper_here(s, s.seat)
        found["dismissal"] = dismissal_price(s, s.seat, helper)
        found["helped"] = free(s, s.seat, icon, helper)
        found["least"] = least(s, s.seat, icon)
    return found


def deal(s: Kingdom, icon: i64, helper: i64) -> dict[str, int | str]:
    seat = s.seat
    several = doubled(s, seat, icon) or any(pieces(s, seat, icon, what) for what in ASKED)
    return {
        "icon": ICONS[icon],
        "have": free(s, seat, icon, helper),
        "pays": "" if several else PURSE[PAYS_FOR[icon]],
    }


def acts(s: Kingdom) -> dict[str, dict[str, int | str]]:
    """What the least of an action costs, before it is chosen: what it buys may then follow unasked. What only a
    dismissal makes possible is told when it is asked for."""
    found: dict[str, dict[str, int | str]] = {}
    for action in s.options:
        if action not in ACT:
            continue
        icon = action - ACT[0]
        price = least(s, s.seat, icon)
        if can_pay(s, s.seat, icon, price, NOTHING):
            found[SPACE.verb(action).name] = {**deal(s, icon, NOTHING), "price": price}
    return found


def prices(s: Kingdom) -> dict[str, int]:
    """In icons, of all that can be bought now, by the word that the choice has for it."""
    if type(s.awaiting(s.seat)).__name__ not in PURCHASES:
        return {}
    found: dict[str, int] = {}
    for action in s.options:
        if BUILD.has(action):
            price = s.rules.building_price[BUILD.target(action) // SLOTS_OF_TYPE]
        elif BUILD_PUBLIC.has(action):
            price = s.rules.public.cost[BUILD_PUBLIC.target(action)]
        elif WORKERS.has(action):
            price = s.rules.castle.prices[WORKERS.target(action)]
        elif EXCHANGE.has(action):
            price = least(s, s.seat, MERCHANT) * (EXCHANGE.target(action) + 1)
        elif COPY.has(action):
            price = manuscript_price(s, COPY.target(action))
        else:
            continue
        found[next(iter(SPACE.arguments(action).values()))] = price
    return found
