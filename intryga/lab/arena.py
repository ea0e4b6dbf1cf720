"""Which bot plays better: the same deals with the entrants in every chair, so that luck falls out of the comparison.

With as many entrants as seats they all sit down together; with fewer, the last one named fills the chairs that are
left ("one against copies of another"); with more, every group of them plays. A deal is played by every group in every
rotation, and errors are those over deals. The same arguments give the same games, in whatever number of processes.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import msgspec

from intryga import bots as all_bots
from intryga import games as all_games
from intryga.bots.bot import Perspective
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake, Value
from intryga.kernel.state import AnyState
from intryga.lab.playout import Witness, play_out
from intryga.lab.ratings import Rating, ratings
from intryga.lab.workers import in_order

SURE = 1.96    # errors to each side that hold 95 of 100 true values


class Contest(msgspec.Struct, frozen=True):
    """Who plays what. Deal number i of a contest is the same whoever plays it and in whatever process."""

    game: str
    version: int    # of its rules
    seats: int
    seed: int
    options: dict[str, Value]
    bots: list[str]    # the entrants
    components: str = ""    # the text of a component file of one's own

    def tables(self) -> list[list[int]]:
        """Who sits in which chair, by the entrants' numbers: all games of one deal."""
        entrants = range(len(self.bots))
        if len(entrants) > self.seats:
            groups = [list(group) for group in combinations(entrants, self.seats)]
        else:
            groups = [[min(chair, entrants[-1]) for chair in range(self.seats)]]
        return [group[turn:] + group[:turn] for group in groups for turn in range(self.seats)]


class ContestGame(msgspec.Struct, frozen=True):
    """One game of a contest: a row of its data."""

    deal: int
    entrants: list[int]    # by chair
    shares: list[float]    # of the victory, by chair
    scores: list[int]
    decisions: int


class Deal(msgspec.Struct, frozen=True):
    games: list[ContestGame]
    choices: list[int]    # by entrant: how often it had to choose
    seconds: list[float]    # and how long it thought, by the processor


class EntrantStanding(msgspec.Struct, frozen=True):
    """How one entrant did. `par` is the share of an entrant that plays like all others."""

    bot: str
    games: int
    par: float
    win_share: float
    error: float
    low: float
    high: float
    mean_score: float
    choice_ms: float | None    # of thinking, in the games played in this run
    rating: Rating | None


class ArenaResult(msgspec.Struct, frozen=True):
    game: str
    seats: int
    seed: int
    deals: int
    games: int
    seconds: float
    standings: list[EntrantStanding]


def contest(
    game: str, seats: int, seed: int, options: dict[str, Value], bots: list[str], components: str = ""
) -> Contest:
    """Checked: a mistake is told before anything is played."""
    found = all_games.find(game, components)
    found.check_seats(seats)
    if len(bots) < 2:
        raise Mistake("name at least two bots, such as hard,heuristic")
    for name in bots:
        if bots.count(name) > 1:
            raise Mistake(f"'{name}' is named twice; the last bot fills all chairs that are left")
        all_bots.find_or_import(name)
    return Contest(game, found.version, seats, seed, found.options(options), bots, components)


# --- playing ---


class ThinkingTime(Witness):
    """How long each seat thinks where there is something to choose: processor time, which is the same on a busy machine
    and on a quiet one."""

    def __init__(self, seats: int) -> None:
        self.choices = [0] * seats
        self.seconds = [0.0] * seats
        self.began = 0.0

    def before(self, s: AnyState) -> None:
        self.began = time.process_time()

    def decision(self, s: AnyState, seat: int, action: int) -> None:
        if len(s.options) > 1:
            self.choices[seat] += 1
            self.seconds[seat] += time.process_time() - self.began


def play_deal(what: Contest, deal: int) -> Deal:
    game = all_games.find(what.game, what.components, what.version)
    rules = game.chosen_rules(what.options)
    entrants = [all_bots.find_or_import(name) for name in what.bots]
    choices = [0] * len(entrants)
    seconds = [0.0] * len(entrants)
    played = []
    for number, chairs in enumerate(what.tables()):
        s = game.new_game(rules, what.seats, game.quick_dice(what.seed, deal))
        clock = ThinkingTime(what.seats)
        seats = [Perspective(game, s, seat) for seat in range(what.seats)]
        thoughts = quick(what.seed, 1 + deal * len(what.tables()) + number)
        decisions = play_out(s, seats, [entrants[entrant] for entrant in chairs], thoughts, clock)
        if not s.over():
            raise Mistake(f"deal {deal} of {what.game} did not end after {decisions} decisions")
        for seat, entrant in enumerate(chairs):
            choices[entrant] += clock.choices[seat]
            seconds[entrant] += clock.seconds[seat]
        scores = [int(s.total(seat)) for seat in range(what.seats)]
        played.append(ContestGame(deal, chairs, list(s.returns()), scores, decisions))
    return Deal(played, choices, seconds)


def play(what: Contest, first: int, deals: int, jobs: int, ray: str = "") -> Iterator[Deal]:
    """The deals from `first` on, in order."""
    yield from in_order(play_deal, [(what, deal) for deal in range(first, deals)], jobs, ray)


def hold(
    what: Contest, games: int, jobs: int, progress: Callable[[int], None],
    earlier: list[Deal] | None = None, keep: Callable[[Deal], None] = lambda deal: None, ray: str = "",
) -> tuple[ArenaResult, list[ContestGame]]:  # fmt: skip
    """Play so many games, rounded up to whole deals, after those that were played earlier. `progress` hears how many
    more are done, `keep` gets each deal as soon as it is played."""
    a_deal = len(what.tables())
    deals = -(-games // a_deal)
    played = list(earlier or [])[:deals]
    old = len(played)
    progress(old * a_deal)
    began = time.perf_counter()
    for deal in play(what, old, deals, jobs, ray):
        keep(deal)
        played.append(deal)
        progress(a_deal)
    seconds = time.perf_counter() - began
    rows = [game for deal in played for game in deal.games]
    rated = ratings(len(what.bots), [(game.entrants, game.shares) for game in rows])
    standings = [_standing(what, entrant, played, old, rated[entrant] if rated else None)
                 for entrant in range(len(what.bots))]  # fmt: skip
    return ArenaResult(what.game, what.seats, what.seed, deals, len(rows), seconds, standings), rows


# --- what came of it ---


def share_and_error(by_deal: list[float]) -> tuple[float, float]:
    """Of the victory, from what was won of each deal. One deal won and one lost are added for the error: without them a
    bot that wins all would be sure of it."""
    return _mean(by_deal), statistics.stdev([*by_deal, 0.0, 1.0]) / math.sqrt(len(by_deal) + 2)


def _standing(what: Contest, entrant: int, deals: list[Deal], old: int, rating: Rating | None) -> EntrantStanding:
    by_deal = [_mean([share for game in deal.games for share in _of(entrant, game, game.shares)]) for deal in deals]
    scores = [score for deal in deals for game in deal.games for score in _of(entrant, game, game.scores)]
    taken_part = sum(entrant in game.entrants for deal in deals for game in deal.games)
    share, error = share_and_error(by_deal)
    new = deals[old:]
    choices = sum(deal.choices[entrant] for deal in new)
    thought = sum(deal.seconds[entrant] for deal in new)
    return EntrantStanding(
        bot=what.bots[entrant],
        games=taken_part,
        par=1 / what.seats,
        win_share=share,
        error=error,
        low=max(share - SURE * error, 0.0),
        high=min(share + SURE * error, 1.0),
        mean_score=_mean(scores),
        choice_ms=1000 * thought / choices if choices else None,
        rating=rating,
    )


def _of(entrant: int, game: ContestGame, by_chair: Sequence[float]) -> list[float]:
    """What belongs to the chairs of one entrant."""
    return [item for item, there in zip(by_chair, game.entrants, strict=True) if there == entrant]


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)
