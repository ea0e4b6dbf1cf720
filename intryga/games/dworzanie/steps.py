"""The rules of Dworzanie, in the rulebook's order and under its headings. Assassins are in assassin.py.

A card is played in two clicks: first where, then which. Where is open to everybody's eyes anyway, so nothing secret is
pending in between; and the last card of a turn often needs no click at all.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.dworzanie.assassin import Assassin
from intryga.games.dworzanie.cards import (
    ASSASSIN,
    AT_TABLE,
    BLUE,
    DOMAIN,
    ELIMINATED,
    HAND,
    IN_DOMAIN,
    MOST_SEATS,
    OF_A_COLOUR,
    OPPONENTS,
    OWN,
    PLAY,
    ROLES,
    SPY,
    TABLE,
    WHITE,
)
from intryga.games.dworzanie.state import (
    BOX,
    DECK,
    FIRST,
    REMOVED,
    USED,
    Court,
    Rules,
    empty_table,
    face_up,
    hand,
    missions,
    shown_missions,
)
from intryga.kernel.dice import Dice
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers

# --- PRZYGOTOWANIE: setting up ---


class Setup(Automatic[Court]):
    """Remove courtiers unseen, deal hands and missions, and choose the first player at random (DWO-003 to 017)."""

    def run(self, s: Court) -> None:
        left = s.size(DECK)
        removed = s.rules.removed[s.seats]
        s.draw(removed, left, DECK, REMOVED)
        left -= removed
        for seat in range(s.seats):
            s.draw_hand(seat, HAND, left)
            left -= HAND
        for seat in range(s.seats):
            for first in (WHITE, BLUE):
                s.lay(s.pick(BOX, first, 1, OF_A_COLOUR - seat), BOX, missions(seat))
        s.cells[FIRST] = s.dice.below(s.seats)
        s.push(TURN[s.cells[FIRST]])


# --- TURA GRACZA: a player's turn ---


class Turn(Automatic[Court]):
    """Play all three cards, one to each area, in any order (DWO-030 to 033)."""

    def run(self, s: Court) -> None:
        s.forget(USED)
        s.tell("turn", self.seat)
        s.push(WHERE[self.seat])


class Where(Choice[Court]):
    """Where the next card goes: above or below the mat, in the own domain, or in that of an opponent."""

    def offers(self, s: Court, o: Offers) -> None:
        used = s.cells[USED + AT_TABLE]
        o.offer(TABLE.of(0), "DWO-032" if used else ALLOWED)    # DWO-041: the choice of the side is free
        o.offer(TABLE.of(1), "DWO-032" if used else ALLOWED)
        for owner in range(s.seats):
            used = s.cells[USED + (OWN if owner == self.seat else OPPONENTS)]
            o.offer(IN_DOMAIN.of(owner), "DWO-032" if used else ALLOWED)

    def take(self, s: Court, action: i64) -> None:
        place = TABLE.target(action) if TABLE.has(action) else DOMAIN + IN_DOMAIN.target(action)
        s.push(WHICH[self.seat * ELIMINATED + place])


class Which(Choice[Court]):
    """Which card of the hand goes to the place just chosen. Nothing has moved yet."""

    def __init__(self, seat: i64, place: i64) -> None:
        super().__init__(seat)
        self.place: i64 = place

    def fields(self) -> list[i64]:
        return [self.seat, self.place]

    def offers(self, s: Court, o: Offers) -> None:
        cards = hand(self.seat)
        size = s.row_size(cards)
        for held in range(size):
            kind = s.row_item(cards, held)
            if (held == 0 or kind != s.row_item(cards, 0)) and (held < 2 or kind != s.row_item(cards, 1)):
                o.allow(PLAY.of(kind))    # each kind once

    def lone_is_public(self, s: Court, option: i64) -> bool:
        """Only the owner knows whether two cards are of one kind."""
        return s.row_size(hand(self.seat)) == 1

    def take(self, s: Court, action: i64) -> None:
        """Face up (DWO-034), at the table in the column of its family (DWO-040); a spy face down (DWO-060 to 063)."""
        kind = PLAY.target(action)
        cards = hand(self.seat)
        held: i64 = 0
        while s.row_item(cards, held) != kind:
            held += 1
        s.remember(area(self.seat, self.place), USED)
        if kind % ROLES == SPY:
            s.play_spy(self.seat, held, self.place)
        else:
            s.lift(cards, held, face_up(self.place))
        s.push(WHERE[self.seat] if s.row_size(cards) else DRAW[self.seat])
        if kind % ROLES == ASSASSIN:
            s.push(Assassin(self.seat, self.place, kind))    # at once (DWO-R08)


def area(seat: i64, place: i64) -> i64:
    """The area a place belongs to, seen from a seat (DWO-031)."""
    if place < DOMAIN:
        return AT_TABLE
    return OWN if place == DOMAIN + seat else OPPONENTS


class Draw(Automatic[Court]):
    """Three new cards end the turn (DWO-035, DWO-037); with an empty draw pile it was the last one (DWO-036). The game
    ends when nobody holds cards any more (DWO-021)."""

    def run(self, s: Court) -> None:
        left = s.size(DECK)
        if left:
            s.draw_hand(self.seat, min(HAND, left), left)
        else:
            s.tell("last_turn", self.seat)
        for i in range(1, s.seats + 1):    # clockwise (DWO-020)
            following = (self.seat + i) % s.seats
            if s.row_size(hand(following)):
                s.push(TURN[following])
                return
        s.push(END)


# --- Koniec gry: the end ---


class End(Automatic[Court]):
    """Spies in play are turned up (DWO-100, DWO-101), missions revealed (DWO-110); then all is counted (scoring.py).
    Eliminated spies stay unseen (DWO-R06), unless the table has chosen to see them now."""

    def run(self, s: Court) -> None:
        s.tell("end")
        for place in range(DOMAIN + s.seats):
            s.turn_up(place)
        if s.rules.reveals_eliminated:
            s.turn_up(ELIMINATED)
        for seat in range(s.seats):
            while s.row_size(missions(seat)):
                s.pass_on(missions(seat), 0, shown_missions(seat))


# --- The steps are immutable and shared by all games. ---

SETUP: Final[AnyStep] = Setup()
TURN: Final[list[AnyStep]] = [Turn(seat) for seat in range(MOST_SEATS)]
WHERE: Final[list[AnyStep]] = [Where(seat) for seat in range(MOST_SEATS)]
WHICH: Final[list[AnyStep]] = [Which(seat, place) for seat in range(MOST_SEATS) for place in range(ELIMINATED)]
DRAW: Final[list[AnyStep]] = [Draw(seat) for seat in range(MOST_SEATS)]
END: Final[AnyStep] = End()


def opening(rules: Rules, seats: i64, dice: Dice) -> Court:
    """All is still in the box."""
    s = empty_table(rules, seats, dice)
    s.push(SETUP)
    return s
