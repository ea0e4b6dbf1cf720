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


def features(s: Senate, seat: i64) -> list[float]:
    forced = float(s.cells[FORCED])
    found = [forced if s.cells[FORCED_BY] == seat else -forced]
    for colour in range(COLOUR_COUNT):
        found.append(float(s.pile_size(colour)))
    least: i64 = SLOTS
    for i in range(s.seats):
        other = (seat + i) % s.seats
        least = min(least, s.free(other))
        own = parts(s, other)
        found += own
        found += [
            sum(own),
            float(score(s, other)),
            float(s.free(other)),
            float(usable_slots(s, other)),
            float(s.live_keys(other, SILVER)),
            float(s.live_keys(other, GOLD)),
            float(s.cells[CONTROLLED.of(other)]),
            float(s.pearls(other)),
            fattest_pile(s, other),
            1.0 if s.cells[MASTER] == other else 0.0,
            1.0 if s.seat == other else 0.0,
            1.0 if s.free(other) == 0 else 0.0,
        ]
        for colour in range(COLOUR_COUNT):
            found.append(float(count_bits(slots_of(s, other, colour_bits(colour)))))
            crest = s.crest(other, colour)
            found.append(float(s.rules.lords.influence[s.lord(other, crest - 1)]) if crest else -1.0)
    found.append(float(least))
    return found
