"""Steps a second with observation and mask, beside other libraries: random legal play, one core, taking turns.

    .venv/bin/python benchmarks/compare_environments.py [GAME ...] [--rounds N] [--batch N]

Our own engine without observations is the ceiling: games at random in which nobody is asked, and the same played by
asking, since what may be done must be listed before it can be offered. PettingZoo's connect_four and rlcard's uno need
packages that we do not; they are installed beside, into benchmarks/.environments.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
import venv
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

from intryga import bots, engine, games
from intryga.bots.bot import Perspective
from intryga.kernel.dice import quick
from intryga.kernel.observation import Encoding
from intryga.lab import zoo
from intryga.lab.playout import Witness, play_out
from intryga.lab.vector import Vector

BESIDE = Path(__file__).resolve().parent / ".environments"
PACKAGES = ["pygame==2.6.1", "rlcard==1.2.0", "termcolor==3.3.0"]
SLICE = 0.3    # seconds of a round
STEPS = 640    # of a batch, between two looks at the clock
Run = Callable[[], int]    # plays a little, says how many steps


def bare(name: str, seats: int, witness: Witness | None = None) -> Run:
    """With a witness everybody is asked."""
    game, numbers = games.find(name), iter(range(10**9))
    rules, players = game.chosen_rules(), [bots.find("random")] * seats

    def run() -> int:
        number = next(numbers)
        s = game.new_game(rules, seats, game.quick_dice(1, 2 * number))
        sides = [Perspective(game, s, seat) for seat in range(seats)]
        return play_out(s, sides, players, quick(1, 2 * number + 1), witness)

    return run


def batch(name: str, seats: int, count: int, encoding: Encoding, by_numpy: bool = False) -> Run:
    many, dice, rng = Vector(name, seats, count, 1, encoding=encoding), quick(3), np.random.default_rng(1)
    times = max(1, STEPS // count)

    def run() -> int:
        for _ in range(times):
            if by_numpy:
                many.step((many.masks * rng.random(many.masks.shape, np.float32)).argmax(1))
            else:
                many.batch.step_at_random(dice)
        return times * many.count

    return run


def in_turn(make: Callable[[], object]) -> Run:
    """An AEC environment of anybody's."""
    env, rng = make(), np.random.default_rng(1)

    def run() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, late, _ = env.last()
            if over or late:
                env.step(None)
            else:
                legal = np.flatnonzero(seen["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                steps += 1
        return steps

    return run


def uno() -> Run:
    import rlcard

    env, rng = rlcard.make("uno", config={"seed": 1}), np.random.default_rng(1)

    def run() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return run


def connect_four(raw: bool) -> Run:
    from pettingzoo.classic import connect_four_v3

    return in_turn(connect_four_v3.raw_env if raw else connect_four_v3.env)


def rivals(names: list[str], count: int) -> dict[str, Run]:
    found = {
        "PettingZoo connect_four": connect_four(raw=False),
        "rlcard uno": uno(),
        "PettingZoo connect_four, raw": connect_four(raw=True),
    }
    for name in names:
        seats = games.find(name).seats[-1]
        title = f"{name} {seats}"
        found[f"{title}: engine alone"] = bare(name, seats)
        found[f"{title}: engine that asks"] = bare(name, seats, Witness())
        found[f"{title}: batch, codes"] = batch(name, seats, count, "codes")
        found[f"{title}: batch, onehot"] = batch(name, seats, count, "onehot")
        found[f"{title}: batch, onehot, numpy chooses"] = batch(name, seats, count, "onehot", by_numpy=True)
        found[f"{title}: raw_env"] = in_turn(lambda name=name, seats=seats: zoo.raw_env(name, seats))
        found[f"{title}: env"] = in_turn(lambda name=name, seats=seats: zoo.env(name, seats))
    return found


def install() -> None:
    """With a pip of their own: an environment that uv has made has none."""
    packages = BESIDE / "packages"
    if not packages.exists():
        print(f"installing {', '.join(PACKAGES)} into {BESIDE}", file=sys.stderr)
        venv.create(BESIDE, with_pip=True)
        pip = [BESIDE / "bin" / "pip", "install", "--quiet", "--no-deps", "--target", packages]
        subprocess.run([*pip, *PACKAGES], check=True)
    sys.path.append(str(packages))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", metavar="GAME", nargs="*", help="all without")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--batch", type=int, default=64, help="games in a batch")
    asked = parser.parse_args()
    rounds = asked.rounds
    install()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    warnings.simplefilter("ignore")
    runs = rivals(asked.games or games.names(), asked.batch)
    speeds: dict[str, list[float]] = {title: [] for title in runs}
    for run in runs.values():
        run()    # warm
    for _ in range(rounds):
        for title, run in runs.items():
            steps, began = 0, time.process_time()    # of this process: others on the machine do not count
            while time.process_time() - began < SLICE:
                steps += run()
            speeds[title].append(steps / (time.process_time() - began))
    medians = {title: statistics.median(found) for title, found in speeds.items()}
    first, second = list(medians)[:2]
    print(f"{engine.name()} engine; medians of {rounds} rounds; times connect_four, times uno, shares of the engine")
    for title, speed in medians.items():
        engines = (medians.get(title.partition(":")[0] + which) for which in (": engine alone", ": engine that asks"))
        shares = "".join(f"{speed / engine:6.2f}" for engine in engines if engine)
        print(f"{title:50} {speed:12,.0f} {speed / medians[first]:8.1f} {speed / medians[second]:8.1f} {shares}")


if __name__ == "__main__":
    main()
