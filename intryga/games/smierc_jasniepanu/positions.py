"""Positions of Śmierć Jaśniepanu! written by hand: what is pending in each phase."""

from __future__ import annotations

from collections.abc import Callable

from intryga.games.smierc_jasniepanu.execution import ACT, EXECUTIONS, STOPPED
from intryga.games.smierc_jasniepanu.state import Court
from intryga.games.smierc_jasniepanu.steps import PHASES, SET_UP
from intryga.kernel.components import Mistake


def set_up(s: Court, seat: int) -> None:
    s.push(SET_UP)


def phase(number: int) -> Callable[[Court, int], None]:
    """From this phase of a round on."""
    return lambda s, seat: s.then(PHASES[number - 1 :])


def stopped(s: Court, seat: int) -> None:
    """In phase 4: the Order is stopped at its holder."""
    if s.holder() < 0:
        raise Mistake("in the phases 'stopped' and 'act' somebody holds the Order: write order = [0, 1, ...]")
    s.then([STOPPED, EXECUTIONS, *PHASES[4:]])


def act(s: Court, seat: int) -> None:
    """In phase 4: its holder acts."""
    stopped(s, seat)
    if seat not in (-1, s.holder()):
        raise Mistake(f"only the holder of the Order acts: seat {s.holder()}, not {seat}")
    s.push(ACT[s.holder()])


def over(s: Court, seat: int) -> None:
    pass


PHASES_BY_NAME: dict[str, Callable[[Court, int], None]] = {
    "setup": set_up,
    "draw": phase(1),
    "income": phase(2),
    "coronation": phase(3),
    "executions": phase(4),
    "exchange": phase(5),
    "reshuffle": phase(6),
    "stopped": stopped,
    "act": act,
    "over": over,
}
