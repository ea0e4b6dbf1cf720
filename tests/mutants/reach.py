"""Which scenarios, tests and golden games come through which function of a game's rules: only these can notice a fault
in it. Found out once, by running all of them without a fault in a process of its own."""

from __future__ import annotations

import io
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from intryga import games
from intryga.lab.scenario import find_files, run_file
from intryga.tables.output.game_file import load

TESTS = Path(__file__).parents[1]
# The game's own tests, without matches between bots, which measure advice; that what a step offers in a hurry is what
# it offers with reasons, which scenarios ask for; and that it answers and tells what was reviewed.
OWN_TESTS = "not advice and not heuristic"
OF_ALL_GAMES = [
    "conformance/test_play.py::test_options_agree_with_offers[{game}-{seats}]",
    "conformance/test_playthrough.py::test_answers_are_those_reviewed[{game}-{seats}]",
]
PYTEST = ["-q", "-x", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]

Seen = dict[str, list[str]]
"""Names of scenarios, tests or golden games, by `module.py Class.function`."""


class Reach:
    def __init__(self, scenarios: Seen, tests: Seen, golden: Seen, loading: list[str]) -> None:
        self.scenarios = scenarios
        self.tests = tests    # the quickest first
        self.golden = golden
        self.loading = loading    # functions that run while the game is read in


class Watch:
    """Notes the functions of one folder that are called."""

    def __init__(self, folder: Path) -> None:
        self.folder = f"{folder}{os.sep}"
        self.calls: set[str] = set()

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(self.folder):
            self.calls.add(f"{code.co_filename[len(self.folder) :]} {code.co_qualname}")

    @contextmanager
    def on(self, name: str, seen: Seen) -> Iterator[None]:
        self.calls.clear()
        sys.setprofile(self.note)
        try:
            yield
        finally:
            sys.setprofile(None)
            for call in self.calls:
                seen.setdefault(call, []).append(name)


class TestWatch:
    """For pytest: watches every test."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.seen: Seen = {}
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        began = time.process_time()
        with self.watch.on(item.nodeid, self.seen):
            try:
                return (yield)
            finally:
                self.seconds[item.nodeid] = time.process_time() - began

    def quickest_first(self) -> Seen:
        return {place: sorted(tests, key=self.seconds.__getitem__) for place, tests in self.seen.items()}


def own_tests(game: str) -> Path:
    """A file, or a folder of them."""
    folder = TESTS / "games" / game
    return folder if folder.is_dir() else folder.with_name(f"test_{game}.py")


def golden_games(game: str) -> list[Path]:
    return sorted((TESTS / "golden").glob(f"{game}-*.json"))


def holds(tests: list[str], *more: str, plugin: object = None) -> bool:
    return pytest.main([*PYTEST, *more, *tests], [plugin] if plugin else None) == pytest.ExitCode.OK


def find_reach(game: str, store: Path) -> Reach:
    """From the file of an earlier run, or found out now; stops the program if anything fails without a fault."""
    if not store.exists():
        child = os.fork()
        if child == 0:
            status = 1
            try:
                with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                    found = _run_all(game)
                store.write_text(json.dumps(vars(found)), "utf-8")
                status = 0
            finally:
                os._exit(status)
        if os.waitpid(child, 0)[1]:
            sys.exit(f"{game}: its scenarios, tests or golden games fail without any fault; run ./test -k {game}")
    found_before: Any = json.loads(store.read_text("utf-8"))
    return Reach(**found_before)


def _run_all(game: str) -> Reach:
    folder = Path(games.__file__).parent / game
    watch = Watch(folder)
    loading: Seen = {}
    with watch.on("", loading):
        seats = games.find(game).seats
        games.find(game).chosen_rules()
    scenarios: Seen = {}
    for file in find_files([folder / "scenarios"]):
        with watch.on(str(file), scenarios):
            assert not run_file(file).failure
    golden: Seen = {}
    for file in golden_games(game):
        with watch.on(str(file), golden):
            load(file)
    tests = TestWatch(watch)
    others = [str(TESTS / test.format(game=game, seats=number)) for test in OF_ALL_GAMES for number in seats]
    assert holds([str(own_tests(game))], "-k", OWN_TESTS, plugin=tests)
    assert holds(others, plugin=tests)
    return Reach(scenarios, tests.quickest_first(), golden, list(loading))
