"""What lies where on the table of Śmierć Jaśniepanu!, and who sees it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.cards import CHARACTERS, MOST_SEATS, PLOTS, SEAT_WORDS
from intryga.kernel.layout import EVERYBODY, HELD, MEMORY, NOBODY, NOTE, OWNER, SEAT, SHOWN, Layout, Zones

LAYOUT: Final = Layout(MOST_SEATS)
DECK: Final[i64] = LAYOUT.bag("deck", PLOTS, NOBODY)    # the draw pile
DISCARDS: Final[i64] = LAYOUT.bag("discards", PLOTS, EVERYBODY)
PLAYED: Final[i64] = LAYOUT.row("played", PLOTS, EVERYBODY, 60)    # on the table, not yet resolved (SMI-099)
HAND: Final[Zones] = LAYOUT.bags("hand", PLOTS, OWNER, use=HELD)
BOX: Final[i64] = LAYOUT.bag("box", CHARACTERS, EVERYBODY)    # characters not used in this game
CENTRE: Final[i64] = LAYOUT.bag("centre", CHARACTERS, EVERYBODY)    # characters of the eliminated
CHARACTER: Final[Zones] = LAYOUT.rows("character", CHARACTERS, EVERYBODY, 1)
TREASURY: Final[i64] = LAYOUT.bag("treasury", ["gold"], EVERYBODY)
RESERVE: Final[i64] = LAYOUT.bag("reserve", ["gold"], NOBODY)    # what stands in for coins that ran out (SMI-R08)
GOLD: Final[Zones] = LAYOUT.bags("gold", ["gold"], EVERYBODY)
ORDER_ASIDE: Final[i64] = LAYOUT.bag("order_aside", ["execution_order"], EVERYBODY)
ORDER: Final[Zones] = LAYOUT.bags("order", ["execution_order"], EVERYBODY)
ROUND: Final[i64] = LAYOUT.counter("round")
LAST_GIVER: Final[i64] = LAYOUT.counter("last_giver", holds=SEAT)    # who gave the Order to its holder, or -1 (SMI-095)
TOKEN: Final[Zones] = LAYOUT.counters("token")    # 0: active; above MOST_SEATS: out without a token (SMI-R04)
WINNER: Final[i64] = LAYOUT.counter("winner", holds=SEAT)
ENDING: Final[i64] = LAYOUT.counter("ending")
USED: Final[Zones] = LAYOUT.bags("used", CHARACTERS, EVERYBODY, use=NOTE)    # abilities used this round (SMI-097)
# One elimination step while it is being resolved: who fell, as whom, who joined the Uprising, who takes the throne.
FALLEN: Final[i64] = LAYOUT.row("fallen", SEAT_WORDS, EVERYBODY, MOST_SEATS, use=NOTE, holds=SEAT)
FALLEN_AS: Final[i64] = LAYOUT.row("fallen_as", CHARACTERS, EVERYBODY, MOST_SEATS, use=NOTE)
JOINER: Final[i64] = LAYOUT.counter("joiner", holds=SEAT)
USURPER: Final[i64] = LAYOUT.counter("usurper", holds=SEAT)
# What is certain about a hand. memory.py keeps these.
KNOWN: Final[Zones] = LAYOUT.bags("known", PLOTS, EVERYBODY, use=SHOWN)    # everybody knows that these are in it
LACKS: Final[Zones] = LAYOUT.bags("lacks", PLOTS, EVERYBODY, use=SHOWN)    # of these kinds together it holds ...
AT_MOST: Final[Zones] = LAYOUT.counters("at_most", use=SHOWN)    # ... fewer than this number; 0: nothing is known
# What one seat alone has seen in the hand of another, packed (see memory.py): by whose hand it is, then by the looker.
SEEN: Final[list[Zones]] = [LAYOUT.counters(f"seen_{seat}", OWNER, use=MEMORY) for seat in range(MOST_SEATS)]
# How far the Order has come. The zones above are those of version 1, in its order.
PLAYED_BY: Final[i64] = LAYOUT.row("played_by", SEAT_WORDS, EVERYBODY, 60, use=NOTE, holds=SEAT)    # until they resolve
AIMED: Final[i64] = LAYOUT.counter("aimed", holds=SEAT)    # whom the first card on the table aims at, or -1
ASKED: Final[i64] = LAYOUT.counter("asked")    # 1: who could confess was asked, and the holder acts next (SMI-084)

IN_RESERVE: Final = 1_000_000    # more than any game pays out
# How a game can end (the counter `ending`).
CROWNED: Final = 1    # 30 gold in the Coronation phase (SMI-003)
LAST_ONE: Final = 2    # the last active player (SMI-002)
UNFINISHED: Final = 3    # the guard against endless games (SMI-131)
