"""The terminal as a person uses it: something is said, something is asked."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress

from rich.columns import Columns
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from intryga.cli.output import console

MANY = 8    # choices; more are printed in columns


class Terminal:
    """Works the same on a terminal and at the end of a pipe; nothing is ever cleared."""

    def __init__(self) -> None:
        self.console = console()
        if sys.stdin.isatty():
            with suppress(ImportError):
                import readline  # noqa: F401  gives `input` its line editing

    @property
    def width(self) -> int:
        return self.console.width

    def say(self, what: RenderableType = "", whole: bool = False) -> None:
        """`whole` is for what may be copied: it is not broken into lines."""
        self.console.print(what, soft_wrap=whole)

    def number(self, groups: Sequence[Sequence[str]]) -> None:
        """Choices with numbers from 1 on; where there are many, each group in columns of its own."""
        total = sum(len(group) for group in groups)
        digits = len(str(total))
        number = 0
        for group in groups:
            lines = []
            for choice in group:
                number += 1
                lines.append(Text(f" {number:>{digits}}  {choice}"))
            if total > MANY:
                self.say(Columns(lines, column_first=True, equal=True, padding=(0, 2)))
            else:
                self.say(Text("\n").join(lines))

    def marked(self, lines: Iterable[tuple[str, str]]) -> None:
        """Sentences one below the other, each with a mark before it."""
        table = Table.grid(padding=(0, 1))
        for mark, line in lines:
            table.add_row(mark, line)
        self.say(table)

    def ask(self) -> str:
        """What is typed; EOFError at the end of the input."""
        self.console.file.flush()
        try:
            typed = input("> ")
        except EOFError:
            self.say()
            raise
        answer = "".join(letter for letter in typed if letter.isprintable()).strip()
        if not sys.stdin.isatty():
            self.say(answer)    # nobody has seen it typed
        return answer
