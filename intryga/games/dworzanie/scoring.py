"""Punktacja: used for the live score and for the end alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.dworzanie.cards import DOMAIN, FAMILIES
from intryga.games.dworzanie.missions import met
from intryga.games.dworzanie.tally import Tally, tally
from intryga.games.dworzanie.zones import SECRET, SHOWN

if TYPE_CHECKING:
    from intryga.games.dworzanie.state import Court


def domain(s: Court, t: Tally, seat: i64) -> i64:
    """Points for what lies in a domain, whoever played it, by the status of the families (DWO-045, 106 to 109). Cards
    at the table give nobody points (DWO-046)."""
    total: i64 = 0
    for family in range(FAMILIES):
        status = t.status(family)
        points = s.rules.esteemed if status > 0 else s.rules.disgraced if status < 0 else s.rules.neutral
        total += points * t.weights[(DOMAIN + seat) * FAMILIES + family]
    return total


def mission_points(s: Court, t: Tally, seat: i64) -> i64:
    """Points for the missions that are met; the others change nothing (DWO-111, DWO-112)."""
    total: i64 = 0
    for mission in fulfilled(s, t, seat):
        total += s.rules.mission_points[mission]
    return total


def fulfilled(s: Court, t: Tally, seat: i64) -> list[i64]:
    """The missions of a seat that are met."""
    found: list[i64] = []
    for row in (SECRET.of(seat), SHOWN.of(seat)):
        for i in range(s.row_size(row)):
            if met(s.rules, t, seat, s.row_item(row, i)):
                found.append(s.row_item(row, i))
    return found


def winners(s: Court) -> list[i64]:
    """The highest total, which may be negative (DWO-115); a tie is a shared victory (DWO-113, DWO-114)."""
    t = tally(s, True)
    totals = [domain(s, t, seat) + mission_points(s, t, seat) for seat in range(s.seats)]
    best = max(totals)
    return [seat for seat in range(s.seats) if totals[seat] == best]
