"""What a position written by hand leaves unsaid, because it follows from the chambers."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.konspiracja.cards import COLOUR_COUNT, RANKS
from intryga.games.konspiracja.sampler import pearls_given
from intryga.games.konspiracja.state import MASTER, PEARLS, Senate, crest


def complete(s: Senate) -> None:
    """Crests and pearls; the token, if not mentioned, lies with the first seat of those with the most pearls."""
    most: i64 = 0
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


def lay_missing_crest(s: Senate, seat: i64, colour: i64) -> None:
    """On the first of the highest lords of the colour."""
    at = crest(seat, colour)
    if s.cells[at]:
        return
    for slot in range(s.placed(seat)):
        kind = s.lord(seat, slot)
        if kind // RANKS == colour and (s.cells[at] == 0 or kind > s.lord(seat, s.cells[at] - 1)):
            s.cells[at] = slot + 1
