"""Which rules are cited where: in the game's code, in scenarios, in tests.

A rule is cited by its id, in code as `SPI-041`, in the name of a test as `SPI_041`. Lists and ranges count in full:
`SPI-002, 004` and `SPI-086 to 088`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

import intryga
from intryga.kernel.game import AnyGame, Mistake
from intryga.lab import scenario


class Coverage(msgspec.Struct, frozen=True):
    """One rule, and where it is cited: `file:line` of the game's folder or of the checkout, or a scenario's file."""

    rule: str
    testable: bool
    code: list[str]
    scenarios: list[str]
    tests: list[str]

    @property
    def missing(self) -> bool:
        return self.testable and not self.scenarios and not self.tests


def coverage(game: AnyGame) -> list[Coverage]:
    """All rules of a game, in their order. Tests are those of the checkout; an installed package has none."""
    package = Path(intryga.__file__).parent
    folder = package / "games" / game.id
    rules = [rule["id"] for rule in game.rulebook["rule"]]
    code = cited(sorted(folder.glob("*.py")), folder, rules)
    tests = cited(sorted((package.parent / "tests").rglob("*.py")), package.parent, rules)
    scenarios: dict[str, list[str]] = {rule: [] for rule in rules}
    for path in sorted((folder / "scenarios").rglob("*.toml")):
        for rule in cited_by_scenario(path):
            scenarios.setdefault(rule, []).append(path.name)
    return [
        Coverage(rule["id"], not rule.get("prose", False), code[rule["id"]], scenarios[rule["id"]], tests[rule["id"]])
        for rule in game.rulebook["rule"]
    ]


def cited(files: list[Path], root: Path, rules: list[str]) -> dict[str, list[str]]:
    """For each rule the places that cite it."""
    citations = Citations(rules)
    places: dict[str, list[str]] = {rule: [] for rule in rules}
    for path in files:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for rule in citations.within(line):
                places[rule].append(f"{path.relative_to(root)}:{number}")
    return places


def cited_by_scenario(path: Path) -> list[str]:
    try:
        return list(scenario.cited(path))
    except Mistake as error:
        raise Mistake(f"'{path}': {error}") from error


class Citations:
    """Finds the ids of a game's rules in a line of text."""

    def __init__(self, rules: list[str]) -> None:
        self.rules = rules
        self.prefix = rules[0].partition("-")[0]
        self.several = re.compile(rf"{self.prefix}-R?\d+(?:(?:, | to | and |_)(?:{self.prefix}-)?R?\d+)*")
        self.single = re.compile(rf"(to )?(?:{self.prefix}-)?(R?\d+)")

    def within(self, line: str) -> Iterator[str]:
        """Each rule once, in the order of the rules."""
        found: set[str] = set()
        for several in self.several.findall(line.replace(f"{self.prefix}_", f"{self.prefix}-")):
            before = ""
            for to, number in self.single.findall(several):
                rule = f"{self.prefix}-{number}"
                if to and before in self.rules and rule in self.rules:
                    found.update(self.rules[self.rules.index(before) : self.rules.index(rule)])
                found.add(rule)
                before = rule
        yield from (rule for rule in self.rules if rule in found)
