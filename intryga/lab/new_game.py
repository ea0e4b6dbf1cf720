"""A new game to begin with: a folder that already plays, in the browser, in the terminal and in the suite."""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from intryga.kernel.game import Mistake

NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")
SUFFIX = ".txt"    # of the skeleton's files, so that nothing takes them for sources


def write(name: str, games: Path, known: list[str]) -> list[Path]:
    """Write the skeleton of a game into its folder. Gives the files."""
    if not NAME.fullmatch(name):
        raise Mistake(f"'{name}' is no name for a game: use small letters, digits and _, such as 'my_game'")
    folder = games / name
    if name in known or folder.exists():
        raise Mistake(f"there is a game '{name}' already, in {folder}")
    words = {"NAME": name, "PREFIX": name[:3].upper(), "TITLE": name.replace("_", " ").capitalize()}
    try:
        return _copy(resources.files("intryga.lab").joinpath("skeleton"), folder, words)
    except OSError as error:
        raise Mistake(f"{folder} cannot be written ({error.strerror}): work in a checkout of your own") from error


def _copy(source: Traversable, target: Path, words: dict[str, str]) -> list[Path]:
    target.mkdir()
    written: list[Path] = []
    for part in sorted(source.iterdir(), key=lambda part: part.name):
        if part.is_dir():
            written += _copy(part, target / part.name, words)
        elif part.name.endswith(SUFFIX):
            text = part.read_text("utf-8")
            for word, meant in words.items():
                text = re.sub(rf"\b{word}\b", meant, text)
            path = target / part.name.removesuffix(SUFFIX)
            path.write_text(text, "utf-8")
            written.append(path)
    return written
