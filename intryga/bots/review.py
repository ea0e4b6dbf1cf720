"""A finished game, looked at again: how likely each seat was to win, move by move, and where it turned.

Every seat's chance is what that seat could know then; with everything open there is one chance for all. A move is
weighed against the best one in the same worlds, drawn from what its seat knew. Only what is clear (twice its error,
and five points) is called a mistake, and only in games where thinking on beats judging.

The work is cut into tasks with dice of their own, so that it comes out the same in any order and in any number of
processes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from intryga.bots.bot import Bot, Budget, Perspective
from intryga.bots.hints import LEVEL, tried_by
from intryga.bots.levels import settings
from intryga.bots.outcomes import Comparison
from intryga.bots.rehearsal import RehearsalBot
from intryga.bots.search import Search, SearchBot
from intryga.kernel.dice import Dice, branch, from_mark, quick
from intryga.kernel.journal import NAMELESS, Journal, Moved
from intryga.kernel.state import AnyState

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame, Value

POINTS = 40    # positions on the curve, at most
OUTLOOK = 300    # games imagined for a seat's chance
SEARCH = 400    # for a move
TRIALS = 300    # and for it and the best one in the same worlds
REHEARSED = 100    # games imagined for a chance where the advice plays on: these cost more, and say more
REHEARSALS = 60    # and for a move
CLEAR = 2.0    # errors from which on a difference is one
LEAST = 0.05    # of the chance: less is no mistake worth telling
TURNING = 3
SEED = 12
REMEMBERED = 2    # games whose positions a process keeps

Kind = Literal["seat", "open", "move"]


class Played(msgspec.Struct, frozen=True):
    """All there is to know of a game that was played to its end."""

    options: Mapping[str, Value]
    seats: int
    dice: str
    moves: list[tuple[int, int]]    # in force: seat and action


class Task(NamedTuple):
    """Something to work out: a seat's chance after so many moves, the chances with everything open, or what the next
    move there was worth."""

    kind: Kind
    at: int
    seat: int


class Answer(msgspec.Struct, frozen=True):
    chances: list[float]    # by seat; of a task for one seat only its own counts
    errors: list[float]
    better: int = -1    # for a move: what would have been better, or the move itself
    lost: float = 0.0
    lost_error: float = 0.0


class Point(msgspec.Struct, frozen=True):
    """How likely each seat was to win after so many moves, from what it knew."""

    move: int
    chances: list[float]
    errors: list[float]


class Turning(msgspec.Struct, frozen=True):
    """A move after which much was otherwise."""

    move: int    # its number, from 1
    seat: int
    played: int    # the action; -1: no log may keep it
    better: int    # what would have been clearly better, or -1
    change: float    # of its seat's chance, by the move or (better is -1) until the next point
    facts: dict[str, Any] = {}    # what its seat saw, where the game needs that to say what was chosen


class Account(msgspec.Struct, frozen=True):
    """What became of one seat's chance: where it began and ended, and how much of that is its own play. The rest is
    cards and rivals."""

    seat: int
    start: float
    end: float
    play: float | None    # never above 0 but by chance; None: nobody can tell in this game
    play_error: float


class Review(msgspec.Struct, frozen=True):
    points: list[Point]
    open: list[Point]    # the same with everything open, if that was asked for
    turning: list[Turning]    # the greatest first
    accounts: list[Account]


class Positions:
    """Every position of a game, and which moves may be told."""

    def __init__(self, game: AnyGame, played: Played) -> None:
        journal = Journal(game.layout)
        s: AnyState = game.new_game(
            game.chosen_rules(played.options), played.seats, from_mark(played.dice), journal
        )
        self.game = game
        self.states = [s.clone()]
        self.choices: list[int] = []    # places of the moves that had an alternative
        self.nameless: set[int] = set()
        for at, (seat, action) in enumerate(played.moves):
            step = s.awaiting(seat)
            if step is not None and len(step.options(s)) > 1:
                self.choices.append(at)
            told = len(journal.events)
            s.answer_for(seat, action)
            if any(isinstance(event, Moved) and event.kind == NAMELESS for event in journal.events[told:]):
                self.nameless.add(at)
            self.states.append(s.clone())

    def facts(self, at: int, seat: int) -> dict[str, Any]:
        return self.states[at].facts(seat) if self.game.wording else {}


_positions: OrderedDict[tuple[str, int, str, bytes], Positions] = OrderedDict()


def positions(game: AnyGame, played: Played) -> Positions:
    # All of the game: the same deal may have been played at several tables.
    key = (game.id, game.version, game.own_components, msgspec.msgpack.encode(played))
    if key not in _positions:
        _positions[key] = Positions(game, played)
        while len(_positions) > REMEMBERED:
            _positions.popitem(last=False)
    _positions.move_to_end(key)
    return _positions[key]


def tells_mistakes(game: AnyGame, seats: int) -> bool:
    """Is thinking on stronger than judging here? Else nobody has the right to call anything a mistake."""
    return settings(game, LEVEL, seats).thinks != "advice"


def tasks(game: AnyGame, played: Played, everything: bool = False) -> list[Task]:
    """`everything`: the curve with all cards open too."""
    choices = positions(game, played).choices
    wanted = min(POINTS, len(choices))
    places = sorted({choices[i * len(choices) // wanted] for i in range(wanted)})
    found = [Task("seat", at, seat) for at in places for seat in range(played.seats)]
    if everything:
        found += [Task("open", at, -1) for at in places]
    if tells_mistakes(game, played.seats):
        found += [Task("move", at, played.moves[at][0]) for at in choices]
    return found


def work_out(game: AnyGame, played: Played, task: Task) -> Answer:
    s = positions(game, played).states[task.at]
    dice = quick(SEED, task.at * 64 + (task.seat + 1) * 3 + ("seat", "open", "move").index(task.kind))
    if task.kind == "move":
        return _weigh(Perspective(game, s, task.seat), dice, played.moves[task.at][1])
    hard = settings(game, LEVEL, played.seats).bot(game, played.seats)
    bot, imagined = (hard.played_on, REHEARSED) if isinstance(hard, RehearsalBot) else (SearchBot(OUTLOOK), OUTLOOK)
    if task.kind == "seat":
        found = bot.outlook(Perspective(game, s, task.seat), dice, Budget(imagined))
    else:
        search = Search(bot, 0, [], branch(dice))
        for _ in range(imagined):
            world = s.clone()
            world.dice = branch(dice)
            search.iterate(world)
        found = search.outlook()
    return Answer(list(found.chances), list(found.errors))


def _weigh(perspective: Perspective, dice: Dice, played: int) -> Answer:
    game, seats = perspective.game, int(perspective.seats())
    hard = settings(game, LEVEL, seats).bot(game, seats)
    bot: Bot = hard if isinstance(hard, RehearsalBot) else SearchBot(SEARCH)
    trials = REHEARSALS if isinstance(hard, RehearsalBot) else TRIALS
    best = int(bot.think(perspective, dice, Budget()).action)
    if best == played:
        return Answer([], [], played)
    # In trees of their own, which grow alike: in the first one rivals have learnt to answer the best move only.
    anew = Search(tried_by(bot), perspective.seat, perspective.options(), branch(dice))
    found = anew.weigh([best, played], perspective, dice, Budget(trials))
    # A third of the worlds says whether it is better at all, the others by how much: else good luck would be added up.
    doubt = len(found.shares) // 3
    if sum(shares[0] - shares[1] for shares in found.shares[:doubt]) <= 0:
        return Answer([], [], played)
    rest = Comparison(found.options)
    for shares in found.shares[doubt:]:
        rest.note(shares)
    return Answer([], [], best, *rest.lost(1))


def review(game: AnyGame, played: Played, answers: Mapping[Task, Answer]) -> Review:
    """Put together from all answers."""
    known = positions(game, played)
    end = [float(share) for share in known.states[-1].returns()]
    last = Point(len(played.moves), end, [0.0] * played.seats)
    places = sorted({task.at for task in answers if task.kind == "seat"})
    points = [_point(at, [answers[Task("seat", at, seat)] for seat in range(played.seats)]) for at in places] + [last]
    opened = [Point(at, answers[Task("open", at, -1)].chances, answers[Task("open", at, -1)].errors)
              for at in places if Task("open", at, -1) in answers]  # fmt: skip
    moves = {task: answer for task, answer in answers.items() if task.kind == "move"}
    return Review(
        points,
        [*opened, last] if opened else [],
        _turning(played, known, moves, points),
        [_account(seat, points, moves) for seat in range(played.seats)],
    )


def _point(at: int, by_seat: Sequence[Answer]) -> Point:
    return Point(
        at,
        [answer.chances[seat] for seat, answer in enumerate(by_seat)],
        [answer.errors[seat] for seat, answer in enumerate(by_seat)],
    )


def _turning(played: Played, known: Positions, moves: Mapping[Task, Answer], points: list[Point]) -> list[Turning]:
    """Clear mistakes, the greatest first; if there are too few, the greatest changes between two points."""

    def action(at: int) -> int:
        return -1 if at in known.nameless else played.moves[at][1]

    found = [
        Turning(task.at + 1, task.seat, action(task.at), answer.better, -answer.lost, known.facts(task.at, task.seat))
        for task, answer in moves.items()
        if answer.lost > max(LEAST, CLEAR * answer.lost_error)
    ]
    found = sorted(found, key=lambda one: one.change)[:TURNING]
    swings = []
    for before, after in pairwise(points):
        seat = played.moves[before.move][0]
        change = after.chances[seat] - before.chances[seat]
        if abs(change) > max(LEAST, CLEAR * sqrt(before.errors[seat] ** 2 + after.errors[seat] ** 2)):
            facts = known.facts(before.move, seat)
            swings.append(Turning(before.move + 1, seat, action(before.move), -1, change, facts))
    taken = {one.move for one in found}
    rest = sorted((one for one in swings if one.move not in taken), key=lambda one: -abs(one.change))
    return [*found, *rest[: TURNING - len(found)]]


def _account(seat: int, points: list[Point], moves: Mapping[Task, Answer]) -> Account:
    own = [answer for task, answer in moves.items() if task.seat == seat]
    play = -sum(answer.lost for answer in own) if moves else None
    error = sqrt(sum(answer.lost_error**2 for answer in own))
    return Account(seat, points[0].chances[seat], points[-1].chances[seat], play, error)
