"""The inner loop of simulation, compiled with the engine."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from intryga.bots.bot import Bot, Perspective
from intryga.bots.random import RandomBot
from intryga.kernel.dice import Dice
from intryga.kernel.state import AnyState

LONGEST: Final = 100_000    # decisions; a game that takes more is reported as unfinished


@mypyc_attr(allow_interpreted_subclasses=True)
class Witness:
    """Looks on while a game is played: for records, statistics and reports, so that none needs a loop of its own. It
    must not change what it is shown, and what it wants to keep it copies."""

    def before(self, s: AnyState) -> None:
        """Somebody is about to choose."""

    def decision(self, s: AnyState, seat: i64, action: i64) -> None:
        """It has chosen; nothing has happened yet."""

    def after(self, s: AnyState, seat: i64, action: i64) -> None:
        """What came of it: the next choice, or the end."""


def play_out(
    s: AnyState, seats: list[Perspective], bots: list[Bot], dice: Dice, witness: Witness | None = None
) -> i64:
    """Let the bots play to the end; gives the number of decisions, forced ones included. A witness is shown each of
    them; without one, what has no alternative is settled without asking, and games at random ask nobody."""
    decisions: i64 = 0
    if witness is None and at_random(bots):
        return s.rush(dice, LONGEST)
    if witness is None:
        decisions = s.settle()
    seat = s.seat
    while seat >= 0 and decisions < LONGEST:
        if witness is not None:
            witness.before(s)
        action = bots[seat].choose(seats[seat], dice)
        if witness is not None:
            witness.decision(s, seat, action)
        s.apply(action)
        decisions += 1
        if witness is not None:
            witness.after(s, seat, action)
        else:
            decisions += s.settle()
        seat = s.seat
    return decisions


def at_random(bots: list[Bot]) -> bool:
    """Whoever is more than the random bot itself wants to be asked."""
    return all(type(bot) is RandomBot for bot in bots)


def clone_many(s: AnyState, count: i64) -> None:
    """What a copy of a state costs, without the cost of calling from outside."""
    for _ in range(count):
        s.clone()
