"""What is told aloud in Dworzanie."""

from __future__ import annotations

from typing import Final

from intryga.kernel.words import Words, number, seat

TOLD: Final = Words()
TURN_BEGINS: Final = TOLD.word("turn", seat("seat"))
LAST_TURN: Final = TOLD.word("last_turn", seat("seat"))
SPARED: Final = TOLD.word("spared", seat("seat"))
SPY_PLAYED: Final = TOLD.word("spy_played", seat("seat"), number("n"))    # n: the number it bears from now on
SPY_ELIMINATED: Final = TOLD.word("spy_eliminated", seat("seat"), number("n"))
GAME_OVER: Final = TOLD.word("end")
