"""Iterations a second of our search, full random play to the end, against open_spiel's C++ ISMCTS bot on `hearts`.

    .venv/bin/python benchmarks/search.py [--rounds N] [--iterations N]

Both think at random positions of their games, in turns, in one run on one core; only processor time counts, and only
the ratio means anything. open_spiel comes from the extra `openspiel`.
"""

from __future__ import annotations

import argparse
import random
import statistics
from time import process_time

import pyspiel

from intryga import engine, games
from intryga.bots.bot import Budget, Perspective
from intryga.bots.search import SearchBot
from intryga.kernel.dice import quick

GAMES = (("spiskowcy", 4), ("spiskowcy", 2), ("konspiracja", 2), ("smierc_jasniepanu", 4), ("dworzanie", 2))


def ours(name: str, seats: int, iterations: int, number: int) -> float:
    game = games.find(name)
    s = game.new_game(game.chosen_rules(), seats, game.quick_dice(1, number))
    dice = quick(2, number)
    for _ in range(dice.below(40)):
        s.apply(s.options[dice.below(len(s.options))])
        if s.over():
            s = game.new_game(game.chosen_rules(), seats, game.quick_dice(1, number))
    while len(s.options) < 2:
        s.apply(s.options[0])
    began = process_time()
    SearchBot(iterations).think(Perspective(game, s, s.seat), dice, Budget())
    return iterations / (process_time() - began)


def theirs(iterations: int, number: int) -> float:
    rng = random.Random(number)
    game = pyspiel.load_game("hearts")
    evaluator = pyspiel.RandomRolloutEvaluator(1, number)    # the bot does not keep it alive
    bot = pyspiel.ISMCTSBot(
        number, evaluator, 0.7, iterations, -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
    )  # fmt: skip
    state = game.new_initial_state()
    left = 12 + rng.randrange(30)    # cards have been passed on
    while left or state.is_chance_node() or len(state.legal_actions()) < 2:
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            left = max(left - 1, 0)
    began = process_time()
    bot.step(state)
    return iterations / (process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description="Iterations of search a second.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--iterations", type=int, default=2000)
    asked = parser.parse_args()
    found: dict[str, list[float]] = {}
    for number in range(asked.rounds):
        found.setdefault("hearts (open_spiel)", []).append(theirs(asked.iterations, number))
        for name, seats in GAMES:
            found.setdefault(f"{name} {seats}", []).append(ours(name, seats, asked.iterations, number))
    base = statistics.median(found["hearts (open_spiel)"])
    print(f"engine: {engine.name()}; medians of {asked.rounds} rounds, {asked.iterations} iterations each")
    for name, speeds in found.items():
        middle = statistics.median(speeds)
        print(f"{name:22s} {middle:9,.0f} iterations/s   {middle / base:.2f} times hearts")


if __name__ == "__main__":
    main()
