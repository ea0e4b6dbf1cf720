"""What is asked for on the command line, in the words of the house."""

from __future__ import annotations

from collections.abc import Iterable

from intryga.kernel.game import Mistake, Value


def table_options(written: Iterable[str]) -> dict[str, Value]:
    """`["orders=simultaneous"]` by name."""
    options: dict[str, Value] = {}
    for text in written:
        name, equals, value = text.partition("=")
        if not equals:
            raise Mistake(f"an option is written NAME=VALUE, not '{text}'")
        options[name] = value
    return options


def bot_names(written: str) -> list[str]:
    return [name.strip() for name in written.split(",")]
