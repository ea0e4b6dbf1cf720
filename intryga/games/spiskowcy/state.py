"""The table of Spiskowcy: what lies where, and who holds which majority (większość)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import (
    FORTUNE_TELLER,
    GUARD,
    KINDS,
    MOST_SEATS,
    NAMES,
    PLOT,
    POWERS,
    RAID,
    SPY,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.layout import EVERYBODY, NOBODY, OWNER, Layout
from intryga.kernel.state import State
from intryga.kernel.steps import AnyStep

LAYOUT: Final = Layout(MOST_SEATS)
DECK: Final[i64] = LAYOUT.bag("deck", NAMES, NOBODY)
DISCARDS: Final[i64] = LAYOUT.bag("discards", NAMES, EVERYBODY)    # left the table face up; to the deck at the deal
TABLEAU: Final[i64] = LAYOUT.bags("tableau", NAMES, EVERYBODY)
ORDERS: Final[i64] = LAYOUT.bags("orders", NAMES, OWNER)
HAND: Final[i64] = LAYOUT.bags("hand", NAMES, OWNER)
RETURNED: Final[i64] = LAYOUT.bags("returned", NAMES, OWNER)    # thrown back unseen; to the deck at the deal
BANK_POINTS: Final[i64] = LAYOUT.bag("bank", ["vp"], EVERYBODY)
POINTS: Final[i64] = LAYOUT.bags("vp", ["vp"], EVERYBODY)
ROUND: Final[i64] = LAYOUT.counter("round")
FIRST: Final[i64] = LAYOUT.counter("first")    # holder of the First Player token
TURN: Final[i64] = LAYOUT.counter("turn")    # whose turn it is in phase III, or -1
PAIRED: Final[i64] = LAYOUT.counter("innkeeper")    # who had the right to lay a pair this round, or -1
REVEALED: Final[i64] = LAYOUT.note(LAYOUT.row("revealed", NAMES, EVERYBODY, 9))    # turned up in this turn
USED: Final[i64] = LAYOUT.note(LAYOUT.bag("used", POWERS, EVERYBODY))    # powers used in this turn


def tableau(seat: i64) -> i64:
    return TABLEAU + seat * KINDS


def orders(seat: i64) -> i64:
    return ORDERS + seat * KINDS


def hand(seat: i64) -> i64:
    return HAND + seat * KINDS


def returned(seat: i64) -> i64:
    return RETURNED + seat * KINDS


class Rules:
    """What is printed on the components, and what this table has chosen. Shared by all states of a table."""

    def __init__(self, copies: list[i64], influence: list[i64], deal: list[i64], keep: list[i64], victory_points: i64,
                 victory_point_value: i64, simultaneous: bool, min_orders: i64, two_player_spy: bool,
                 extra_discards: bool) -> None:  # fmt: skip
        self.copies = vec[i64](copies)
        self.influence = vec[i64](influence)
        self.deal = vec[i64](deal)    # by round, from 0
        self.keep = vec[i64](keep)
        self.rounds: i64 = len(deal)
        self.victory_points: i64 = victory_points
        self.victory_point_value: i64 = victory_point_value
        self.simultaneous = simultaneous    # SPI-R01
        self.min_orders: i64 = min_orders    # SPI-R02
        self.two_player_spy = two_player_spy    # SPI-R10
        self.extra_discards = extra_discards    # SPI-R13


class Court(State):
    """The castle and its courtiers (dwór)."""

    def __init__(self, rules: Rules, seats: i64, cells: vec[i64], dice: Dice, stack: list[AnyStep]) -> None:
        super().__init__(LAYOUT, seats, cells, dice, stack)
        self.rules = rules

    def clone(self) -> Court:
        twin = Court(self.rules, self.seats, self.cells[:], self.dice.copy(), self.stack[:])
        twin.resume(self)
        return twin

    # --- reading the table ---

    def face_up(self, seat: i64, kind: i64) -> i64:
        return self.cells[TABLEAU + seat * KINDS + kind]

    def face_down(self, seat: i64, kind: i64) -> i64:
        return self.cells[ORDERS + seat * KINDS + kind]

    def in_hand(self, seat: i64, kind: i64) -> i64:
        return self.cells[HAND + seat * KINDS + kind]

    def points(self, seat: i64) -> i64:
        return self.cells[POINTS + seat]

    def events_shown(self, seat: i64) -> i64:
        return self.face_up(seat, RAID) + self.face_up(seat, PLOT)

    def limit(self) -> i64:
        """How many cards may stay, by the place card of this round (SPI-013)."""
        return self.rules.keep[self.cells[ROUND] - 1]

    # --- majority ---

    def majority(self, seat: i64, kind: i64) -> bool:
        """Strictly the most face-up copies, at least one (SPI-020 to 024); the Fortune-teller wins ties (SPI-025)."""
        cells = self.cells
        own = cells[TABLEAU + seat * KINDS + kind]
        if own == 0:
            return False
        own += cells[TABLEAU + seat * KINDS + FORTUNE_TELLER]
        at = TABLEAU + kind
        for other in range(self.seats):
            if other != seat and cells[at] >= own:
                return False
            at += KINDS
        return True

    def holder(self, kind: i64) -> i64:
        """Who has the majority, or -1 (SPI-027)."""
        for seat in range(self.seats):
            if self.majority(seat, kind):
                return seat
        return -1

    def safe_from_plots(self, seat: i64) -> bool:
        """The Spy's second power: not while its holder shows a Guard (SPI-072, SPI-073)."""
        return (
            self.face_up(seat, GUARD) == 0
            and self.majority(seat, SPY)
            and (self.seats > 2 or self.rules.two_player_spy)
        )

    # --- moving things ---

    def begin_turn(self, seat: i64) -> None:
        self.cells[TURN] = seat
        self.forget_row(REVEALED)
        self.forget(USED)

    def discard(self, seat: i64, kind: i64) -> None:
        self.move(kind, 1, tableau(seat), DISCARDS)


def empty_table(rules: Rules, seats: i64, dice: Dice) -> Court:
    """Every card in the deck, every Victory Point in the bank, nothing in front of anybody (SPI-002, 004, 006)."""
    s = Court(rules, seats, LAYOUT.blank[:], dice, [])
    for kind in range(KINDS):
        s.cells[DECK + kind] = rules.copies[kind]
    s.cells[BANK_POINTS] = rules.victory_points
    s.cells[TURN] = -1
    s.cells[PAIRED] = -1
    return s
