"""What the suite runs over: every game, at every seat count, with every option; a new game joins by existing."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from intryga import engine, games
from intryga.bots import review
from intryga.kernel.dice import Dice, quick
from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Journal
from intryga.kernel.state import AnyState

LONGEST = 20_000
ANOTHER_GAME = {"expansion"}    # options that change so much that they are tried with every number of seats
REAL = frozenset(games.names())    # games that are played, unlike toys
PATIENCE = 600    # seconds: only what hangs takes so long, however busy the machine is


@dataclass(frozen=True)
class Case:
    game: AnyGame
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.game.id, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])

    def new(self, seed: int, journal: bool = False) -> AnyState:
        rules = self.game.chosen_rules(self.options)
        kept = Journal(self.game.layout) if journal else None
        s: AnyState = self.game.new_game(rules, self.seats, self.game.quick_dice(seed), kept)
        return s


def cases() -> list[Case]:
    """Every seat count with the default options; every other choice of an option at one seat count where it matters."""
    found = []
    for game in all_games():
        found.extend(Case(game, seats) for seats in game.seats)
        for i, (name, choice) in enumerate(other_choices(game)):
            seats = seats_of(game, name)
            chosen = seats if name in ANOTHER_GAME else [seats[-1 - i % len(seats)]]
            found.extend(Case(game, count, {name: choice}) for count in chosen)
    return found


def other_choices(game: AnyGame) -> list[tuple[str, Any]]:
    """What a table may choose beside the defaults."""
    options = game.components.get("options", {}).items()
    return [(name, choice) for name, option in options for choice in option["choices"][1:]]


def seats_of(game: AnyGame, option: str) -> list[int]:
    """The seat counts at which an option matters: all, unless it says otherwise."""
    return list(game.components["options"][option].get("seats", game.seats))


def needs_both_engines(case: Case) -> bool:
    """Toys have the plain engine only; of every other game one case is tried on both, at its fewest seats."""
    return case.game.id not in REAL or (case.seats == case.game.seats[0] and not case.options)


def all_games() -> list[AnyGame]:
    return [games.find(name) for name in games.names()] + toys()


def complete() -> list[str]:
    """Games that say of themselves that nothing is missing. A draft may still lack scenarios, golden games, refusals
    seen in scenarios and a table of its own; CONTRIBUTING.md has the whole list."""
    return [game.id for game in all_games() if game.id in games.names() and game.stage == "complete"]


def toys() -> list[AnyGame]:
    """Small games that try what the real ones do not. They run on the plain engine only: interpreted code cannot extend
    compiled classes, and compiled they would have to lie in the one library of the engine: then everybody who plays
    would compile them, or the suite would test another binary than people play on. The kernel is one source for both
    engines, and `test_determinism.py` compares the two on the real games."""
    if engine.name() == "compiled":
        return []
    return [importlib.import_module(f"tests.toys.{name}").GAME for name in ("windows", "piles")]


def play(s: AnyState, chooser: Dice, each: Callable[[AnyState], None] = lambda s: None) -> int:
    """Random moves to the end."""
    decisions = 0
    while not s.over():
        each(s)
        s.apply(s.options[chooser.below(len(s.options))])
        decisions += 1
        assert decisions < LONGEST, "no end"
    return decisions


def moments(case: Case, seed: int, count: int, total: int = 0) -> Iterator[AnyState]:
    """Some states of a random game, spread over its length: `total` decisions, where that is known."""
    total = total or play(case.new(seed), quick(seed, 1))
    wanted = {total * (2 * i + 1) // (2 * count) for i in range(count)}
    s, chooser, decisions = case.new(seed), quick(seed, 1), 0
    while not s.over():
        if decisions in wanted:
            yield s.clone()
        s.apply(s.options[chooser.below(len(s.options))])
        decisions += 1


def review_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """As little of everything as a review can be made of, for tests that do not ask what it finds."""
    for name, number in {"POINTS": 3, "OUTLOOK": 4, "SEARCH": 8, "TRIALS": 4, "REHEARSED": 4, "REHEARSALS": 4}.items():
        monkeypatch.setattr(review, name, number)


def viewers(s: AnyState) -> list[int]:
    """Every seat, and the spectator."""
    return [*range(s.seats), -1]
