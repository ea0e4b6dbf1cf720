"""One fault, tried in a process of its own."""

from __future__ import annotations

import ast
import io
import os
import resource
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

# Everything but the games is imported here, once: children begin with it.
import hypothesis  # noqa: F401

from intryga.cli.local_game import LocalGame  # noqa: F401
from intryga.lab.scenario import find_files, run_file
from intryga.tables.output.game_file import load
from tests.mutants.faults import Fault
from tests.mutants.reach import TESTS as TESTS_FOLDER
from tests.mutants.reach import Reach, golden_games, holds

# Who noticed; also the exit status of the process that tried.
NOBODY, SCENARIOS, GOLDEN, TESTS, START = range(5)
# Seconds of processor time; what takes longer goes round in circles.
FOR_SCENARIOS, FOR_ALL = 6, 60
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


def start(game: str, path: Path, fault: Fault, reach: Reach) -> int:
    """Try it in a child; gives the child's number, whose exit status tells who noticed."""
    sys.stdout.flush()
    child = os.fork()
    if child:
        return child
    status = START
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (FOR_SCENARIOS, FOR_ALL))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            status = noticed_by(game, path, fault, reach)
    finally:
        os._exit(status)    # whatever happened in there: this process is not the one that reports


def noticed_by(game: str, path: Path, fault: Fault, reach: Reach) -> int:
    place = f"{path.name} {fault.place}"
    module = f"intryga.games.{game}.{path.stem}"
    if place not in reach.loading and put_in(import_module(module), fault):
        files = [Path(file) for file in reach.scenarios.get(place, [])]
        tests = reach.tests.get(place, [])
        golden = [Path(file) for file in reach.golden.get(place, [])]
    else:    # the whole game anew, and everything
        forget(game)
        sys.meta_path.insert(0, OneFault(module, path, fault.tree))
        files = find_files([path.parent / "scenarios"])
        tests = sorted({test for some in reach.tests.values() for test in some})
        golden = golden_games(game)
    for file in files:
        try:
            failed = bool(run_file(file).failure)
        except Exception:
            failed = True
        if failed:
            return SCENARIOS
    resource.setrlimit(resource.RLIMIT_CPU, (FOR_ALL, FOR_ALL))
    for file in golden:    # quicker than the tests
        try:
            load(file)
        except Exception:
            return GOLDEN
    if tests and not holds([str(TESTS_FOLDER.parent / test) for test in tests]):
        return TESTS
    return NOBODY


def put_in(module: ModuleType, fault: Fault) -> bool:
    """Give the function its faulty code, where it stands in the module or a class of it."""
    found: object = module
    for part in fault.place.split("."):
        found = vars(found).get(part)
        if found is None:
            return False
    code = next((code for code in codes(compile(fault.tree, module.__file__ or "", "exec"))
                 if code.co_qualname == fault.place), None)  # fmt: skip
    if not isinstance(found, FunctionType) or code is None or code.co_freevars:
        return False
    found.__code__ = code
    return True


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def forget(game: str) -> None:
    """As if the game had never been imported."""
    for name in [name for name in sys.modules if name.startswith(f"intryga.games.{game}.")]:
        del sys.modules[name]
    sys.modules.pop(f"intryga.games.{game}", None)
