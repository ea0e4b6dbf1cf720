"""What a viewer of Konspiracja does not know, and what no play can lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.games.konspiracja.cards import (
    ANY_TWO_KEYS,
    COLOUR_COUNT,
    COLOURS,
    FORCE_ONE,
    FORCE_TWO,
    GOLD,
    RANKS,
    SEARCH_DECK,
    SILVER,
)
from intryga.games.konspiracja.zones import (
    CONTROLLED,
    COVERED,
    DECK,
    FIRST,
    FORCED,
    FORCED_BY,
    LOCATION_DECK,
    MASTER,
)
from intryga.kernel.dice import Dice, branch
from intryga.kernel.sampling import miscounted

if TYPE_CHECKING:
    from intryga.games.konspiracja.state import Senate


def resample(s: Senate, viewer: i64, dice: Dice) -> Senate:
    """Only the order of the decks is unknown, to all alike, and a deck here is a bag without order: so another future
    is another world. What the decks hold can be counted. No card is dealt here, so each world needs dice of its own:
    with `dice` themselves two samples would be one."""
    r = s.clone()
    r.dice = branch(dice)
    return r


def impossible(s: Senate) -> str:
    """Why no play leads here, in a sentence; empty if nothing speaks against it."""
    # Cards never vanish (KON-005).
    reason = miscounted(s, DECK, s.rules.lords.copies) or miscounted(s, LOCATION_DECK, s.rules.locations.copies)
    if reason:
        return reason
    if not 0 <= s.cells[FIRST] < s.seats:
        return f"first is a seat from 0 to {s.seats - 1}"
    for seat in range(s.seats):
        reason = keys_wrong(s, seat) or crests_wrong(s, seat)
        if reason:
            return reason
    return pearls_wrong(s) or force_wrong(s)


def keys_wrong(s: Senate, seat: i64) -> str:
    """Lords with keys stay on their slots, so the chamber tells when keys sufficed and where each location lies."""
    row = CONTROLLED.of(seat)
    slots = COVERED.of(seat)
    if s.row_size(row) != s.row_size(slots):
        return f"seat {seat} controls {s.row_size(row)} locations, but {s.row_size(slots)} slots are covered (KON-068)"
    silver: i64 = 0
    gold: i64 = 0
    taken: i64 = 0
    any_two = False
    searches = False
    for slot in range(s.placed(seat)):
        key = s.rules.lords.key[s.lord(seat, slot)]
        silver += 1 if key == SILVER else 0
        gold += 1 if key == GOLD else 0
        enough = max(silver, gold) >= s.rules.keys_same or silver + gold >= s.rules.keys_any
        enough = (enough or (any_two and silver + gold >= s.rules.keys_same)) and s.has_key(s.lord(seat, slot))
        if taken < s.row_size(row) and s.row_item(slots, taken) == slot:
            if not enough:
                return f"the keys of seat {seat} do not suffice for a location on slot {slot + 1} (KON-062)"
            effect = s.rules.locations.effect[s.row_item(row, taken)]
            any_two = any_two or effect == ANY_TWO_KEYS
            searches = searches or effect == SEARCH_DECK
            silver = 0
            gold = 0
            taken += 1
        elif enough and not searches and not (s.depth and slot == s.placed(seat) - 1):    # unless it is being taken
            return f"the keys of seat {seat} suffice for a location on slot {slot + 1}, which covers none (KON-062)"
    if taken < s.row_size(row):
        return f"a location of seat {seat} covers slot {s.row_item(slots, taken) + 1}, out of order or empty"
    return ""


def crests_wrong(s: Senate, seat: i64) -> str:
    """A crest lies on a highest lord of its colour (KON-053). Crests not mentioned are laid later (positions.py)."""
    for colour in range(COLOUR_COUNT):
        slot = s.crest(seat, colour)
        if slot == 0:
            continue
        if not 0 < slot <= s.placed(seat) or s.lord(seat, slot - 1) // RANKS != colour:
            return f"there is no {COLOURS[colour]} lord on slot {slot} of seat {seat} for the crest (KON-050)"
        for other in range(s.placed(seat)):
            kind = s.lord(seat, other)
            if kind // RANKS == colour and kind > s.lord(seat, slot - 1):
                return f"the {COLOURS[colour]} crest of seat {seat} belongs on slot {other + 1} (KON-053)"
    return ""


def pearls_given(s: Senate, seat: i64) -> i64:
    """By the lords and locations of a seat: pearls are never lost (KON-074)."""
    total: i64 = 0
    for slot in range(s.placed(seat)):
        total += s.rules.lords.pearls[s.lord(seat, slot)]
    row = CONTROLLED.of(seat)
    for place in range(s.row_size(row)):
        total += s.rules.locations.pearls[s.row_item(row, place)]
    return total


def pearls_wrong(s: Senate) -> str:
    """Pearls agree with the chambers; the token lies with one who has the most. A position that mentions no pearls has
    them counted later (positions.py)."""
    mentioned: i64 = 0
    most: i64 = 0
    for seat in range(s.seats):
        mentioned += s.pearls(seat)
        most = max(most, pearls_given(s, seat))
    if mentioned:
        for seat in range(s.seats):
            if s.pearls(seat) != pearls_given(s, seat):
                given = pearls_given(s, seat)
                return f"lords and locations of seat {seat} give {given} pearls, not {s.pearls(seat)}"
    master = s.cells[MASTER]
    if not -1 <= master < s.seats:
        return f"pearl_master is a seat from 0 to {s.seats - 1}, or -1"
    if master >= 0 and (most == 0 or pearls_given(s, master) < most):
        return f"seat {master} cannot be the Pearl Master: another has more pearls, or nobody any (KON-076)"
    if master < 0 and mentioned:
        return "somebody has pearls, so there is a Pearl Master (KON-075)"
    return ""


def force_wrong(s: Senate) -> str:
    by = s.cells[FORCED_BY]
    count = s.cells[FORCED]
    if not -1 <= by < s.seats or not 0 <= count <= 2 or (by < 0) != (count == 0):
        return "forced is 1 or 2 and forced_by the seat that forces, or neither is mentioned (KON-118, KON-119)"
    if by >= 0 and not s.owns(by, FORCE_ONE if count == 1 else FORCE_TWO):
        return f"seat {by} does not control the location that forces others to draw {count} (KON-118, KON-119)"
    return ""
