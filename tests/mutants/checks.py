"""What can notice a fault in a game: its scenarios, its golden games, its tests. They are found once; the processes in
which faults are tried begin with them ready."""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from intryga import games
from intryga.lab.scenario import find_files, run_file
from intryga.tables.output.game_file import load
from tests.support import cases

TESTS = Path(__file__).parents[1]
# The game's own tests, without matches between bots, which measure advice; that what a step offers in a hurry is what
# it offers with reasons, which scenarios ask for; and that it answers and tells what was reviewed.
OWN_TESTS = "not advice and not heuristic"
OFFERS = "conformance/test_play.py::test_options_agree_with_offers"
ANSWERS = "conformance/test_playthrough.py::test_answers_are_those_reviewed"
PYTEST = ["-q", "-x", "-s", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]

SCENARIOS, GOLDEN, TEST = "scenarios", "golden games", "tests"
KINDS = [SCENARIOS, GOLDEN, TEST]    # the quick ones first


class Check(NamedTuple):
    """One of them: it holds, unless it raises or says otherwise."""

    kind: str
    name: str
    holds: Callable[[], object]
    mark: str    # changes with what is written in it


class Session:
    """For pytest: instead of running the tests one after another, hands all of them to somebody who runs some."""

    def __init__(self, work: Callable[[list[Check]], None], mark: str) -> None:
        self.work = work
        self.mark = mark
        self.begun = False
        self.failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.begun = True
        self.work([Check(TEST, item.nodeid, partial(self.holds, item), self.mark) for item in session.items])
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def holds(self, item: pytest.Item) -> bool:
        self.failed = False
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return not self.failed


def quick_checks(game: str) -> list[Check]:
    """Scenarios and golden games."""
    scenarios = find_files([Path(games.__file__).parent / game / "scenarios"])
    golden = sorted((TESTS / "golden").glob(f"{game}-*.json"))
    checks = [Check(SCENARIOS, path.name, partial(_solved, path), _mark([path])) for path in scenarios]
    return checks + [Check(GOLDEN, path.name, partial(load, path), _mark([path])) for path in golden]


def with_tests(game: str, work: Callable[[list[Check]], None]) -> None:
    """Collects the tests, and does some work with them."""
    own = own_tests(game)
    files = [own, *own.rglob("*.py"), *TESTS.glob("*.py"), *(TESTS / "conformance").glob("*.py")]
    session = Session(work, _mark([*files, *(TESTS / "playthrough").glob(f"{game}-*")]))
    with redirect_stdout(io.StringIO()):
        pytest.main(test_arguments(game), [session])
    if not session.begun:
        sys.exit(f"{game}: its tests cannot be read; run ./test -k {game}")


def _solved(scenario: Path) -> bool:
    return not run_file(scenario).failure


def test_arguments(game: str) -> list[str]:
    """For pytest: the tests of a game."""
    offers = [f"{TESTS / OFFERS}[{case}]" for case in cases() if case.game.id == game]
    answers = [f"{TESTS / ANSWERS}[{game}-{seats}]" for seats in games.find(game).seats]
    return [*PYTEST, "-k", OWN_TESTS, str(own_tests(game)), *offers, *answers]


def own_tests(game: str) -> Path:
    """A file, or a folder of them."""
    folder = TESTS / "games" / game
    return folder if folder.is_dir() else folder.with_name(f"test_{game}.py")


def _mark(paths: list[Path]) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(paths):
        digest.update(path.read_bytes() if path.is_file() else b"")
    return digest.hexdigest()
