"""Families, roles, places and the words of the game. Copies and weights of the cards stand in cards.toml."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.kernel.actions import ActionSpace, Pair, Pick

MOST_SEATS: Final = 5

# Families (rodziny) and roles (role); a kind of card is one of each: `family * ROLES + role`.
FAMILY_NAMES: Final = ["butterfly", "toad", "nightingale", "hare", "deer", "carp"]
FAMILIES: Final = 6
ROLE_NAMES: Final = ["noble", "spy", "assassin", "guard", "plain"]
NOBLE: Final = 0
SPY: Final = 1
ASSASSIN: Final = 2
GUARD: Final = 3
PLAIN: Final = 4
ROLES: Final = 5
NAMES: Final = [f"{family}_{role}" for family in FAMILY_NAMES for role in ROLE_NAMES]
KINDS: Final = 30
MOST_SPIES: Final = 12    # that can ever be face down

# Where cards lie: around the queen's table (above or below the mat), in the domain of each seat, out of the game.
ABOVE: Final = 0
BELOW: Final = 1
DOMAIN: Final = 2    # of seat 0; those of the others follow
ELIMINATED: Final = 7
SIDES: Final = ["above", "below"]

# The three areas (obszary), each played to once a turn (DWO-031, DWO-032): hence a hand of three.
AREAS: Final = ["queens_table", "own_domain", "opponents_domain"]
AT_TABLE: Final = 0
OWN: Final = 1
OPPONENTS: Final = 2
HAND_SIZE: Final = 3

# Secret missions (tajne misje), white ones first.
MISSION_NAMES: Final = [
    "W01", "W02", "W03", "W04", "W05", "W06", "W07", "W08", "W09", "W10",
    "B01", "B02", "B03", "B04", "B05", "B06", "B07", "B08", "B09", "B10",
]  # fmt: skip
MISSIONS: Final = 20
WHITE: Final = 0    # the first of each colour
BLUE: Final = 10
OF_A_COLOUR: Final = 10

SEAT_NAMES: Final = ["0", "1", "2", "3", "4"]
# Face-down spies bear numbers, in the order in which they were played: all a player can tell of them.
NUMBERS: Final = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]
# What a player may recall of a spy: nothing, or its family.
UNKNOWN: Final = 0
MEMORIES: Final = ["unknown", *[f"{family}_spy" for family in FAMILY_NAMES]]

SPACE: Final = ActionSpace()
TABLE: Final[Pick] = SPACE.pick("table", "side", SIDES)
IN_DOMAIN: Final[Pick] = SPACE.pick("domain", "seat", SEAT_NAMES)
PLAY: Final[Pick] = SPACE.pick("play", "card", NAMES)
ELIMINATE_AT: Final[Pair] = SPACE.pair("eliminate", "side", SIDES, "card", NAMES)
ELIMINATE_IN: Final[Pair] = SPACE.pair("eliminate_in", "seat", SEAT_NAMES, "card", NAMES)
ELIMINATE_SPY: Final[Pick] = SPACE.pick("eliminate_spy", "spy", NUMBERS)
SPARE: Final[i64] = SPACE.button("spare")


def area(seat: i64, place: i64) -> i64:
    """The area a place belongs to, seen from a seat (DWO-031)."""
    if place < DOMAIN:
        return AT_TABLE
    return OWN if place == DOMAIN + seat else OPPONENTS


def memory(spy: i64) -> i64:
    """A spy as its player recalls it."""
    return spy // ROLES + 1
