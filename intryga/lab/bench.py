"""How fast the engine is. Figures of one run can be compared with each other, never with another run's: the same
program varies by half from one minute to the next. So every engine and game is a process of its own, and they take
turns, round by round; processor time counts, since others may be at work on the machine."""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

from intryga import bots, engine, games
from intryga.bots.bot import Perspective
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame, Mistake
from intryga.kernel.state import AnyState
from intryga.lab.playout import clone_many, play_out

SLICE = 0.3    # seconds of each measure in a round, of the processor
Measures = dict[str, float]


def run(names: list[str], rounds: int, progress: Callable[[int], None]) -> list[dict[str, Any]]:
    """One row for each game and engine; `progress` hears of each finished round of one row."""
    if rounds < 1:
        raise Mistake(f"at least one round must be measured, not {rounds}")
    for name in names:
        games.find(name)
    with ExitStack() as stack:
        workers = [stack.enter_context(Worker(name, which)) for name in names for which in engines()]
        found: list[list[Measures]] = [[] for _ in workers]
        for _ in range(rounds):
            for worker, measures in zip(workers, found, strict=True):
                measures.append(worker.round())
                progress(1)
    return [row(worker, measures) for worker, measures in zip(workers, found, strict=True)]


def engines() -> list[str]:
    """What can be measured here: the compiled engine only where it is built."""
    return ["compiled", "plain"] if engine.name() == "compiled" else ["plain"]


def row(worker: Worker, rounds: list[Measures]) -> dict[str, Any]:
    """Medians, and how far the rounds lie apart as a share of them."""
    columns = {name: [measures[name] for measures in rounds] for name in rounds[0]}
    medians = {name: statistics.median(column) for name, column in columns.items()}
    spread = {name: (max(column) - min(column)) / medians[name] for name, column in columns.items()}
    return {"game": worker.game, "seats": worker.seats, "engine": worker.engine, **medians, "spread": spread}


class Worker:
    """A process with one engine that measures one game whenever it is asked."""

    def __init__(self, game: str, which: str) -> None:
        self.game = game
        self.seats = games.find(game).seats[-1]
        self.engine = which

    def __enter__(self) -> Worker:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "intryga.lab.bench", self.game, str(self.seats)],
            env={**os.environ, "INTRYGA_ENGINE": self.engine},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.communicate()

    def round(self) -> Measures:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        answer: Measures = json.loads(self.process.stdout.readline())
        return answer


def measure(game: AnyGame, seats: int, seeds: Iterator[int]) -> Measures:
    """One round: random play from the set-up on, copies of a mid-game state, resamplings of it."""
    rules = game.chosen_rules()
    players = [bots.find("random") for _ in range(seats)]
    decisions = 0
    began = time.process_time()
    while time.process_time() - began < SLICE:
        seed = next(seeds)
        s = game.new_game(rules, seats, game.quick_dice(seed))
        decisions += play_out(s, [Perspective(game, s, seat) for seat in range(seats)], players, quick(seed, 1))
    playing = time.process_time() - began
    middle = mid_game(game, rules, seats, next(seeds))
    clones, cloning = repeat(lambda: clone_many(middle, 500))
    dice = quick(next(seeds))
    samples, sampling = repeat(lambda: middle.resample(middle.seat, dice))
    return {
        "decisions_per_second": decisions / playing,
        "clone_us": cloning / (clones * 500) * 1e6,
        "resample_per_second": samples / sampling,
    }


def mid_game(game: AnyGame, rules: object, seats: int, seed: int) -> AnyState:
    """A state halfway through a random game."""
    s: AnyState = game.new_game(rules, seats, game.quick_dice(seed))
    chooser, chosen = quick(seed, 1), []
    while not s.over():
        chosen.append(s.options[chooser.below(len(s.options))])
        s.apply(chosen[-1])
    s = game.new_game(rules, seats, game.quick_dice(seed))
    for action in chosen[: len(chosen) // 2]:
        s.apply(action)
    return s


def repeat(task: Callable[[], object]) -> tuple[int, float]:
    """How often, and in how many seconds."""
    count = 0
    began = time.process_time()
    while time.process_time() - began < SLICE / 3:
        task()
        count += 1
    return count, time.process_time() - began


def serve(name: str, seats: int) -> None:
    """The worker's side: one round for every line on stdin."""
    game = games.find(name)
    seeds = iter(range(10**9))
    gc.disable()    # as timeit does: no cycles arise in play, and the collector's pauses belong to nobody
    for _ in sys.stdin:
        print(json.dumps(measure(game, seats, seeds)), flush=True)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
