"""Which scenarios, golden games and tests come through which lines of a game's rules: only these can notice a fault
there. Found out by running each of them once without a fault, in a process of its own: what one has worked out and kept
would spare the next the way."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from intryga import games
from tests.mutants.checks import Check

Lines = dict[str, list[int]]
"""Numbers of lines, by the module's file name."""


class Way(NamedTuple):
    """What a check came through."""

    number: int    # so many ways were known before it
    seconds: float    # of processor time; being watched takes some as well
    lines: Lines


class Watch:
    """Notes the lines of one folder that are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = f"{folder}{os.sep}"
        self.entered: dict[int, CodeType] = {}
        self.left: dict[int, set[int]] = {}    # lines that have not been run yet, by the number of the code

    def enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        left = self.left.get(id(code))
        if left is None:
            left = self.left[id(code)] = set()
            self.entered[id(code)] = code
            if code.co_filename.startswith(self.folder):
                left.update(_lines(code) - {code.co_firstlineno})
        return self.run if left else None    # of which all has been run, nothing new can be learnt

    def run(self, frame: FrameType, event: str, argument: Any) -> Any:
        self.left[id(frame.f_code)].discard(frame.f_lineno)
        return self.run

    def through(self, work: Callable[[], object]) -> tuple[float, Lines]:
        began = time.process_time()
        threading.settrace(self.enter)
        sys.settrace(self.enter)
        try:
            holds = bool(work())
        finally:
            sys.settrace(None)
        if not holds:
            raise AssertionError
        return time.process_time() - began, self.lines()

    def lines(self) -> Lines:
        found: dict[str, set[int]] = {}
        for number, code in self.entered.items():
            if code.co_filename.startswith(self.folder):
                name = code.co_filename[len(self.folder) :]
                found.setdefault(name, set()).update(_lines(code) - self.left[number])
        return {name: sorted(lines) for name, lines in found.items()}


def _lines(code: CodeType) -> set[int]:
    return {line for _, _, line in code.co_lines() if line is not None}


def find_ways(game: str, checks: list[Check], store: Path) -> list[Way]:
    """The way of each check, and last that of reading the game in; kept in a file, line by line. Stops the program if
    anything fails without a fault."""
    lines = store.read_text("utf-8").splitlines() if store.exists() else []
    known: dict[str, Way] = {}
    for number, line in enumerate(lines):
        name, seconds, way = json.loads(line)
        known[name] = Way(number, seconds, way)
    wanted = [*checks, Check("", "reading it in", partial(_read_in, game), "")]
    with store.open("a", encoding="utf-8") as out:
        for check in wanted:
            name = _name(check)
            if name not in known:
                seconds, way = _way(game, check)
                known[name] = Way(len(known), seconds, way)
                print(json.dumps([name, seconds, way]), file=out, flush=True)
    return [known[_name(check)] for check in wanted]


def _name(check: Check) -> str:
    return f"{check.kind} {check.name} {check.mark}"


def _way(game: str, check: Check) -> tuple[float, Lines]:
    """Found in a child, which writes it into a pipe."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            found = Watch(Path(games.__file__).parent / game).through(check.holds)
            with open(writing, "w", encoding="utf-8") as pipe:
                json.dump(found, pipe)
        finally:
            os._exit(0)    # without a word in the pipe, it has failed
    os.close(writing)
    with open(reading, encoding="utf-8") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    if not told:
        sys.exit(f"{game}: {check.name} fails without any fault; run ./test -k {game}")
    seconds, lines = json.loads(told)
    return seconds, lines


def forget(game: str) -> None:
    """As if neither the game nor a test of it had ever been imported."""
    for name in list(sys.modules):
        if f"{name}.".startswith((f"intryga.games.{game}.", "tests.")) and not name.startswith("tests.mutants"):
            del sys.modules[name]


def _read_in(game: str) -> bool:
    forget(game)
    games.find(game).chosen_rules()
    return True
