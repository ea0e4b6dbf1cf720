"""What lies where on the table of Dworzanie, and who sees it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.dworzanie.cards import (
    AREAS,
    HAND_SIZE,
    KINDS,
    MEMORIES,
    MISSION_NAMES,
    MOST_SEATS,
    MOST_SPIES,
    NAMES,
    NUMBERS,
    SEAT_NAMES,
)
from intryga.kernel.layout import EVERYBODY, HELD, MEMORY, NOBODY, NOTE, OWNER, SEAT, Layout, Zones

LAYOUT: Final = Layout(MOST_SEATS)
DECK: Final[i64] = LAYOUT.bag("deck", NAMES, NOBODY)    # talia dworzan; nobody knows its order
REMOVED: Final[i64] = LAYOUT.bag("removed", NAMES, NOBODY)    # before the game (DWO-008)
HAND: Final[Zones] = LAYOUT.rows("hand", NAMES, OWNER, HAND_SIZE, use=HELD)

# These are not by seat but by place: above, below, the domains, out of the game (see cards.py).

# Face-up cards.
FACE_UP: Final[Zones] = Zones(LAYOUT.bag("above", NAMES, EVERYBODY), KINDS)
LAYOUT.bag("below", NAMES, EVERYBODY)
LAYOUT.bags("domain", NAMES, EVERYBODY)
LAYOUT.bag("eliminated", NAMES, EVERYBODY)

# Face-down spies; at the table they lie in the queen's column. Nobody may look at them (DWO-061, 075).
FACE_DOWN: Final[Zones] = Zones(LAYOUT.row("above_spies", NAMES, NOBODY, MOST_SPIES), MOST_SPIES + 1)
LAYOUT.row("below_spies", NAMES, NOBODY, MOST_SPIES)
LAYOUT.rows("domain_spies", NAMES, NOBODY, MOST_SPIES)
LAYOUT.row("eliminated_spies", NAMES, NOBODY, MOST_SPIES)

# The number of each, in the order in which they lie.
NUMBERED: Final[Zones] = Zones(LAYOUT.row("above_numbers", NUMBERS, EVERYBODY, MOST_SPIES, use=NOTE), MOST_SPIES + 1)
LAYOUT.row("below_numbers", NUMBERS, EVERYBODY, MOST_SPIES, use=NOTE)
LAYOUT.rows("domain_numbers", NUMBERS, EVERYBODY, MOST_SPIES, use=NOTE)
LAYOUT.row("eliminated_numbers", NUMBERS, EVERYBODY, MOST_SPIES, use=NOTE)

# By number: who played the spy, which everybody knows, and what each player alone recalls of it (DWO-R05).
PLAYED_BY: Final[i64] = LAYOUT.row("played_by", SEAT_NAMES, EVERYBODY, MOST_SPIES, use=NOTE, holds=SEAT)
RECALLED: Final[Zones] = LAYOUT.rows("recalled", MEMORIES, OWNER, MOST_SPIES, use=MEMORY)

BOX: Final[i64] = LAYOUT.bag("box", MISSION_NAMES, NOBODY)    # missions not dealt (DWO-014)
SECRET: Final[Zones] = LAYOUT.rows("missions", MISSION_NAMES, OWNER, 2)    # a white and a blue one
SHOWN: Final[Zones] = LAYOUT.rows("shown_missions", MISSION_NAMES, EVERYBODY, 2)
FIRST: Final[i64] = LAYOUT.counter("first", holds=SEAT)    # who plays first
USED: Final[i64] = LAYOUT.bag("used", AREAS, EVERYBODY, use=NOTE)    # areas played to in this turn
