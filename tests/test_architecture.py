"""The arrows of the house go one way, and chance is the kernel's own."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import intryga
from intryga.engine.sources import TOOLS, Sources

ROOT = Path(intryga.__file__).parent
MAY_IMPORT = {
    "engine": set(),
    "kernel": set(),
    "games": {"kernel"},
    "bots": {"kernel"},
    "texts": {"kernel", "games"},
    "tables": {"kernel", "games", "bots"},
    "web": {"kernel", "games", "bots", "tables", "texts"},
    "lab": {"kernel", "games", "bots", "texts", "engine"},
    "cli": {"kernel", "games", "bots", "tables", "web", "lab", "texts", "engine"},
}
MODULES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT)


@cache
def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


@cache
def imported(path: Path) -> set[str]:
    """Full names of everything a module imports, also inside functions."""
    names: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def test_imports_go_one_way() -> None:
    parts = {folder.name for folder in ROOT.iterdir() if folder.is_dir()}
    for path in MODULES:
        part = path.relative_to(ROOT).parts[0]
        for name in imported(path):
            words = name.split(".")
            if words[0] == "intryga" and len(words) > 1 and words[1] in parts:
                assert words[1] == part or words[1] in MAY_IMPORT[part], f"{path} imports {name}"


def test_a_class_name_stands_for_one_thing() -> None:
    """In the house, that is: the games take their names from their rulebooks, each in a folder of its own."""
    places: dict[str, list[str]] = {}
    for path in MODULES:
        if path.parent.parent != ROOT / "games":
            for node in nodes(path):
                if isinstance(node, ast.ClassDef):
                    places.setdefault(node.name, []).append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


# What the rooms of tables/ may import of each other. types.py, invites.py and plain_text.py are for all of them.
INSIDE_TABLES = {
    "model": {"types", "invites", "plain_text"},
    "storage": {"types", "model"},
    "output": {"types", "model", "storage"},
    "runtime": {"types", "invites", "model", "storage", "output"},
    "line": {"types", "runtime", "storage"},
    "types": set(),
    "invites": {"types"},
    "plain_text": {"types"},
    "codes": set(),
    "house": {"types", "invites", "codes", "plain_text", "model", "storage", "output", "runtime"},
}
IMPURE = {"asyncio", "time", "datetime", "threading", "concurrent", "multiprocessing", "sqlalchemy", "sqlite3"}
OF_TABLES = [path for path in MODULES if path.is_relative_to(ROOT / "tables")]


def test_the_rooms_of_tables_are_built_on_each_other() -> None:
    for path in OF_TABLES:
        room = path.relative_to(ROOT / "tables").parts[0].removesuffix(".py")
        for name in imported(path):
            words = name.split(".")
            if words[:2] == ["intryga", "tables"] and len(words) > 2 and words[2] != room:
                assert words[2] in INSIDE_TABLES[room], f"{path} imports {name}"
            assert words[0] not in IMPURE or room in ("runtime", "storage", "line", "house"), f"{path} imports {name}"


def test_tables_have_one_clock() -> None:
    """What reads the time elsewhere cannot be tested without waiting for it."""
    for path in OF_TABLES:
        used = {"time", "datetime"} & {name.split(".")[0] for name in imported(path)}
        assert path.name == "wall_clock.py" or not used, path


def test_the_engine_names_its_imports_in_full() -> None:
    """The key of a build follows them by name; `from intryga import x` would escape it."""
    for name in Sources().engine():
        assert "intryga" not in imported(ROOT.parent / name), name


def test_the_pinned_tools_are_those_of_the_project() -> None:
    project = ROOT.parent.joinpath("pyproject.toml").read_text("utf-8")
    for tool, version in TOOLS.items():
        assert f'"{tool}=={version}"' in project


def test_a_game_knows_no_other_game() -> None:
    for path in (ROOT / "games").glob("*/*.py"):
        for name in imported(path):
            other = name.startswith("intryga.games.") and name.split(".")[2] != path.parent.name
            assert not other, f"{path} imports {name}"


def test_chance_is_the_kernels_own() -> None:
    assert [path for path in MODULES if "random" in imported(path)] == []


def test_the_kernel_names_no_game() -> None:
    games = [folder.name for folder in (ROOT / "games").iterdir() if folder.is_dir()]
    for part in ("kernel", "bots", "tables", "lab", "cli", "texts"):
        for path in (ROOT / part).rglob("*.py"):
            words = path.read_text("utf-8")
            for game in games:
                shown_as_example = [line for line in words.splitlines() if game in line and "intryga " in line]
                assert words.count(game) == sum(line.count(game) for line in shown_as_example), f"{path} names {game}"


MAKE_STATES = {"sampler.py", "positions.py"}    # they lay out states that nobody has played; no journal is attached
PLAYED_BY = [path for path in sorted((ROOT / "games").rglob("*.py")) if path.name not in MAKE_STATES]
WITHOUT_EVENT = {"fill", "_append", "_cut"}    # what the board does without telling its journal
SEES_STEPS = {"_stack", "depth", "top", "pending", "push_below"}


def last_name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else ast.unparse(node).split(".")[-1]


def test_games_change_the_board_by_its_operations_alone() -> None:
    """A cell written past the board has no event: journal, undo barrier and animation would miss it."""
    for path in PLAYED_BY:
        cells = {"cells"}    # and whatever else they are called
        for node in nodes(path):
            if isinstance(node, ast.Assign) and last_name(node.value) == "cells":
                cells.update(target.id for target in node.targets if isinstance(target, ast.Name))
        for node in nodes(path):
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
                assert last_name(node.value) not in cells, f"{path}:{node.lineno} writes cells"


def test_components_are_laid_out_before_anything_happens() -> None:
    """What the board does without an event is for the empty table."""
    for path in PLAYED_BY:
        for function in nodes(path):
            if isinstance(function, ast.FunctionDef) and function.name != "empty_table":
                for node in ast.walk(function):
                    if isinstance(node, ast.Attribute):
                        assert node.attr not in WITHOUT_EVENT, f"{path}:{node.lineno} tells no journal"


def test_no_step_looks_at_what_lies_below_it() -> None:
    """What a step needs lies on the board or is carried; a game's code pushes steps and sees none. Facts may look, but
    not touch: they tell how far a turn has come, and decide nothing (decision 75)."""
    for path in PLAYED_BY:
        seen = SEES_STEPS - {"pending"} if path.name == "facts.py" else SEES_STEPS
        for node in nodes(path):
            if isinstance(node, ast.Attribute):
                looks = node.attr in seen or (node.attr == "pop" and ast.unparse(node.value) in {"s", "self"})
                assert not looks, f"{path}:{node.lineno} looks at the stack"
