"""Positions of Dworzanie written by hand: what is pending in each phase, and what they need not say."""

from __future__ import annotations

from collections.abc import Callable

from intryga.games.dworzanie.cards import ELIMINATED, HAND_SIZE
from intryga.games.dworzanie.state import Court
from intryga.games.dworzanie.steps import END, PREPARATION, WHERE
from intryga.games.dworzanie.zones import DECK, FACE_DOWN, FIRST, HAND, PLAYED_BY, REMOVED, USED
from intryga.kernel.dice import SETUP


def setup(s: Court, seat: int) -> None:
    _number_spies(s)
    s.push(PREPARATION)


def turn(s: Court, seat: int) -> None:
    """The turn goes on as far as `used` says."""
    _number_spies(s)
    _complete_deal(s, _whose(s, seat))
    s.push(WHERE[_whose(s, seat)])


def last_turn(s: Court, seat: int) -> None:
    """The pile is empty."""
    _number_spies(s)
    s.move_all(DECK, REMOVED)
    s.push(WHERE[_whose(s, seat)])


def end(s: Court, seat: int) -> None:
    """Nobody holds cards."""
    _number_spies(s)
    s.move_all(DECK, REMOVED)
    s.push(END)


def _whose(s: Court, seat: int) -> int:
    return seat if seat >= 0 else s.cells[FIRST]


def _complete_deal(s: Court, seat: int) -> None:
    """Of what is not placed so much is removed as the number of seats asks, and empty hands are filled, by chance."""
    s.dice.begin(SETUP)
    left = s.size(DECK)
    missing = min(max(s.rules.removed[s.seats] - s.size(REMOVED), 0), left)
    s.draw_unnamed(missing, left, DECK, REMOVED)
    left -= missing
    for other in range(s.seats):
        if not s.row_size(HAND.of(other)):
            count = min(HAND_SIZE - (s.size(USED) if other == seat else 0), left)
            s.draw_hand(other, count, left)
            left -= count


def _number_spies(s: Court) -> None:
    """Face-down spies are numbered place by place; `played_by` says by number who played them, or it was seat 0."""
    players = [s.row_item(PLAYED_BY, i) for i in range(s.row_size(PLAYED_BY))]
    s.forget_row(PLAYED_BY)
    for place in range(ELIMINATED + 1):
        for i in range(s.row_size(FACE_DOWN.of(place))):
            number = s.row_size(PLAYED_BY)
            s.number_spy(players[number] if number < len(players) else 0, s.row_item(FACE_DOWN.of(place), i), place)


PHASES_BY_NAME: dict[str, Callable[[Court, int], None]] = {
    "setup": setup,
    "turn": turn,
    "last_turn": last_turn,
    "end": end,
}
