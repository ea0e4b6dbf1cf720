"""What a learnt judge reads of a court: for every seat, from its own on, who it is, what it holds, what it may become.

In an open window all who have not answered are taken to pass, as the advice takes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.advice import all_passed, danger, exchange_place, role_at
from intryga.games.smierc_jasniepanu.cards import KINDS
from intryga.games.smierc_jasniepanu.zones import LAST_GIVER, ROUND, TOKEN

if TYPE_CHECKING:
    from intryga.games.smierc_jasniepanu.state import Court


def features(s: Court, seat: i64) -> list[float]:
    t = all_passed(s)
    lord, holder = t.overlord(), t.holder()
    found = [float(t.cells[ROUND]), float(t.active_count()), flag(holder >= 0)]
    for i in range(t.seats):
        other = (seat + i) % t.seats
        active = t.active(other)
        found += [
            flag(active),
            flag(other == lord),
            flag(other == holder),
            flag(t.seat == other),
            flag(t.cells[LAST_GIVER] == other),
            float(t.gold(other)),
            float(max(t.gold(other) - 18, 0)),    # from where a crown is near
            float(t.cells[TOKEN.of(other)]),
            float(t.rules.place[t.character(other)]) if active else 0.0,
            danger(t, other) if other == holder else 0.0,
            float(t.hand_size(other)),
        ]
        found += promoted(t, other, -1, lord)
        found += promoted(t, other, holder, lord)
        for kind in range(KINDS):
            found.append(float(t.holds(other, kind)) if active else 0.0)
    return found


def promoted(t: Court, seat: i64, falls: i64, lord: i64) -> list[float]:
    """What a seat becomes if the exchange came once the seat `falls` (-1: nobody): its place, an Overlord, one with
    gold enough for the crown, and that gold."""
    place = exchange_place(t, seat, falls, lord)
    role = role_at(t, place)
    reigns = bool(t.rules.is_overlord[role])
    gold = t.gold(seat) + t.rules.characters[role].income
    return [float(place), flag(reigns), flag(reigns and gold >= t.rules.setup.coronation), float(gold)]


def flag(so: bool) -> float:
    return 1.0 if so else 0.0
