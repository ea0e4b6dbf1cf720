"""What players would otherwise work out by looking: why they are asked, what they can pay, how far they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import ICON_COUNT, ICONS, NOTHING, RIDE, SPACES
from intryga.games.straznik_kluczy.icons import criminals, free
from intryga.games.straznik_kluczy.paths import ride_price
from intryga.games.straznik_kluczy.zones import VISCOUNT

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom


def facts(s: Kingdom, viewer: i64) -> dict[str, Any]:
    """All of it follows from what lies open; icons are those of the viewer, at their best for each action (STR-342)."""
    seated = 0 <= viewer < s.seats and s.cells[VISCOUNT.of(viewer)] > 0
    return {
        "cause": cause(s),
        "icons": icons_of(s, viewer) if seated else {},
        "missing": asked_for(s, "missing"),
        "reach": reach(s),
        "hand_limit": s.hand_limit(viewer) if seated else 0,
    }


def step_data(s: Kingdom) -> dict[str, int]:
    """What the step that waits knows, by name."""
    if s.over() or not s.stack:
        return {}
    step = s.stack[-1]
    return dict(zip(step.about, step.fields()[1:], strict=False))


def cause(s: Kingdom) -> list[str]:
    """Whence the question comes: a kind of cause, and the card, spot or section."""
    source = step_data(s).get("source", 0)
    return [word for word in s.rules.cause(source) if word] if source else []


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
    seat = s.stack[-1].seat
    distance = s.rules.folk.cost[data["card"]]
    found: dict[str, int] = {}
    for action in s.options:
        space = RIDE.target(action)
        found[SPACES[space]] = ride_price(s, seat, distance, space)
    return found
