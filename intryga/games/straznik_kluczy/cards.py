"""The components of Strażnik Kluczy by number and name, and everything that can be chosen in it.

Kinds stand in the order of cards.toml (a test compares); that of the verbs is never changed.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.kernel.actions import ActionSpace, Pair, Pick

MOST_SEATS: Final = 4
NOTHING: Final[i64] = -1    # no card there
SEATS: Final = ["0", "1", "2", "3"]

# --- townsfolk: 11 starting ones, 88 neutral, 20 heroes ---

FOLK: Final = [
    "abbot", "labourer", "squire", "financier", "thief", "journeyman", "lender", "trader", "journeyman_k", "lender_k",
    "trader_k", "acolyte", "antagonist", "architect", "aristocrat", "artisan", "artist", "benefactor", "bishop",
    "charlatan", "chevalier", "clergyman", "conspirator", "courier", "deacon_3", "deacon_2", "debt_collector_deed",
    "debt_collector_hire", "debt_collector_virtue", "debt_collector_any", "defender", "diplomat", "disciple",
    "enforcer", "foreman", "friar", "gatekeeper", "illusionist", "jeweller", "lookout", "mason", "meddler", "miner",
    "missionary_3", "missionary_2", "overseer_3", "overseer_2", "pastor", "patron_3", "patron_2", "peddler_ink",
    "peddler_gold", "peddler_stone", "peddler_silver", "pickpocket", "priest", "princess", "racketeer_2",
    "racketeer_1", "scoundrel_gold", "scoundrel_ink", "scoundrel_stone", "sculptor", "stonecutter_3", "stonecutter_2",
    "strongman", "swindler_stone", "swindler_gold", "swindler_ink", "tinker_cn", "tinker_bc", "tinker_bn", "traitor",
    "traveller", "trickster", "vicar", "watchman", "woodcutter_2", "woodcutter_3", "deacon_1k", "overseer_1k",
    "woodcutter_1k", "debt_collector_k", "ferryman_k", "huntsman_k", "smithy_k", "profiteer_k", "grifter_n",
    "grifter_b", "grifter_c", "jeweller_k1", "jeweller_k2", "keeper_draw", "keeper_any", "keeper_silver",
    "keeper_virtue", "tinker_cn_k", "tinker_bc_k", "tinker_bn_k", "ada", "bertha", "clovis", "emma", "guntram",
    "judith", "lothaire", "merovech", "rudolf", "therese", "delphine", "engelier", "fara", "frederick", "girard",
    "isabette", "mariam", "renauld", "scarlette", "zesiro",
]  # fmt: skip
FOLK_KINDS: Final[i64] = 119
FIRST_NEUTRAL: Final[i64] = 11
FIRST_HERO: Final[i64] = 99
HEROES: Final = FOLK[99:]
BELT: Final = ["first", "second", "third"]
ORDERS: Final = ["abc", "acb", "bac", "bca", "cab", "cba"]    # what lies in 1, 2, 3 afterwards; a, b, c were there
ORDER_OF: Final[list[list[i64]]] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

# --- other cards and tiles ---

MANUSCRIPTS: Final = [
    "ms01", "ms02", "ms03", "ms04", "ms05", "ms06", "ms07", "ms08", "ms09", "ms10", "ms11", "ms12", "ms13", "ms14",
    "ms15", "ms16", "ms17", "ms18", "ms19", "ms20", "ms21", "ms22", "ms23", "ms24", "ms25", "ms26", "ms27", "ms28",
    "ms29", "ms30", "ms31", "ms32", "ms33", "ms34", "ms35", "ms36", "ms37", "ms38", "ms39", "ms40",
]  # fmt: skip
CHESTS: Final = [
    "double_cleric", "double_builder", "double_noble", "swap_cleric", "swap_builder", "swap_noble", "merchant_cleric",
    "merchant_builder", "merchant_noble", "merchant2_ink", "merchant2_stone", "merchant2_gold", "criminal_ink",
    "criminal_stone", "criminal_gold", "silver_cleric", "silver_builder", "silver_noble",
]  # fmt: skip
PLAYER_CARDS: Final = [
    "card_1", "card_2", "card_3", "card_4", "card_5", "card_6", "card_7", "card_8", "card_9", "card_10", "card_1_5",
    "card_3_5", "card_5_5", "card_7_5", "card_9_5",
]  # fmt: skip
SCHEMES: Final = [
    "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8",
]  # fmt: skip
AI_CHESTS: Final = ["ai_swap_cleric", "ai_swap_builder", "ai_swap_noble"]
AI_BOARDS: Final = ["ai_cleric", "ai_builder", "ai_noble", "ai_card"]
RIBBONS: Final = ["black", "yellow", "grey", "blue"]
BONUSES: Final = ["bonus_black", "bonus_yellow", "bonus_grey", "bonus_blue"]

# --- the board ---

SEGMENTS: Final = ["A", "B", "C", "D", "E"]
SEGMENT_COUNT: Final[i64] = 5
# By segment: the left and the right outer space, the inner one.
SPACES: Final = [
    "at_1", "at_2", "at_1_5", "at_3", "at_4", "at_3_5", "at_5", "at_6", "at_5_5", "at_7", "at_8", "at_7_5", "at_9",
    "at_10", "at_9_5",
]  # fmt: skip
SPACE_COUNT: Final[i64] = 15
LEFT: Final[i64] = 0
RIGHT: Final[i64] = 1
INNER: Final[i64] = 2
SPOTS: Final = [segment + str(n) for segment in SEGMENTS for n in range(1, 6)]    # the side of 20 has no fifth ones
SPOT_COUNT: Final[i64] = 25
SPOTS_HERE: Final[i64] = 5    # of a segment, in the list above
SECTIONS: Final = ["section_stores", "section_rolls", "section_gold", "section_people", "section_virtue"]
SECTION_COUNT: Final[i64] = 5

# --- buildings ---

BUILDINGS: Final = ["trading_post", "guildhall", "workshop"]
TYPE_COUNT: Final[i64] = 3
PUBLIC: Final = ["public_trading_post", "public_guildhall", "public_workshop"]
SLOTS: Final = [f"{building}_{n}" for building in BUILDINGS for n in (1, 2, 3)]
SLOT_COUNT: Final[i64] = 9
SLOTS_OF_TYPE: Final[i64] = 3

# --- icons and what pays for them ---

ICONS: Final = ["merchant", "builder", "noble", "cleric", "criminal"]
ICON_COUNT: Final[i64] = 5
MERCHANT: Final[i64] = 0
BUILDER: Final[i64] = 1
NOBLE: Final[i64] = 2
CLERIC: Final[i64] = 3
CRIMINAL: Final[i64] = 4
RESOURCES: Final = ["ink", "stone", "gold"]
PURSE: Final = ["silver", "ink", "stone", "gold"]
SILVER: Final[i64] = 0
INK: Final[i64] = 1
STONE: Final[i64] = 2
GOLD: Final[i64] = 3
PAYS_FOR: Final[list[i64]] = [SILVER, STONE, GOLD, INK]    # by icon, in PURSE

# --- actions, and when abilities work ---

ACTIONS: Final = ["trade", "construct", "place", "transcribe"]
TRADE: Final[i64] = 0
CONSTRUCT: Final[i64] = 1
PLACE: Final[i64] = 2
TRANSCRIBE: Final[i64] = 3    # the icon of an action has the same number
MOMENTS: Final = [
    "", "played", "dropped", "after_trade", "after_construct", "after_workers", "after_transcribe", "on_hire",
    "on_gain_debt", "on_flip_debt", "on_hero", "any_collision", "uncovered", "on_flip", "on_scheme", "on_shuffle",
]  # fmt: skip
PLAYED: Final[i64] = 1
DROPPED: Final[i64] = 2
AFTER_ACTION: Final[i64] = 3    # and the number of the action
ON_HIRE: Final[i64] = 7
ON_GAIN_DEBT: Final[i64] = 8
ON_FLIP_DEBT: Final[i64] = 9
ON_HERO: Final[i64] = 10
ANY_COLLISION: Final[i64] = 11
UNCOVERED: Final[i64] = 12
ON_FLIP: Final[i64] = 13
ON_SCHEME: Final[i64] = 14
ON_SHUFFLE: Final[i64] = 15
# Whence an effect comes: facts tell it to whoever is asked.
CAUSES: Final = [
    "dropped", "played", "ability", "chest", "spot", "link", "trade", "manuscript", "hired", "section", "bumped",
    "collision", "slot", "public", "player_card", "meeting",
]  # fmt: skip
# What the AI gets instead of what it cannot use (STR-305).
INSTEAD: Final = [
    "rearrange", "two_silver", "destroy", "no_scheme_left", "nothing_to_flip", "discard", "castle_move", "draw",
]  # fmt: skip
IN_REARRANGE: Final[i64] = 0
IN_TWO_SILVER: Final[i64] = 1
IN_DESTROY: Final[i64] = 2
IN_NO_SCHEME: Final[i64] = 3
IN_NO_FLIP: Final[i64] = 4
IN_DISCARD: Final[i64] = 5
IN_CASTLE_MOVE: Final[i64] = 6
IN_DRAW: Final[i64] = 7

# --- what can be chosen ---

SPACE: Final = ActionSpace()
PLAY: Final[Pick] = SPACE.pick("play", "card", FOLK)
DISCARD: Final[Pick] = SPACE.pick("discard", "card", FOLK)
DISCARD_TOP: Final[i64] = SPACE.button("discard_top")
DESTROY: Final[Pick] = SPACE.pick("destroy", "card", FOLK)
DESTROY_TOP: Final[i64] = SPACE.button("destroy_top")
STOP: Final[i64] = SPACE.button("stop")
CHOOSE_PAIR: Final[Pick] = SPACE.pick("choose_pair", "pair", ["1", "2", "3", "4", "5"])
OPTION: Final[Pick] = SPACE.pick("option", "number", ["1", "2", "3"])
TAKE: Final[Pick] = SPACE.pick("take", "resource", RESOURCES)
FLIP: Final[Pick] = SPACE.pick("flip", "what", ["debt", "deed"])
ARRANGE: Final[Pick] = SPACE.pick("arrange", "order", ORDERS)
HIRE: Final[Pick] = SPACE.pick("hire", "segment", SEGMENTS)
HERO: Final[Pick] = SPACE.pick("hero", "card", HEROES)
CHEST: Final[Pick] = SPACE.pick("chest", "chest", CHESTS)
UNDER: Final[Pick] = SPACE.pick("under", "space", BELT)
DECLINE: Final[i64] = SPACE.button("decline")
COPY: Final[Pick] = SPACE.pick("copy", "segment", SEGMENTS)
TRIGGER: Final[Pick] = SPACE.pick("trigger", "what", [*BELT, "slot", "public"])
LINK: Final[Pick] = SPACE.pick("link", "way", ["onward", "back"])
YES: Final[i64] = SPACE.button("yes")
NO: Final[i64] = SPACE.button("no")
RIDE: Final[Pick] = SPACE.pick("ride", "space", SPACES)
ACT: Final[list[i64]] = [SPACE.button(action) for action in ACTIONS]
PASS: Final[i64] = SPACE.button("pass")
DISMISS: Final[i64] = SPACE.button("dismiss")
EXCHANGE: Final[Pick] = SPACE.pick("exchange", "times", [str(n) for n in range(1, 41)])
BUILD: Final[Pick] = SPACE.pick("build", "slot", SLOTS)
BUILD_PUBLIC: Final[Pick] = SPACE.pick("public", "building", PUBLIC)
SPOT: Final[Pick] = SPACE.pick("spot", "spot", SPOTS)
COVER: Final[Pick] = SPACE.pick("cover", "slot", SLOTS)
WORKERS: Final[Pick] = SPACE.pick("workers", "count", ["1", "2", "3", "4"])
RECRUIT: Final[i64] = SPACE.button("recruit")
SPEND: Final[Pair] = SPACE.pair("spend", "what", PURSE, "count", [str(n) for n in range(9)])
RESOLVE: Final[Pick] = SPACE.pick("resolve", "section", SECTIONS)
POST: Final[Pick] = SPACE.pick("post", "section", SECTIONS)
SHIFT: Final[Pair] = SPACE.pair("shift", "section", SECTIONS, "way", ["clockwise", "counterclockwise"])
BUMP_1: Final[Pair] = SPACE.pair("bump_1", "section", SECTIONS, "seat", SEATS)
BUMP_2: Final[Pair] = SPACE.pair("bump_2", "section", SECTIONS, "seat", SEATS)
