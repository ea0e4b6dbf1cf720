"""What somebody might do: the best moves with the chance to win, how sure that is, and why, from what their seat knows.

The moves are found as a strong bot finds them. Then they are tried in the same worlds, all equally often: what was
chosen because it looked good in a search would be told with too much hope. The reason comes from the advice: the term
in which a move differs most from the others.
"""

from __future__ import annotations

import msgspec

from intryga.bots.bot import Bot, Budget, Perspective
from intryga.bots.levels import settings
from intryga.bots.rehearsal import RehearsalBot
from intryga.bots.search import Search, SearchBot
from intryga.kernel.dice import Dice, branch
from intryga.kernel.state import AnyState

MOVES = 3
LEVEL = "hard"    # that is asked
TRIALS = 500    # games that each of the moves is tried in
COMPARED = 6    # other moves that the best one's reason is found by comparing with
REASON_WORLDS = 6
WORTH_TELLING = 0.05    # of the game's points: smaller differences are no reason
SURE = 1.96    # errors to each side that hold 95 of 100 true values


class Hint(msgspec.Struct, frozen=True):
    """One move."""

    action: int
    chance: float    # to win
    error: float
    lost: float    # less than by the best move
    lost_error: float
    term: str    # of the advice that speaks most for the best move, or against another; empty: none does
    difference: float    # in that term

    @property
    def low(self) -> float:
        return max(self.chance - SURE * self.error, 0.0)

    @property
    def high(self) -> float:
        return min(self.chance + SURE * self.error, 1.0)

    @property
    def as_good(self) -> bool:
        """As the best, as far as can be told."""
        return self.lost <= SURE * self.lost_error


class Hints(msgspec.Struct, frozen=True):
    """The best moves, best first."""

    moves: list[Hint]
    games: int    # that were imagined

    @property
    def sure(self) -> str:
        """In a word: is another move as good as the best? Else how sure the best one's chance is: quite, rather, or
        guessed."""
        if any(move.as_good for move in self.moves[1:]):
            return "close"
        width = self.moves[0].high - self.moves[0].low
        return "quite" if width <= 0.10 else "rather" if width <= 0.20 else "guess"


def hints(perspective: Perspective, dice: Dice, seconds: float = 0.0) -> Hints:
    """For a seat that has a choice. `seconds`: as long as somebody likes to wait; 0: as long as it takes."""
    game, seats = perspective.game, int(perspective.seats())
    bot = settings(game, LEVEL, seats).bot(game, seats)
    thought = bot.think(perspective, dice, Budget(seconds=0.5 * seconds))
    best = thought.best_first()[:MOVES]
    # In trees of their own, which grow alike: in those of the thought rivals have learnt to answer the best move only.
    search = Search(tried_by(bot), perspective.seat, perspective.options(), branch(dice))
    found = search.weigh(best, perspective, branch(dice), Budget(TRIALS, 0.5 * seconds))
    others = [action for action in perspective.options() if action not in best][:COMPARED]
    by_action = {action: mean_terms(perspective, action, dice) for action in [*best, *others]}
    moves = []
    order = sorted(range(len(best)), key=lambda i: -found.chance(i)[0])
    for i in order:
        own, first = by_action[best[i]], best[order[0]]
        if best[i] == first:
            rest = [terms for action, terms in by_action.items() if action != first]
            term, difference = _reason(own, _average(rest), 1.0)
        else:
            term, difference = _reason(own, by_action[first], -1.0)
        moves.append(Hint(best[i], *found.chance(i), *found.lost(i, order[0]), term, difference))
    return Hints(moves, int(search.games) + (sum(thought.visits) if thought.shares else 0))


def tried_by(bot: Bot) -> SearchBot:
    """Who imagines the games that tell the chances: where judging beats searching, a search at random has to."""
    if isinstance(bot, RehearsalBot):
        return bot.played_on
    return bot if isinstance(bot, SearchBot) else SearchBot(TRIALS)


def mean_terms(perspective: Perspective, action: int, dice: Dice) -> dict[str, float]:
    """The terms of the advice once this choice is completed, over a few worlds."""
    total: dict[str, float] = {}
    for _ in range(REASON_WORLDS):
        after = perspective.sample(dice)
        after.answer_for(perspective.seat, action)
        for name, worth in completed(after, perspective.seat).terms(perspective.seat).items():
            total[name] = total.get(name, 0.0) + worth / REASON_WORLDS
    return total


def completed(s: AnyState, seat: int) -> AnyState:
    """A choice that is begun, completed as is best at first sight."""
    while s.chain_goes_on(seat):
        ends = [s.clone() for _ in s.options]
        for after, action in zip(ends, s.options, strict=True):
            after.apply(action)
        s = max(ends, key=lambda end: end.value(seat))
    return s


def _average(several: list[dict[str, float]]) -> dict[str, float]:
    names = {name for terms in several for name in terms}
    return {name: sum(terms.get(name, 0.0) for terms in several) / len(several) for name in names}


def _reason(terms: dict[str, float], compared: dict[str, float], sign: float) -> tuple[str, float]:
    """The term that is most of all above the others (`sign` 1) or below them (-1)."""
    found = {name: terms.get(name, 0.0) - compared.get(name, 0.0) for name in {*terms, *compared}}
    term = max(sorted(found), key=lambda name: sign * found[name], default="")
    return (term, found[term]) if term and sign * found[term] > WORTH_TELLING else ("", 0.0)
