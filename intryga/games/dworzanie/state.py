"""The court of Dworzanie: what lies where, and what is known of the spies."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.dworzanie.cards import (
    AREAS,
    ELIMINATED,
    HAND,
    KINDS,
    MEMORIES,
    MISSION_NAMES,
    MISSIONS,
    MOST_SEATS,
    MOST_SPIES,
    NAMES,
    NUMBERS,
    ROLES,
    SEAT_NAMES,
    UNKNOWN,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.layout import EVERYBODY, NOBODY, OWNER, Layout
from intryga.kernel.state import State
from intryga.kernel.steps import AnyStep

LAYOUT: Final = Layout(MOST_SEATS)
DECK: Final[i64] = LAYOUT.bag("deck", NAMES, NOBODY)    # talia dworzan; nobody knows its order
REMOVED: Final[i64] = LAYOUT.bag("removed", NAMES, NOBODY)    # before the game (DWO-008)
HANDS: Final[i64] = LAYOUT.rows("hand", NAMES, OWNER, HAND)

# Face-up cards, place by place: above, below, the domains, out of the game.
FACE_UP: Final[i64] = LAYOUT.bag("above", NAMES, EVERYBODY)
LAYOUT.bag("below", NAMES, EVERYBODY)
LAYOUT.bags("domain", NAMES, EVERYBODY)
LAYOUT.bag("eliminated", NAMES, EVERYBODY)

# Face-down spies in the same places; at the table that is the queen's column. Nobody may look at them (DWO-061, 075).
FACE_DOWN: Final[i64] = LAYOUT.row("above_spies", NAMES, NOBODY, MOST_SPIES)
LAYOUT.row("below_spies", NAMES, NOBODY, MOST_SPIES)
LAYOUT.rows("domain_spies", NAMES, NOBODY, MOST_SPIES)
LAYOUT.row("eliminated_spies", NAMES, NOBODY, MOST_SPIES)

# What everybody knows of them: the number of each, in the order in which they lie, and by number who played it.
NUMBERED: Final[i64] = LAYOUT.note(LAYOUT.row("above_numbers", NUMBERS, EVERYBODY, MOST_SPIES))
LAYOUT.note(LAYOUT.row("below_numbers", NUMBERS, EVERYBODY, MOST_SPIES))
LAYOUT.note(LAYOUT.rows("domain_numbers", NUMBERS, EVERYBODY, MOST_SPIES))
LAYOUT.note(LAYOUT.row("eliminated_numbers", NUMBERS, EVERYBODY, MOST_SPIES))
PLAYED_BY: Final[i64] = LAYOUT.note(LAYOUT.row("played_by", SEAT_NAMES, EVERYBODY, MOST_SPIES))
# What each player alone recalls of them, by number (DWO-R05).
RECALLED: Final[i64] = LAYOUT.note(LAYOUT.rows("recalled", MEMORIES, OWNER, MOST_SPIES))

BOX: Final[i64] = LAYOUT.bag("box", MISSION_NAMES, NOBODY)    # missions not dealt (DWO-014)
SECRET: Final[i64] = LAYOUT.rows("missions", MISSION_NAMES, OWNER, 2)    # a white and a blue one
SHOWN: Final[i64] = LAYOUT.rows("shown_missions", MISSION_NAMES, EVERYBODY, 2)
FIRST: Final[i64] = LAYOUT.counter("first")    # who plays first
USED: Final[i64] = LAYOUT.note(LAYOUT.bag("used", AREAS, EVERYBODY))    # areas played to in this turn


def hand(seat: i64) -> i64:
    return HANDS + seat * (HAND + 1)


def face_up(place: i64) -> i64:
    return FACE_UP + place * KINDS


def face_down(place: i64) -> i64:
    return FACE_DOWN + place * (MOST_SPIES + 1)


def numbered(place: i64) -> i64:
    return NUMBERED + place * (MOST_SPIES + 1)


def recalled(seat: i64) -> i64:
    return RECALLED + seat * (MOST_SPIES + 1)


def missions(seat: i64) -> i64:
    return SECRET + seat * 3


def shown_missions(seat: i64) -> i64:
    return SHOWN + seat * 3


class Rules:
    """What is printed on the components, and what this table has chosen. Shared by all states of a table."""

    def __init__(self, copies: list[i64], weight: list[i64], removed: list[i64], esteemed: i64, disgraced: i64,
                 neutral: i64, mission_points: list[i64], conditions: list[i64], double_in_missions: bool,
                 recalls: bool, reveals_eliminated: bool) -> None:  # fmt: skip
        self.copies = vec[i64](copies)
        self.weight = vec[i64](weight)
        self.removed = vec[i64](removed)    # by number of seats
        self.esteemed: i64 = esteemed    # points for a card of such a family
        self.disgraced: i64 = disgraced
        self.neutral: i64 = neutral
        self.mission_points = vec[i64](mission_points)
        self.conditions = vec[i64](conditions)    # see missions.py
        self.double_in_missions = double_in_missions    # DWO-R01
        self.recalls = recalls    # DWO-R05
        self.reveals_eliminated = reveals_eliminated    # DWO-R06


class Court(State):
    """The queen's table, the domains and the courtiers (dworzanie)."""

    def __init__(self, rules: Rules, seats: i64, cells: vec[i64], dice: Dice, stack: list[AnyStep]) -> None:
        super().__init__(LAYOUT, seats, cells, dice, stack)
        self.rules = rules

    def clone(self) -> Court:
        twin = Court(self.rules, self.seats, self.cells[:], self.dice.copy(), self.stack[:])
        twin.resume(self)
        return twin

    # --- chance ---

    def pick(self, bag: i64, first: i64, apart: i64, total: i64) -> i64:
        """The kind of a random card among the `total` cards of the kinds first, first + apart, ... of a bag."""
        cells = self.cells
        rest = self.dice.below(total)
        kind = first
        while rest >= cells[bag + kind]:
            rest -= cells[bag + kind]
            kind += apart
        return kind

    def draw_hand(self, seat: i64, count: i64, left: i64) -> None:
        """So many cards of a draw pile that holds `left`."""
        for size in range(left, left - count, -1):
            self.lay(self.pick(DECK, 0, 1, size), DECK, hand(seat))

    # --- spies ---

    def play_spy(self, seat: i64, held: i64, place: i64) -> None:
        """From a place in the hand, face down (DWO-060), with the next number. Its player may recall it (DWO-R05)."""
        if self.rules.recalls:
            kind = self.pass_on(hand(seat), held, face_down(place))
        else:
            kind = self.pass_unnamed(hand(seat), held, face_down(place))
        self.number_spy(seat, kind, place)
        self.tell("spy_played", seat, self.row_size(PLAYED_BY))

    def number_spy(self, seat: i64, kind: i64, place: i64) -> None:
        self.remember_next(self.cells[PLAYED_BY], numbered(place))
        self.remember_next(seat, PLAYED_BY)
        for other in range(self.seats):
            self.remember_next(memory(kind) if other == seat and self.rules.recalls else UNKNOWN, recalled(other))

    def eliminate_spy(self, number: i64) -> None:
        """Removed unseen (DWO-075)."""
        for place in range(ELIMINATED):
            for i in range(self.row_size(numbered(place))):
                if self.row_item(numbered(place), i) == number:
                    self.pass_on(face_down(place), i, face_down(ELIMINATED))
                    self.remember_next(self._cut(numbered(place), i), numbered(ELIMINATED))
                    return

    def turn_up(self, place: i64) -> None:
        """The spies of a place join the cards that lie open there: at the table those of their family, on the same side
        of the mat (DWO-100, DWO-101)."""
        while self.row_size(face_down(place)):
            self.lift(face_down(place), 0, face_up(place))
        self.forget_row(numbered(place))


def memory(spy: i64) -> i64:
    """A spy as its player recalls it."""
    return spy // ROLES + 1


def empty_table(rules: Rules, seats: i64, dice: Dice) -> Court:
    """Every courtier in the draw pile, every mission in the box, no card around the mat or in a domain (DWO-002)."""
    s = Court(rules, seats, LAYOUT.blank[:], dice, [])
    for kind in range(KINDS):
        s.cells[DECK + kind] = rules.copies[kind]
    for mission in range(MISSIONS):
        s.cells[BOX + mission] = 1
    return s
