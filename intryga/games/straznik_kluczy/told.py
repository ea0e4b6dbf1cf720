"""What is told aloud in Strażnik Kluczy. Cards that move tell themselves."""

from __future__ import annotations

from typing import Final

from intryga.games.straznik_kluczy.cards import (
    AI_BOARDS,
    AI_CHESTS,
    BONUSES,
    BUILDINGS,
    CHESTS,
    FOLK,
    INSTEAD,
    PUBLIC,
    PURSE,
    RESOURCES,
    SECTIONS,
    SEGMENTS,
    SLOTS,
    SPACES,
    SPOTS,
)
from intryga.kernel.words import Words, number, one_of, seat

AI_ACTS: Final = ["ai_build", "ai_workers", "ai_transcribe", "ai_focus", "ai_flip_chest", "ai_gains"]

TOLD: Final = Words()
# the course of the game
STARTS_GAME: Final = TOLD.word("starter", seat("seat"))
AI_SITS: Final = TOLD.word("ai_sits", seat("seat"), one_of("board", AI_BOARDS))
ROUND_BEGINS: Final = TOLD.word("round", number("n"))
POVERTY_SHOWN: Final = TOLD.word("poverty")
PROSPERITY_SHOWN: Final = TOLD.word("prosperity")
LAST_ROUND_SET: Final = TOLD.word("last_round")
GAME_OVER: Final = TOLD.word("game_over")
# gains and payments
GAINS: Final = [TOLD.word(f"gains_{name}", seat("seat"), number("n")) for name in PURSE]
SPENDS: Final = [TOLD.word(f"spends_{name}", seat("seat"), number("n")) for name in PURSE]
GAINS_DEBTS: Final = TOLD.word("gains_debts", seat("seat"), number("n"))
GAINS_DEEDS: Final = TOLD.word("gains_deeds", seat("seat"), number("n"))
PAYS_DEBT: Final = TOLD.word("pays_debt", seat("seat"))
APPROVES_DEED: Final = TOLD.word("approves_deed", seat("seat"))
GAINS_CORRUPTION: Final = TOLD.word("corruption", seat("seat"), number("n"))
GAINS_VIRTUE: Final = TOLD.word("virtue", seat("seat"), number("n"))
MARKERS_MEET: Final = TOLD.word("markers_meet", seat("seat"), number("n"))    # the space
# cards
BLIND: Final = TOLD.word("blind", seat("seat"))
SHUFFLES: Final = TOLD.word("shuffles", seat("seat"))
ARRANGES: Final = TOLD.word("arranges", seat("seat"))
CHEST_PAYS: Final = TOLD.word("chest_pays", seat("seat"), one_of("chest", CHESTS))
ABILITY: Final = TOLD.word("ability", seat("seat"), one_of("card", FOLK))
SLOT_WORKS: Final = TOLD.word("slot_works", seat("seat"), one_of("slot", SLOTS))
PUBLIC_WORKS: Final = TOLD.word("public_works", seat("seat"), one_of("building", PUBLIC))
DECLINES_CHEST: Final = TOLD.word("declines_chest", seat("seat"))
# riding
STARTS_AT: Final = TOLD.word("starts", seat("seat"), one_of("space", SPACES))
RIDES: Final = TOLD.word("rides", seat("seat"), one_of("space", SPACES))
MEETS: Final = TOLD.word("meets", seat("seat"), seat("other"))
# actions
NO_ACTION: Final = TOLD.word("no_action", seat("seat"))
EXTRA_ACTION: Final = TOLD.word("extra_action", seat("seat"), one_of("card", FOLK))
ACTION_FAILS: Final = TOLD.word("action_fails", seat("seat"))
DISMISSES_PRINTED: Final = TOLD.word("dismisses_printed", seat("seat"), one_of("segment", SEGMENTS))
TRADES: Final = TOLD.word("trades", seat("seat"), number("n"))
BUILDS: Final = TOLD.word("builds", seat("seat"), one_of("building", BUILDINGS), one_of("spot", SPOTS))
LINKS: Final = TOLD.word("links", seat("seat"), seat("other"))
LINKS_OWN: Final = TOLD.word("links_own", seat("seat"))
RAISES: Final = TOLD.word("raises", seat("seat"), one_of("building", PUBLIC))
COVERS: Final = TOLD.word("covers", seat("seat"), one_of("slot", SLOTS))
COPIES_PRINTED: Final = TOLD.word("copies_printed", seat("seat"), one_of("segment", SEGMENTS))
BONUS_WON: Final = TOLD.word("bonus", seat("seat"), one_of("bonus", BONUSES))
# castle
PLACES: Final = TOLD.word("places", seat("seat"), number("n"), one_of("section", SECTIONS))
SHIFTS: Final = TOLD.word("shifts", seat("seat"), one_of("section", SECTIONS))    # where to
RESOLVES: Final = TOLD.word("resolves", seat("seat"), one_of("section", SECTIONS))
RISES: Final = TOLD.word("rises", seat("seat"), one_of("section", SECTIONS))
BUMPS: Final = TOLD.word("bumps", seat("seat"), seat("other"), one_of("section", SECTIONS))
LEADS: Final = TOLD.word("leads", seat("seat"))
# collision
COLLISION: Final = TOLD.word("collision", seat("seat"))
IGNORES: Final = TOLD.word("ignores", seat("seat"))
COLLISION_PAYS: Final = TOLD.word("collision_pays", seat("seat"), number("n"))    # the space
COLLISION_TOUCHES: Final = TOLD.word("collision_touches", seat("seat"))    # an opponent who meets the condition
NO_RECRUIT: Final = TOLD.word("no_recruit", seat("seat"))
# the AI explains itself
AI_ROW: Final = TOLD.word("ai_row", seat("seat"), number("n"))
AI_INSTEAD: Final = TOLD.word("ai_instead", seat("seat"), one_of("what", INSTEAD))
AI_CHART: Final = TOLD.word("ai_chart", seat("seat"), one_of("resource", RESOURCES))
AI_CANNOT: Final = TOLD.word("ai_cannot", seat("seat"), one_of("act", AI_ACTS))
AI_DOES: Final = TOLD.word("ai_does", seat("seat"), one_of("act", AI_ACTS))
AI_CONVERTS: Final = TOLD.word("ai_converts", seat("seat"), one_of("chest", AI_CHESTS))
AI_NOTHING: Final = TOLD.word("ai_nothing", seat("seat"))
