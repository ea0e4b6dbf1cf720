"""`intryga rules`"""

from __future__ import annotations

import os

import msgspec
import typer

from intryga import games
from intryga.cli import lookup
from intryga.cli.output import console, print_json, table
from intryga.kernel.game import AnyGame
from intryga.lab.coverage import Coverage, coverage
from intryga.texts.language import LANGUAGES, choose
from intryga.texts.library import GameTexts


def run(name: str, covered: bool, json: bool, lang: str | None) -> None:
    game = games.find(name)
    texts = GameTexts(game, choose(lang, os.environ))
    if covered:
        report = coverage(game)
        show = report_json if json else report_table
        show(report)
        raise typer.Exit(1 if any(rule.missing for rule in report) else 0)
    if json:
        print_json(statements(game))
    else:
        console().print(lookup.rules("", texts))


def statements(game: AnyGame) -> list[dict[str, object]]:
    keys = ["id", "section", *LANGUAGES, "source"]
    return [{**{key: rule[key] for key in keys}, "option": rule.get("option")} for rule in game.rulebook["rule"]]


def report_json(report: list[Coverage]) -> None:
    print_json([{**msgspec.to_builtins(rule), "missing": rule.missing} for rule in report])


def report_table(report: list[Coverage]) -> None:
    out = console()
    lines = table("", "", "", numbers=False)
    lines.show_header = False
    for rule in report:
        exercised = "nothing; it is prose" if not rule.testable else "NOTHING" if rule.missing else ""
        places = {"code": rule.code, "scenarios": rule.scenarios, "tests": rule.tests, "exercised by": [exercised]}
        told = [(kind, ", ".join(found)) for kind, found in places.items() if any(found)]
        for line, (kind, found) in enumerate(told):
            lines.add_row("" if line else rule.rule, kind, found)
    out.print(lines)
    missing = sum(1 for rule in report if rule.missing)
    out.print(f"{len(report)} rules, {missing} of them without test or scenario")
