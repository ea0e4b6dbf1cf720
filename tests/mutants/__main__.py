"""`python -m tests.mutants`: see the package."""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import os
import sys
import tomllib
from collections import Counter
from pathlib import Path

from intryga import engine, games
from tests.mutants.checks import KINDS, Check, own_tests, with_checks
from tests.mutants.faults import Fault, faults
from tests.mutants.reach import find_ways
from tests.mutants.trial import Chooser, Trial

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
# The same in modules of rules: what a component file may not say, and how it is put into words.
NOT_RULES_EITHER = {"check", "say", "tell", "words"}

NOBODY, AT_ONCE = "", "broken at once"

Results = dict[str, tuple[str, str]]
"""Who noticed a fault, by its name: the kind of check and which."""


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
    left = [report(game, tried(game, choice.module, choice.jobs, choice.every)) for game in wanted]
    return 1 if any(left) else 0


def tried(game: str, module: str | None, jobs: int, every: int = 1) -> Results:
    """Who noticed each fault; from earlier runs as far as they hold."""
    found = possible(game, module)[::every]
    now = mark(game)
    RESULTS.mkdir(parents=True, exist_ok=True)
    store = RESULTS / f"{game}-noticed.jsonl"
    known = earlier(store, now, found)
    explained = reasons(game)
    # What will hardly be noticed takes longest, and comes last.
    todo = sorted((fault for fault in found if fault.name not in known), key=lambda fault: fault.name in explained)

    def work(checks: list[Check]) -> None:
        chooser = Chooser(checks, find_ways(game, checks, RESULTS / f"{game}-{now}.jsonl"))
        gc.freeze()    # children share it as long as nobody touches it
        running: dict[int, Trial] = {}
        waiting = iter(todo)
        with open(store, "a", encoding="utf-8") as results:
            for done in range(len(known) + 1, len(found) + 1):
                while len(running) < jobs and (fault := next(waiting, None)):
                    trial = Trial(game, GAMES / game / fault.module, fault, *chooser.turns(fault))
                    running[trial.child] = trial
                child, status = os.wait()
                trial = running.pop(child)
                number = trial.noticed_by(status)
                if number is None:
                    who = (NOBODY, "")
                elif number < 0:
                    who = (AT_ONCE, "")
                else:
                    who = (checks[number].kind, checks[number].name)
                    chooser.note(trial.fault, number)
                known[trial.fault.name] = who
                entry = [trial.fault.name, short(trial.fault.function), now, *who]
                print(json.dumps(entry, ensure_ascii=False), file=results, flush=True)
                show(game, done, len(found))

    if todo:
        with_checks(game, work)
    return known


def earlier(store: Path, now: str, found: list[Fault]) -> Results:
    """Results that still hold. What was noticed stays so as long as the function is the same: nobody takes away a test
    that something hangs on. What survived is tried again as soon as anything has changed."""
    lines = store.read_text("utf-8").splitlines() if store.exists() else []
    last = {name: (function, then, kind, who) for name, function, then, kind, who in map(json.loads, lines)}
    known = {}
    for fault in found:
        function, then, kind, who = last.get(fault.name, ("", "", NOBODY, ""))
        if function == short(fault.function) and (kind != NOBODY or then == now):
            known[fault.name] = (kind, who)
    return known


def short(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def possible(game: str, module: str | None = None) -> list[Fault]:
    paths = sorted((GAMES / game).glob("*.py"))
    rules = [path for path in paths if (path.stem == module if module else path.stem not in NOT_RULES)]
    found = [fault for path in rules for fault in faults(path.name, path.read_text("utf-8"))]
    return [fault for fault in found if fault.place.rpartition(".")[2] not in NOT_RULES_EITHER]


def mark(game: str) -> str:
    """Changes with whatever could change a result."""
    digest = hashlib.blake2b(digest_size=8)
    tests = ROOT / "tests"
    folders = [ROOT / "intryga" / "kernel", ROOT / "intryga" / "lab", GAMES / game, tests / "conformance"]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".toml")]
    own = own_tests(game)
    files += [*(own.rglob("*.py") if own.is_dir() else [own]), *HERE.glob("*.py")]
    files += [*(tests / "golden").glob(f"{game}-*"), *(tests / "playthrough").glob(f"{game}-*")]
    for path in sorted(files):
        digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def show(game: str, done: int, total: int) -> None:
    out = sys.__stdout__ or sys.stdout    # not where pytest's words go
    if out.isatty():
        print(f"\r{game}: {done} of {total} ", end="", flush=True, file=out)
    elif done % 100 == 0:
        print(f"{game}: {done} of {total}", flush=True, file=out)


def report(game: str, results: Results) -> int:
    """Tell what survived; gives how many survivors nobody has explained."""
    explained = reasons(game)
    counts = Counter(kind for kind, _ in results.values())
    survivors = [name for name, (kind, _) in results.items() if kind == NOBODY]
    open_ones = [name for name in survivors if name not in explained]
    noticed = ", ".join(f"by {kind} {counts[kind]}" for kind in KINDS)
    print(f"\r{game}: {len(results)} faults. Noticed {noticed}, {AT_ONCE} {counts[AT_ONCE]}; "
          f"survived {len(survivors)}, of these not yet explained {len(open_ones)}")  # fmt: skip
    for name in survivors:
        print(f"  {name}\n      {explained.get(name, 'NOT YET EXPLAINED')}")
    for name in explained:
        if name not in results:
            print(f"  explained, but there is no such line any more: {name}")
        elif name not in survivors:
            print(f"  explained, but no longer survives: {name}")
    return len(open_ones)


def reasons(game: str) -> dict[str, str]:
    path = HERE / f"{game}.toml"
    if not path.exists():
        return {}
    return {one["fault"]: one["reason"] for one in tomllib.loads(path.read_text("utf-8")).get("survivor", [])}


if __name__ == "__main__":
    sys.exit(main())
