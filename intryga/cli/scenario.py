"""`intryga scenario`"""

from __future__ import annotations

from pathlib import Path

import msgspec
import typer
from rich.text import Text

from intryga.cli.output import console, print_json
from intryga.lab.scenario import find_files, run_file


def run(paths: list[Path], json: bool) -> None:
    results = [run_file(path) for path in find_files(paths)]
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
