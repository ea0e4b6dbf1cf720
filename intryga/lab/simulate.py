"""Play many games and say what came of them."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

import msgspec

from intryga import bots as all_bots
from intryga import games as all_games
from intryga.bots.bot import Perspective
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake, Value
from intryga.kernel.snapshot import fingerprint
from intryga.lab.playout import play_out
from intryga.lab.recorder import Recorder, belongings
from intryga.lab.workers import in_order

BATCH = 50    # games sent to a worker process at once


class SimulationPlan(msgspec.Struct, frozen=True):
    """What to simulate. Game number i of a plan is the same whoever plays it and in whatever process."""

    game: str
    seats: int
    seed: int
    options: dict[str, Value]
    bots: list[str]
    components: str = ""    # the text of a component file of one's own


Belongings = list[tuple[int, str, str, int]]
"""Whose, the zone, the card, how many."""


class Record(msgspec.Struct, frozen=True):
    """All of one game: its decisions, and what lay before the seats at the beginning and at the end."""

    seat: list[int]    # who was asked
    options: list[int]    # among how many
    action: list[int]    # what was chosen
    dealt: Belongings
    held: Belongings


class SimulatedGame(msgspec.Struct, frozen=True):
    """One game: what the report needs of it."""

    finished: bool
    decisions: int
    scores: list[int]
    winners: list[int]
    fingerprint: bytes
    record: Record | None = None    # where it was asked for


class SimulationReport(msgspec.Struct, frozen=True):
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
) -> SimulationPlan:
    """Checked: a mistake is told before anything is played."""
    found = all_games.find(game, components)
    complete = found.check_table(seats, options)
    if len(bots) == 1:
        bots = bots * seats
    if len(bots) != seats:
        raise Mistake(f"name one bot for all or one for each of the {seats} seats, not {len(bots)}")
    for name in bots:
        all_bots.find(name)
    return SimulationPlan(game, seats, seed, complete, bots, components)


def play_batch(what: SimulationPlan, first: int, count: int, recorded: bool = False) -> list[SimulatedGame]:
    game = all_games.find(what.game, what.components)
    rules = game.chosen_rules(what.options)
    players = [all_bots.find(name) for name in what.bots]
    before_seats = [zone for zone in game.layout.zones_for(what.seats) if zone.seat >= 0 and zone.cards()]
    played = []
    for number in range(first, first + count):
        s = game.new_game(rules, what.seats, game.quick_dice(what.seed, 2 * number))
        seats = [Perspective(game, s, seat) for seat in range(what.seats)]
        recorder, dealt = (Recorder(), belongings(s, before_seats)) if recorded else (None, [])
        decisions = play_out(s, seats, players, quick(what.seed, 2 * number + 1), recorder)
        record = None
        if recorder is not None:
            held = belongings(s, before_seats)
            record = Record(recorder.seats, recorder.options, recorder.actions, dealt, held)
        scores = [int(s.total(seat)) for seat in range(what.seats)]
        winners = list(s.winners()) if s.over() else []
        played.append(SimulatedGame(s.over(), decisions, scores, winners, fingerprint(s), record))
    return played


def batches(
    what: SimulationPlan, first: int, games: int, jobs: int, recorded: bool = False, ray: str = ""
) -> Iterator[list[SimulatedGame]]:
    """The games from `first` on in order, a batch at a time."""
    work = [(what, start, min(BATCH, games - start), recorded) for start in range(first, games, BATCH)]
    yield from in_order(play_batch, work, jobs, ray)


def simulate(
    what: SimulationPlan, games: int, jobs: int, progress: Callable[[int], None],
    keep: Callable[[list[SimulatedGame]], None] | None = None, ray: str = "",
    first: int = 0, earlier: Iterable[list[SimulatedGame]] = (),
) -> SimulationReport:  # fmt: skip
    """Play so many games, from `first` on after those that were played earlier; `progress` hears how many more are
    done, `keep` gets the new ones with their records."""
    if first > games:
        raise Mistake(f"{first} games were played before the run was cut off: ask for as many, or more")
    seats = range(what.seats)
    finished = decisions = 0
    score = [0.0 for _ in seats]
    wins = [0.0 for _ in seats]
    squares = [0.0 for _ in seats]
    checksum = hashlib.blake2b(digest_size=16)
    began = time.perf_counter()
    known = 0    # of those that were played earlier
    for batch in chain(earlier, batches(what, first, games, jobs, keep is not None, ray)):
        for one in batch:
            finished += one.finished
            decisions += one.decisions
            checksum.update(one.fingerprint)
            for seat in seats:
                score[seat] += one.scores[seat]
                share = 1 / len(one.winners) if seat in one.winners else 0.0    # a shared victory is split
                wins[seat] += share
                squares[seat] += share * share
        if keep is not None and known >= first:
            keep(batch)
        known += len(batch)
        progress(len(batch))
    return SimulationReport(
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
