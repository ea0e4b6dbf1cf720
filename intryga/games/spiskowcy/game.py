"""Spiskowcy as the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intryga.games.spiskowcy import advice, events, sampler, scoring, steps
from intryga.games.spiskowcy.cards import CHARACTERS, GUARD, MOST_COPIES, NAMES, SPACE
from intryga.games.spiskowcy.state import FIRST, LAYOUT, ROUND, Court, Rules, empty_table
from intryga.kernel.components import WrongComponent
from intryga.kernel.dice import Dice
from intryga.kernel.game import Game, Value, steps_of


def at_least_none(group: str, block: Mapping[str, Any], key: str) -> None:
    if block[key] < 0:
        id = str(block.get("id", block.get("round")))
        raise WrongComponent(group, id, key, f"{key} cannot be less than 0, as {block[key]} is")


class Spiskowcy(Game[Court, Rules]):
    id = "spiskowcy"
    version = 1
    prefix = "SPI"
    layout = LAYOUT
    space = SPACE
    step_types = steps_of(steps, events)
    phases = ["deal", "orders", "action", "end_of_round", "over"]  # noqa: RUF012

    def rules(self, components: Mapping[str, Any], options: Mapping[str, Value]) -> Rules:
        cards = components["card"]
        places = components["place"]
        for card in cards:
            at_least_none("card", card, "copies")
            if card["copies"] > MOST_COPIES:
                raise WrongComponent("card", card["id"], "copies", f"there can be {MOST_COPIES} copies at most")
        for place in places:
            at_least_none("place", place, "deal")
            at_least_none("place", place, "keep")
        return Rules(
            [card["copies"] for card in cards],
            [card["influence"] for card in cards],
            [place["deal"] for place in places],
            [place["keep"] for place in places],
            components["victory_points"]["copies"],
            components["victory_points"]["value"],
            options["orders"] == "simultaneous",
            int(options["min_orders"]),
            bool(options["two_player_spy_protection"]),
            bool(options["extra_discards"]),
        )

    def empty_table(self, rules: Rules, seats: int, dice: Dice) -> Court:
        return empty_table(rules, seats, dice)

    def opening(self, rules: Rules, seats: int, dice: Dice) -> Court:
        return steps.opening(rules, seats, dice)

    def set_phase(self, s: Court, phase: str, seat: int) -> None:
        s.cells[ROUND] = max(s.cells[ROUND], 1)
        place = (seat - s.cells[FIRST]) % s.seats if seat >= 0 else 0
        steps.from_phase(s, self.phases.index(phase), place)

    def scores(self, s: Court) -> list[dict[str, int]]:
        return [
            {
                "characters": scoring.characters(s, seat),
                "events": scoring.events(s, seat),
                "vp": scoring.victory_points(s, seat),
            }
            for seat in range(s.seats)
        ]

    def live_scores(self, s: Court, viewer: int) -> list[dict[str, int]]:
        """All that scores lies open (SPI-R21)."""
        return self.scores(s)

    def winners(self, s: Court) -> list[int]:
        return list(scoring.winners(s))

    def facts(self, s: Court, viewer: int) -> dict[str, Any]:
        return {
            "deal": s.rules.deal[s.cells[ROUND] - 1] if s.cells[ROUND] else 0,
            "limit": s.limit() if s.cells[ROUND] else 0,
            "majorities": {NAMES[kind]: s.holder(kind) for kind in range(CHARACTERS) if s.holder(kind) >= 0},
            "safe_from_raids": [seat for seat in range(s.seats) if s.majority(seat, GUARD)],
            "safe_from_plots": [seat for seat in range(s.seats) if s.safe_from_plots(seat)],
        }

    def resample(self, s: Court, viewer: int, dice: Dice) -> Court:
        return sampler.resample(s, viewer, dice)

    def impossible(self, s: Court) -> str:
        return sampler.impossible(s)

    def value(self, s: Court, seat: int) -> float:
        return advice.value(s, seat)


GAME = Spiskowcy()
