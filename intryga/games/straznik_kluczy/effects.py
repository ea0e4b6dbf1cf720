"""What abilities do and when: cards on the belt, open slots, Public Buildings."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import icons
from intryga.games.straznik_kluczy.cards import AFTER_ACTION, NOTHING, SLOT_COUNT, TRIGGER
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import ABILITY, PUBLIC_WORKS, SLOT_WORKS
from intryga.games.straznik_kluczy.zones import PUBLIC_OWNER
from intryga.kernel.combine import InOrder as InOrder
from intryga.kernel.combine import in_order
from intryga.kernel.effects import ChooseOption as ChooseOption
from intryga.kernel.effects import Effects as Effects
from intryga.kernel.effects import perform
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import AnyStep, Automatic

# What may have abilities, as bits.
CARDS: Final[i64] = 1
SLOTS: Final[i64] = 2
PUBLICS: Final[i64] = 4
ALL: Final[i64] = 7
AT_SLOT: Final[i64] = 3    # places among the words of TRIGGER, after the three of the belt
AT_PUBLIC: Final[i64] = 4


class Works(Automatic[Kingdom]):
    """An ability of a seat does what it says: `source` is CARDS, SLOTS or PUBLICS, `number` which of them."""

    about: ClassVar[dict[str, str]] = {"source": NUMBER, "number": NUMBER}

    def __init__(self, seat: i64, source: i64, number: i64) -> None:
        super().__init__(seat)
        self.source: i64 = source
        self.number: i64 = number

    def fields(self) -> list[i64]:
        return [self.seat, self.source, self.number]

    def run(self, s: Kingdom) -> None:
        rules = s.rules
        if self.source == CARDS:
            s.tell(ABILITY, self.seat, self.number)
            perform(s, rules.folk.effect[self.number], self.seat)
        elif self.source == SLOTS:
            s.tell(SLOT_WORKS, self.seat, self.number)
            perform(s, rules.slots.effect[s.board(self.seat) * SLOT_COUNT + self.number], self.seat)
        else:
            s.tell(PUBLIC_WORKS, self.seat, self.number)
            perform(s, rules.public.effect[self.number], self.seat)


def fire(s: Kingdom, seat: i64, moment: i64, sources: i64 = ALL) -> None:
    """Push all that works for a seat at this moment, in the order its owner likes (STR-111, STR-167)."""
    folk = s.rules.folk
    slots = s.rules.slots
    public = s.rules.public
    places: i64 = 0
    steps: list[AnyStep] = []
    bit: i64 = 1
    if sources & CARDS and not s.is_ai(seat):
        for place in range(3):
            kind = s.on_belt(seat, place)
            if kind != NOTHING and folk.when[kind] == moment:
                places |= bit << place
                steps.append(Works(seat, CARDS, kind))
    if sources & SLOTS:
        first = s.board(seat) * SLOT_COUNT
        for slot in range(SLOT_COUNT):
            at = first + slot
            if slots.when[at] == moment and s.slot_open(seat, slot) and icons.holds(s, seat, slots.condition, at):
                places |= bit << AT_SLOT
                steps.append(Works(seat, SLOTS, slot))
    if sources & PUBLICS:
        for building in range(3):
            if (
                s.cells[PUBLIC_OWNER[building]] == seat
                and public.when[building] == moment
                and icons.holds(s, seat, public.condition, building)
            ):
                places |= bit << AT_PUBLIC
                steps.append(Works(seat, PUBLICS, building))
    if s.is_ai(seat):
        s.then(steps)    # it has no order of its own (STR-332)
    else:
        in_order(s, seat, TRIGGER.first, places, steps)


class Done(Automatic[Kingdom]):
    """After an action: abilities that wait for it, read from the board as it is now (STR-110, STR-111)."""

    about: ClassVar[dict[str, str]] = {"action": NUMBER}

    def __init__(self, seat: i64, action: i64) -> None:
        super().__init__(seat)
        self.action: i64 = action

    def fields(self) -> list[i64]:
        return [self.seat, self.action]

    def run(self, s: Kingdom) -> None:
        fire(s, self.seat, AFTER_ACTION + self.action)
