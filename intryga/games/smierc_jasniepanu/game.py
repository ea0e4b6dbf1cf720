"""Śmierć Jaśniepanu! as the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intryga.games.smierc_jasniepanu import (
    advice,
    effects,
    elimination,
    execution,
    memory,
    plays,
    programs,
    sampler,
    scoring,
    steps,
)
from intryga.games.smierc_jasniepanu.cards import KINDS, MOST_SEATS, PLOTS, SPACE
from intryga.games.smierc_jasniepanu.check import check
from intryga.games.smierc_jasniepanu.state import LAYOUT, TOKEN, Court, Rules, empty_table
from intryga.kernel.dice import Dice
from intryga.kernel.game import Game, Mistake, Value, steps_of


class SmiercJasniepanu(Game[Court, Rules]):
    id = "smierc_jasniepanu"
    version = 1
    prefix = "SMI"
    layout = LAYOUT
    space = SPACE
    step_types = steps_of(steps, execution, plays, effects, elimination)
    phases = ["setup", "draw", "income", "coronation", "executions", "exchange", "reshuffle", "stopped", "act",  # noqa: RUF012
              "over"]  # fmt: skip
    chain_ends = ("eliminated", "eliminated_without_token", "execution_ends")    # an execution: SMI-014, SMI-015

    def rules(self, components: Mapping[str, Any], options: Mapping[str, Value]) -> Rules:
        check(components)
        return programs.compile_rules(components, options)

    def empty_table(self, rules: Rules, seats: int, dice: Dice) -> Court:
        return empty_table(rules, seats, dice)

    def opening(self, rules: Rules, seats: int, dice: Dice) -> Court:
        return steps.opening(rules, seats, dice)

    def set_phase(self, s: Court, phase: str, seat: int) -> None:
        if phase in ("stopped", "act") and s.holder() < 0:
            raise Mistake(f"in the phase '{phase}' somebody holds the Order: write order = [0, 1, ...]")
        if phase == "act" and seat not in (-1, s.holder()):
            raise Mistake(f"only the holder of the Order acts: seat {s.holder()}, not {seat}")
        steps.from_phase(s, self.phases.index(phase), seat)

    def scores(self, s: Court) -> list[dict[str, int]]:
        return [{"gold": s.gold(seat)} for seat in range(s.seats)]

    def live_scores(self, s: Court, viewer: int) -> list[dict[str, int]]:
        """Gold lies open (SMI-087)."""
        return self.scores(s)

    def winners(self, s: Court) -> list[int]:
        return list(scoring.winners(s))

    def facts(self, s: Court, viewer: int) -> dict[str, Any]:
        aimed = [(step.kind, step.threatens) for step in s.stack if isinstance(step, plays.PlotCard)]
        seen: dict[str, list[int]] = {}
        for seat in range(s.seats if viewer >= 0 else 0):
            for kind in range(KINDS):
                count = memory.seen(s, viewer, seat, kind)
                if count:
                    seen.setdefault(PLOTS[kind], []).extend([seat] * count)
        return {
            "overlord": s.overlord(),
            "holder": s.holder(),
            "eliminated": {
                str(s.cells[TOKEN + seat]) if s.cells[TOKEN + seat] <= MOST_SEATS else "–": seat
                for seat in range(s.seats)
                if not s.active(seat)
            },
            "aimed": {PLOTS[kind]: target for kind, target in aimed if target >= 0},
            "seen": seen,
        }

    def resample(self, s: Court, viewer: int, dice: Dice) -> Court:
        return sampler.resample(s, viewer, dice)

    def impossible(self, s: Court) -> str:
        return sampler.impossible(s)

    def value(self, s: Court, seat: int) -> float:
        return advice.value(s, seat)


GAME = SmiercJasniepanu()
