"""ZDOLNOŚCI LORDÓW: what a lord does at the moment it is placed, and never again (KON-088)."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.konspiracja.cards import (
    LORD_KINDS,
    MOST_SEATS,
    NO_SWAP,
    PLACE,
    REVEAL_TOP,
    SLOTS,
    SWAP,
    SWAP_TWO,
    WITH,
)
from intryga.games.konspiracja.state import Senate
from intryga.games.konspiracja.told import SWAP_DECLINED
from intryga.games.konspiracja.zones import CHAMBER, DECK, DISCARDS, RECRUITS
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.steps import ALLOWED, AnyStep, Choice, Offers, each_seat


def activate(s: Senate, seat: i64, kind: i64) -> None:
    """Pearls, a swap, or a lord revealed (KON-074, KON-080, KON-085). Keys are read off the chamber (KON-060)."""
    pearls = s.rules.lords.pearls[kind]
    if pearls:
        s.gain_pearls(seat, pearls)
    ability = s.rules.lords.ability[kind]
    if ability == SWAP_TWO:
        movable = movable_slots(s, seat)
        if movable & movable - 1:    # two at least (KON-083)
            s.push(SWAPS[seat])
    elif ability == REVEAL_TOP and s.size_up_to(DECK, 1):    # KON-086
        s.draw_cards(1, DECK, DISCARDS)


def movable_slots(s: Senate, seat: i64) -> i64:
    """Where lords sit that may be swapped (KON-081): one bit for each slot."""
    cells = s.cells
    movable = s.rules.lords.movable
    lords = CHAMBER.of(seat) + 1
    found: i64 = 0
    for at in range(lords, lords + s.placed(seat)):
        if movable[cells[at]]:
            found |= 1 << at - lords
    return found


def swap_refused(s: Senate, seat: i64, slot: i64) -> str:
    """A lord with a key stays where it is, spent, covered or not (KON-081, KON-R09)."""
    return ALLOWED if s.rules.lords.movable[s.lord(seat, slot)] else "KON-081"


def refuse_unplaced(s: Senate, seat: i64, o: Offers) -> None:
    """The swap comes before the next lord is placed, so no other can take part (KON-084)."""
    if o.explain:
        for kind in range(LORD_KINDS):
            if s.cells[RECRUITS.at(seat, kind)]:
                o.offer(PLACE.of(kind), "KON-084")


class Swap(Choice[Senate]):
    """Lord z 0 PW: may swap two lords of the own chamber, this one included (KON-080). Here the first of the two; a
    swap that changes nothing is allowed (KON-R11)."""

    def offers(self, s: Senate, o: Offers) -> None:
        for slot in range(s.placed(self.seat)):
            o.offer(SWAP.of(slot), swap_refused(s, self.seat, slot))
        o.allow(NO_SWAP)
        refuse_unplaced(s, self.seat, o)

    def any_option(self, s: Senate, dice: Dice) -> i64:
        slot = s.any_bit(movable_slots(s, self.seat) | 1 << SLOTS, dice)
        return SWAP.of(slot) if slot < SLOTS else NO_SWAP

    def take(self, s: Senate, action: i64) -> None:
        if action == NO_SWAP:
            s.tell(SWAP_DECLINED, self.seat)
        else:
            s.push(SWAPS_WITH[self.seat * SLOTS + SWAP.target(action)])


class SwapWith(Choice[Senate]):
    """The second lord of a swap. Nothing has moved yet: the first choice is carried here."""

    about: ClassVar[dict[str, str]] = {"slot": "slot"}

    def __init__(self, seat: i64, slot: i64) -> None:
        super().__init__(seat)
        self.slot: i64 = slot

    def fields(self) -> list[i64]:
        return [self.seat, self.slot]

    def continues(self) -> bool:
        return True

    def offers(self, s: Senate, o: Offers) -> None:
        for slot in range(s.placed(self.seat)):
            o.offer(WITH.of(slot), "KON-080" if slot == self.slot else swap_refused(s, self.seat, slot))
        refuse_unplaced(s, self.seat, o)

    def any_option(self, s: Senate, dice: Dice) -> i64:
        return WITH.of(s.any_bit(movable_slots(s, self.seat) & ~(1 << self.slot), dice))

    def take(self, s: Senate, action: i64) -> None:
        s.exchange(self.seat, self.slot, WITH.target(action))


SWAPS: Final[vec[AnyStep]] = each_seat(Swap, MOST_SEATS)
SWAPS_WITH: Final[list[AnyStep]] = [SwapWith(seat, slot) for seat in range(MOST_SEATS) for slot in range(SLOTS)]
