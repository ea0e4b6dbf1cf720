"""Bots that cheat, as a yardstick: what could be won by somebody who sees all cards? For `intryga arena` only.

    .venv/bin/python benchmarks/strength.py --cheats
    intryga arena dworzanie --bots benchmarks.cheat:OpenCards,heuristic --seats 2 --games 200 --seed 9

They think in the true position, in which only what dice will bring is unknown. Where even this wins little, no fair bot
can win much.
"""

from __future__ import annotations

from typing import cast

from intryga import games
from intryga.bots.advice import AdviceBot
from intryga.bots.bot import Bot, Budget, Perspective, Thought
from intryga.bots.levels import settings
from intryga.bots.outcomes import Comparison
from intryga.bots.rehearsal import RehearsalBot
from intryga.bots.search import Search, SearchBot
from intryga.games.dworzanie.cards import KINDS
from intryga.games.dworzanie.state import Court
from intryga.kernel.dice import Dice, branch
from intryga.kernel.state import AnyState

LAST = 0.4    # of the cards of Dworzanie
ITERATIONS = 20_000
EXECUTIONS = 1000    # iterations in Śmierć Jaśniepanu!, where more are worth nothing
WORLDS = 60    # in which its rounds are played on


class OpenCards(Bot):
    """For Dworzanie: by the advice at first, as `heuristic`, and by a search once two fifths of the cards are left."""

    def __init__(self) -> None:
        self.early = AdviceBot()
        self.settings = {"last": LAST, "iterations": ITERATIONS}    # games that are kept are marked with them

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        s = cast(Court, perspective._true_state)    # here it cheats
        cards = sum(s.rules.copies[kind] for kind in range(KINDS)) - s.rules.removed[s.seats]
        if float(s.cards_to_play()) > LAST * float(cards):
            return self.early.think(perspective, dice, budget)
        return searched(s, ITERATIONS, perspective, dice, budget)


class OpenHands(Bot):
    """For Śmierć Jaśniepanu!, from first to last: where hard plays rounds on, so does this, and else it searches."""

    def __init__(self) -> None:
        self.settings = {"iterations": EXECUTIONS, "worlds": WORLDS}

    def think(self, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
        s = perspective._true_state    # here it cheats
        hard = settings(games.find("smierc_jasniepanu"), "hard", int(s.seats)).bot(perspective.game, int(s.seats))
        if isinstance(hard, RehearsalBot):
            return played_on(s, hard.played_on, perspective, dice, budget)
        return searched(s, EXECUTIONS, perspective, dice, budget)


def searched(s: AnyState, iterations: int, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
    search = Search(SearchBot(iterations), perspective.seat, perspective.options(), branch(dice))
    budget.begin(iterations)
    while budget.allows(search.games) and search.lead() <= iterations - search.games:    # as a search that chooses
        search.iterate(copied(s, dice))
    return search.thought()


def played_on(s: AnyState, by: SearchBot, perspective: Perspective, dice: Dice, budget: Budget) -> Thought:
    """Every move, in the same futures."""
    options = perspective.options()
    search = Search(by, perspective.seat, options, branch(dice))
    found = Comparison(options)
    budget.begin(WORLDS)
    while budget.allows(found.worlds):
        future = copied(s, dice)
        found.note([search.try_out(future.clone(), action) for action in options])
    chances = [found.chance(i) for i in range(len(options))]
    values, errors = [chance for chance, _ in chances], [error for _, error in chances]
    best = options[values.index(max(values))]
    return Thought(options, best, values, errors, [found.worlds for _ in options], True)


def copied(s: AnyState, dice: Dice) -> AnyState:
    world = s.clone()
    world.dice = branch(dice)
    return world
