"""PRZEJĘCIE KONTROLI NAD MIEJSCEM and EFEKTY MIEJSC: choosing a location, and what it does at once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.konspiracja.cards import (
    DRAW_LOCATIONS,
    FORCE_ONE,
    FORCE_TWO,
    LOCATION_KINDS,
    LORD_KINDS,
    MOST_DRAWN,
    MOST_SEATS,
    PLACE,
    RESHUFFLE_LOCATIONS,
    RESHUFFLE_LORDS,
    TAKE,
)
from intryga.games.konspiracja.state import Senate
from intryga.games.konspiracja.told import DECK_EMPTY, OTHERS_FORCED
from intryga.games.konspiracja.zones import (
    AVAILABLE,
    CONTROLLED,
    COVERED,
    DECK,
    DISCARDS,
    DRAWN_LOCATIONS,
    LOCATION_DECK,
    RECRUITS,
    TURNED_UP,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.steps import ALLOWED, AnyStep, Choice, Offers, each_seat


def take_over(s: Senate, seat: i64) -> None:
    """The player must take control of a location now (KON-062). Somewhere there always is one (KON-073), but who
    chooses from the deck may find it empty: then the keys stay live (KON-128), or another may be taken (KON-R08)."""
    if not s.searches(seat):
        s.push(TAKE_OVER[seat])
    elif s.size_up_to(LOCATION_DECK, 1):
        s.push(SEARCH[seat])
    elif s.rules.empty_search_takes:
        s.push(TAKE_OVER[seat])
    else:
        s.tell(DECK_EMPTY, seat)


def refuse_placing(s: Senate, seat: i64, o: Offers) -> None:
    """A lord is resolved to the end before the next is placed (KON-042)."""
    if o.explain:
        for kind in range(LORD_KINDS):
            if s.cells[RECRUITS.at(seat, kind)]:
                o.offer(PLACE.of(kind), "KON-042")


class TakeOver(Choice[Senate]):
    """Either 1 to 3 locations off the deck, of which one stays, or an available one (KON-065). By an option what this
    turn turned up waits for the next (KON-R23): at least 10 locations are left and a turn turns up 6 at most, so there
    is a choice even then."""

    def offers(self, s: Senate, o: Offers) -> None:
        left = s.size(LOCATION_DECK)
        for count in range(s.rules.most_drawn):
            o.offer(DRAW_LOCATIONS.of(count), ALLOWED if count < left else "KON-071")
        for kind in range(LOCATION_KINDS):
            if s.cells[AVAILABLE + kind]:
                o.allow(TAKE.of(kind))
            elif s.cells[TURNED_UP + kind]:
                o.offer(TAKE.of(kind), "KON-R23")
        refuse_placing(s, self.seat, o)

    def any_option(self, s: Senate, dice: Dice) -> i64:
        options: i64 = (1 << s.size_up_to(LOCATION_DECK, s.rules.most_drawn)) - 1
        chosen = s.any_bit(options | s.present(AVAILABLE) << MOST_DRAWN, dice)
        return DRAW_LOCATIONS.of(chosen) if chosen < MOST_DRAWN else TAKE.of(chosen - MOST_DRAWN)

    def take(self, s: Senate, action: i64) -> None:
        if DRAW_LOCATIONS.has(action):
            s.draw_cards(DRAW_LOCATIONS.target(action) + 1, LOCATION_DECK, DRAWN_LOCATIONS.of(self.seat))
            s.push(KEEP_LOCATION[self.seat])
            return
        control(s, self.seat, TAKE.target(action), AVAILABLE)


class KeepLocation(Choice[Senate]):
    """One of the locations drawn must be kept; the others lie face up beside the deck (KON-066) before the effect
    (KON-070)."""

    def continues(self) -> bool:
        return True

    def offers(self, s: Senate, o: Offers) -> None:
        for kind in s.kinds(DRAWN_LOCATIONS.of(self.seat)):
            o.allow(TAKE.of(kind))
        if o.explain:
            for kind in range(LOCATION_KINDS):
                if s.cells[AVAILABLE + kind] or s.cells[TURNED_UP + kind]:
                    o.offer(TAKE.of(kind), "KON-066")
            for count in range(s.rules.most_drawn):
                o.offer(DRAW_LOCATIONS.of(count), "KON-065")
            refuse_placing(s, self.seat, o)

    def any_option(self, s: Senate, dice: Dice) -> i64:
        return TAKE.of(s.any_bit(s.present(DRAWN_LOCATIONS.of(self.seat)), dice))

    def take(self, s: Senate, action: i64) -> None:
        kind = TAKE.target(action)
        own = DRAWN_LOCATIONS.of(self.seat)
        for other in range(LOCATION_KINDS):
            if s.cells[own + other] and other != kind:
                s.move(other, 1, own, AVAILABLE if s.rules.drawn_at_once else TURNED_UP)    # KON-R23
        control(s, self.seat, kind, own)


class Search(Choice[Senate]):
    """Wybór z talii miejsc: any card of the location deck, and no other (KON-127). The deck is a bag: nothing is left
    to shuffle, and everybody can count what it holds (KON-R15)."""

    def continues(self) -> bool:
        return True

    def offers(self, s: Senate, o: Offers) -> None:
        for kind in s.kinds(LOCATION_DECK):
            o.allow(TAKE.of(kind))
        if o.explain:
            for kind in range(LOCATION_KINDS):
                if s.cells[AVAILABLE + kind] or s.cells[TURNED_UP + kind]:
                    o.offer(TAKE.of(kind), "KON-127")
            for count in range(s.rules.most_drawn):
                o.offer(DRAW_LOCATIONS.of(count), "KON-127")
            refuse_placing(s, self.seat, o)

    def any_option(self, s: Senate, dice: Dice) -> i64:
        return TAKE.of(s.any_bit(s.present(LOCATION_DECK), dice))

    def take(self, s: Senate, action: i64) -> None:
        control(s, self.seat, TAKE.target(action), LOCATION_DECK)


def control(s: Senate, seat: i64, kind: i64, source: i64) -> None:
    """The location covers the lord just placed, which spends all keys so far (KON-068, KON-069), and acts (KON-070)."""
    s.lay(kind, source, CONTROLLED.of(seat))
    s.remember_next(s.placed(seat) - 1, COVERED.of(seat))
    s.gain_pearls(seat, s.rules.locations.pearls[kind])    # KON-111 to 113
    effect = s.rules.locations.effect[kind]
    if effect in (FORCE_ONE, FORCE_TWO):
        count: i64 = 1 if effect == FORCE_ONE else 2
        s.force(seat, count)    # the latest alone binds (KON-122, KON-R06)
        s.tell(OTHERS_FORCED, seat, count)
    elif effect == RESHUFFLE_LORDS:    # KON-124
        s.move_all(DISCARDS, DECK)
    elif effect == RESHUFFLE_LOCATIONS:    # KON-125
        s.move_all(AVAILABLE, LOCATION_DECK)
        s.move_all(TURNED_UP, LOCATION_DECK)


TAKE_OVER: Final[vec[AnyStep]] = each_seat(TakeOver, MOST_SEATS)
KEEP_LOCATION: Final[vec[AnyStep]] = each_seat(KeepLocation, MOST_SEATS)
SEARCH: Final[vec[AnyStep]] = each_seat(Search, MOST_SEATS)
