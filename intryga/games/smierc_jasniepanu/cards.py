"""The kinds of cards and the words of the game. How many there are and what they say stands in cards.toml."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.kernel.actions import ActionSpace, Pick

MOST_SEATS: Final = 8

# Plot cards (karty spisku). What they do is data: no card of this list is named anywhere else in the code. Logs name
# them by these ids, so an id stays when a card is given another name (`extortion` is called Blackmail now). The blank
# ones have no copies in our box; a component file of one's own may use them for cards we do not know.
PLOTS: Final = ["capitalize", "repression", "revolution", "denunciation", "intrigue", "bribe", "extortion", "petition",
                "uprising", "martyrdom", "revenge", "pardon", "counter", "confession",
                "blank_1", "blank_2", "blank_3", "blank_4"]  # fmt: skip
KINDS: Final = 18
# Characters (karty postaci): the base set, then the extra one (✝).
CHARACTERS: Final = ["overlord", "advisor", "general", "captain", "knight", "squire", "peasant", "servant",
                     "tyrant", "chancellor", "inquisitor", "merchant", "spy", "actor", "jester", "beggar"]  # fmt: skip
ROLES: Final = 16

# Types of plot cards (SMI-021).
TYPES: Final = ["shield", "book", "counter", "confession"]
SHIELD: Final = 0
BOOK: Final = 1
COUNTER_TYPE: Final = 2
CONFESSION_TYPE: Final = 3

# When the ability of a character works.
OCCASIONS: Final = ["start_execution", "on_give", "on_given", "holding", "on_other_executed", "on_adjacent_executed",
                    "on_self_executed", "on_overlord_executed", "usurp"]  # fmt: skip
START_EXECUTION: Final = 0
ON_GIVE: Final = 1
ON_GIVEN: Final = 2
HOLDING: Final = 3
ON_OTHER_EXECUTED: Final = 4
ON_ADJACENT_EXECUTED: Final = 5
ON_SELF_EXECUTED: Final = 6
ON_OVERLORD_EXECUTED: Final = 7
USURP: Final = 8

SEAT_WORDS: Final = ["0", "1", "2", "3", "4", "5", "6", "7"]

SPACE: Final = ActionSpace()
CHOOSE: Final[Pick] = SPACE.pick("choose", "seat", SEAT_WORDS)
PLAY: Final[Pick] = SPACE.pick("play", "card", PLOTS)
ABILITY: Final[i64] = SPACE.button("ability")
SURRENDER: Final[i64] = SPACE.button("surrender")
GIVE: Final[Pick] = SPACE.pick("give", "seat", SEAT_WORDS)
CONFESS: Final[Pick] = SPACE.pick("confess", "card", PLOTS)
COUNTER: Final[Pick] = SPACE.pick("counter", "card", PLOTS)
JOIN: Final[Pick] = SPACE.pick("join", "card", PLOTS)
PASS: Final[i64] = SPACE.button("pass")
DISCARD: Final[Pick] = SPACE.pick("discard", "card", PLOTS)
USE: Final[i64] = SPACE.button("use")
DECLINE: Final[i64] = SPACE.button("decline")
