"""Bots that cheat, as a yardstick: what could be won by somebody who sees all cards? For `intryga arena` only.

    .venv/bin/python benchmarks/strength.py --cheats
    intryga arena dworzanie --bots benchmarks.cheat:OpenCards,heuristic --seats 2 --games 200 --seed 9

By the advice at first, as `heuristic`; once two fifths of the cards are left, a search in the true position, in which
only the order of the draw pile is unknown. Where even this wins little, no fair bot can win much.
"""

from __future__ import annotations

from typing import cast

from intryga.bots.advice import AdviceBot
from intryga.bots.bot import Bot, Budget, Perspective, Thought
from intryga.bots.search import Search, SearchBot
from intryga.games.dworzanie.cards import KINDS
from intryga.games.dworzanie.state import Court
from intryga.kernel.dice import Dice, branch

LAST = 0.4    # of the cards
ITERATIONS = 20_000


class OpenCards(Bot):
    """For Dworzanie."""

    def __init__(self) -> None:
        self.early = AdviceBot()
        self.late = SearchBot(ITERATIONS)
        self.settings = {"last": LAST, "iterations": ITERATIONS}    # games that are kept are marked with them

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        s = cast(Court, perspective._true_state)    # here it cheats
        cards = sum(s.rules.copies[kind] for kind in range(KINDS)) - s.rules.removed[s.seats]
        if float(s.cards_to_play()) > LAST * float(cards):
            return self.early.think(perspective, dice, budget)
        search = Search(self.late, perspective.seat, perspective.options(), branch(dice))
        budget.begin(ITERATIONS)
        while budget.allows(search.games) and search.lead() <= ITERATIONS - search.games:    # as a search that chooses
            world = s.clone()
            world.dice = branch(dice)
            search.iterate(world)
        return search.thought()
