"""What a bot should look at: the score so far, what keys, slots and neighbours promise, and how the turn will end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.konspiracja.cards import (
    COLOUR_COUNT,
    GOLD,
    HIGHEST_LORD,
    LOCATION_KINDS,
    NO_FORMULA,
    PER_LOCATION,
    RANKS,
    SILVER,
    SLOTS,
)
from intryga.games.konspiracja.scoring import coalition_slots, colour_bits, count_bits, location, lords
from intryga.games.konspiracja.zones import AVAILABLE, CONTROLLED, DISCARDS, MASTER

if TYPE_CHECKING:
    from intryga.games.konspiracja.state import Senate

PARTS: Final = ("lords", "coalition", "locations", "keys", "pearls", "room")
SLOT: Final = 0.6    # what a free slot will bring
KEY: Final = 1.5    # what a live key is worth on its way to a location
LOCATION: Final = 5.0    # what a location brings that is not yet chosen
NEIGHBOUR: Final = 0.5    # a free slot beside the largest coalition
THREAT: Final = 0.15    # how much of a pile's worth to the next player counts against leaving it


def value(s: Senate, seat: i64) -> float:
    """Own standing against the best rival's, and what is left for the next player."""
    return against_rivals(s, [standing(s, other) for other in range(s.seats)], seat)


def values(s: Senate) -> list[float]:
    """The same for every seat."""
    standings = [standing(s, seat) for seat in range(s.seats)]
    return [against_rivals(s, standings, seat) for seat in range(s.seats)]


def against_rivals(s: Senate, standings: list[float], seat: i64) -> float:
    best = -1000.0
    for other in range(s.seats):
        if other != seat:
            best = max(best, standings[other])
    following = (seat + 1) % s.seats
    return standings[seat] - 0.5 * best - THREAT * fattest_pile(s, following)


def parts(s: Senate, seat: i64) -> list[float]:
    """Points that a seat has or may hope for, in the order of PARTS."""
    free = float(usable_slots(s, seat))
    group = coalition_slots(s, seat)
    room = SLOT * free
    for slot in range(s.placed(seat), SLOTS):
        if s.rules.touching[slot] & group:
            room += NEIGHBOUR * min(free, 3.0) / 3.0
    return [
        float(lords(s, seat)),
        float(s.rules.coalition_per_lord * count_bits(group)),
        locations_promise(s, seat, free),
        keys_promise(s, seat, free),
        pearls_promise(s, seat, free),
        room,
    ]


def standing(s: Senate, seat: i64) -> float:
    total = 0.0
    for part in parts(s, seat):
        total += part
    return total


def terms(s: Senate, seat: i64) -> dict[str, float]:
    """What `value` is made of."""
    own = parts(s, seat)
    found = {PARTS[i]: own[i] for i in range(len(own))}
    found["left"] = -THREAT * fattest_pile(s, (seat + 1) % s.seats)
    found["rivals"] = value(s, seat) - standing(s, seat) - found["left"]
    return found


def usable_slots(s: Senate, seat: i64) -> i64:
    """Slots that can be filled before somebody ends the game."""
    least: i64 = SLOTS
    for other in range(s.seats):
        if other != seat:
            least = min(least, s.free(other))
    return min(s.free(seat), least + 2)


def keys_promise(s: Senate, seat: i64, free: float) -> float:
    """Keys on their way to a location, or a location about to be chosen."""
    if s.seat == seat and s.keys_suffice(seat):
        best = LOCATION
        for kind in range(LOCATION_KINDS):
            if s.cells[AVAILABLE + kind]:
                best = max(best, location_promise(s, seat, kind, free))
        return best
    live = s.live_keys(seat, SILVER) + s.live_keys(seat, GOLD)
    return KEY * float(live) * min(free, 3.0) / 3.0


def locations_promise(s: Senate, seat: i64, free: float) -> float:
    row = CONTROLLED.of(seat)
    total = 0.0
    for place in range(s.cells[row]):
        total += location_promise(s, seat, s.cells[row + 1 + place], free)
    return total


def location_promise(s: Senate, seat: i64, kind: i64, free: float) -> float:
    """What a location is worth now, and how it will grow."""
    worth = float(location(s, seat, kind))
    formula = s.rules.locations.formula[kind]
    if formula == PER_LOCATION:
        return worth + 0.3 * free
    if formula == HIGHEST_LORD:
        return worth + max(4.0 - worth, 0.0) * 0.1 * free
    return worth if formula == NO_FORMULA else worth + 0.2 * free


def pearls_promise(s: Senate, seat: i64, free: float) -> float:
    """The token, as far as it seems safe or within reach."""
    own = s.pearls(seat)
    rival: i64 = 0
    for other in range(s.seats):
        if other != seat:
            rival = max(rival, s.pearls(other))
    doubt = 1.0 + 0.5 * free
    lead = float(own - rival) + (0.5 if s.cells[MASTER] == seat else -0.5)
    return float(s.rules.pearl_master) * min(max(0.5 + 0.5 * lead / doubt, 0.0), 1.0)


def fattest_pile(s: Senate, seat: i64) -> float:
    """Roughly, what the best pile would bring to a seat."""
    best = 0.0
    for colour in range(COLOUR_COUNT):
        size = s.pile_size(colour)
        if size and s.free(seat):
            best = max(best, pile_worth(s, seat, colour, size))
    return best


def pile_worth(s: Senate, seat: i64, colour: i64, size: i64) -> float:
    """Members for a coalition, keys and pearls, and a better crest."""
    total = 2.0 * float(min(size, s.free(seat)))
    crested: i64 = 0
    for slot in range(s.placed(seat)):
        kind = s.lord(seat, slot)
        if colour_bits(colour) >> kind & 1:
            crested = max(crested, s.rules.lords.influence[kind])
    top: i64 = crested
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        count = s.cells[DISCARDS + kind]
        if count:
            top = max(top, s.rules.lords.influence[kind])
            if s.has_key(kind):
                total += KEY * float(count)
            total += 0.5 * float(count * s.rules.lords.pearls[kind])
    return total + float(top - crested)
