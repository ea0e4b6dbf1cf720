"""A turn: Card Management, and what comes between the other phases (STR-040 to 056, 120, 240)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import chests, icons
from intryga.games.straznik_kluczy.actions import Act
from intryga.games.straznik_kluczy.cards import (
    CRIMINAL,
    DROPPED,
    FOLK_KINDS,
    ICON_COUNT,
    MOST_SEATS,
    NOTHING,
    ON_HERO,
    PLAY,
    PLAYED,
)
from intryga.games.straznik_kluczy.collision import COLLIDE
from intryga.games.straznik_kluczy.effects import fire
from intryga.games.straznik_kluczy.folk import draw, leaves_hand, pile_ready
from intryga.games.straznik_kluczy.hiring import Recruit
from intryga.games.straznik_kluczy.ring import Ride
from intryga.games.straznik_kluczy.solo_turn import AiTurn
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import BLIND, GAME_OVER, ROUND_BEGINS
from intryga.games.straznik_kluczy.tracks import sin
from intryga.games.straznik_kluczy.zones import (
    ACTIVE,
    DISCARDS,
    DISMISSED,
    DRAW_PILE,
    FOLK_BOX,
    HAND,
    LAST_ROUND,
    LEAVING,
    ON_BELT,
    ROUND,
    STARTER,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import DRAW
from intryga.kernel.effects import Effects, perform
from intryga.kernel.language import Book, Operation
from intryga.kernel.steps import AnyStep, Automatic, Choice, Offers, each_seat

MOST_ROUNDS: Final[i64] = 400    # a guard against games without end; real ones have some 25


class Turn(Automatic[Kingdom]):
    """Six phases (STR-040); the AI has two of its own (STR-327)."""

    def run(self, s: Kingdom) -> None:
        s.set_to(ACTIVE, self.seat)
        s.set_to(DISMISSED, 0)
        seat = self.seat
        if s.is_ai(seat):
            s.then([AiTurn(seat), COLLIDE[seat], END_TURN[seat]])
        else:
            rest = [ACTING[seat], RECRUIT[seat], COLLIDE[seat], DRAW_UP[seat], END_TURN[seat]]
            s.then([SLIDE[seat], PLAY_UP[seat], *rest])


# --- phase 1 ---


class Slide(Automatic[Kingdom]):
    """All cards one space on. Entry chests pay at once, then what left the board works (STR-050, STR-056)."""

    def run(self, s: Kingdom) -> None:
        seat = self.seat
        left = s.on_belt(seat, 2)
        if left != NOTHING:
            if s.rules.folk.leaves[left]:
                s.pass_on(ON_BELT[2].of(seat), 0, LEAVING)
                s.then([DropOff(seat, left), LEAVE[seat]])
            else:
                s.lift(ON_BELT[2].of(seat), 0, DISCARDS.of(seat))
                s.push(DropOff(seat, left))
        for place in range(1, -1, -1):
            if s.on_belt(seat, place) != NOTHING:
                s.pass_on(ON_BELT[place].of(seat), 0, ON_BELT[place + 1].of(seat))
        for place in range(1, 3):    # the third space pays first: it is pushed last
            if s.on_belt(seat, place) != NOTHING:
                chests.entered(s, seat, place)


class OfCard(Automatic[Kingdom]):
    """Something happens to a card of a seat."""

    about: ClassVar[dict[str, str]] = {"card": "card"}

    def __init__(self, seat: i64, card: i64) -> None:
        super().__init__(seat)
        self.card: i64 = card

    def fields(self) -> list[i64]:
        return [self.seat, self.card]


class DropOff(OfCard):
    """A card has left the board."""

    def run(self, s: Kingdom) -> None:
        if s.rules.folk.when[self.card] == DROPPED:
            perform(s, s.rules.folk.effect[self.card], self.seat)


class RemoveSelf(Operation[Kingdom]):
    """A Hero who leaves the game after dropping off: a mark of the card, read by Slide (STR-173)."""

    def __init__(self) -> None:
        super().__init__("remove_self", [])

    def write(self, table: Mapping[str, Any], book: Book) -> list[i64]:
        return []

    def run(self, s: Kingdom, e: Effects, code: vec[i64], at: i64) -> None:
        raise AssertionError("never written")


class Leave(Automatic[Kingdom]):
    """The Hero leaves the game, unless too few cards are owned (STR-R06)."""

    def run(self, s: Kingdom) -> None:
        if s.cards_owned(self.seat) > s.rules.setup.fewest_cards:
            s.lift(LEAVING, 0, FOLK_BOX)
            if s.rules.options.removal_destroys:    # STR-R07
                fire(s, self.seat, ON_HERO)
        else:
            s.lift(LEAVING, 0, DISCARDS.of(self.seat))


class PlayUp(Automatic[Kingdom]):
    """One card from the hand, or blind if there is none now (STR-051, STR-052, STR-R48)."""

    def run(self, s: Kingdom) -> None:
        if s.hand_size(self.seat):
            s.push(PLAY_CARD[self.seat])
            return
        size = pile_ready(s, self.seat)
        s.tell(BLIND, self.seat)
        s.dice.begin(DRAW)
        kind = s.deal(DRAW_PILE.of(self.seat), size, ON_BELT[0].of(self.seat))
        s.then([Entered(self.seat, kind), Ride(self.seat, kind)])


class PlayCard(Choice[Kingdom]):
    def offers(self, s: Kingdom, o: Offers) -> None:
        hand = HAND.of(self.seat)
        for kind in range(FOLK_KINDS):
            if s.cells[hand + kind]:
                o.allow(PLAY.of(kind))

    def options(self, s: Kingdom) -> list[i64]:
        """By hand, as it is asked every turn."""
        cells = s.cells
        hand = HAND.of(self.seat)
        found: list[i64] = []
        for kind in range(FOLK_KINDS):
            if cells[hand + kind]:
                found.append(PLAY.of(kind))
        return found

    def take(self, s: Kingdom, action: i64) -> None:
        kind = PLAY.target(action)
        leaves_hand(s, self.seat, kind)
        s.lay(kind, HAND.of(self.seat), ON_BELT[0].of(self.seat))
        s.then([Entered(self.seat, kind), Ride(self.seat, kind)])


class Entered(OfCard):
    """A card was played: Corruption, the chest below it, its effect (STR-053, STR-054)."""

    def run(self, s: Kingdom) -> None:
        folk = s.rules.folk
        if folk.icons[self.card * ICON_COUNT + CRIMINAL]:
            sin(s, self.seat, icons.criminals(s, self.seat))
        if folk.when[self.card] == PLAYED:
            perform(s, folk.effect[self.card], self.seat)
        chests.entered(s, self.seat, 0)


# --- phase 6, and on ---


class DrawUp(Automatic[Kingdom]):
    """Up to the hand limit; more cards than that are kept (STR-120)."""

    def run(self, s: Kingdom) -> None:
        draw(s, self.seat, s.hand_limit(self.seat) - s.hand_size(self.seat))


class EndTurn(Automatic[Kingdom]):
    """The next one clockwise. After Poverty or Prosperity has shown, one round more is played (STR-240)."""

    def run(self, s: Kingdom) -> None:
        following = (self.seat + 1) % s.players
        if following == s.cells[STARTER]:
            last = s.cells[LAST_ROUND]
            if (last and s.cells[ROUND] >= last) or s.cells[ROUND] >= MOST_ROUNDS:
                s.set_to(ACTIVE, -1)
                s.tell(GAME_OVER)
                return
            s.add(ROUND, 1)
            s.tell(ROUND_BEGINS, s.cells[ROUND])
        s.push(TURN[following])


TURN: Final[vec[AnyStep]] = each_seat(Turn, MOST_SEATS)
SLIDE: Final[vec[AnyStep]] = each_seat(Slide, MOST_SEATS)
LEAVE: Final[vec[AnyStep]] = each_seat(Leave, MOST_SEATS)
PLAY_UP: Final[vec[AnyStep]] = each_seat(PlayUp, MOST_SEATS)
PLAY_CARD: Final[vec[AnyStep]] = each_seat(PlayCard, MOST_SEATS)
ACTING: Final[vec[AnyStep]] = each_seat(Act, MOST_SEATS)
RECRUIT: Final[vec[AnyStep]] = each_seat(Recruit, MOST_SEATS)
DRAW_UP: Final[vec[AnyStep]] = each_seat(DrawUp, MOST_SEATS)
END_TURN: Final[vec[AnyStep]] = each_seat(EndTurn, MOST_SEATS)
