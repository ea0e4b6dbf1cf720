"""Our games against open_spiel's C++ `hearts`, random play, one core, in one run with interleaved rounds.

    .venv/bin/python benchmarks/compare_open_spiel.py [GAME…] [--rounds N]

open_spiel is installed into an environment of its own, benchmarks/.open_spiel. Its `hearts` is driven from Python in
the usual way: ask for the legal actions, choose one at random, apply it; chance nodes are sampled by their
probabilities. A decision is one action of one player, forced ones included, there as here.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import venv
from contextlib import ExitStack
from pathlib import Path

from intryga import games
from intryga.lab.bench import SLICE, Worker, engines

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE / ".open_spiel"
PACKAGE = "open_spiel==2.0.2"

HEARTS = f"""
import gc, json, random, sys, time
import pyspiel
game, rng = pyspiel.load_game("hearts"), random.Random(1)
def sample(outcomes):
    point, total = rng.random(), 0.0
    for action, probability in outcomes:
        total += probability
        if point < total:
            return action
    return outcomes[-1][0]
def play_out():
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(sample(state.chance_outcomes()))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
    return decisions
gc.disable()
for _ in sys.stdin:
    decisions, began = 0, time.process_time()
    while time.process_time() - began < {SLICE}:
        decisions += play_out()
    print(json.dumps({{"decisions_per_second": decisions / (time.process_time() - began)}}), flush=True)
"""


class Hearts(Worker):
    def __init__(self) -> None:
        self.game, self.engine = "hearts", "open_spiel"

    def __enter__(self) -> Hearts:
        pipe = subprocess.PIPE
        python = str(ENVIRONMENT / "bin" / "python")
        self.process = subprocess.Popen([python, "-c", HEARTS], stdin=pipe, stdout=pipe, text=True)
        return self


def install() -> None:
    if not (ENVIRONMENT / "bin" / "python").exists():
        print(f"installing {PACKAGE} into {ENVIRONMENT.relative_to(HERE.parent)}", file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True)
        subprocess.run([ENVIRONMENT / "bin" / "pip", "install", "--quiet", PACKAGE], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=games.names())
    parser.add_argument("--rounds", type=int, default=9)
    wanted = parser.parse_args()
    install()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})    # one core for all, so that they take turns on it
    with ExitStack() as stack:
        rivals = [Hearts(), *(Worker(game, which) for game in wanted.games for which in engines())]
        workers = [stack.enter_context(rival) for rival in rivals]
        for worker in workers:
            worker.round()    # warm
        rounds = [[worker.round()["decisions_per_second"] for worker in workers] for _ in range(wanted.rounds)]
    for at, worker in enumerate(workers):
        ratios = [one[at] / one[0] for one in rounds]
        speed = statistics.median(one[at] for one in rounds)
        print(f"{worker.game:20} {worker.engine:10} {speed:12,.0f} decisions/s   "
              f"{statistics.median(ratios):5.2f} x hearts   ({min(ratios):.2f} to {max(ratios):.2f})")  # fmt: skip


if __name__ == "__main__":
    main()
