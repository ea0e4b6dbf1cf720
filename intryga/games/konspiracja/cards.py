"""The kinds of cards and the words of the game. How many there are and what they do stands in cards.toml."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.kernel.actions import ActionSpace, Pick

MOST_SEATS: Final = 4
SLOTS: Final = 15    # of a chamber (izba)
MOST_DRAWN: Final = 3    # cards drawn at once

# Lords (lordowie): five colours with six values each; a kind is colour * RANKS + rank, its name letter and influence.
COLOURS: Final = ["blue", "green", "yellow", "red", "purple"]
LETTERS: Final = ["B", "G", "Y", "R", "P"]
INFLUENCES: Final = [0, 1, 2, 3, 4, 6]
COLOUR_COUNT: Final = 5
RANKS: Final = 6
LORD_KINDS: Final = 30
LORDS: Final = [letter + str(influence) for letter in LETTERS for influence in INFLUENCES]

# What a lord does when placed (zdolność), beside its key and its pearls.
NO_ABILITY: Final = 0
SWAP_TWO: Final = 1
REVEAL_TOP: Final = 2
# Keys (klucze).
NO_KEY: Final = 0
SILVER: Final = 1
GOLD: Final = 2

# Locations (miejsca): those of the rulebook, then the bonus ones (KON-R24).
LOCATIONS: Final = [
    "seven", "five_pearl1", "four_pearl2", "three_pearl3",
    "silver_keys", "gold_keys", "pearl_pairs", "per_location",
    "force_one", "force_two", "reshuffle_lords", "reshuffle_locations", "any_two_keys", "search_deck",
    "max_blue", "max_green", "max_yellow", "max_red", "max_purple",
    "count_blue", "count_green", "count_yellow", "count_red", "count_purple",
    "bonus_alliance1", "bonus_alliance2", "bonus_alliance3", "bonus_alliance4", "bonus_plain_lords",
]  # fmt: skip
LOCATION_KINDS: Final = 29

# What a location does when it is taken, or from then on.
NO_EFFECT: Final = 0
FORCE_ONE: Final = 1
FORCE_TWO: Final = 2
RESHUFFLE_LORDS: Final = 3
RESHUFFLE_LOCATIONS: Final = 4
ANY_TWO_KEYS: Final = 5
SEARCH_DECK: Final = 6
# What a location counts at the end.
NO_FORMULA: Final = 0
PER_LORD: Final = 1
HIGHEST_LORD: Final = 2
LARGEST_GROUP: Final = 3
PER_PEARL_PAIR: Final = 4
PER_LOCATION: Final = 5

PLACES: Final = [str(slot) for slot in range(1, SLOTS + 1)]
_COUNTS: Final = [str(count) for count in range(1, MOST_DRAWN + 1)]

SPACE: Final = ActionSpace()
DRAW: Final[Pick] = SPACE.pick("draw", "count", _COUNTS)
PILE: Final[Pick] = SPACE.pick("pile", "colour", COLOURS)
RECRUIT: Final[Pick] = SPACE.pick("recruit", "card", LORDS)
PLACE: Final[Pick] = SPACE.pick("place", "card", LORDS)
SWAP: Final[Pick] = SPACE.pick("swap", "slot", PLACES)
WITH: Final[Pick] = SPACE.pick("with", "slot", PLACES)
NO_SWAP: Final[i64] = SPACE.button("no_swap")
DRAW_LOCATIONS: Final[Pick] = SPACE.pick("draw_locations", "count", _COUNTS)
TAKE: Final[Pick] = SPACE.pick("take", "location", LOCATIONS)
