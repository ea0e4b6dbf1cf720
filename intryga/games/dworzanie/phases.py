"""Where a position written by hand may begin, and what it need not say."""

from __future__ import annotations

from intryga.games.dworzanie import steps
from intryga.games.dworzanie.cards import ELIMINATED, HAND
from intryga.games.dworzanie.state import DECK, FIRST, PLAYED_BY, REMOVED, USED, Court, face_down, hand

PHASES = ["setup", "turn", "last_turn", "end"]


def begin(s: Court, phase: str, seat: int) -> None:
    """A turn goes on as far as `used` says. In the last turns the pile is empty; at the end nobody holds cards."""
    seat = seat if seat >= 0 else s.cells[FIRST]
    number_spies(s)
    if phase == "turn":
        complete_deal(s, seat)
    elif phase != "setup":
        s.move_all(DECK, REMOVED)
    s.push({"setup": steps.SETUP, "end": steps.END}.get(phase, steps.WHERE[seat]))


def complete_deal(s: Court, seat: int) -> None:
    """Of what is not placed so much is removed as the number of seats asks, and empty hands are filled, by chance."""
    left = s.size(DECK)
    missing = min(max(s.rules.removed[s.seats] - s.size(REMOVED), 0), left)
    s.draw(missing, left, DECK, REMOVED)
    left -= missing
    for other in range(s.seats):
        if not s.row_size(hand(other)):
            count = min(HAND - (s.size(USED) if other == seat else 0), left)
            s.draw_hand(other, count, left)
            left -= count


def number_spies(s: Court) -> None:
    """Face-down spies are numbered place by place; `played_by` says by number who played them, or it was seat 0."""
    players = [s.row_item(PLAYED_BY, i) for i in range(s.row_size(PLAYED_BY))]
    s.forget_row(PLAYED_BY)
    for place in range(ELIMINATED + 1):
        for i in range(s.row_size(face_down(place))):
            number = s.row_size(PLAYED_BY)
            s.number_spy(players[number] if number < len(players) else 0, s.row_item(face_down(place), i), place)
