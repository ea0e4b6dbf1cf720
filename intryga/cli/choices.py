"""What is asked for on the command line, in the words of the house."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from intryga import games
from intryga.kernel.game import AnyGame, Mistake, Value


def table_options(written: Iterable[str]) -> dict[str, Value]:
    """`["orders=simultaneous"]` by name."""
    options: dict[str, Value] = {}
    for text in written:
        name, equals, value = text.partition("=")
        if not equals:
            raise Mistake(f"an option is written NAME=VALUE, not '{text}'")
        options[name] = value
    return options


def component_text(file: Path | None) -> str:
    """A component file of one's own; the game checks what it says."""
    if file is None:
        return ""
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Mistake(f"the component file '{file}' cannot be read: {error}") from error


def game_with(name: str, file: Path | None) -> AnyGame:
    """A game, with the components of that file if there is one."""
    components = component_text(file)
    try:
        return games.find(name, components)
    except Mistake as mistake:
        raise Mistake(f"'{file}', {mistake}" if file else str(mistake)) from mistake


def bot_names(written: str) -> list[str]:
    return [name.strip() for name in written.split(",")]
