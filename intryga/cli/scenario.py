"""`intryga scenario`"""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import typer
from rich.text import Text

from intryga.cli.choices import component_text, game_with
from intryga.cli.output import console, print_json
from intryga.kernel.game import AnyGame, Mistake
from intryga.lab.scenario import find_files, run_file


def run(paths: list[Path], components: Path | None, json: bool) -> None:
    own = game_named_in(components) if components else None
    results = [run_file(path, own) for path in find_files(paths)]
    failed = sum(1 for result in results if result.failure)
    if json:
        print_json({"passed": len(results) - failed, "failed": failed, "scenarios": msgspec.to_builtins(results)})
    else:
        out = console()
        for result in results:
            mark = Text("✗", "bold red") if result.failure else Text("✓", "green")
            reason = f" – {result.failure}" if result.failure else ""
            out.print(mark + Text(f" {result.file}: {result.title}{reason}"), soft_wrap=True)
        out.print(f"{len(results) - failed} passed, {failed} failed")
    raise typer.Exit(1 if failed else 0)


def game_named_in(components: Path) -> AnyGame:
    """The game a component file is for; it says so itself."""
    try:
        name = tomllib.loads(component_text(components))["game"]["id"]
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise Mistake(f"'{components}' does not say in [game] for which id it is") from error
    return game_with(str(name), components)
