"""The inner loop of simulation, compiled with the engine."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.bots.bot import Bot, Perspective
from intryga.kernel.dice import Dice
from intryga.kernel.state import AnyState

LONGEST: Final = 100_000    # decisions; a game that takes more is reported as unfinished


def play_out(s: AnyState, seats: list[Perspective], bots: list[Bot], dice: Dice) -> i64:
    """Let the bots play to the end; gives the number of decisions."""
    decisions: i64 = 0
    seat = s.seat
    while seat >= 0 and decisions < LONGEST:
        s.apply(bots[seat].choose(seats[seat], dice))
        seat = s.seat
        decisions += 1
    return decisions


def clone_many(s: AnyState, count: i64) -> None:
    """What a copy of a state costs, without the cost of calling from outside."""
    for _ in range(count):
        s.clone()
