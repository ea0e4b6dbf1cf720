"""The vocabulary of cards.toml as numbers: what a card or an ability may do, to whom, and when.

A text such as `[{ op = "gain_gold", who = "player", amount = 2 }]` becomes a stretch of a flat program: WIDTH numbers
for each operation (what, who, whom, how many), closed by END. scenarios/README.md says what each operation does.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

WIDTH: Final[i64] = 4

# What happens.
END: Final = 0
TAKE_ORDER: Final = 1
GAIN: Final = 2
TAKE_GOLD: Final = 3
TAKE_FROM_EACH: Final = 4
PAY: Final = 5
DISCARDS_CARDS: Final = 6
DRAWS: Final = 7
SWAP: Final = 8
LOOK: Final = 9
RALLY: Final = 10
ELIMINATE: Final = 11
END_EXECUTION: Final = 12
CANCEL: Final = 13
BECOME_OVERLORD: Final = 14
OPERATIONS: Final = ["end", "order_taken_by", "gain_gold", "take_gold", "take_gold_each", "pay_gold", "discard", "draw",
                     "swap_characters", "look_at_hand", "rally", "eliminate", "end_execution", "cancel",
                     "become_overlord"]  # fmt: skip

# To whom. The player of a card and the owner of an ability are the same place in a program.
NO_ONE: Final = 0
OWNER: Final = 1
GIVER: Final = 2
RECEIVER: Final = 3
EXECUTED: Final = 4
LAST_GIVER: Final = 5
OTHERS: Final = 6
CHOSEN: Final = 7
PEOPLE: Final = {"nobody": NO_ONE, "player": OWNER, "self": OWNER, "giver": GIVER, "receiver": RECEIVER,
                 "executed": EXECUTED, "last_giver": LAST_GIVER, "other_active": OTHERS,
                 "chosen_other": CHOSEN}  # fmt: skip

# To whom the Order may be given.
NO_TARGET: Final = 0
BY_SEAT: Final = 1
ANYBODY: Final = 2
BY_RANK: Final = 3
THE_OVERLORD: Final = 4
TARGETS: Final = ["", "seat", "any", "rank", "overlord"]
LEFT: Final = 1    # directions of BY_SEAT are added up
RIGHT: Final = 2
HIGHER: Final = 1    # comparisons of BY_RANK
LOWER: Final = 2

# When an ability works.
START_EXECUTION: Final = 0
ON_GIVE: Final = 1
ON_GIVEN: Final = 2
HOLDING: Final = 3
ON_OTHER_EXECUTED: Final = 4
ON_ADJACENT_EXECUTED: Final = 5
ON_SELF_EXECUTED: Final = 6
ON_OVERLORD_EXECUTED: Final = 7
USURP: Final = 8
TRIGGERS: Final = ["start_execution", "on_give", "on_given", "holding", "on_other_executed", "on_adjacent_executed",
                   "on_self_executed", "on_overlord_executed", "usurp"]  # fmt: skip
PASSIVE: Final = "passive"    # nothing to resolve: the effect is a printed number

ALWAYS: Final = 0
RECEIVER_RANK_HIGHER: Final = 1
CONDITIONS: Final = ["", "receiver_rank_higher"]
