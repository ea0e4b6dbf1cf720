"""What is told aloud in Konspiracja."""

from __future__ import annotations

from typing import Final

from intryga.kernel.words import Words, number, seat

TOLD: Final = Words()
TURN_BEGINS: Final = TOLD.word("turn", seat("seat"))
PEARLS_GAINED: Final = TOLD.word("pearls", seat("seat"), number("n"))
TOKEN_TAKEN: Final = TOLD.word("pearl_master", seat("seat"), number("n"))
SWAP_DECLINED: Final = TOLD.word("no_swap", seat("seat"))
DECK_EMPTY: Final = TOLD.word("no_location", seat("seat"))
OTHERS_FORCED: Final = TOLD.word("forced", seat("seat"), number("n"))
LAST_TURNS: Final = TOLD.word("last_turns", seat("seat"))
GAME_OVER: Final = TOLD.word("game_over")
