"""Play many games and say what came of them."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor

import msgspec

from intryga import bots as all_bots
from intryga import games as all_games
from intryga.bots.bot import Perspective
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake, Value
from intryga.kernel.snapshot import fingerprint
from intryga.lab.playout import play_out

BATCH = 50    # games sent to a worker process at once


class Plan(msgspec.Struct, frozen=True):
    """What to simulate. Game number i of a plan is the same whoever plays it and in whatever process."""

    game: str
    seats: int
    seed: int
    options: dict[str, Value]
    bots: list[str]
    components: str = ""    # the text of a component file of one's own


class Played(msgspec.Struct, frozen=True):
    """One game: what the report needs of it."""

    finished: bool
    decisions: int
    scores: list[int]
    winners: list[int]
    fingerprint: bytes


class Report(msgspec.Struct, frozen=True):
    game: str
    seats: int
    games: int
    finished: int
    decisions: int
    seconds: float
    mean_length: float
    mean_score: list[float]
    win_share: list[float]
    win_share_error: list[float]
    checksum: str


def plan(
    game: str, seats: int, seed: int, options: dict[str, Value], bots: list[str], components: str = ""
) -> Plan:
    """Checked: a mistake is told before anything is played."""
    found = all_games.find(game, components)
    complete = found.check_table(seats, options)
    if len(bots) == 1:
        bots = bots * seats
    if len(bots) != seats:
        raise Mistake(f"name one bot for all or one for each of the {seats} seats, not {len(bots)}")
    for name in bots:
        all_bots.find(name)
    return Plan(game, seats, seed, complete, bots, components)


def play_batch(what: Plan, first: int, count: int) -> list[Played]:
    game = all_games.find(what.game, what.components)
    rules = game.chosen_rules(what.options)
    players = [all_bots.find(name) for name in what.bots]
    played = []
    for number in range(first, first + count):
        s = game.new_game(rules, what.seats, game.quick_dice(what.seed, 2 * number))
        seats = [Perspective(game, s, seat) for seat in range(what.seats)]
        decisions = play_out(s, seats, players, quick(what.seed, 2 * number + 1))
        scores = [int(s.total(seat)) for seat in range(what.seats)]
        played.append(Played(s.over(), decisions, scores, list(s.winners()) if s.over() else [], fingerprint(s)))
    return played


def batches(what: Plan, games: int, jobs: int) -> Iterator[list[Played]]:
    """The games in order, a batch at a time."""
    starts = range(0, games, BATCH)
    sizes = [min(BATCH, games - start) for start in starts]
    if jobs == 1:
        yield from (play_batch(what, start, size) for start, size in zip(starts, sizes, strict=True))
    else:
        with ProcessPoolExecutor(jobs) as pool:
            yield from pool.map(play_batch, [what] * len(sizes), starts, sizes)


def simulate(what: Plan, games: int, jobs: int, progress: Callable[[int], None]) -> Report:
    """Play so many games; `progress` hears how many more are done."""
    seats = range(what.seats)
    finished = decisions = 0
    score = [0.0 for _ in seats]
    wins = [0.0 for _ in seats]
    squares = [0.0 for _ in seats]
    checksum = hashlib.blake2b(digest_size=16)
    began = time.perf_counter()
    for batch in batches(what, games, jobs):
        for one in batch:
            finished += one.finished
            decisions += one.decisions
            checksum.update(one.fingerprint)
            for seat in seats:
                score[seat] += one.scores[seat]
                share = 1 / len(one.winners) if seat in one.winners else 0.0    # a shared victory is split
                wins[seat] += share
                squares[seat] += share * share
        progress(len(batch))
    return Report(
        game=what.game,
        seats=what.seats,
        games=games,
        finished=finished,
        decisions=decisions,
        seconds=time.perf_counter() - began,
        mean_length=decisions / games,
        mean_score=[total / games for total in score],
        win_share=[won / games for won in wins],
        win_share_error=[
            math.sqrt(max(square / games - (won / games) ** 2, 0.0) / games)
            for won, square in zip(wins, squares, strict=True)
        ],
        checksum=checksum.hexdigest(),
    )
