"""Riding around the castle: phase 2 (STR-060 to 063)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from intryga.games.straznik_kluczy import asked
from intryga.games.straznik_kluczy.cards import DECLINE, RIDE, SILVER, SPACE_COUNT
from intryga.games.straznik_kluczy.parameters import PACKED, Range
from intryga.games.straznik_kluczy.paths import reach, ride_price, space_at, spaces
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import MEETS, RIDES
from intryga.games.straznik_kluczy.tracks import spend
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects
from intryga.kernel.language import Operation
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers


def ride_to(s: Kingdom, seat: i64, space: i64) -> None:
    s.move_viscount(seat, space)
    s.tell(RIDES, seat, space)
    s.push(Meet(seat))


class Meet(Automatic[Kingdom]):
    """Whoever stands there may rearrange, clockwise from the mover (STR-063); of the AI see STR-304."""

    def run(self, s: Kingdom) -> None:
        meetings: list[AnyStep] = []
        for distance in range(1, s.players):
            other = (self.seat + distance) % s.players
            if s.space(other) == s.space(self.seat):
                s.tell(MEETS, self.seat, other)
                meetings.append(Effects(other, s.rules.meeting))
        s.then(meetings)


class Ride(Choice[Kingdom]):
    """Where to? As far as the value of the card played, a free space perhaps, others at 1 Silver each (STR-060)."""

    about: ClassVar[dict[str, str]] = {"card": "card"}

    def __init__(self, seat: i64, card: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card

    def fields(self) -> list[i64]:
        return [self.seat, self.card]

    def distance(self, s: Kingdom) -> i64:
        return s.rules.folk.cost[self.card]

    def free(self, s: Kingdom) -> i64:
        """As far as it costs nothing."""
        return self.distance(s) + s.open_slots(self.seat, s.rules.slots.free_step)

    def offers(self, s: Kingdom, o: Offers) -> None:
        farthest = self.free(s) + s.coins(self.seat, SILVER)
        reached = reach(s, s.space(self.seat), self.distance(s), farthest)
        for position in range(SPACE_COUNT):
            o.offer(RIDE.of(space_at(s, position)), ALLOWED if reached >> position & 1 else "STR-060")

    def options(self, s: Kingdom) -> list[i64]:
        """By hand, as it is asked every turn."""
        farthest = self.free(s) + s.coins(self.seat, SILVER)
        found = spaces(s, reach(s, s.space(self.seat), self.distance(s), farthest))
        for i in range(len(found)):
            found[i] = RIDE.of(found[i])
        return found

    def take(self, s: Kingdom, action: i64) -> None:
        space = RIDE.target(action)
        spend(s, self.seat, SILVER, ride_price(s, self.seat, self.distance(s), space))
        ride_to(s, self.seat, space)


class MoveViscount(Operation[Kingdom]):
    """A few steps more, after an action (STR-R11)."""

    def __init__(self) -> None:
        super().__init__("move_viscount", [Range("steps")])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if not s.is_ai(e.seat):
            s.push(Wander(e.seat, code[at + 1] // PACKED, code[at + 1] % PACKED, at))


class Wander(asked.AskedWithin):
    """Where to, from `least` to `most` steps? Nothing can be paid for, and the free space does not count."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        reached = reach(s, s.space(self.seat), self.least, self.most)
        for position in range(SPACE_COUNT):
            o.offer(RIDE.of(space_at(s, position)), ALLOWED if reached >> position & 1 else "STR-061")
        o.offer(DECLINE, "STR-R11" if s.rules.options.must_move else ALLOWED)

    def take(self, s: Kingdom, action: i64) -> None:
        if action != DECLINE:
            ride_to(s, self.seat, RIDE.target(action))
