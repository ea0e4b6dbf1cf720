"""What is told aloud in Dworzanie."""

from __future__ import annotations

from typing import Final

from intryga.games.dworzanie.cards import FAMILY_NAMES
from intryga.kernel.words import Words, number, one_of, seat

TOLD: Final = Words()
TURN_BEGINS: Final = TOLD.word("turn", seat("seat"))
LAST_TURN: Final = TOLD.word("last_turn", seat("seat"))
SPARED: Final = TOLD.word("spared", seat("seat"))
SPY_PLAYED: Final = TOLD.word("spy_played", seat("seat"), number("n"))    # n: the number it bears from now on
SPY_ELIMINATED: Final = TOLD.word("spy_eliminated", seat("seat"), number("n"))
GAME_OVER: Final = TOLD.word("end")
DECK_EMPTY: Final = TOLD.word("deck_empty")
# The queen's regard for a family has turned; n: by how much, as the open cards say.
ESTEEMED: Final = TOLD.word("esteemed", one_of("family", FAMILY_NAMES), number("n"))
DISGRACED: Final = TOLD.word("disgraced", one_of("family", FAMILY_NAMES), number("n"))
