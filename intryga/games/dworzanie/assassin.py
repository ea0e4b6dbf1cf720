"""Skrytobójca: the assassin, the one role that acts when its card is placed."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from intryga.games.dworzanie.cards import (
    ABOVE,
    DOMAIN,
    ELIMINATE_AT,
    ELIMINATE_IN,
    ELIMINATE_SPY,
    ELIMINATED,
    GUARD,
    KINDS,
    ROLES,
    SPARE,
)
from intryga.games.dworzanie.state import Court
from intryga.games.dworzanie.told import SPARED, SPY_ELIMINATED
from intryga.games.dworzanie.zones import FACE_DOWN, FACE_UP, NUMBERED
from intryga.kernel.steps import ALLOWED, Choice, Offers


class Assassin(Choice[Court]):
    """May eliminate one other courtier in its area, now and never later (DWO-070, 071, 078). Cards of one kind that lie
    in one place are the same to everybody; spies are told apart by their numbers."""

    about: ClassVar[dict[str, str]] = {"place": "place", "kind": "card"}

    def __init__(self, seat: i64, place: i64, kind: i64) -> None:
        super().__init__(seat)
        self.place: i64 = place
        self.kind: i64 = kind

    def fields(self) -> list[i64]:
        return [self.seat, self.place, self.kind]

    def continues(self) -> bool:
        return True

    def offers(self, s: Court, o: Offers) -> None:
        for place in range(DOMAIN + s.seats):
            rule = self.out_of_reach(place)
            first = ELIMINATE_AT.of(place, 0) if place < DOMAIN else ELIMINATE_IN.of(place - DOMAIN, 0)
            cards = FACE_UP.of(place)
            for kind in range(KINDS):
                count = s.cells[cards + kind]
                if count:
                    o.offer(first + kind, rule or self.safe(place, kind, count))
            for i in range(s.row_size(FACE_DOWN.of(place))):
                o.offer(ELIMINATE_SPY.of(s.row_item(NUMBERED.of(place), i)), rule)
        o.allow(SPARE)

    def options(self, s: Court) -> list[i64]:
        """By hand: few places are in reach, and most of what lies there may go."""
        cells = s.cells
        options: list[i64] = []
        last = DOMAIN - 1 if self.place < DOMAIN else self.place
        for place in range(0 if self.place < DOMAIN else self.place, last + 1):
            first = ELIMINATE_AT.of(place, 0) if place < DOMAIN else ELIMINATE_IN.of(place - DOMAIN, 0)
            cards = FACE_UP.of(place)
            for kind in range(KINDS):
                if cells[cards + kind] and not self.safe(place, kind, cells[cards + kind]):
                    options.append(first + kind)
            numbers = NUMBERED.of(place) + 1
            for i in range(cells[FACE_DOWN.of(place)]):
                options.append(ELIMINATE_SPY.of(cells[numbers + i]))
        options.append(SPARE)
        return options

    def out_of_reach(self, place: i64) -> str:
        """At the table all of it, whatever family or side (DWO-073, DWO-R11); in a domain only that one (DWO-074)."""
        if self.place < DOMAIN:
            return ALLOWED if place < DOMAIN else "DWO-073"
        return ALLOWED if place == self.place else "DWO-074"

    def safe(self, place: i64, kind: i64, count: i64) -> str:
        """Guards, and the assassin itself (DWO-076, 085); any other card may go (DWO-077)."""
        if kind % ROLES == GUARD:
            return "DWO-085"
        return "DWO-076" if count == 1 and kind == self.kind and place == self.place else ALLOWED

    def take(self, s: Court, action: i64) -> None:
        """The victim is out of the game (DWO-072); the assassin stays (DWO-079)."""
        if action == SPARE:
            if s.has_readers() and len(self.options(s)) > 1:    # with nobody in reach there is nothing to tell
                s.tell(SPARED, self.seat)
            return
        if ELIMINATE_SPY.has(action):
            number = ELIMINATE_SPY.target(action)
            s.tell(SPY_ELIMINATED, self.seat, number + 1)
            s.eliminate_spy(number)
            return
        if ELIMINATE_AT.has(action):
            place, kind = ELIMINATE_AT.targets(action)
        else:
            owner, kind = ELIMINATE_IN.targets(action)
            place = DOMAIN + owner
        s.move(kind, 1, FACE_UP.of(place), FACE_UP.of(ELIMINATED))
        if place < DOMAIN:
            s.tell_regard(kind // ROLES, -s.rules.weight[kind] if place == ABOVE else s.rules.weight[kind])
