"""One fault, tried in a process of its own."""

from __future__ import annotations

import ast
import io
import os
import resource
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

# Everything but the games is imported here, once: children begin with it.
import hypothesis  # noqa: F401
import pytest

from intryga import games
from intryga.cli.local_game import LocalGame  # noqa: F401
from intryga.lab.scenario import find_files, run_file
from intryga.tables.output.game_file import load

# Who noticed; also the exit status of the process that tried.
NOBODY, SCENARIOS, TESTS, GOLDEN, START = range(5)
# Seconds of processor time; what takes longer goes round in circles.
FOR_SCENARIOS, FOR_ALL = 4, 30
MEMORY = 2**30    # so does what wants more
TESTS_FOLDER = Path(__file__).parents[1]
# The game's own tests, without matches between bots, which measure advice; and that what a step offers in a hurry is
# what it offers with reasons, which scenarios ask for.
OWN_TESTS = "not advice and not heuristic"
HURRIED = "test_options_agree_with_offers and {game}-"


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


def start(game: str, path: Path, tree: ast.Module | None) -> int:
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
            status = noticed_by(game, path, tree)
    finally:
        os._exit(status)    # whatever happened in there: this process is not the one that reports


def noticed_by(game: str, path: Path, tree: ast.Module | None) -> int:
    if tree is not None:
        sys.meta_path.insert(0, OneFault(f"intryga.games.{game}.{path.stem}", path, tree))
    folder = Path(str(games.find(game).folder))
    for file in find_files([folder / "scenarios"]):
        try:
            failed = bool(run_file(file).failure)
        except Exception:
            failed = True
        if failed:
            return SCENARIOS
    resource.setrlimit(resource.RLIMIT_CPU, (FOR_ALL, FOR_ALL))
    if not (_holds(TESTS_FOLDER / "games" / f"test_{game}.py", OWN_TESTS)
            and _holds(TESTS_FOLDER / "conformance" / "test_play.py", HURRIED.format(game=game))):  # fmt: skip
        return TESTS
    for file in sorted((TESTS_FOLDER / "golden").glob(f"{game}-*.json")):
        try:
            load(file)
        except Exception:
            return GOLDEN
    return NOBODY


def _holds(file: Path, which: str) -> bool:
    options = ["-q", "-x", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", which]
    return pytest.main([*options, str(file)]) == pytest.ExitCode.OK
