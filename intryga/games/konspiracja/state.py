"""The table of Konspiracja: decks and piles in the middle, a chamber (izba) in front of every seat."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.konspiracja.cards import (
    ANY_TWO_KEYS,
    COLOUR_COUNT,
    COLOURS,
    GOLD,
    LOCATION_KINDS,
    LOCATIONS,
    LORD_KINDS,
    LORDS,
    MOST_SEATS,
    NO_KEY,
    PLACES,
    RANKS,
    SEARCH_DECK,
    SILVER,
    SLOTS,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import Dice
from intryga.kernel.layout import EVERYBODY, NOBODY, Layout
from intryga.kernel.state import State
from intryga.kernel.steps import AnyStep

MOST_LOCATIONS: Final = SLOTS // 2    # one seat can take: each costs two keys at least

LAYOUT: Final = Layout(MOST_SEATS)
DECK: Final[i64] = LAYOUT.bag("deck", LORDS, NOBODY)
DISCARDS: Final[i64] = LAYOUT.bag("discards", LORDS, EVERYBODY)    # five piles, told apart by colour (KON-011)
DRAWN: Final[i64] = LAYOUT.bags("drawn", LORDS, EVERYBODY)    # off the deck, one of them will be kept
RECRUITS: Final[i64] = LAYOUT.bags("recruits", LORDS, EVERYBODY)    # recruited and not yet placed
CHAMBER: Final[i64] = LAYOUT.rows("chamber", LORDS, EVERYBODY, SLOTS)    # in the order of the slots
LOCATION_DECK: Final[i64] = LAYOUT.bag("location_deck", LOCATIONS, NOBODY)
AVAILABLE: Final[i64] = LAYOUT.bag("available", LOCATIONS, EVERYBODY)
TURNED_UP: Final[i64] = LAYOUT.bag("turned_up", LOCATIONS, EVERYBODY)    # this turn; available from the next one
DRAWN_LOCATIONS: Final[i64] = LAYOUT.bags("drawn_locations", LOCATIONS, EVERYBODY)
CONTROLLED: Final[i64] = LAYOUT.rows("locations", LOCATIONS, EVERYBODY, MOST_LOCATIONS)    # in the order of taking
COVERED: Final[i64] = LAYOUT.note(LAYOUT.rows("covered", PLACES, EVERYBODY, MOST_LOCATIONS))    # the slots they lie on
PEARLS: Final[i64] = LAYOUT.counters("pearls")
CREST_OF: Final = [LAYOUT.counters(f"crest_{colour}") for colour in COLOURS]    # the slot it lies on, 0: on none yet
CRESTS: Final[i64] = CREST_OF[0]
MASTER: Final[i64] = LAYOUT.counter("pearl_master")    # who holds the token, or -1
FORCED: Final[i64] = LAYOUT.counter("forced")    # lords that opponents of FORCED_BY must draw, 0: as they like
FORCED_BY: Final[i64] = LAYOUT.counter("forced_by")    # or -1
FIRST: Final[i64] = LAYOUT.counter("first")


def drawn(seat: i64) -> i64:
    return DRAWN + seat * LORD_KINDS


def recruits(seat: i64) -> i64:
    return RECRUITS + seat * LORD_KINDS


def chamber(seat: i64) -> i64:
    return CHAMBER + seat * (SLOTS + 1)


def drawn_locations(seat: i64) -> i64:
    return DRAWN_LOCATIONS + seat * LOCATION_KINDS


def controlled(seat: i64) -> i64:
    return CONTROLLED + seat * (MOST_LOCATIONS + 1)


def covered(seat: i64) -> i64:
    return COVERED + seat * (MOST_LOCATIONS + 1)


def crest(seat: i64, colour: i64) -> i64:
    return CRESTS + colour * MOST_SEATS + seat


class LordCards:
    """What is printed on the lords, by kind."""

    def __init__(self, copies: list[i64], influence: list[i64], ability: list[i64], key: list[i64], pearls: list[i64],
                 movable: list[i64]) -> None:  # fmt: skip
        self.copies = vec[i64](copies)
        self.influence = vec[i64](influence)
        self.ability = vec[i64](ability)
        self.key = vec[i64](key)
        self.pearls = vec[i64](pearls)
        self.movable = vec[i64](movable)    # 1 if a swap may move it


class LocationCards:
    """What is printed on the locations, by kind."""

    def __init__(self, copies: list[i64], influence: list[i64], pearls: list[i64], effect: list[i64],
                 formula: list[i64], each: list[i64], lords: list[i64]) -> None:  # fmt: skip
        self.copies = vec[i64](copies)
        self.influence = vec[i64](influence)
        self.pearls = vec[i64](pearls)
        self.effect = vec[i64](effect)
        self.formula = vec[i64](formula)
        self.each = vec[i64](each)
        self.lords = vec[i64](lords)    # the kinds of lords the formula is about, as bits


class Rules:
    """What is printed on the components, and what this table has chosen. Shared by all states of a table."""

    def __init__(self, lords: LordCards, locations: LocationCards, touching: list[i64], coalition_per_lord: i64,
                 pearl_master: i64, most_drawn: i64, keys_same: i64, keys_any: i64, leftovers_wait: bool,
                 empty_search_takes: bool, drawn_at_once: bool) -> None:  # fmt: skip
        self.lords = lords
        self.locations = locations
        self.touching = vec[i64](touching)    # by slot: its neighbours, as bits (KON-R01)
        self.coalition_per_lord: i64 = coalition_per_lord
        self.pearl_master: i64 = pearl_master
        self.most_drawn: i64 = most_drawn
        self.keys_same: i64 = keys_same
        self.keys_any: i64 = keys_any
        self.leftovers_wait = leftovers_wait    # KON-R02
        self.empty_search_takes = empty_search_takes    # KON-R08
        self.drawn_at_once = drawn_at_once    # KON-R23


class Senate(State):
    """The Oceanic Senate (Oceaniczny Senat)."""

    def __init__(self, rules: Rules, seats: i64, cells: vec[i64], dice: Dice, stack: list[AnyStep]) -> None:
        super().__init__(LAYOUT, seats, cells, dice, stack)
        self.rules = rules

    def clone(self) -> Senate:
        twin = Senate(self.rules, self.seats, self.cells[:], self.dice.copy(), self.stack[:])
        twin.resume(self)
        return twin

    # --- reading the table ---

    def placed(self, seat: i64) -> i64:
        """How many lords sit in a chamber; the next one gets the slot of this index (KON-040)."""
        return self.cells[CHAMBER + seat * (SLOTS + 1)]

    def free(self, seat: i64) -> i64:
        return SLOTS - self.placed(seat)

    def lord(self, seat: i64, slot: i64) -> i64:
        return self.cells[CHAMBER + seat * (SLOTS + 1) + 1 + slot]

    def pile_size(self, colour: i64) -> i64:
        cells = self.cells
        total: i64 = 0
        for at in range(DISCARDS + colour * RANKS, DISCARDS + (colour + 1) * RANKS):
            total += cells[at]
        return total

    def owns(self, seat: i64, effect: i64) -> bool:
        """Does a seat control the location with this lasting effect?"""
        row = controlled(seat)
        for place in range(self.cells[row]):
            if self.rules.locations.effect[self.cells[row + 1 + place]] == effect:
                return True
        return False

    def searches(self, seat: i64) -> bool:
        """Must this seat choose its locations from the deck (KON-127)?"""
        return self.owns(seat, SEARCH_DECK)

    # --- keys ---

    def first_live_slot(self, seat: i64) -> i64:
        """Keys before this slot are spent (KON-061, KON-069). Lords with keys never move (KON-R09)."""
        row = covered(seat)
        taken = self.cells[row]
        return self.cells[row + taken] + 1 if taken else 0

    def live_keys(self, seat: i64, key: i64) -> i64:
        total: i64 = 0
        keys = self.rules.lords.key
        for slot in range(self.first_live_slot(seat), self.placed(seat)):
            if keys[self.lord(seat, slot)] == key:
                total += 1
        return total

    def keys_suffice(self, seat: i64) -> bool:
        """For a takeover: 2 live keys of one colour, or 3 of any (KON-062); any 2 for some (KON-126)."""
        silver = self.live_keys(seat, SILVER)
        gold = self.live_keys(seat, GOLD)
        same = self.rules.keys_same
        if silver >= same or gold >= same or silver + gold >= self.rules.keys_any:
            return True
        return silver + gold >= same and self.owns(seat, ANY_TWO_KEYS)

    # --- moving things ---

    def lay_crest(self, seat: i64, kind: i64) -> None:
        """The lord just placed gets the crest of its colour if it is the first or the highest (KON-050 to 052)."""
        at = crest(seat, kind // RANKS)
        slot = self.cells[at]
        influence = self.rules.lords.influence
        if slot == 0 or influence[kind] > influence[self.lord(seat, slot - 1)]:
            self.cells[at] = self.placed(seat)
            self.tell("crest", seat, self.placed(seat))

    def gain_pearls(self, seat: i64, count: i64) -> None:
        """The token goes to who reaches or passes its holder, and moves at no other time (KON-074 to 079)."""
        if count == 0:
            return
        cells = self.cells
        cells[PEARLS + seat] += count
        self.tell("pearls", seat, count)
        master = cells[MASTER]
        if master != seat and (master < 0 or cells[PEARLS + seat] >= cells[PEARLS + master]):
            cells[MASTER] = seat
            self.tell("pearl_master", seat, cells[PEARLS + seat])

    def exchange(self, seat: i64, slot: i64, other: i64) -> None:
        """Two lords change places; crests go with them (KON-082, KON-R10)."""
        self.swap(chamber(seat), slot, chamber(seat), other)
        for colour in range(COLOUR_COUNT):
            at = crest(seat, colour)
            if self.cells[at] == slot + 1:
                self.cells[at] = other + 1
            elif self.cells[at] == other + 1:
                self.cells[at] = slot + 1

    def has_key(self, kind: i64) -> bool:
        return self.rules.lords.key[kind] != NO_KEY


def empty_table(rules: Rules, seats: i64, dice: Dice) -> Senate:
    """Every card in its deck, nothing in front of anybody (KON-010, 011, 013, 016)."""
    s = Senate(rules, seats, LAYOUT.blank[:], dice, [])
    for kind in range(LORD_KINDS):
        s.cells[DECK + kind] = rules.lords.copies[kind]
    for kind in range(LOCATION_KINDS):
        s.cells[LOCATION_DECK + kind] = rules.locations.copies[kind]
    s.cells[MASTER] = -1
    s.cells[FORCED_BY] = -1
    return s
