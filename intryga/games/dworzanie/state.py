"""The court of Dworzanie: what becomes of hands and spies, and how all stand."""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64

from intryga.games.dworzanie import advice, sampler, scoring
from intryga.games.dworzanie.cards import (
    ELIMINATED,
    FAMILIES,
    FAMILY_NAMES,
    HAND_SIZE,
    KINDS,
    MEMORIES,
    MISSION_NAMES,
    MISSIONS,
    UNKNOWN,
    memory,
)
from intryga.games.dworzanie.data import Rules
from intryga.games.dworzanie.tally import tally
from intryga.games.dworzanie.told import DISGRACED, ESTEEMED, SPY_PLAYED
from intryga.games.dworzanie.zones import (
    BOX,
    DECK,
    FACE_DOWN,
    FACE_UP,
    HAND,
    LAYOUT,
    NUMBERED,
    PLAYED_BY,
    RECALLED,
    REMOVED,
)
from intryga.kernel.dice import Dice
from intryga.kernel.layout import Zone
from intryga.kernel.state import State


class Court(State[Rules]):
    """The queen's table, the domains and the courtiers (dworzanie)."""

    def twin(self) -> Court:
        return Court(LAYOUT, self.rules, self.seats, self.cells[:], self.dice.copy())

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
        """So many cards of a draw pile that holds `left`. Where nobody recalls a spy that was played, no log may give
        it back: its owner saw it in the hand (DWO-R05)."""
        cards = HAND.of(seat)
        for size in range(left, left - count, -1):
            kind = self.pick(DECK, 0, 1, size)
            if self.rules.recalls:
                self.lay(kind, DECK, cards)
            else:
                self.lay_unnamed(kind, DECK, cards)

    # --- spies ---

    def play_spy(self, seat: i64, held: i64, place: i64) -> None:
        """From a place in the hand, face down (DWO-060), with the next number. Its player may recall it (DWO-R05)."""
        if self.rules.recalls:
            kind = self.pass_on(HAND.of(seat), held, FACE_DOWN.of(place))
        else:
            kind = self.pass_unnamed(HAND.of(seat), held, FACE_DOWN.of(place))
        self.number_spy(seat, kind, place)
        self.tell(SPY_PLAYED, seat, self.row_size(PLAYED_BY))

    def number_spy(self, seat: i64, kind: i64, place: i64) -> None:
        self.remember_next(self.row_size(PLAYED_BY), NUMBERED.of(place))
        self.remember_next(seat, PLAYED_BY)
        for other in range(self.seats):
            recalls = other == seat and self.rules.recalls
            self.remember_next(memory(kind) if recalls else UNKNOWN, RECALLED.of(other))

    def eliminate_spy(self, number: i64) -> None:
        """Removed unseen, and no log says later what it was (DWO-075)."""
        for place in range(ELIMINATED):
            for i in range(self.row_size(NUMBERED.of(place))):
                if self.row_item(NUMBERED.of(place), i) == number:
                    self.pass_unnamed(FACE_DOWN.of(place), i, FACE_DOWN.of(ELIMINATED))
                    self.remember_next(self.strike_out(NUMBERED.of(place), i), NUMBERED.of(ELIMINATED))
                    return

    def turn_up(self, place: i64) -> None:
        """The spies of a place join the cards that lie open there: at the table those of their family, on the same side
        of the mat (DWO-100, DWO-101)."""
        while self.row_size(FACE_DOWN.of(place)):
            self.lift(FACE_DOWN.of(place), 0, FACE_UP.of(place))
        self.forget_row(NUMBERED.of(place))

    # --- the queen's regard ---

    def tell_regard(self, family: i64, moved: i64) -> None:
        """Open cards of this family that weigh `moved` have come to the table, above the mat, or gone from below it;
        less than nothing: the other way round. Has her regard turned (DWO-102 to 105)?"""
        if not self.has_readers():
            return
        now = tally(self, False).balance(family)
        if now < 0 <= now - moved:
            self.tell(DISGRACED, family, -now)
        elif now > 0 >= now - moved:
            self.tell(ESTEEMED, family, now)

    # --- what the house asks ---

    def scores(self) -> list[dict[str, int]]:
        t = tally(self, True)
        return [
            {"domain": scoring.domain(self, t, seat), "missions": scoring.mission_points(self, t, seat)}
            for seat in range(self.seats)
        ]

    def live_scores(self, viewer: i64) -> list[dict[str, int]]:
        """As if the game ended now, without the face-down spies, whose families are nobody's to count; of the missions
        only the viewer's own."""
        t = tally(self, False)
        return [
            {
                "domain": scoring.domain(self, t, seat),
                "missions": scoring.mission_points(self, t, seat) if seat == viewer else 0,
            }
            for seat in range(self.seats)
        ]

    def winners(self) -> list[i64]:
        return scoring.winners(self)

    def facts(self, viewer: i64) -> dict[str, Any]:
        """The balance at the table, statuses and the viewer's missions as far as cards lie open; spies by number."""
        t = tally(self, False)
        balance = {FAMILY_NAMES[family]: t.balance(family) for family in range(FAMILIES)}
        fulfilled = scoring.fulfilled(self, t, viewer) if viewer >= 0 else []
        kept = {
            MISSION_NAMES[mission]: seat
            for seat in range(self.seats if self.over() else 0)
            for mission in scoring.fulfilled(self, t, seat)
        }
        return {
            "turns_left": (self.cards_to_play() + HAND_SIZE - 1) // HAND_SIZE,
            "esteemed": [family for family, n in balance.items() if n > 0],
            "disgraced": [family for family, n in balance.items() if n < 0],
            "balance": balance,
            "spies": {str(number + 1): self.row_item(PLAYED_BY, number) for number in range(self.row_size(PLAYED_BY))},
            "recalled": self.memories(viewer) if viewer >= 0 else {},
            "kept": kept,
            "fulfilled": [MISSION_NAMES[mission] for mission in fulfilled],
        }

    def cards_to_play(self) -> i64:
        """In the draw pile and in all hands."""
        total = self.size(DECK)
        for seat in range(self.seats):
            total += self.row_size(HAND.of(seat))
        return total

    def memories(self, seat: i64) -> dict[str, list[int]]:
        """By card, the numbers of the spies that a seat recalls."""
        found: dict[str, list[int]] = {}
        for number in range(self.row_size(PLAYED_BY)):
            recalled = self.row_item(RECALLED.of(seat), number)
            if recalled != UNKNOWN:
                found.setdefault(MEMORIES[recalled], []).append(number + 1)
        return found

    def resample(self, viewer: i64, dice: Dice) -> Court:
        return sampler.resample(self, viewer, dice)

    def impossible(self) -> str:
        return sampler.impossible(self)

    def value(self, seat: i64) -> float:
        return advice.value(self, seat)

    def terms(self, seat: i64) -> dict[str, float]:
        return advice.terms(self, seat)

    def whole_turns(self) -> list[list[i64]]:
        return advice.whole_turns(self, self.seat)

    def turn_played(self) -> Court:
        return advice.best_end(self, self.seat)[1]

    def part_left(self) -> float:
        """By cards: those that were removed (DWO-008) count for nothing."""
        cards = -self.rules.removed[self.seats]
        for kind in range(KINDS):
            cards += self.rules.copies[kind]
        return float(self.cards_to_play()) / float(cards)

    def opened_at_end(self, zone: Zone) -> bool:
        """Cards removed before the game and missions not dealt stay secret (DWO-008, DWO-014), and so do eliminated
        spies, with what was recalled of them, unless the table has chosen to see them (DWO-R06)."""
        if zone.at == REMOVED or zone.at == BOX:
            return False
        of_spies = zone.at == FACE_DOWN.of(ELIMINATED) or zone.memory
        return self.rules.reveals_eliminated or not of_spies


def empty_table(rules: Rules, seats: i64, dice: Dice) -> Court:
    """Every courtier in the draw pile, every mission in the box, no card around the mat or in a domain (DWO-002)."""
    s = Court(LAYOUT, rules, seats, LAYOUT.new_cells(), dice)
    for kind in range(KINDS):
        s.fill(DECK, kind, rules.copies[kind])
    for mission in range(MISSIONS):
        s.fill(BOX, mission, 1)
    return s
