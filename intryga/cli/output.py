"""How commands print: readable for people, JSON for programs, progress only where somebody watches."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import Progress
from rich.segment import Segment
from rich.table import Table

from intryga.cli.harmless import ESCAPED, harmless
from intryga.kernel.game import Mistake
from intryga.lab.diary import Diary

T = TypeVar("T")


class Harmless(Console):
    """Shows what others have written, and obeys none of it."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=harmless(segment.text))


def console() -> Console:
    """Prints texts as they are: no brackets are commands, no number gets a colour by itself."""
    return Harmless(markup=False, emoji=False, highlight=False)


def print_json(value: object) -> None:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode().translate(ESCAPED))


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


def must_be_writable(file: Path) -> None:
    """Before long work: that its result could not be kept is told now."""
    if not file.parent.is_dir():
        raise Mistake(f"'{file}' cannot be written: there is no folder '{file.parent}'")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise Mistake(f"'{file}' cannot be written: permission denied")


def write_whole(file: Path, text: str) -> None:
    """All or nothing: what lay there before stays if this cannot be written. A pipe or a device is written to."""
    place = file.resolve()    # what a link leads to
    beside = place.with_name(f"{place.name}.new")
    try:
        if place.exists() and not place.is_file():
            place.write_text(text, "utf-8")
        else:
            beside.write_text(text, "utf-8")
            os.replace(beside, place)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise Mistake(f"'{file}' cannot be written: {error.strerror}") from error


@contextmanager
def written_in(diary: Diary[T]) -> Iterator[Diary[T]]:
    """Who stops a long command is told that what is done is not lost."""
    must_be_writable(diary.path)
    with diary:
        try:
            yield diary
        except KeyboardInterrupt:
            if not diary.empty:
                print(f"\nWhat is done lies in '{diary.part}'; the same command goes on from there.", file=sys.stderr)
            raise
