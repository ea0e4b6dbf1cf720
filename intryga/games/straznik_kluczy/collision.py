"""Phase 5: the markers share a space (STR-130 to 132). Conditions and places are read when each part is reached."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import icons
from intryga.games.straznik_kluczy.cards import ANY_COLLISION, MOST_SEATS, NO, YES
from intryga.games.straznik_kluczy.effects import CARDS, PUBLICS, SLOTS, fire
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import COLLISION, COLLISION_PAYS, COLLISION_TOUCHES, IGNORES
from intryga.games.straznik_kluczy.tracks import TRACK_ENDS, colliding
from intryga.games.straznik_kluczy.zones import CORRUPTION, IGNORED, VIRTUE
from intryga.kernel.cells import vec
from intryga.kernel.effects import perform
from intryga.kernel.layout import NUMBER, SEAT
from intryga.kernel.steps import AnyStep, Automatic, Choice, Offers, each_seat


class Collide(Automatic[Kingdom]):
    """Only the own markers, and only now (STR-131)."""

    def run(self, s: Kingdom) -> None:
        if not colliding(s, self.seat):
            return
        s.tell(COLLISION, self.seat)
        clockwise = [(self.seat + distance) % s.players for distance in range(s.players)]
        steps: list[AnyStep] = [PartFired(seat, SLOTS) for seat in clockwise]
        steps += [PartFired(seat, CARDS | PUBLICS) for seat in clockwise]
        steps.append(PartOwner(self.seat))
        steps += [PartOther(seat, self.seat) for seat in clockwise[1:]]
        steps.append(Apart(self.seat))
        s.then(steps)
        for seat in clockwise:
            if may_ignore(s, seat) and icons.criminals(s, seat):
                if s.is_ai(seat):
                    ignore(s, seat)    # always (STR-325)
                else:
                    s.push(Ignore(seat))


def may_ignore(s: Kingdom, seat: i64) -> bool:
    return any(s.owns_public(seat, building) and s.rules.public.ignores[building] for building in range(3))


def ignore(s: Kingdom, seat: i64) -> None:
    s.set_to(IGNORED, 1)
    s.tell(IGNORES, seat)


class Ignore(Choice[Kingdom]):
    """Is one of the own Criminals left out in this collision (STR-211, STR-R15, STR-R16)?"""

    def offers(self, s: Kingdom, o: Offers) -> None:
        o.allow(YES)
        o.allow(NO)

    def take(self, s: Kingdom, action: i64) -> None:
        if action == YES:
            ignore(s, self.seat)


class PartFired(Automatic[Kingdom]):
    """What waits for any collision: slots first, then cards and Public Buildings."""

    about: ClassVar[dict[str, str]] = {"sources": NUMBER}

    def __init__(self, seat: i64, sources: i64) -> None:
        super().__init__(seat)
        self.sources: i64 = sources

    def fields(self) -> list[i64]:
        return [self.seat, self.sources]

    def run(self, s: Kingdom) -> None:
        fire(s, self.seat, ANY_COLLISION, self.sources)


class PartOwner(Automatic[Kingdom]):
    """What stands above the space where the markers are now (STR-R14)."""

    def run(self, s: Kingdom) -> None:
        space = s.cells[VIRTUE.of(self.seat)]
        s.tell(COLLISION_PAYS, self.seat, space)
        track = s.rules.track
        perform(s, track.ai_owner[space] if s.is_ai(self.seat) else track.owner[space], self.seat)


class PartOther(Automatic[Kingdom]):
    """What stands below it, for an opponent who meets the condition."""

    about: ClassVar[dict[str, str]] = {"owner": SEAT}

    def __init__(self, seat: i64, owner: i64) -> None:
        super().__init__(seat)
        self.owner: i64 = owner

    def fields(self) -> list[i64]:
        return [self.seat, self.owner]

    def run(self, s: Kingdom) -> None:
        space = s.cells[VIRTUE.of(self.owner)]
        if icons.holds(s, self.seat, s.rules.track.condition, space):
            s.tell(COLLISION_TOUCHES, self.seat)
            perform(s, s.rules.track.others[space], self.seat)


class Apart(Automatic[Kingdom]):
    """The markers return to the ends."""

    def run(self, s: Kingdom) -> None:
        s.set_to(CORRUPTION.of(self.seat), 1)
        s.set_to(VIRTUE.of(self.seat), TRACK_ENDS)
        s.set_to(IGNORED, 0)


COLLIDE: Final[vec[AnyStep]] = each_seat(Collide, MOST_SEATS)
