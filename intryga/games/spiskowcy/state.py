"""The court of Spiskowcy: who shows what, who holds which majority (większość), and how all stand."""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from intryga.games.spiskowcy import advice, sampler, scoring
from intryga.games.spiskowcy.cards import CHARACTERS, FORTUNE_TELLER, GUARD, KINDS, NAMES, PLOT, RAID, SPY
from intryga.games.spiskowcy.data import Rules
from intryga.games.spiskowcy.zones import (
    BANK_POINTS,
    DECK,
    DISCARDS,
    HAND,
    LAYOUT,
    ORDERS,
    PAIRED,
    POINTS,
    REVEALED,
    ROUND,
    TABLEAU,
    TURN,
    USED,
)
from intryga.kernel.dice import Dice
from intryga.kernel.state import State


@final
class Court(State[Rules]):
    """The castle and its courtiers (dwór)."""

    def twin(self) -> Court:
        return Court(LAYOUT, self.rules, self.seats, self.cells[:], self.dice.copy())

    # --- reading the table ---

    def face_up(self, seat: i64, kind: i64) -> i64:
        return self.cells[TABLEAU.at(seat, kind)]

    def face_down(self, seat: i64, kind: i64) -> i64:
        return self.cells[ORDERS.at(seat, kind)]

    def in_hand(self, seat: i64, kind: i64) -> i64:
        return self.cells[HAND.at(seat, kind)]

    def points(self, seat: i64) -> i64:
        return self.cells[POINTS.of(seat)]

    def events_shown(self, seat: i64) -> i64:
        return self.face_up(seat, RAID) + self.face_up(seat, PLOT)

    def characters(self, seat: i64) -> i64:
        """The characters that a seat shows: one bit for each kind."""
        cells = self.cells
        shown = TABLEAU.first + seat * KINDS
        found: i64 = 0
        for at in range(shown, shown + CHARACTERS):
            if cells[at]:
                found |= 1 << at - shown
        return found

    def limit(self) -> i64:
        """How many cards may stay, by the place card of this round (SPI-013)."""
        return self.rules.keep[self.cells[ROUND] - 1]

    # --- majority ---

    def majority(self, seat: i64, kind: i64) -> bool:
        """Strictly the most face-up copies, at least one (SPI-020 to 024); the Fortune-teller wins ties (SPI-025)."""
        cells = self.cells
        first = TABLEAU.first
        shown = first + seat * KINDS    # by hand: nothing is asked more often
        own = cells[shown + kind]
        if own == 0:
            return False
        own += cells[shown + FORTUNE_TELLER]
        for at in range(first + kind, first + self.seats * KINDS, KINDS):
            if cells[at] >= own and at != shown + kind:
                return False
        return True

    def holder(self, kind: i64) -> i64:
        """Who has the majority, or -1 (SPI-027)."""
        for seat in range(self.seats):
            if self.cells[TABLEAU.first + seat * KINDS + kind] and self.majority(seat, kind):
                return seat
        return -1

    def safe_from_plots(self, seat: i64) -> bool:
        """The Spy's second power: not while its holder shows a Guard (SPI-072, SPI-073)."""
        return (
            self.face_up(seat, GUARD) == 0
            and self.majority(seat, SPY)
            and (self.seats > 2 or self.rules.two_player_spy)
        )

    # --- changing it ---

    def begin_turn(self, seat: i64) -> None:
        self.set_to(TURN, seat)
        self.forget_row(REVEALED)
        self.forget(USED)

    def discard(self, seat: i64, kind: i64) -> None:
        self.move(kind, 1, TABLEAU.of(seat), DISCARDS)

    # --- what the house asks ---

    def scores(self) -> list[dict[str, int]]:
        return [
            {
                "characters": scoring.characters(self, seat),
                "events": scoring.events(self, seat),
                "vp": scoring.victory_points(self, seat),
            }
            for seat in range(self.seats)
        ]

    def live_scores(self, viewer: i64) -> list[dict[str, int]]:
        """All that scores lies open (SPI-R21)."""
        return self.scores()

    def total(self, seat: i64) -> i64:
        return scoring.totals(self)[seat]

    def winners(self) -> list[i64]:
        return scoring.winners(self)

    def facts(self, viewer: i64) -> dict[str, Any]:
        playing = self.cells[ROUND] > 0
        return {
            "deal": self.rules.deal[self.cells[ROUND] - 1] if playing else 0,
            "limit": self.limit() if playing else 0,
            "majorities": {NAMES[kind]: self.holder(kind) for kind in range(CHARACTERS) if self.holder(kind) >= 0},
            "safe_from_raids": [seat for seat in range(self.seats) if self.majority(seat, GUARD)],
            "safe_from_plots": [seat for seat in range(self.seats) if self.safe_from_plots(seat)],
        }

    def resample(self, viewer: i64, dice: Dice) -> Court:
        return sampler.resample(self, viewer, dice)

    def impossible(self) -> str:
        return sampler.impossible(self)

    def value(self, seat: i64) -> float:
        return advice.value(self, seat)

    def terms(self, seat: i64) -> dict[str, float]:
        return advice.terms(self, seat)

    def values(self) -> list[float]:
        return advice.values(self)


def empty_table(rules: Rules, seats: i64, dice: Dice) -> Court:
    """Every card in the deck, every Victory Point in the bank, nothing in front of anybody (SPI-002, 004, 006)."""
    s = Court(LAYOUT, rules, seats, LAYOUT.new_cells(), dice)
    for kind in range(KINDS):
        s.fill(DECK, kind, rules.copies[kind])
    s.fill(BANK_POINTS, 0, rules.victory_points)
    s.set_to(TURN, -1)
    s.set_to(PAIRED, -1)
    return s
