"""How much is tried, and where. `ci` is the same on every run; `explore` and `fuzz` are for long nights."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.internal import reflection

from intryga import engine
from intryga.kernel.dice import secret_of
from intryga.tables.model import requests
from intryga.tables.storage import sqlite
from tests.support import Case, needs_both_engines

_CALM = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("ci", max_examples=4, derandomize=True, deadline=None, suppress_health_check=_CALM)
settings.register_profile("explore", max_examples=400, deadline=None, suppress_health_check=_CALM)
TIMES = int(os.environ.get("INTRYGA_TIMES", "1000"))    # a part of the night: INTRYGA_TIMES=50 is a twentieth
settings.register_profile("fuzz", max_examples=TIMES, deadline=None, database=None, suppress_health_check=_CALM)
# The same examples as `ci`; whoever only asks whether something fails need not know how it fails most simply.
settings.register_profile("mutants", settings.get_profile("ci"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
# It seeds every test by its source, and tokenizes that twice for every case of a test that has sixty.
reflection._clean_source = cache(reflection._clean_source)    # type: ignore[attr-defined]

# Tests of small games made for them, which have the plain engine only: see `toys` in support.py.
TOYS = [
    "kernel/test_windows.py",
    "kernel/test_effects.py",
    "kernel/test_combine.py",
    "lab/test_new_game.py",
    "tables/windows",
    "tables/versions",
]
collect_ignore = TOYS if engine.name() == "compiled" else []

# Where the two engines could differ: ./test runs these on the plain engine too. Beside them conformance, for one case
# of each game and for the toys; `conformance/test_determinism.py` proves that the engines agree on all other cases.
ON_BOTH_ENGINES = ("kernel/", "conformance/test_golden.py", "test_scenarios.py", *TOYS)
# What takes longest comes first: with the short ones last no worker ends long after the others.
LONGEST = ("web/browser/test_games.py", "web/test_nodes.py", "web/", "tables/test_kill.py")
# Where nothing is played.
NO_ENGINE = ("test_architecture.py", "test_style.py", "test_texts.py", "test_glossary.py", "web/test_fonts.py")

# Parts of the suite that ./test asks for, and where alone they have tests.
PARTS = {
    "engine or no_engine": (*ON_BOTH_ENGINES, *NO_ENGINE, "conformance/"),
    "browser": ("web/browser/",),
}
WITHOUT_BROWSERS = "not browser"


@pytest.fixture(autouse=True)
def _same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every table that a test opens, on every run: neither how long a game lasts nor what can be done in it shall
    depend on luck."""
    seeds = count(1)
    monkeypatch.setattr(requests, "new_secret", lambda: secret_of(next(seeds)))


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Without tables, as the first server in a folder leaves it."""
    folder = tmp_path_factory.mktemp("new")
    assert sqlite.faults(folder) == ""
    return (folder / sqlite.FILE).read_bytes()


@pytest.fixture(autouse=True)
def _copied_databases(monkeypatch: pytest.MonkeyPatch, new_database: bytes) -> None:
    """Hundreds of tests begin in an empty folder: to make a database there by all migrations takes longer than many of
    them. PostgreSQL's are copied from a template too."""
    make_private = sqlite.make_private

    def copied(file: Path) -> None:
        empty = file.parent.is_dir() and not any(file.parent.glob(f"{sqlite.FILE}*"))
        make_private(file)
        if empty:
            file.write_bytes(new_database)

    monkeypatch.setattr(sqlite, "make_private", copied)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    from tests import postgres  # a second to import, and not every process of the suite asks for it

    with postgres.server() as url:
        yield url


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What has none of these tests is not even imported for them: that took two thirds of the time to find them."""
    here, asked = config.rootpath / "tests", config.option.markexpr
    if not collection_path.is_relative_to(here):
        return None
    place = collection_path.relative_to(here).as_posix()
    if asked.startswith(WITHOUT_BROWSERS):
        return True if place == "web/browser" else None
    folder = "" if place == "." else f"{place}/"
    parts = PARTS.get(asked, ("",))
    return None if any(part.startswith(folder) or place.startswith(part.rstrip("/")) for part in parts) else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    here = config.rootpath / "tests"
    for item in items:
        place = item.path.relative_to(here).as_posix()
        if place.startswith(ON_BOTH_ENGINES) or (place.startswith("conformance/") and _chosen(item)):
            item.add_marker("engine")
        if place.startswith(NO_ENGINE):
            item.add_marker("no_engine")
        if place.startswith(PARTS["browser"]):
            item.add_marker("browser")
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: _rank(item.path.relative_to(here).as_posix()))


def _rank(place: str) -> int:
    return next((rank for rank, name in enumerate(LONGEST) if place.startswith(name)), len(LONGEST))


def _chosen(item: pytest.Item) -> bool:
    parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    case = parameters.get("case")
    return isinstance(case, Case) and needs_both_engines(case)
