"""Positions of Konspiracja written by hand: what they leave unsaid because it follows from the chambers, and what is
pending in each phase."""

from __future__ import annotations

from collections.abc import Callable

from intryga.games.konspiracja.cards import COLOUR_COUNT, RANKS
from intryga.games.konspiracja.sampler import pearls_given
from intryga.games.konspiracja.state import Senate
from intryga.games.konspiracja.steps import END_TURN, PLACES_LORDS, SETUP_STEP, TURNS
from intryga.games.konspiracja.zones import CRESTS, DRAWN, DRAWN_LOCATIONS, FIRST, MASTER, PEARLS, RECRUITS
from intryga.kernel.game import Mistake


def recruit(s: Senate, seat: int) -> None:
    """A turn begins."""
    seat = _completed(s, seat)
    _check_turn(s, seat, placing=False)
    s.push(TURNS[seat])


def place(s: Senate, seat: int) -> None:
    """Recruits wait to be placed."""
    seat = _completed(s, seat)
    _check_turn(s, seat, placing=True)
    s.then([PLACES_LORDS[seat], END_TURN[seat]])


def setup(s: Senate, seat: int) -> None:
    _completed(s, seat)
    s.push(SETUP_STEP)


def over(s: Senate, seat: int) -> None:
    _completed(s, seat)


def _completed(s: Senate, seat: int) -> int:
    """Lay crests and count pearls; the token, if not mentioned, lies with the first seat of those with the most. Gives
    the seat whose turn it is: the first player's, if none is named."""
    for owner in range(s.seats):
        for colour in range(COLOUR_COUNT):
            _lay_missing_crest(s, owner, colour)
        s.set_to(PEARLS.of(owner), pearls_given(s, owner))
    if s.cells[MASTER] < 0:
        pearls = [s.pearls(owner) for owner in range(s.seats)]
        if max(pearls):
            s.set_to(MASTER, pearls.index(max(pearls)))
    return s.cells[FIRST] if seat < 0 else seat


def _lay_missing_crest(s: Senate, seat: int, colour: int) -> None:
    """On the first of the highest lords of the colour."""
    crest = CRESTS[colour].of(seat)
    if s.cells[crest]:
        return
    for slot in range(s.placed(seat)):
        kind = s.lord(seat, slot)
        if kind // RANKS == colour and (s.cells[crest] == 0 or kind > s.lord(seat, s.cells[crest] - 1)):
            s.set_to(crest, slot + 1)


def _check_turn(s: Senate, seat: int, placing: bool) -> None:
    """Can the turn of this seat begin here, or its placing go on?"""
    if not s.free(seat):
        raise Mistake(f"the chamber of seat {seat} is full: it takes no further turn (KON-095)")
    for other in range(s.seats):
        if s.size(DRAWN.of(other)) or s.size(DRAWN_LOCATIONS.of(other)):
            raise Mistake("nobody has drawn anything yet: 'drawn' and 'drawn_locations' come about in play")
        if s.size(RECRUITS.of(other)) and not (placing and other == seat):
            raise Mistake(f"recruits of seat {other} wait for nothing: they need phase 'place' and to_act {other}")
    waiting = s.size(RECRUITS.of(seat))
    fits = s.rules.leftovers_wait or waiting <= s.free(seat)    # KON-R02
    if placing and not (waiting and fits):
        raise Mistake(f"phase 'place' needs recruits of seat {seat}, no more than it has free slots")


PHASES_BY_NAME: dict[str, Callable[[Senate, int], None]] = {
    "recruit": recruit,
    "place": place,
    "setup": setup,
    "over": over,
}
