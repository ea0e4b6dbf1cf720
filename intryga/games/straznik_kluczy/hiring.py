"""Townsfolk come to a player: hiring (zatrudnianie), and Heroes (Znani Mieszczanie)."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.straznik_kluczy import asked, solo
from intryga.games.straznik_kluczy.cards import (
    FIRST_HERO,
    HERO,
    HIRE,
    NOTHING,
    ON_HERO,
    ON_HIRE,
    PASS,
    RECRUIT,
    SEGMENT_COUNT,
    SILVER,
)
from intryga.games.straznik_kluczy.display import place_of, refill
from intryga.games.straznik_kluczy.effects import fire
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import NO_RECRUIT
from intryga.games.straznik_kluczy.tracks import spend
from intryga.games.straznik_kluczy.zones import (
    DISCARDS,
    DRAW_PILE,
    HAND,
    HERO_DECK,
    HEROES_SHOWN,
    KNOWN,
    SETTING_UP,
    TOWNSFOLK,
)
from intryga.kernel.cells import vec
from intryga.kernel.effects import Effects, perform
from intryga.kernel.language import Operation
from intryga.kernel.steps import ALLOWED, Automatic, Choice, Offers

# --- hiring ---


class HireOne(Operation[Kingdom]):
    """Any visible top, for nothing (STR-116)."""

    def __init__(self) -> None:
        super().__init__("hire", [])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            solo.gain_scheme(s, e.seat)
            return
        for segment in range(SEGMENT_COUNT):
            if s.townsperson(segment) != NOTHING:
                s.push(Hire(e.seat, at))
                return


class Hire(asked.Asked):
    def offers(self, s: Kingdom, o: Offers) -> None:
        for segment in range(SEGMENT_COUNT):
            o.offer(HIRE.of(segment), ALLOWED if s.townsperson(segment) != NOTHING else "STR-075")

    def take(self, s: Kingdom, action: i64) -> None:
        hire(s, self.seat, HIRE.target(action))


def hire(s: Kingdom, seat: i64, segment: i64) -> None:
    """To the discards; the next one is turned up; top-right effect; then what waits for a hire (STR-117)."""
    kind = s.lift(TOWNSFOLK[segment], 0, DISCARDS.of(seat))
    s.next_townsperson(segment)
    s.push(Hired(seat))
    perform(s, s.rules.folk.hire[kind], seat)


class Hired(Automatic[Kingdom]):
    """Somebody was hired."""

    def run(self, s: Kingdom) -> None:
        fire(s, self.seat, ON_HIRE)


class Recruit(Choice[Kingdom]):
    """Phase 4: the top of the own segment, at its value (STR-115)."""

    def offers(self, s: Kingdom, o: Offers) -> None:
        top = s.townsperson(s.segment(self.seat))
        if top == NOTHING:
            o.offer(RECRUIT, "STR-075")
        else:
            payable = s.coins(self.seat, SILVER) >= s.rules.folk.cost[top]
            o.offer(RECRUIT, ALLOWED if payable else "STR-115")
        o.allow(PASS)

    def take(self, s: Kingdom, action: i64) -> None:
        if action == PASS:
            s.tell(NO_RECRUIT, self.seat)
            return
        segment = s.segment(self.seat)
        spend(s, self.seat, SILVER, s.rules.folk.cost[s.townsperson(segment)])
        hire(s, self.seat, segment)


# --- Heroes ---


class GainHero(Operation[Kingdom]):
    """One of those on display, into the hand (STR-170); nothing if there is none (STR-R28)."""

    def __init__(self) -> None:
        super().__init__("hero", [])

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        if s.is_ai(e.seat):
            solo.gain_hero(s, e.seat)
        elif s.row_size(HEROES_SHOWN):
            s.push(TakeHero(e.seat, at))


class TakeHero(asked.Asked):
    def offers(self, s: Kingdom, o: Offers) -> None:
        for place in range(s.row_size(HEROES_SHOWN)):
            o.allow(HERO.of(s.row_item(HEROES_SHOWN, place) - FIRST_HERO))

    def take(self, s: Kingdom, action: i64) -> None:
        kind = HERO.target(action) + FIRST_HERO
        place = place_of(s, HEROES_SHOWN, kind)
        if s.cells[SETTING_UP] and not s.rules.options.hero_to_hand:    # STR-R08
            s.lift(HEROES_SHOWN, place, DRAW_PILE.of(self.seat))
        else:
            s.lift(HEROES_SHOWN, place, HAND.of(self.seat))
            s.remember_next(kind, KNOWN.of(self.seat))
        refill(s, HEROES_SHOWN, HERO_DECK, place)
        fire(s, self.seat, ON_HERO)
