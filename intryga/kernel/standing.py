"""How everybody stands: what the house may ask of a game beside its machine of steps (state.py)."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from mypy_extensions import i64

from intryga.kernel.board import Board
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.layout import BAG, Layout, Zone
from intryga.kernel.rules import RuleSet

R = TypeVar("R", bound=RuleSet)


class Standing(Board, Generic[R]):
    """A board and the rules it is played by, shared by all states of a table. Seats are people or bots; guests follow
    them, have zones, a score and perhaps the win, and are never asked."""

    def __init__(self, layout: Layout, rules: R, seats: i64, cells: vec[i64], dice: Dice, guests: i64) -> None:
        super().__init__(layout, cells, dice)
        self.rules = rules
        self.seats: i64 = seats
        self.guests: i64 = guests

    # --- what each game says ---

    def scores(self) -> list[dict[str, int]]:
        """Points by source, for each seat and guest."""
        raise NotImplementedError

    def live_scores(self, viewer: i64) -> list[dict[str, int]] | None:
        """The same in mid-game, as far as this viewer can work it out."""
        return None

    def winners(self) -> list[i64]:
        """Seats, and guests after them; several share the victory. Without more: who has the most points."""
        totals = [self.total(seat) for seat in range(self.seats + self.guests)]
        most = max(totals)
        return [seat for seat in range(len(totals)) if totals[seat] == most]

    def facts(self, viewer: i64) -> dict[str, Any]:
        """What players would otherwise work out by looking: limits, majorities, protections."""
        return {}

    def impossible(self) -> str:
        """Why no play leads to this state, in a sentence; empty if nothing speaks against it. Without more, only that
        no card can be taken from where none is left."""
        for zone in self.layout.zones_for(self.seats + self.guests):
            if zone.shape == BAG:
                for kind in range(zone.length):
                    if self.cells[zone.at + kind] < 0:
                        return f"{zone.label()} would hold {self.cells[zone.at + kind]} cards {zone.kinds[kind]}"
        return ""

    def value(self, seat: i64) -> float:
        """How well this seat stands, for bots that look ahead."""
        return float(self.total(seat))

    def terms(self, seat: i64) -> dict[str, float]:
        """What `value` is the sum of, by name: for the reason that a hint gives."""
        return {source: float(points) for source, points in self.scores()[seat].items()}

    def features(self) -> list[list[float]]:
        """What a learnt judge reads of how each seat stands: always the same number of numbers, and nothing but what is
        so in this world. Without more, the terms of every seat, counted from the one that is judged."""
        terms = [list(self.terms(seat).values()) for seat in range(self.seats)]
        return [[term for own in terms[seat:] + terms[:seat] for term in own] for seat in range(self.seats)]

    def opened_at_end(self, zone: Zone) -> bool:
        """Is this zone shown to all when the game is over? Some cards stay secret for ever."""
        return True

    # --- what follows ---

    def total(self, seat: i64) -> i64:
        """The points of a seat, all sources together."""
        return sum(self.scores()[seat].values())

    def values(self) -> list[float]:
        """How well each seat stands."""
        return [self.value(seat) for seat in range(self.seats)]

    def returns(self) -> list[float]:
        """Each seat's share of the victory."""
        winners = self.winners()
        shares = [0.0 for _ in range(self.seats)]
        for seat in winners:
            if seat < self.seats:    # a guest may win too
                shares[seat] = 1.0 / float(len(winners))
        return shares
