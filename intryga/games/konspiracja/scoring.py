"""Punktacja: used for the live score and for the end alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.konspiracja.cards import (
    COLOUR_COUNT,
    HIGHEST_LORD,
    LARGEST_GROUP,
    PER_LOCATION,
    PER_LORD,
    PER_PEARL_PAIR,
    RANKS,
    SLOTS,
)
from intryga.games.konspiracja.zones import CONTROLLED, MASTER

if TYPE_CHECKING:
    from intryga.games.konspiracja.state import Senate


def lords(s: Senate, seat: i64) -> i64:
    """Influence of the crested lord of every colour (KON-100)."""
    total: i64 = 0
    for colour in range(COLOUR_COUNT):
        slot = s.crest(seat, colour)
        if slot:
            total += s.rules.lords.influence[s.lord(seat, slot - 1)]
    return total


def locations(s: Senate, seat: i64) -> i64:
    """Fixed influence and formulas of the locations a seat controls (KON-101)."""
    row = CONTROLLED.of(seat)
    total: i64 = 0
    for place in range(s.cells[row]):
        total += location(s, seat, s.cells[row + 1 + place])
    return total


def location(s: Senate, seat: i64, kind: i64) -> i64:
    """What one location is worth to a seat (KON-110 to 130)."""
    cards = s.rules.locations
    total = cards.influence[kind]
    formula = cards.formula[kind]
    if formula == PER_LORD:
        total += cards.each[kind] * count_bits(slots_of(s, seat, cards.lords[kind]))
    elif formula == HIGHEST_LORD:
        total += highest(s, seat, cards.lords[kind])
    elif formula == LARGEST_GROUP:
        total += cards.each[kind] * count_bits(largest_group(s, slots_of(s, seat, cards.lords[kind])))
    elif formula == PER_PEARL_PAIR:
        total += cards.each[kind] * (s.pearls(seat) // 2)
    elif formula == PER_LOCATION:
        total += cards.each[kind] * s.cells[CONTROLLED.of(seat)]
    return total


def coalition(s: Senate, seat: i64) -> i64:
    """Influence of the largest coalition (KON-103)."""
    return s.rules.coalition_per_lord * count_bits(coalition_slots(s, seat))


def pearl_master(s: Senate, seat: i64) -> i64:
    """Of the Pearl Master token; nobody gets it if nobody ever had a pearl (KON-104, KON-R16)."""
    return s.rules.pearl_master if s.cells[MASTER] == seat else 0


def score(s: Senate, seat: i64) -> i64:
    """Four sources and no other (KON-002, KON-105)."""
    return lords(s, seat) + locations(s, seat) + coalition(s, seat) + pearl_master(s, seat)


def winners(s: Senate) -> list[i64]:
    """The highest total, then the most pearls; still tied, they share the victory (KON-105 to 107)."""
    marks = [(score(s, seat), s.pearls(seat)) for seat in range(s.seats)]
    best = max(marks)
    return [seat for seat in range(s.seats) if marks[seat] == best]


# --- sets of slots and of kinds of lords, as bits ---


def coalition_slots(s: Senate, seat: i64) -> i64:
    """The slots of a largest coalition (koalicja): lords of one colour connected through adjacent slots (KON-102); one
    lord alone is one too (KON-R13)."""
    best: i64 = 0
    most: i64 = 0
    for colour in range(COLOUR_COUNT):
        group = largest_group(s, slots_of(s, seat, colour_bits(colour)))
        size = count_bits(group)
        if size > most:
            most = size
            best = group
    return best


def colour_bits(colour: i64) -> i64:
    """The kinds of lords of one colour."""
    return ((1 << RANKS) - 1) << (colour * RANKS)


def slots_of(s: Senate, seat: i64, kinds: i64) -> i64:
    """The slots of a chamber where lords of these kinds sit."""
    found: i64 = 0
    for slot in range(s.placed(seat)):
        if kinds >> s.lord(seat, slot) & 1:
            found |= 1 << slot
    return found


def largest_group(s: Senate, slots: i64) -> i64:
    """The largest connected part of a set of slots; of several the one that begins first."""
    touching = s.rules.touching
    best: i64 = 0
    most: i64 = 0
    while slots:
        group: i64 = 0
        grown = slots & -slots
        while grown != group:
            group = grown
            for slot in range(SLOTS):
                if group >> slot & 1:
                    grown |= touching[slot] & slots
        slots &= ~group
        size = count_bits(group)
        if size > most:
            most = size
            best = group
    return best


def count_bits(bits: i64) -> i64:
    total: i64 = 0
    while bits:
        bits &= bits - 1
        total += 1
    return total


def highest(s: Senate, seat: i64, kinds: i64) -> i64:
    """Influence of the highest lord of these kinds, 0 if there is none (KON-129)."""
    best: i64 = 0
    for slot in range(s.placed(seat)):
        kind = s.lord(seat, slot)
        if kinds >> kind & 1 and s.rules.lords.influence[kind] > best:
            best = s.rules.lords.influence[kind]
    return best
