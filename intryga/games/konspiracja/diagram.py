"""Positions written by hand: what they leave unsaid because it follows from the chambers, and what a turn needs."""

from __future__ import annotations

from intryga.games.konspiracja.cards import COLOUR_COUNT, RANKS
from intryga.games.konspiracja.sampler import pearls_given
from intryga.games.konspiracja.state import MASTER, PEARLS, Senate, crest, drawn, drawn_locations, recruits
from intryga.kernel.game import Mistake


def complete(s: Senate) -> None:
    """Crests and pearls; the token, if not mentioned, lies with the first seat of those with the most pearls."""
    most = 0
    for seat in range(s.seats):
        for colour in range(COLOUR_COUNT):
            lay_missing_crest(s, seat, colour)
        s.cells[PEARLS + seat] = pearls_given(s, seat)
        most = max(most, s.cells[PEARLS + seat])
    if s.cells[MASTER] < 0 and most:
        seat = 0
        while s.cells[PEARLS + seat] < most:
            seat += 1
        s.cells[MASTER] = seat


def lay_missing_crest(s: Senate, seat: int, colour: int) -> None:
    """On the first of the highest lords of the colour."""
    at = crest(seat, colour)
    if s.cells[at]:
        return
    for slot in range(s.placed(seat)):
        kind = s.lord(seat, slot)
        if kind // RANKS == colour and (s.cells[at] == 0 or kind > s.lord(seat, s.cells[at] - 1)):
            s.cells[at] = slot + 1


def check_turn(s: Senate, seat: int, placing: bool) -> None:
    """Can the turn of this seat begin here, or its placing go on?"""
    if not s.free(seat):
        raise Mistake(f"the chamber of seat {seat} is full: it takes no further turn (KON-095)")
    for other in range(s.seats):
        if s.size(drawn(other)) or s.size(drawn_locations(other)):
            raise Mistake("nobody has drawn anything yet: 'drawn' and 'drawn_locations' come about in play")
        waiting = s.size(recruits(other))
        if waiting and not (placing and other == seat):
            raise Mistake(f"recruits of seat {other} wait for nothing: they need phase 'place' and to_act {other}")
    waiting = s.size(recruits(seat))
    fits = s.rules.leftovers_wait or waiting <= s.free(seat)    # KON-R02
    if placing and not (waiting and fits):
        raise Mistake(f"phase 'place' needs recruits of seat {seat}, no more than it has free slots")
