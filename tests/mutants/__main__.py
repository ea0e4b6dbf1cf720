"""`python -m tests.mutants`: see the package."""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections import Counter
from pathlib import Path

from intryga import engine, games
from tests.mutants.checks import KINDS
from tests.mutants.faults import Fault, faults
from tests.mutants.run import AT_ONCE, GAMES, NOBODY, Result, Run

HERE = Path(__file__).parent

# Modules of a game that are not its rules: words, data and how they are read, what pages show, positions written by
# hand, advice to bots. The sampler is fair or not whatever the rules say: secrecy and distribution tests are its
# judges, not scenarios.
NOT_RULES = {
    "__init__", "advice", "cards", "check", "compile", "data", "facts", "features", "game", "outlook", "pages",
    "parameters", "positions", "printed", "sampler", "sentences", "told", "wording", "zones",
}  # fmt: skip
# The same in modules of rules: what a component file may not say, how it is put into words, and what imagined games of
# bots do: picking by chance and asking what was learnt, which have tests of their own (conformance, lab).
NOT_RULES_EITHER = {
    "any_option", "can_be_judged", "check", "part_left", "say", "tell", "turn_played", "whole_turns", "words",
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Rules with one fault each.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them if none is named")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once")
    parser.add_argument("--module", help="only this module of the game, also one that is not of the rules")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="a sample: only every Nth fault")
    choice = parser.parse_args()
    if engine.name() != "plain":    # compiled rules cannot be changed
        command = [sys.executable, "-m", "tests.mutants", *sys.argv[1:]]
        os.execve(sys.executable, command, {**os.environ, "INTRYGA_ENGINE": "plain"})
    os.environ["HYPOTHESIS_PROFILE"] = "mutants"
    wanted = choice.games or games.names()
    left = [tried(game, possible(game, choice.module)[:: choice.every], choice.jobs) for game in wanted]
    return 1 if any(left) else 0


def tried(game: str, found: list[Fault], jobs: int) -> int:
    """Try them and tell what survived; gives how many survivors nobody has explained."""
    explained = reasons(game)
    return report(game, Run(game, jobs).through(found, explained), explained)


def possible(game: str, module: str | None = None) -> list[Fault]:
    paths = sorted((GAMES / game).glob("*.py"))
    rules = [path for path in paths if (path.stem == module if module else path.stem not in NOT_RULES)]
    found = [fault for path in rules for fault in faults(path.name, path.read_text("utf-8"))]
    return [fault for fault in found if fault.place.rpartition(".")[2] not in NOT_RULES_EITHER]


def report(game: str, results: dict[str, Result], explained: dict[str, str]) -> int:
    counts = Counter(result.by for result in results.values())
    survivors = [name for name, result in results.items() if result.by == NOBODY]
    open_ones = [name for name in survivors if name not in explained]
    noticed = ", ".join(f"by {kind} {counts[kind]}" for kind in KINDS)
    print(f"\r{game}: {len(results)} faults. Noticed {noticed}, {AT_ONCE} {counts[AT_ONCE]}; "
          f"survived {len(survivors)}, of these not yet explained {len(open_ones)}")  # fmt: skip
    for name in survivors:
        print(f"  {name}\n      {explained.get(name, 'NOT YET EXPLAINED')}")
    for name in explained:
        if name in results and name not in survivors:
            print(f"  explained, but no longer survives: {name}")
    return len(open_ones)


def reasons(game: str) -> dict[str, str]:
    path = HERE / f"{game}.toml"
    if not path.exists():
        return {}
    return {one["fault"]: one["reason"] for one in tomllib.loads(path.read_text("utf-8")).get("survivor", [])}


if __name__ == "__main__":
    sys.exit(main())
