"""Konspiracja as the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intryga.games.konspiracja import abilities, advice, diagram, printed, sampler, scoring, steps, takeover
from intryga.games.konspiracja.cards import COLOURS, GOLD, SILVER, SLOTS, SPACE
from intryga.games.konspiracja.state import (
    FIRST,
    FORCED,
    LAYOUT,
    MASTER,
    PEARLS,
    Rules,
    Senate,
    empty_table,
)
from intryga.kernel.dice import Dice
from intryga.kernel.game import Game, Value, steps_of


class Konspiracja(Game[Senate, Rules]):
    id = "konspiracja"
    version = 1
    prefix = "KON"
    layout = LAYOUT
    space = SPACE
    step_types = steps_of(steps, abilities, takeover)
    phases = ["recruit", "place", "setup", "over"]  # noqa: RUF012

    def rules(self, components: Mapping[str, Any], options: Mapping[str, Value]) -> Rules:
        printed.check(components)
        numbers = components["scoring"]
        return Rules(
            printed.lord_cards(components),
            printed.location_cards(components, bool(options["bonus_locations"])),
            printed.neighbours(components["chamber"]),
            numbers["coalition_per_lord"],
            numbers["pearl_master"],
            numbers["draw_max"],
            numbers["keys_same_needed"],
            numbers["keys_any_needed"],
            options["leftover_return"] == "after_placement",
            options["search_deck_empty"] == "allow_available",
            options["drawn_locations"] == "at_once",
        )

    def empty_table(self, rules: Rules, seats: int, dice: Dice) -> Senate:
        return empty_table(rules, seats, dice)

    def opening(self, rules: Rules, seats: int, dice: Dice) -> Senate:
        return steps.opening(rules, seats, dice)

    def set_phase(self, s: Senate, phase: str, seat: int) -> None:
        diagram.complete(s)
        seat = s.cells[FIRST] if seat < 0 else seat
        if phase in ("recruit", "place"):
            diagram.check_turn(s, seat, phase == "place")
        steps.from_phase(s, phase, seat)

    def scores(self, s: Senate) -> list[dict[str, int]]:
        return [
            {
                "lords": scoring.lords(s, seat),
                "locations": scoring.locations(s, seat),
                "coalition": scoring.coalition(s, seat),
                "pearls": scoring.pearl_master(s, seat),
            }
            for seat in range(s.seats)
        ]

    def live_scores(self, s: Senate, viewer: int) -> list[dict[str, int]]:
        """All that scores lies open."""
        return self.scores(s)

    def winners(self, s: Senate) -> list[int]:
        return list(scoring.winners(s))

    def facts(self, s: Senate, viewer: int) -> dict[str, Any]:
        seats = range(s.seats)
        return {
            "marker": s.cells[PEARLS + s.cells[MASTER]] if s.cells[MASTER] >= 0 else 0,    # KON-077
            "piles": {colour: s.pile_size(i) for i, colour in enumerate(COLOURS) if s.pile_size(i)},
            "must_draw": [s.cells[FORCED]] if s.cells[FORCED] else [],
            "live_keys": {word: holders(s, key) for word, key in (("silver", SILVER), ("gold", GOLD))},
            "silver": [s.live_keys(seat, SILVER) for seat in seats],
            "gold": [s.live_keys(seat, GOLD) for seat in seats],
            "free": [s.free(seat) for seat in seats],
            "coalition": [slot_numbers(scoring.coalition_slots(s, seat)) for seat in seats],
            "full": [seat for seat in seats if s.free(seat) == 0],
        }

    def resample(self, s: Senate, viewer: int, dice: Dice) -> Senate:
        return sampler.resample(s, viewer, dice)

    def impossible(self, s: Senate) -> str:
        return sampler.impossible(s)

    def value(self, s: Senate, seat: int) -> float:
        return advice.value(s, seat)


def holders(s: Senate, key: int) -> list[int]:
    """Seats with live keys of this sort, once for each key."""
    return [seat for seat in range(s.seats) for _ in range(s.live_keys(seat, key))]


def slot_numbers(bits: int) -> list[int]:
    return [slot + 1 for slot in range(SLOTS) if bits >> slot & 1]


GAME = Konspiracja()
