"""What a learnt judge reads of a senate: for every seat, from its own on, the parts of the advice and their grounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.konspiracja.advice import fattest_pile, parts, usable_slots
from intryga.games.konspiracja.cards import COLOUR_COUNT, GOLD, SILVER, SLOTS
from intryga.games.konspiracja.scoring import colour_bits, count_bits, score, slots_of
from intryga.games.konspiracja.zones import CONTROLLED, FORCED, FORCED_BY, MASTER

if TYPE_CHECKING:
    from intryga.games.konspiracja.state import Senate


def features(s: Senate) -> list[list[float]]:
    """What lies in the middle, then the houses: worked out once, and put together for each seat from its own on."""
    piles = [float(s.pile_size(colour)) for colour in range(COLOUR_COUNT)]
    houses = [house(s, seat) for seat in range(s.seats)]
    forced = float(s.cells[FORCED])
    least: i64 = SLOTS
    for seat in range(s.seats):
        least = min(least, s.free(seat))
    found: list[list[float]] = []
    for seat in range(s.seats):
        row = [forced if s.cells[FORCED_BY] == seat else -forced]
        row += piles
        for i in range(s.seats):
            row += houses[(seat + i) % s.seats]
        row.append(float(least))
        found.append(row)
    return found


def house(s: Senate, seat: i64) -> list[float]:
    own = parts(s, seat)
    found = [
        *own,
        sum(own),
        float(score(s, seat)),
        float(s.free(seat)),
        float(usable_slots(s, seat)),
        float(s.live_keys(seat, SILVER)),
        float(s.live_keys(seat, GOLD)),
        float(s.cells[CONTROLLED.of(seat)]),
        float(s.pearls(seat)),
        fattest_pile(s, seat),
        1.0 if s.cells[MASTER] == seat else 0.0,
        1.0 if s.seat == seat else 0.0,
        1.0 if s.free(seat) == 0 else 0.0,
    ]
    for colour in range(COLOUR_COUNT):
        found.append(float(count_bits(slots_of(s, seat, colour_bits(colour)))))
        crest = s.crest(seat, colour)
        found.append(float(s.rules.lords.influence[s.lord(seat, crest - 1)]) if crest else -1.0)
    return found
