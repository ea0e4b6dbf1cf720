"""Punktacja: used for the live score and for the end alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import CHARACTERS, KINDS
from intryga.games.spiskowcy.zones import TABLEAU
from intryga.kernel.cells import vec

if TYPE_CHECKING:
    from intryga.games.spiskowcy.state import Court


def family(s: Court, kind: i64) -> i64:
    """Who shows strictly the most of a character, or -1: a tie scores nobody, Fortune-teller or not (SPI-100, 101)."""
    best: i64 = 0
    leader: i64 = -1
    first = TABLEAU.first
    for seat in range(s.seats):
        shown = s.cells[first + seat * KINDS + kind]
        if shown > best:
            best = shown
            leader = seat
        elif shown == best:
            leader = -1
    return leader


def characters(s: Court, seat: i64) -> i64:
    """Influence of every family won (SPI-100)."""
    total: i64 = 0
    for kind in range(CHARACTERS):
        if s.face_up(seat, kind) and family(s, kind) == seat:
            total += s.rules.influence[kind]
    return total


def events(s: Court, seat: i64) -> i64:
    """Every event in front of a player costs its influence (SPI-102)."""
    total: i64 = 0
    for kind in range(CHARACTERS, len(s.rules.influence)):
        total += s.face_up(seat, kind) * s.rules.influence[kind]
    return total


def victory_points(s: Court, seat: i64) -> i64:
    """Every Victory Point card counts (SPI-103)."""
    return s.points(seat) * s.rules.victory_point_value


def totals(s: Court) -> vec[i64]:
    """Of each seat; may be negative (SPI-104)."""
    found = vec[i64]([events(s, seat) + victory_points(s, seat) for seat in range(s.seats)])
    for kind in range(CHARACTERS):
        leader = family(s, kind)
        if leader >= 0:
            found[leader] += s.rules.influence[kind]
    return found


def winners(s: Court) -> list[i64]:
    """The highest total; a tie is a shared victory (SPI-105, SPI-106)."""
    points = totals(s)
    best = points[0]
    for seat in range(1, s.seats):
        best = max(best, points[seat])
    return [seat for seat in range(s.seats) if points[seat] == best]
