"""What is told aloud in Spiskowcy."""

from __future__ import annotations

from typing import Final

from intryga.kernel.words import Words, number, seat

TOLD: Final = Words()
ROUND_BEGINS: Final = TOLD.word("round", seat("first"), number("n"))
LAST_ROUND: Final = TOLD.word("last_round")
GAME_OVER: Final = TOLD.word("game_over")
NO_ORDER_LAID: Final = TOLD.word("no_order", seat("seat"))
ABSOLVED: Final = TOLD.word("absolve", seat("seat"))
RAIDED: Final = TOLD.word("raid", seat("seat"), seat("victim"))
RAID_DECLINED: Final = TOLD.word("raid_declined", seat("seat"))
PLOTTED: Final = TOLD.word("plot", seat("seat"))
PLOT_DECLINED: Final = TOLD.word("plot_declined", seat("seat"))
OVER_LIMIT: Final = TOLD.word("over_limit", seat("seat"), number("limit"))
