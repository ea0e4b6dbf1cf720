"""What lies where on the table of Spiskowcy, and who sees it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import MOST_SEATS, NAMES, POWERS
from intryga.kernel.layout import EVERYBODY, NOBODY, NOTE, OWNER, SEAT, Layout, Zones

LAYOUT: Final = Layout(MOST_SEATS)
DECK: Final[i64] = LAYOUT.bag("deck", NAMES, NOBODY)
DISCARDS: Final[i64] = LAYOUT.bag("discards", NAMES, EVERYBODY)    # left the table face up; to the deck at the deal
TABLEAU: Final[Zones] = LAYOUT.bags("tableau", NAMES, EVERYBODY)
ORDERS: Final[Zones] = LAYOUT.bags("orders", NAMES, OWNER)
HAND: Final[Zones] = LAYOUT.bags("hand", NAMES, OWNER)
RETURNED: Final[Zones] = LAYOUT.bags("returned", NAMES, OWNER)    # thrown back unseen; to the deck at the deal
BANK_POINTS: Final[i64] = LAYOUT.bag("bank", ["vp"], EVERYBODY)
POINTS: Final[Zones] = LAYOUT.bags("vp", ["vp"], EVERYBODY)
ROUND: Final[i64] = LAYOUT.counter("round")
FIRST: Final[i64] = LAYOUT.counter("first", holds=SEAT)    # holder of the First Player token
TURN: Final[i64] = LAYOUT.counter("turn", holds=SEAT)    # whose turn it is in phase III, or -1
PAIRED: Final[i64] = LAYOUT.counter("innkeeper", holds=SEAT)    # who had the right to lay a pair this round, or -1
REVEALED: Final[i64] = LAYOUT.row("revealed", NAMES, EVERYBODY, 9, use=NOTE)    # turned up in this turn
USED: Final[i64] = LAYOUT.bag("used", POWERS, EVERYBODY, use=NOTE)    # powers used in this turn
