"""The rules of Dworzanie, in the rulebook's order and under its headings. Assassins are in assassin.py.

A card is played in two clicks: first where, then which. Where is open to everybody's eyes anyway, so nothing secret is
pending in between; and the last card of a turn often needs no click at all.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from intryga.games.dworzanie.assassin import Assassin
from intryga.games.dworzanie.cards import (
    ABOVE,
    ASSASSIN,
    AT_TABLE,
    BLUE,
    DOMAIN,
    ELIMINATED,
    HAND_SIZE,
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
    area,
)
from intryga.games.dworzanie.state import Court
from intryga.games.dworzanie.told import DECK_EMPTY, GAME_OVER, LAST_TURN, TURN_BEGINS
from intryga.games.dworzanie.zones import BOX, DECK, FACE_UP, FIRST, HAND, REMOVED, SECRET, SHOWN, USED
from intryga.kernel.cells import vec
from intryga.kernel.dice import DRAW, SETUP, Dice
from intryga.kernel.steps import ALLOWED, AnyStep, Automatic, Choice, Offers, each_seat

# --- PRZYGOTOWANIE: setting up ---


class Setup(Automatic[Court]):
    """Remove courtiers unseen, deal hands and missions, and choose the first player at random (DWO-003 to 017)."""

    def run(self, s: Court) -> None:
        s.dice.begin(SETUP)
        left = s.size(DECK)
        removed = s.rules.removed[s.seats]
        s.draw_unnamed(removed, left, DECK, REMOVED)
        left -= removed
        for seat in range(s.seats):
            s.draw_hand(seat, HAND_SIZE, left)
            left -= HAND_SIZE
        for seat in range(s.seats):
            for first in (WHITE, BLUE):
                s.lay(s.pick(BOX, first, 1, OF_A_COLOUR - seat), BOX, SECRET.of(seat))
        s.set_to(FIRST, s.dice.below(s.seats))
        s.push(TURNS[s.cells[FIRST]])


# --- TURA GRACZA: a player's turn ---


class Turn(Automatic[Court]):
    """Play all three cards, one to each area, in any order (DWO-030 to 033)."""

    def run(self, s: Court) -> None:
        s.forget(USED)
        s.tell(TURN_BEGINS, self.seat)
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

    def options(self, s: Court) -> list[i64]:
        """There are few such lists, and one is asked for with every card: each is made once."""
        cells = s.cells
        key = (s.seats * MOST_SEATS + self.seat) * USES
        key += 4 if cells[USED + AT_TABLE] else 0
        key += 2 if cells[USED + OWN] else 0
        key += 1 if cells[USED + OPPONENTS] else 0
        if not WHERE_OPTIONS[key]:
            WHERE_OPTIONS[key] = super().options(s)
        return WHERE_OPTIONS[key]

    def take(self, s: Court, action: i64) -> None:
        place = TABLE.target(action) if TABLE.has(action) else DOMAIN + IN_DOMAIN.target(action)
        s.push(WHICH[self.seat * ELIMINATED + place])


class Which(Choice[Court]):
    """Which card of the hand goes to the place just chosen. Nothing has moved yet."""

    about: ClassVar[dict[str, str]] = {"place": "place"}

    def __init__(self, seat: i64, place: i64) -> None:
        super().__init__(seat)
        self.place: i64 = place
        self.hand: i64 = HAND.of(seat)
        self.face_up: i64 = FACE_UP.of(place)
        self.area: i64 = area(seat, place)

    def fields(self) -> list[i64]:
        return [self.seat, self.place]

    def continues(self) -> bool:
        return True

    def shows(self, action: i64, viewer: i64) -> i64:
        """Of a spy others see only that it is one: they all look like the first."""
        return PLAY.of(SPY) if PLAY.target(action) % ROLES == SPY else action

    def offers(self, s: Court, o: Offers) -> None:
        cells = s.cells
        for at in range(self.hand + 1, self.hand + 1 + cells[self.hand]):
            if self.is_new(cells, at):
                o.allow(PLAY.of(cells[at]))

    def is_new(self, cells: vec[i64], at: i64) -> bool:
        """Is there no card of this kind before it in the hand? Each kind is offered once."""
        kind = cells[at]
        first = self.hand + 1
        return (at == first or kind != cells[first]) and (at < first + 2 or kind != cells[first + 1])

    def any_option(self, s: Court, dice: Dice) -> i64:
        cells = s.cells
        hand = self.hand
        kinds = cells[hand]    # as many as cards, but for those of one kind
        if kinds == 1:
            return PLAY.of(cells[hand + 1 + s.one_of(1, dice)])
        second = cells[hand + 2] != cells[hand + 1]
        if not second:
            kinds -= 1
        if cells[hand] > 2 and not self.is_new(cells, hand + 3):
            kinds -= 1
        rest = s.one_of(kinds, dice)
        return PLAY.of(cells[hand + 1 + rest if rest == 0 or second else hand + 3])

    def lone_is_public(self, s: Court, option: i64) -> bool:
        """Only the owner knows whether two cards are of one kind."""
        return s.cells[self.hand] == 1

    def take(self, s: Court, action: i64) -> None:
        """Face up (DWO-034), at the table in the column of its family (DWO-040); a spy face down (DWO-060 to 063)."""
        kind = PLAY.target(action)
        cells = s.cells
        first = self.hand + 1
        held: i64 = 0
        while cells[first + held] != kind:
            held += 1
        s.remember(self.area, USED)
        if kind % ROLES == SPY:
            s.play_spy(self.seat, held, self.place)
        else:
            s.lift(self.hand, held, self.face_up)
            if self.place < DOMAIN:
                s.tell_regard(kind // ROLES, s.rules.weight[kind] if self.place == ABOVE else -s.rules.weight[kind])
        s.push(WHERE[self.seat] if cells[self.hand] else DRAWS[self.seat])
        if kind % ROLES == ASSASSIN:
            s.push(Assassin(self.seat, self.place, kind))    # at once (DWO-R08)


class Draw(Automatic[Court]):
    """Three new cards end the turn (DWO-035, DWO-037); with an empty draw pile it was the last one (DWO-036). The game
    ends when nobody holds cards any more (DWO-021)."""

    def run(self, s: Court) -> None:
        left = s.size(DECK)
        if left:
            s.dice.begin(DRAW)
            s.draw_hand(self.seat, min(HAND_SIZE, left), left)
            if left <= HAND_SIZE:
                s.tell(DECK_EMPTY)
        else:
            s.tell(LAST_TURN, self.seat)
        for i in range(1, s.seats + 1):    # clockwise (DWO-020)
            following = (self.seat + i) % s.seats
            if s.cells[HAND.of(following)]:
                s.push(TURNS[following])
                return
        s.push(END)


# --- Koniec gry: the end ---


class End(Automatic[Court]):
    """Spies in play are turned up (DWO-100, DWO-101), missions revealed (DWO-110); then all is counted (scoring.py).
    Eliminated spies stay unseen (DWO-R06), unless the table has chosen to see them now."""

    def run(self, s: Court) -> None:
        s.tell(GAME_OVER)
        for place in range(DOMAIN + s.seats):
            s.turn_up(place)
        if s.rules.reveals_eliminated:
            s.turn_up(ELIMINATED)
        for seat in range(s.seats):
            while s.row_size(SECRET.of(seat)):
                s.pass_on(SECRET.of(seat), 0, SHOWN.of(seat))


# --- The steps are immutable and shared by all games. ---

USES: Final = 8    # which of the three areas have been played to
WHERE_OPTIONS: Final[list[list[i64]]] = [[] for _ in range((MOST_SEATS + 1) * MOST_SEATS * USES)]
PREPARATION: Final[AnyStep] = Setup()
TURNS: Final[vec[AnyStep]] = each_seat(Turn, MOST_SEATS)
WHERE: Final[vec[AnyStep]] = each_seat(Where, MOST_SEATS)
WHICH: Final[list[AnyStep]] = [Which(seat, place) for seat in range(MOST_SEATS) for place in range(ELIMINATED)]
DRAWS: Final[vec[AnyStep]] = each_seat(Draw, MOST_SEATS)
END: Final[AnyStep] = End()


def opening(s: Court) -> None:
    """All is still in the box."""
    s.push(PREPARATION)
