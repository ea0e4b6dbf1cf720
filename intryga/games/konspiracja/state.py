"""The senate of Konspiracja: who has which lords, keys, crests and pearls, and how all stand."""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from intryga.games.konspiracja import advice, features, sampler, scoring
from intryga.games.konspiracja.cards import (
    ANY_TWO_KEYS,
    COLOUR_COUNT,
    COLOURS,
    GOLD,
    LOCATION_KINDS,
    LORD_KINDS,
    NO_KEY,
    RANKS,
    SEARCH_DECK,
    SILVER,
    SLOTS,
)
from intryga.games.konspiracja.data import Rules
from intryga.games.konspiracja.told import PEARLS_GAINED, TOKEN_TAKEN
from intryga.games.konspiracja.zones import (
    CHAMBER,
    CONTROLLED,
    COVERED,
    CRESTS,
    DECK,
    DISCARDS,
    FORCED,
    FORCED_BY,
    LAYOUT,
    LOCATION_DECK,
    MASTER,
    PEARLS,
)
from intryga.kernel.cells import total
from intryga.kernel.dice import DRAW, Dice
from intryga.kernel.state import State


@final
class Senate(State[Rules]):
    """The Oceanic Senate (Oceaniczny Senat)."""

    def twin(self) -> Senate:
        return Senate(LAYOUT, self.rules, self.seats, self.cells[:], self.dice.copy())

    # --- reading the table ---

    def placed(self, seat: i64) -> i64:
        """How many lords sit in a chamber; the next one gets the slot of this index (KON-040)."""
        return self.cells[CHAMBER.of(seat)]

    def free(self, seat: i64) -> i64:
        return SLOTS - self.cells[CHAMBER.of(seat)]

    def lord(self, seat: i64, slot: i64) -> i64:
        return self.cells[CHAMBER.of(seat) + 1 + slot]

    def pearls(self, seat: i64) -> i64:
        return self.cells[PEARLS.of(seat)]

    def crest(self, seat: i64, colour: i64) -> i64:
        """The number of the slot that a crest lies on, 0: on none yet."""
        return self.cells[CRESTS[colour].of(seat)]

    def pile_size(self, colour: i64) -> i64:
        return total(self.cells, DISCARDS + colour * RANKS, DISCARDS + (colour + 1) * RANKS)

    def owns(self, seat: i64, effect: i64) -> bool:
        """Does a seat control the location with this lasting effect?"""
        row = CONTROLLED.of(seat)
        for place in range(self.cells[row]):
            if self.rules.locations.effect[self.cells[row + 1 + place]] == effect:
                return True
        return False

    def searches(self, seat: i64) -> bool:
        """Must this seat choose its locations from the deck (KON-127)?"""
        return self.owns(seat, SEARCH_DECK)

    # --- keys ---

    def has_key(self, kind: i64) -> bool:
        return self.rules.lords.key[kind] != NO_KEY

    def first_live_slot(self, seat: i64) -> i64:
        """Keys before this slot are spent (KON-061, KON-069). Lords with keys never move (KON-R09)."""
        row = COVERED.of(seat)
        taken = self.cells[row]
        if taken == 0:
            return 0
        return self.cells[row + taken] + 1

    def live_keys(self, seat: i64, key: i64) -> i64:
        cells = self.cells
        keys = self.rules.lords.key
        lords = CHAMBER.of(seat)
        total: i64 = 0
        for at in range(lords + 1 + self.first_live_slot(seat), lords + 1 + cells[lords]):
            if keys[cells[at]] == key:
                total += 1
        return total

    def keys_suffice(self, seat: i64) -> bool:
        """For a takeover: 2 live keys of one colour, or 3 of any (KON-062); any 2 for some (KON-126)."""
        cells = self.cells
        keys = self.rules.lords.key
        lords = CHAMBER.of(seat)
        silver: i64 = 0
        gold: i64 = 0
        for at in range(lords + 1 + self.first_live_slot(seat), lords + 1 + cells[lords]):
            key = keys[cells[at]]
            if key == SILVER:
                silver += 1
            elif key == GOLD:
                gold += 1
        same = self.rules.keys_same
        if silver >= same or gold >= same or silver + gold >= self.rules.keys_any:
            return True
        return silver + gold >= same and self.owns(seat, ANY_TWO_KEYS)

    # --- changing it ---

    def draw_cards(self, count: i64, deck: i64, target: i64) -> None:
        """So many off a deck that holds them."""
        self.dice.begin(DRAW)
        self.draw(count, self.size(deck), deck, target)

    def lay_crest(self, seat: i64, lords: i64, kind: i64) -> None:
        """The lord just placed in this row gets the crest of its colour if it is the first or the highest (KON-050 to
        052)."""
        cells = self.cells
        crest = CRESTS[kind // RANKS].of(seat)
        influence = self.rules.lords.influence
        if cells[crest] == 0 or influence[kind] > influence[cells[lords + cells[crest]]]:
            self.set_to(crest, cells[lords])

    def gain_pearls(self, seat: i64, count: i64) -> None:
        """The token goes to who reaches or passes its holder, and moves at no other time (KON-074 to 079)."""
        if count == 0:
            return
        self.add(PEARLS.of(seat), count)
        self.tell(PEARLS_GAINED, seat, count)
        master = self.cells[MASTER]
        if master != seat and (master < 0 or self.pearls(seat) >= self.pearls(master)):
            self.set_to(MASTER, seat)
            self.tell(TOKEN_TAKEN, seat, self.pearls(seat))

    def force(self, seat: i64, count: i64) -> None:
        """The others must draw just so many (KON-118, KON-119); with 0 and nobody (-1) all are free again."""
        self.set_to(FORCED, count)
        self.set_to(FORCED_BY, seat)

    def exchange(self, seat: i64, slot: i64, other: i64) -> None:
        """Two lords change places; crests go with them (KON-082, KON-R10)."""
        self.swap(CHAMBER.of(seat), slot, CHAMBER.of(seat), other)
        for colour in range(COLOUR_COUNT):
            on = self.crest(seat, colour)
            if on == slot + 1:
                self.set_to(CRESTS[colour].of(seat), other + 1)
            elif on == other + 1:
                self.set_to(CRESTS[colour].of(seat), slot + 1)

    # --- what the house asks ---

    def scores(self) -> list[dict[str, int]]:
        return [
            {
                "lords": scoring.lords(self, seat),
                "locations": scoring.locations(self, seat),
                "coalition": scoring.coalition(self, seat),
                "pearls": scoring.pearl_master(self, seat),
            }
            for seat in range(self.seats)
        ]

    def live_scores(self, viewer: i64) -> list[dict[str, int]]:
        """All that scores lies open."""
        return self.scores()

    def total(self, seat: i64) -> i64:
        return scoring.score(self, seat)

    def winners(self) -> list[i64]:
        return scoring.winners(self)

    def facts(self, viewer: i64) -> dict[str, Any]:
        seats = range(self.seats)
        silver = [self.live_keys(seat, SILVER) for seat in seats]
        gold = [self.live_keys(seat, GOLD) for seat in seats]
        return {
            "marker": self.pearls(self.cells[MASTER]) if self.cells[MASTER] >= 0 else 0,    # KON-077
            "piles": {COLOURS[i]: self.pile_size(i) for i in range(COLOUR_COUNT) if self.pile_size(i)},
            "must_draw": [self.cells[FORCED]] if self.cells[FORCED] else [],
            "live_keys": {"silver": one_each(silver), "gold": one_each(gold)},
            "silver": silver,
            "gold": gold,
            "any_two_keys": [seat for seat in seats if self.owns(seat, ANY_TWO_KEYS)],    # KON-126
            "free": [self.free(seat) for seat in seats],
            "coalition": [slot_numbers(scoring.coalition_slots(self, seat)) for seat in seats],
            "full": [seat for seat in seats if self.free(seat) == 0],
        }

    def resample(self, viewer: i64, dice: Dice) -> Senate:
        return sampler.resample(self, viewer, dice)

    def impossible(self) -> str:
        return sampler.impossible(self)

    def value(self, seat: i64) -> float:
        return advice.value(self, seat)

    def terms(self, seat: i64) -> dict[str, float]:
        return advice.terms(self, seat)

    def values(self) -> list[float]:
        return advice.values(self)

    def features(self) -> list[list[float]]:
        return features.features(self)


def one_each(keys: list[i64]) -> list[i64]:
    """Seats with live keys of one sort, once for each key."""
    return [seat for seat in range(len(keys)) for _ in range(keys[seat])]


def slot_numbers(bits: i64) -> list[i64]:
    return [slot + 1 for slot in range(SLOTS) if bits >> slot & 1]


def empty_table(rules: Rules, seats: i64, dice: Dice) -> Senate:
    """Every card in its deck, nothing in front of anybody (KON-010, 011, 013, 016)."""
    s = Senate(LAYOUT, rules, seats, LAYOUT.new_cells(), dice)
    for kind in range(LORD_KINDS):
        s.fill(DECK, kind, rules.lords.copies[kind])
    for kind in range(LOCATION_KINDS):
        s.fill(LOCATION_DECK, kind, rules.locations.copies[kind])
    s.set_to(MASTER, -1)
    s.set_to(FORCED_BY, -1)
    return s
