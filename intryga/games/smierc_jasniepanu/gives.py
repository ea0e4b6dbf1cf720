"""To whom a card or an ability may give the Order: the four ways of cards.toml, one class each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.data import AnyGive, Give
from intryga.games.smierc_jasniepanu.state import Court
from intryga.kernel.places import Place


class BySeat(Give[Court]):
    """The player so many places to the left (clockwise), to the right, or both (SMI-019)."""

    def __init__(self, distance: i64, left: bool, right: bool) -> None:
        self.distance: i64 = distance
        self.left = left
        self.right = right

    def targets(self, s: Court, giver: i64) -> i64:
        found: i64 = 0
        if self.left:
            found |= 1 << s.neighbour(giver, self.distance, 1)
        if self.right:
            found |= 1 << s.neighbour(giver, self.distance, s.seats - 1)
        return found


class ToAnybody(Give[Court]):
    def targets(self, s: Court, giver: i64) -> i64:
        found: i64 = 0
        for seat in range(s.seats):
            if s.active(seat) and self.fits(s, giver, seat):
                found |= 1 << seat
        return found

    def fits(self, s: Court, giver: i64, seat: i64) -> bool:
        return True


class ByRank(ToAnybody):
    """Players whose rank is strictly higher, or strictly lower, than the giver's."""

    def __init__(self, higher: bool) -> None:
        self.higher = higher

    def fits(self, s: Court, giver: i64, seat: i64) -> bool:
        return s.rank(seat) > s.rank(giver) if self.higher else s.rank(seat) < s.rank(giver)


class ToTheOverlord(Give[Court]):
    def targets(self, s: Court, giver: i64) -> i64:
        lord = s.overlord()
        return 1 << lord if lord >= 0 else 0


# Kinds of gives in cards.toml, with the keys each of them has.
KEYS: Final = {"seat": ["distance", "dirs"], "any": [], "rank": ["cmp"], "overlord": []}


def check(place: Place) -> bool:
    """Raise a WrongComponent unless this says to whom; an empty table says: to nobody, and gives False."""
    if not place.table:
        return False
    kind = place.word("kind", KEYS)
    place.only(["kind", *KEYS[kind]])
    if kind == "seat":
        place.whole("distance", 1, 7)
        directions = place.listed("dirs", "L (left, clockwise) and R (right)")
        if not directions or not set(directions) <= {"L", "R"}:
            raise place.wrong("dirs", f"a list of L (left, clockwise) and R (right), not {directions!r}")
    if kind == "rank":
        place.word("cmp", ["higher", "lower"])
    return True


def read(table: Mapping[str, Any]) -> AnyGive | None:
    kind = table.get("kind", "")
    if kind == "seat":
        return BySeat(table["distance"], "L" in table["dirs"], "R" in table["dirs"])
    if kind == "rank":
        return ByRank(table["cmp"] == "higher")
    if kind == "any":
        return ToAnybody()
    return ToTheOverlord() if kind else None


def words(table: Mapping[str, Any]) -> tuple[str, int]:
    """The key of the texts that says it after "give the Order to", and a number for its plural form."""
    kind = table["kind"]
    if kind == "seat":
        sides = "both" if len(set(table["dirs"])) == 2 else "left" if "L" in table["dirs"] else "right"
        near = {1: "next", 2: "second"}.get(table["distance"], "far")
        return f"{near}_{sides}", table["distance"]
    return f"{kind}_{table['cmp']}" if kind == "rank" else kind, 1
