"""What lies where on the table of Konspiracja, and who sees it. The chambers (izby) lie in front of the seats."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.konspiracja.cards import COLOURS, LOCATIONS, LORDS, MOST_SEATS, PLACES, SLOTS
from intryga.kernel.layout import EVERYBODY, NOBODY, NOTE, SEAT, Layout, Zones

MOST_LOCATIONS: Final = SLOTS // 2    # one seat can take: each costs two keys at least

LAYOUT: Final = Layout(MOST_SEATS)
DECK: Final[i64] = LAYOUT.bag("deck", LORDS, NOBODY)
DISCARDS: Final[i64] = LAYOUT.bag("discards", LORDS, EVERYBODY)    # five piles, told apart by colour (KON-011)
DRAWN: Final[Zones] = LAYOUT.bags("drawn", LORDS, EVERYBODY)    # off the deck, one of them will be kept
RECRUITS: Final[Zones] = LAYOUT.bags("recruits", LORDS, EVERYBODY)    # recruited and not yet placed
CHAMBER: Final[Zones] = LAYOUT.rows("chamber", LORDS, EVERYBODY, SLOTS)    # in the order of the slots
LOCATION_DECK: Final[i64] = LAYOUT.bag("location_deck", LOCATIONS, NOBODY)
AVAILABLE: Final[i64] = LAYOUT.bag("available", LOCATIONS, EVERYBODY)
TURNED_UP: Final[i64] = LAYOUT.bag("turned_up", LOCATIONS, EVERYBODY)    # this turn; an option keeps them for the next
DRAWN_LOCATIONS: Final[Zones] = LAYOUT.bags("drawn_locations", LOCATIONS, EVERYBODY)
CONTROLLED: Final[Zones] = LAYOUT.rows("locations", LOCATIONS, EVERYBODY, MOST_LOCATIONS)    # in the order of taking
COVERED: Final[Zones] = LAYOUT.rows("covered", PLACES, EVERYBODY, MOST_LOCATIONS, use=NOTE)    # the slots they lie on
PEARLS: Final[Zones] = LAYOUT.counters("pearls")
CRESTS: Final[list[Zones]] = [    # by colour: the slot it lies on, 0: on none yet
    LAYOUT.counters(f"crest_{colour}") for colour in COLOURS
]
MASTER: Final[i64] = LAYOUT.counter("pearl_master", holds=SEAT)    # who holds the token, or -1
FORCED: Final[i64] = LAYOUT.counter("forced")    # lords that opponents of FORCED_BY must draw, 0: as they like
FORCED_BY: Final[i64] = LAYOUT.counter("forced_by", holds=SEAT)    # or -1
FIRST: Final[i64] = LAYOUT.counter("first", holds=SEAT)
