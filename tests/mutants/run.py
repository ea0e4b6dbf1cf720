"""A run through the faults of one game, which goes on where the last one stopped."""

from __future__ import annotations

import gc
import hashlib
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from intryga import games
from tests.mutants.checks import TESTS, Check, quick_checks, with_tests
from tests.mutants.faults import Fault
from tests.mutants.reach import find_ways
from tests.mutants.trial import Chooser, Trial

ROOT = TESTS.parent
GAMES = ROOT / "intryga" / "games"
RESULTS = ROOT / "build" / "mutants"

NOBODY, AT_ONCE = "", "broken at once"


class Result(NamedTuple):
    """How a fault fared."""

    name: str
    function: str    # a mark of the function as it stands without the fault
    rules: str    # a mark of all the rules
    by: str    # the kind of check that noticed it, NOBODY or AT_ONCE
    who: str = ""    # which check
    # So many ways of quick and of slow checks were known: a survivor is tried again with those that have come since.
    tried: tuple[int, int] = (0, 0)


class Run:
    def __init__(self, game: str, jobs: int) -> None:
        self.game = game
        self.jobs = jobs
        self.rules = rules_mark(game)
        RESULTS.mkdir(parents=True, exist_ok=True)
        self.store = RESULTS / f"{game}-noticed.jsonl"
        self.results = self.earlier()
        self.running: dict[int, Trial] = {}

    def earlier(self) -> dict[str, Result]:
        lines = self.store.read_text("utf-8").splitlines() if self.store.exists() else []
        results = [Result(*json.loads(line)) for line in lines]
        return {result.name: result for result in results}

    def known(self, fault: Fault) -> bool:
        """Noticed before? That holds as long as the function is the same: nobody takes away a test that something
        hangs on."""
        result = self.results.get(fault.name)
        return result is not None and result.by != NOBODY and result.function == short(fault.function)

    def tried_with(self, fault: Fault) -> tuple[int, int]:
        """What survived under the same rules has been tried with so many ways."""
        result = self.results.get(fault.name)
        return result.tried if result is not None and result.rules == self.rules else (0, 0)

    def through(self, found: list[Fault], last: Iterable[str]) -> dict[str, Result]:
        """Tries all of them; those whose names are in `last` will hardly be noticed, which takes longest."""
        todo = sorted((fault for fault in found if not self.known(fault)), key=lambda fault: fault.name in last)
        games.find(self.game).chosen_rules()    # children begin with the game as it is
        self.stage(0, quick_checks(self.game), todo)
        todo = [fault for fault in todo if self.results[fault.name].by == NOBODY]
        if todo:
            with_tests(self.game, lambda checks: self.stage(1, checks, todo))
        return {fault.name: self.results[fault.name] for fault in found}

    def stage(self, stage: int, checks: list[Check], todo: list[Fault]) -> None:
        """First with what is quick, then what is left with the tests."""
        store = RESULTS / f"{self.game}-{self.rules}-{stage + 1}.jsonl"
        chooser = Chooser(checks, find_ways(self.game, checks, store) if todo else [])
        gc.freeze()    # children share it as long as nobody touches it
        for done, fault in enumerate(todo):
            show(f"{self.game}, part {stage + 1}", done, len(todo))
            turns, anew = chooser.turns(fault, self.tried_with(fault)[stage])
            if not turns:
                self.survived(fault, stage, chooser)
                continue
            if len(self.running) == self.jobs:
                self.finish_one(stage, chooser)
            trial = Trial(self.game, GAMES / self.game / fault.module, fault, turns, anew)
            self.running[trial.child] = trial
        while self.running:
            self.finish_one(stage, chooser)

    def finish_one(self, stage: int, chooser: Chooser) -> None:
        child, status = os.wait()
        trial = self.running.pop(child)
        number = trial.noticed_by(status)
        if number is None:
            self.survived(trial.fault, stage, chooser)
        elif number < 0:
            self.note(trial.fault, AT_ONCE)
        else:
            chooser.note(trial.fault, number)
            self.note(trial.fault, chooser.checks[number].kind, chooser.checks[number].name)

    def survived(self, fault: Fault, stage: int, chooser: Chooser) -> None:
        quick, slow = self.tried_with(fault)
        self.note(fault, NOBODY, tried=(quick, chooser.ways) if stage else (chooser.ways, slow))

    def note(self, fault: Fault, by: str, who: str = "", tried: tuple[int, int] = (0, 0)) -> None:
        result = Result(fault.name, short(fault.function), self.rules, by, who, tried)
        self.results[fault.name] = result
        with self.store.open("a", encoding="utf-8") as results:
            print(json.dumps(result, ensure_ascii=False), file=results)


def short(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def rules_mark(game: str) -> str:
    """Changes with whatever could change the way of a check; its own text has a mark of its own."""
    digest = hashlib.blake2b(digest_size=8)
    folders = [ROOT / "intryga" / "kernel", ROOT / "intryga" / "lab", GAMES / game, Path(__file__).parent]
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in (".py", ".toml")):
        if path.parent.name not in ("scenarios", "mutants") or path.suffix == ".py":
            digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def show(what: str, done: int, total: int) -> None:
    out = sys.__stdout__ or sys.stdout    # not where pytest's words go
    if out.isatty():
        print(f"\r{what}: {done} of {total} ", end="", flush=True, file=out)
    elif done % 100 == 0:
        print(f"{what}: {done} of {total}", flush=True, file=out)
