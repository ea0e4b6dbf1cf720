"""What lies where on the table of Strażnik Kluczy, and who sees it.

Nobody may look below the top of a pile, so which card lies under which pile does not exist yet: the piles of all
segments are one bag with a counter for each, and the next top is drawn when the old one goes (STR-004, STR-005).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import (
    AI_CHESTS,
    BELT,
    CHESTS,
    FOLK,
    MANUSCRIPTS,
    MOST_SEATS,
    PLAYER_CARDS,
    PUBLIC,
    PURSE,
    RIBBONS,
    SCHEMES,
    SEATS,
    SECTIONS,
    SEGMENTS,
    SLOTS,
    SPACES,
    SPOTS,
)
from intryga.kernel.layout import EVERYBODY, HELD, NOBODY, NOTE, OWNER, SEAT, Layout, Zones

LAYOUT: Final = Layout(MOST_SEATS)
# townsfolk
FOLK_BOX: Final[i64] = LAYOUT.bag("folk_box", FOLK, EVERYBODY)    # not in this game, or out of it
NEUTRAL_DECK: Final[i64] = LAYOUT.bag("neutral_deck", FOLK, NOBODY)
HERO_DECK: Final[i64] = LAYOUT.bag("hero_deck", FOLK, NOBODY)
TOWNSFOLK: Final[list[i64]] = [LAYOUT.row(f"townsfolk_{segment}", FOLK, EVERYBODY, 1) for segment in SEGMENTS]
TOWNSFOLK_LEFT: Final[list[i64]] = [LAYOUT.counter(f"townsfolk_left_{segment}") for segment in SEGMENTS]    # below
HEROES_SHOWN: Final[i64] = LAYOUT.row("heroes", FOLK, EVERYBODY, 3)    # place 0 is the right-most, the oldest
OFFERED_HEROES: Final[i64] = LAYOUT.row("offered_heroes", FOLK, EVERYBODY, 5)
LEAVING: Final[i64] = LAYOUT.row("leaving", FOLK, EVERYBODY, 1)    # a Hero who is removed, while the effect runs
HAND: Final[Zones] = LAYOUT.bags("hand", FOLK, OWNER, use=HELD)
DRAW_PILE: Final[Zones] = LAYOUT.bags("draw_pile", FOLK, NOBODY)
DISCARDS: Final[Zones] = LAYOUT.bags("discards", FOLK, EVERYBODY)
ON_BELT: Final[list[Zones]] = [LAYOUT.rows(space, FOLK, EVERYBODY, 1) for space in BELT]
KNOWN: Final[Zones] = LAYOUT.rows("known", FOLK, EVERYBODY, 20, use=NOTE)    # what everybody knows of a hand
# manuscripts, chests, Player cards
MANUSCRIPT_BOX: Final[i64] = LAYOUT.bag("manuscript_box", MANUSCRIPTS, EVERYBODY)
MANUSCRIPT_DECK: Final[i64] = LAYOUT.bag("manuscript_deck", MANUSCRIPTS, NOBODY)
MANUSCRIPT: Final[list[i64]] = [
    LAYOUT.row(f"manuscript_{segment}", MANUSCRIPTS, EVERYBODY, 1) for segment in SEGMENTS
]  # fmt: skip
MANUSCRIPTS_LEFT: Final[list[i64]] = [LAYOUT.counter(f"manuscripts_left_{segment}") for segment in SEGMENTS]
MANUSCRIPTS_OF: Final[Zones] = LAYOUT.bags("manuscripts", MANUSCRIPTS, EVERYBODY)
CHEST_BOX: Final[i64] = LAYOUT.bag("chest_box", CHESTS, EVERYBODY)
CHEST_DECK: Final[i64] = LAYOUT.bag("chest_deck", CHESTS, NOBODY)
CHESTS_SHOWN: Final[i64] = LAYOUT.row("chests", CHESTS, EVERYBODY, 4)
CHEST_UNDER: Final[list[Zones]] = [LAYOUT.rows(f"chest_{n}", CHESTS, EVERYBODY, 1) for n in (1, 2, 3)]
CARD_BOX: Final[i64] = LAYOUT.bag("card_box", PLAYER_CARDS, EVERYBODY)
PLAYER_DECK: Final[i64] = LAYOUT.bag("player_deck", PLAYER_CARDS, NOBODY)
OFFERED_CARDS: Final[i64] = LAYOUT.row("offered_cards", PLAYER_CARDS, EVERYBODY, 5)
PLAYER_CARD: Final[Zones] = LAYOUT.rows("player_card", PLAYER_CARDS, EVERYBODY, 1)
# the AI's cards
SCHEME_BOX: Final[i64] = LAYOUT.bag("scheme_box", SCHEMES, EVERYBODY)
SCHEME_PILE: Final[i64] = LAYOUT.bag("schemes", SCHEMES, NOBODY)
FUTURE_SCHEMES: Final[i64] = LAYOUT.bag("future_schemes", SCHEMES, NOBODY)
SCHEME_DISCARDS: Final[i64] = LAYOUT.bag("scheme_discards", SCHEMES, EVERYBODY)
SCHEME_AT: Final[list[i64]] = [LAYOUT.row(f"scheme_{n}", SCHEMES, EVERYBODY, 1) for n in (1, 2, 3)]
AI_CHEST_BOX: Final[i64] = LAYOUT.bag("ai_chest_box", AI_CHESTS, EVERYBODY)
AI_CHESTS_DOWN: Final[i64] = LAYOUT.row("ai_chests_down", AI_CHESTS, NOBODY, 3)    # place 0 is the next to be flipped
AI_CHEST_UNDER: Final[list[i64]] = [LAYOUT.row(f"ai_chest_{n}", AI_CHESTS, EVERYBODY, 1) for n in (1, 2, 3)]
# the board
RING: Final[i64] = LAYOUT.row("ring", SEGMENTS, EVERYBODY, 5, use=NOTE)    # clockwise
CASTLE_TURN: Final[i64] = LAYOUT.counter("castle_turn")    # section (p + turn) mod 5 faces ring position p
VISCOUNT: Final[Zones] = LAYOUT.rows("viscount", SPACES, EVERYBODY, 1, use=NOTE)
BUILT: Final[list[Zones]] = [
    LAYOUT.bags(name, SPOTS, EVERYBODY, use=NOTE) for name in ("trading_posts", "guildhalls", "workshops")
]  # fmt: skip
COVERED: Final[Zones] = LAYOUT.bags("slots", SLOTS, EVERYBODY, use=NOTE)    # 1: a building covers it
PUBLIC_AT: Final[list[i64]] = [LAYOUT.row(f"{name}_at", SPOTS, EVERYBODY, 1, use=NOTE) for name in PUBLIC]
PUBLIC_OWNER: Final[list[i64]] = [LAYOUT.counter(f"{name}_owner", holds=SEAT) for name in PUBLIC]
CASTLE_1: Final[Zones] = LAYOUT.bags("castle_1", SECTIONS, EVERYBODY, use=NOTE)
CASTLE_2: Final[Zones] = LAYOUT.bags("castle_2", SECTIONS, EVERYBODY, use=NOTE)
CASTLE_3: Final[Zones] = LAYOUT.counters("castle_3")
SUPPLY: Final[Zones] = LAYOUT.counters("workers")    # not in the castle
LEADER: Final[i64] = LAYOUT.counter("leader", holds=SEAT)
BONUS: Final[list[i64]] = [LAYOUT.counter(f"bonus_{ribbon}", holds=SEAT) for ribbon in RIBBONS]
# purses, cards on their sides, markers
COINS: Final[list[Zones]] = [LAYOUT.counters(name) for name in PURSE]
UNPAID: Final[Zones] = LAYOUT.counters("unpaid")
PAID: Final[Zones] = LAYOUT.counters("paid")
ACQUIRED: Final[Zones] = LAYOUT.counters("acquired")
APPROVED: Final[Zones] = LAYOUT.counters("approved")
CORRUPTION: Final[Zones] = LAYOUT.counters("corruption")
VIRTUE: Final[Zones] = LAYOUT.counters("virtue")
DEBTS_LEFT: Final[i64] = LAYOUT.counter("debts_left")
DEEDS_LEFT: Final[i64] = LAYOUT.counter("deeds_left")
POVERTY: Final[i64] = LAYOUT.counter("poverty")    # 1: revealed
PROSPERITY: Final[i64] = LAYOUT.counter("prosperity")
# the course of the game
STARTER: Final[i64] = LAYOUT.counter("starter", holds=SEAT)
ROUND: Final[i64] = LAYOUT.counter("round")
LAST_ROUND: Final[i64] = LAYOUT.counter("last_round")    # 0: not known yet
ACTIVE: Final[i64] = LAYOUT.counter("active", holds=SEAT)
SETTING_UP: Final[i64] = LAYOUT.counter("setting_up")    # these three: 1 while it is so
DISMISSED: Final[i64] = LAYOUT.counter("dismissed")
IGNORED: Final[i64] = LAYOUT.counter("ignored")
AI_BOARD: Final[i64] = LAYOUT.counter("ai_board")    # which of the four, -1 without an AI
CASTLE_BUSY: Final[i64] = LAYOUT.counter("castle_busy", holds=SEAT)    # whose castle is being resolved
CASTLE_QUEUE: Final[i64] = LAYOUT.row("castle_queue", SEATS, EVERYBODY, 4, use=NOTE, holds=SEAT)
