"""A toy that was changed: two climb in turn, one rung or two, and whoever reaches the goal first wins.

`GAME` is version 2, with a longer ladder; `versions/v1.toml` says what version 1 had. `ladder` builds other makes of
it: as the program was before a step was renamed, a counter moved, a verb added or a word told with more.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from intryga.kernel.actions import ActionSpace
from intryga.kernel.dice import Dice
from intryga.kernel.game import AnyGame, Game
from intryga.kernel.layout import EVERYBODY, NOBODY, Layout
from intryga.kernel.rules import RuleSet
from intryga.kernel.state import State
from intryga.kernel.steps import AnyStep, Choice, Offers
from intryga.kernel.words import Words, number, seat

SEATS = 2
CARDS = 40
COMPONENTS = {"game": {"players_min": SEATS, "players_max": SEATS, "title": {"en": "Ladder", "pl": "Drabina"}}}


class Rules(RuleSet):
    def __init__(self, goal: int) -> None:
        super().__init__()
        self.goal = goal


def ladder(
    version: int = 2,
    goal: int = 9,
    step: str = "Climb",
    counter_first: bool = False,
    verb_first: bool = False,
    rungs_told: bool = False,
) -> AnyGame:
    layout = Layout(SEATS)
    if counter_first:
        layout.counter("storeys", EVERYBODY)
    turns = layout.counter("turns", EVERYBODY)
    height = layout.counters("height", EVERYBODY)
    deck = layout.bag("deck", ["a", "b"], NOBODY)
    hand = layout.bags("hand", ["a", "b"], NOBODY)
    space = ActionSpace()
    if verb_first:
        space.button("wave")
    climb = space.pick("climb", "rungs", ["1", "2"])
    told = Words()
    about = [number("n"), seat("seat")] if rungs_told else [seat("seat")]
    climbed = told.word("climbed", *about)

    class Stairs(State[Rules]):
        def twin(self) -> Stairs:
            return Stairs(layout, self.rules, self.seats, self.cells[:], self.dice.copy())

        def scores(self) -> list[dict[str, int]]:
            return [{"height": int(self.cells[height.of(who)])} for who in range(self.seats)]

        def live_scores(self, viewer: int) -> list[dict[str, int]]:
            return self.scores()

        def winners(self) -> list[int]:
            heights = [self.cells[height.of(who)] for who in range(self.seats)]
            return [heights.index(max(heights))]

        def facts(self, viewer: int) -> dict[str, Any]:
            return {}

        def resample(self, viewer: int, dice: Dice) -> Stairs:
            world = self.twin()
            world.resume(self)
            world.dice = dice
            return world

    class Climb(Choice[Stairs]):
        def offers(self, s: Stairs, o: Offers) -> None:
            for rungs in range(2):
                o.allow(climb.of(rungs))

        def take(self, s: Stairs, action: int) -> None:
            s.tell(climbed, *([climb.target(action) + 1, self.seat] if rungs_told else [self.seat]))
            s.add(turns, 1)
            s.add(height.of(self.seat), climb.target(action) + 1)
            if climb.target(action) == 1:    # who hurries draws a card, which cannot be taken back
                s.draw(1, s.size(deck), deck, hand.of(self.seat))
            if s.cells[height.of(self.seat)] < s.rules.goal:
                s.push(next_step(1 - self.seat))

    Climb.__name__ = step
    steps = ModuleType("ladder_steps")
    Climb.__module__ = steps.__name__
    setattr(steps, step, Climb)

    def next_step(who: int) -> AnyStep:
        return Climb(who)

    def table(rules: Rules, seats: int, dice: Dice) -> Stairs:
        s = Stairs(layout, rules, seats, layout.new_cells(), dice)
        s.fill(deck, 0, CARDS // 2)
        s.fill(deck, 1, CARDS // 2)
        return s

    def opening(s: Stairs) -> None:
        for who in range(s.seats):
            s.draw(1, CARDS - who, deck, hand.of(who))
        s.push(next_step(0))

    return Game(
        module=__name__,
        id="ladder",
        version=version,
        stage="draft",
        prefix="LAD",
        layout=layout,
        space=space,
        told=told,
        steps=[steps],
        rules=lambda components, options: Rules(components["setup"]["goal"]),
        table=table,
        opening=opening,
        phases={},
        components={**COMPONENTS, "setup": {"goal": goal}},
        rulebook={"rule": []},
    )


GAME = ladder()
BEFORE = ladder(version=1, goal=6)    # as the release had it that knew no other
