"""`python -m tests.mutants`: see the package."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import tomllib
from collections import Counter
from pathlib import Path

from intryga import engine, games
from tests.mutants import trial
from tests.mutants.faults import Fault, faults
from tests.mutants.reach import find_reach, own_tests

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RESULTS = ROOT / "build" / "mutants"
GAMES = ROOT / "intryga" / "games"

# Modules of a game that are not its rules: words, data and how they are read, what pages show, positions written by
# hand, advice to bots. The sampler is fair or not whatever the rules say: secrecy and distribution tests are its
# judges, not scenarios.
NOT_RULES = {
    "__init__", "advice", "cards", "check", "compile", "data", "facts", "game", "outlook", "pages", "parameters",
    "positions", "printed", "sampler", "sentences", "told", "wording", "zones",
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
    wanted = choice.games or games.names()
    left = [report(game, tried(game, choice.module, choice.jobs, choice.every)) for game in wanted]
    return 1 if any(left) else 0


def tried(game: str, module: str | None, jobs: int, every: int = 1) -> dict[str, int]:
    """Who noticed each fault, by the fault's name; from earlier runs as far as they hold."""
    found = [fault for path in modules(game, module) for fault in faults(path.name, path.read_text("utf-8"))]
    found = found[::every]
    now = mark(game)
    RESULTS.mkdir(parents=True, exist_ok=True)
    store = RESULTS / f"{game}.jsonl"
    known = earlier(store, now, found)
    todo = [fault for fault in found if fault.name not in known]
    if not todo:
        return known
    reach = find_reach(game, RESULTS / f"{game}-{now}.json")
    games.find(game).chosen_rules()    # children begin with the game as it is
    running: dict[int, Fault] = {}
    with open(store, "a", encoding="utf-8") as results:
        while todo or running:
            while todo and len(running) < jobs:
                fault = todo.pop()
                running[trial.start(game, GAMES / game / fault.module, fault, reach)] = fault
            child, status = os.wait()
            fault = running.pop(child)
            known[fault.name] = os.waitstatus_to_exitcode(status)
            entry = [fault.name, short(fault.function), now, known[fault.name]]
            print(json.dumps(entry, ensure_ascii=False), file=results, flush=True)
            show(game, len(found) - len(todo) - len(running), len(found))
    return known


def earlier(store: Path, now: str, found: list[Fault]) -> dict[str, int]:
    """Results that still hold. What was noticed stays so as long as the function is the same: nobody takes away a test
    that something hangs on. What survived is tried again as soon as anything has changed."""
    lines = store.read_text("utf-8").splitlines() if store.exists() else []
    last = {name: (function, then, status) for name, function, then, status in map(json.loads, lines)}
    known = {}
    for fault in found:
        function, then, status = last.get(fault.name, ("", "", trial.NOBODY))
        if function == short(fault.function) and (status != trial.NOBODY or then == now):
            known[fault.name] = status
    return known


def short(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def modules(game: str, module: str | None) -> list[Path]:
    paths = sorted((GAMES / game).glob("*.py"))
    return [path for path in paths if (path.stem == module if module else path.stem not in NOT_RULES)]


def mark(game: str) -> str:
    """Changes with whatever could change a result."""
    digest = hashlib.blake2b(digest_size=8)
    folders = [ROOT / "intryga" / "kernel", ROOT / "intryga" / "lab", GAMES / game]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".toml")]
    own = own_tests(game)
    files += [*(own.rglob("*.py") if own.is_dir() else [own]), *HERE.glob("*.py")]
    files += (ROOT / "tests" / "golden").glob(f"{game}-*.json")
    for path in sorted(files):
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def show(game: str, done: int, total: int) -> None:
    if sys.stdout.isatty():
        print(f"\r{game}: {done} of {total} ", end="", flush=True)
    elif done % 100 == 0:
        print(f"{game}: {done} of {total}", flush=True)


def report(game: str, results: dict[str, int]) -> int:
    """Tell what survived; gives how many survivors nobody has explained."""
    explained = reasons(game)
    counts = Counter(results.values())
    survivors = [name for name, status in results.items() if status == trial.NOBODY]
    open_ones = [name for name in survivors if name not in explained]
    print(f"\r{game}: {len(results)} faults. Noticed by scenarios {counts[trial.SCENARIOS]}, by tests "
          f"{counts[trial.TESTS]}, by golden games {counts[trial.GOLDEN]}, broken at once "
          f"{sum(n for status, n in counts.items() if status not in range(trial.START))}; "
          f"survived {len(survivors)}, of these not yet explained {len(open_ones)}")  # fmt: skip
    for name in survivors:
        print(f"  {name}\n      {explained.get(name, 'NOT YET EXPLAINED')}")
    for name in explained:
        if results.get(name, trial.NOBODY) != trial.NOBODY:
            print(f"  explained, but no longer survives: {name}")
        elif name not in results:
            print(f"  explained, but there is no such line any more: {name}")
    return len(open_ones)


def reasons(game: str) -> dict[str, str]:
    path = HERE / f"{game}.toml"
    if not path.exists():
        return {}
    return {one["fault"]: one["reason"] for one in tomllib.loads(path.read_text("utf-8")).get("survivor", [])}


if __name__ == "__main__":
    sys.exit(main())
