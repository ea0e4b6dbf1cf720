"""Dworzanie as the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intryga.games.dworzanie import advice, assassin, box, phases, sampler, scoring, steps
from intryga.games.dworzanie.cards import FAMILIES, FAMILY_NAMES, HAND, MEMORIES, SPACE, UNKNOWN
from intryga.games.dworzanie.state import DECK, LAYOUT, PLAYED_BY, Court, Rules, empty_table, hand, recalled
from intryga.games.dworzanie.tally import tally
from intryga.kernel.dice import Dice
from intryga.kernel.game import Game, Value, steps_of


class Dworzanie(Game[Court, Rules]):
    id = "dworzanie"
    version = 1
    prefix = "DWO"
    layout = LAYOUT
    space = SPACE
    step_types = steps_of(steps, assassin)
    phases = phases.PHASES

    def rules(self, components: Mapping[str, Any], options: Mapping[str, Value]) -> Rules:
        return box.rules(components, options)

    def empty_table(self, rules: Rules, seats: int, dice: Dice) -> Court:
        return empty_table(rules, seats, dice)

    def opening(self, rules: Rules, seats: int, dice: Dice) -> Court:
        return steps.opening(rules, seats, dice)

    def set_phase(self, s: Court, phase: str, seat: int) -> None:
        phases.begin(s, phase, seat)

    def scores(self, s: Court) -> list[dict[str, int]]:
        t = tally(s, True)
        return [
            {"domain": scoring.domain(s, t, seat), "missions": scoring.mission_points(s, t, seat)}
            for seat in range(s.seats)
        ]

    def live_scores(self, s: Court, viewer: int) -> list[dict[str, int]]:
        """As if the game ended now, without the face-down spies, whose families are nobody's to count; of the missions
        only the viewer's own."""
        t = tally(s, False)
        scores = [{"domain": scoring.domain(s, t, seat), "missions": 0} for seat in range(s.seats)]
        if viewer >= 0:
            scores[viewer]["missions"] = scoring.mission_points(s, t, viewer)
        return scores

    def winners(self, s: Court) -> list[int]:
        return list(scoring.winners(s))

    def facts(self, s: Court, viewer: int) -> dict[str, Any]:
        """The balance at the table and the statuses as far as cards lie open; spies by number."""
        t = tally(s, False)
        balance = {FAMILY_NAMES[family]: t.balance(family) for family in range(FAMILIES)}
        memories: dict[str, list[int]] = {}
        for number in range(s.row_size(PLAYED_BY) if viewer >= 0 else 0):
            memory = s.row_item(recalled(viewer), number)
            if memory != UNKNOWN:
                memories.setdefault(MEMORIES[memory], []).append(number + 1)
        return {
            "turns_left": (s.size(DECK) + sum(s.row_size(hand(seat)) for seat in range(s.seats)) + HAND - 1) // HAND,
            "esteemed": [family for family, n in balance.items() if n > 0],
            "disgraced": [family for family, n in balance.items() if n < 0],
            "balance": balance,
            "spies": {str(number + 1): s.row_item(PLAYED_BY, number) for number in range(s.row_size(PLAYED_BY))},
            "recalled": memories,
        }

    def resample(self, s: Court, viewer: int, dice: Dice) -> Court:
        return sampler.resample(s, viewer, dice)

    def impossible(self, s: Court) -> str:
        return sampler.impossible(s)

    def value(self, s: Court, seat: int) -> float:
        return advice.value(s, seat)


GAME = Dworzanie()
