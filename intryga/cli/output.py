"""How commands print: readable for people, JSON for programs, progress only where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table


def console() -> Console:
    """Prints texts as they are: no brackets are commands, no number gets a colour by itself."""
    return Console(markup=False, emoji=False, highlight=False)


def print_json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def table(*columns: str, numbers: bool = True) -> Table:
    """The house's table: what is named in the first column, figures to the right of it."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for place, title in enumerate(columns):
        made.add_column(title, justify="right" if numbers and place else "left")
    return made


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, on a terminal only; gives the function that moves it on."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(title, total=total)
        yield lambda done: bar.advance(task, done)
