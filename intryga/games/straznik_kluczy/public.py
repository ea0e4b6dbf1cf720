"""Budynki Publiczne: one of the own buildings makes way for one that everybody can build but once (STR-200 to 212)."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from intryga.games.straznik_kluczy import spots
from intryga.games.straznik_kluczy.cards import BUILDER, CONSTRUCT, COVER, SLOTS_OF_TYPE, SPOT
from intryga.games.straznik_kluczy.effects import Done
from intryga.games.straznik_kluczy.pay import charge
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import COVERS, RAISES
from intryga.games.straznik_kluczy.zones import BUILT, COVERED, PUBLIC_AT, PUBLIC_OWNER
from intryga.kernel.effects import perform
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import ALLOWED, Automatic, Choice, Offers


class Replace(Choice[Kingdom]):
    """Which own building makes way (STR-203, STR-R39)."""

    about: ClassVar[dict[str, str]] = {"building": NUMBER, "helper": NUMBER}

    def __init__(self, seat: i64, building: i64, helper: i64) -> None:
        super().__init__(seat)
        self.building: i64 = building
        self.helper: i64 = helper    # the card dismissed for the action, or NOTHING

    def fields(self) -> list[i64]:
        return [self.seat, self.building, self.helper]

    def offers(self, s: Kingdom, o: Offers) -> None:
        for spot in spots.own_here(s, self.seat, s.rules.public.type[self.building]):
            o.allow(SPOT.of(spot))

    def take(self, s: Kingdom, action: i64) -> None:
        s.push(Done(self.seat, CONSTRUCT))
        s.push(Raised(self.seat, self.building, SPOT.target(action)))
        charge(s, self.seat, BUILDER, s.rules.public.cost[self.building], self.helper)

    def continues(self) -> bool:
        return True


class Raised(Automatic[Kingdom]):
    """The own building leaves the spot, without any reward for the new one (STR-203, STR-204); it returns to a slot,
    then the card works at once (STR-205, STR-206)."""

    about: ClassVar[dict[str, str]] = {"building": NUMBER, "spot": NUMBER}

    def __init__(self, seat: i64, building: i64, spot: i64) -> None:
        super().__init__(seat)
        self.building: i64 = building
        self.spot: i64 = spot

    def fields(self) -> list[i64]:
        return [self.seat, self.building, self.spot]

    def run(self, s: Kingdom) -> None:
        own = s.rules.public.type[self.building]
        s.set_note(BUILT[own].of(self.seat), self.spot, 0)
        s.remember_next(self.spot, PUBLIC_AT[self.building])
        s.set_to(PUBLIC_OWNER[self.building], self.seat)
        s.tell(RAISES, self.seat, self.building)
        perform(s, s.rules.public.built[self.building], self.seat)
        if s.is_ai(self.seat):
            slot = (own + 1) * SLOTS_OF_TYPE - 1
            while not s.slot_open(self.seat, slot):    # from the right: STR-325
                slot -= 1
            cover(s, self.seat, slot)
        else:
            s.push(Cover(self.seat, own))


class Cover(Choice[Kingdom]):
    """Which slot of its type the returned building covers: the ability there sleeps again (STR-205)."""

    about: ClassVar[dict[str, str]] = {"building": NUMBER}

    def __init__(self, seat: i64, building: i64) -> None:
        super().__init__(seat)
        self.building: i64 = building

    def fields(self) -> list[i64]:
        return [self.seat, self.building]

    def offers(self, s: Kingdom, o: Offers) -> None:
        for slot in range(self.building * SLOTS_OF_TYPE, (self.building + 1) * SLOTS_OF_TYPE):
            o.offer(COVER.of(slot), ALLOWED if s.slot_open(self.seat, slot) else "STR-205")

    def take(self, s: Kingdom, action: i64) -> None:
        cover(s, self.seat, COVER.target(action))


def cover(s: Kingdom, seat: i64, slot: i64) -> None:
    s.set_note(COVERED.of(seat), slot, 1)
    s.tell(COVERS, seat, slot)
