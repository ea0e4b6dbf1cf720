"""One fault, tried in a process of its own."""

from __future__ import annotations

import ast
import os
import resource
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import NamedTuple

import pytest

from tests.mutants.checks import KINDS, TEST, Check, test_arguments
from tests.mutants.faults import Fault
from tests.mutants.reach import Way, forget

# Exit status of the process that tried.
NOBODY, SOMEBODY = range(2)
# Seconds of processor time for a check beyond twenty times what it takes: what needs more goes round in circles.
PATIENCE = 1
MEMORY = 2**30    # so does what wants more


class Faulty(SourceFileLoader):
    def __init__(self, name: str, path: str, tree: ast.Module) -> None:
        super().__init__(name, path)
        self.tree = tree

    def get_code(self, name: str) -> CodeType:
        return compile(self.tree, self.path, "exec")


class OneFault:
    """Finds one module in its faulty form."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self.name = name
        self.path = path
        self.tree = tree

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != self.name:
            return None
        return spec_from_file_location(name, self.path, loader=Faulty(name, str(self.path), self.tree))


class Turn(NamedTuple):
    """A check whose turn it is, and how long it takes without a fault."""

    number: int
    check: Check
    seconds: float


class Chooser:
    """Says which checks a fault is tried against, and in which order."""

    def __init__(self, checks: list[Check], ways: list[Way]) -> None:
        self.checks = checks
        self.numbers = [way.number for way in ways]
        self.ways = 1 + max(self.numbers, default=-1)
        self.seconds = [way.seconds for way in ways]
        self.through: dict[tuple[str, int], set[int]] = defaultdict(set)    # numbers of checks, by module and line
        for number, way in enumerate(ways):
            for module, lines in way.lines.items():
                for line in lines:
                    self.through[module, line].add(number)
        self.noticed: dict[str, Counter[int]] = defaultdict(Counter)    # faults noticed by each check, by function

    def turns(self, fault: Fault, tried: int = 0) -> tuple[list[Turn], bool]:
        """The checks, without those of the first so many ways; and whether the game has to be read in anew, then it is
        all of them."""
        able = {number for line in fault.lines for number in self.through.get((fault.module, line), ())}
        anew = len(self.checks) in able
        chosen = range(len(self.checks)) if anew else able
        often = self.noticed[fault.function]
        new = [number for number in chosen if self.numbers[number] >= tried]
        order = sorted(new, key=lambda i: (KINDS.index(self.checks[i].kind), -often[i], self.seconds[i]))
        return [Turn(number, self.checks[number], self.seconds[number]) for number in order], anew

    def note(self, fault: Fault, number: int) -> None:
        """This check has noticed it, and may notice others in the same function."""
        self.noticed[fault.function][number] += 1


class Trial:
    """A running one. Its process writes the number of every check that it begins into a pipe: the last one noticed the
    fault, also if the process had to be ended during it."""

    def __init__(self, game: str, path: Path, fault: Fault, turns: list[Turn], anew: bool) -> None:
        self.fault = fault
        self.reading, self.writing = os.pipe()
        sys.stdout.flush()
        self.child = os.fork()
        if self.child:
            os.close(self.writing)
            return
        status = SOMEBODY
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            status = self.run(game, path, turns, anew)
        finally:
            os._exit(status)    # whatever happened in there: this process is not the one that reports

    def noticed_by(self, status: int) -> int | None:
        """The number of the check; nobody's is None, and -1 says that there was nothing left to check."""
        with open(self.reading, "rb") as pipe:
            numbers = pipe.read()
        if status == NOBODY:
            return None
        return int.from_bytes(numbers[-2:], "big") if numbers else -1

    def run(self, game: str, path: Path, turns: list[Turn], anew: bool) -> int:
        module = f"intryga.games.{game}.{path.stem}"
        anew = anew or not put_in(import_module(module), self.fault)
        if anew:
            forget(game)
            sys.meta_path.insert(0, OneFault(module, path, self.fault.tree))
        for number, check, seconds in turns:
            if anew and check.kind == TEST:    # tests have the game in their hands as it was
                break
            self.begin(number, seconds)
            if not check.holds():
                return SOMEBODY
        left = [turn for turn in turns if turn.check.kind == TEST] if anew else []
        if left:
            self.begin(left[0].number, sum(turn.seconds for turn in left))
            return NOBODY if pytest.main(test_arguments(game)) == pytest.ExitCode.OK else SOMEBODY
        return NOBODY

    def begin(self, number: int, seconds: float) -> None:
        os.write(self.writing, number.to_bytes(2, "big"))
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE + 20 * seconds)    # ends the process, if nothing else does


def put_in(module: ModuleType, fault: Fault) -> bool:
    """Give the function its faulty code, where it stands in the module or a class of it."""
    found: object = module
    for part in fault.place.split("."):
        found = vars(found).get(part)
        if found is None:
            return False
    code = next((code for code in codes(compile(fault.tree, module.__file__ or "", "exec"))
                 if code.co_qualname == fault.place), None)  # fmt: skip
    if not isinstance(found, FunctionType) or code is None or code.co_freevars != found.__code__.co_freevars:
        return False
    found.__code__ = code
    return True


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)
