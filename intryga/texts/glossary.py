"""One name for one thing: the words a game's texts hold to, and those that would be a second name.

A game says so in its texts, and the house in its own:

    [glossary]
    order = { use = "Nakaz Egzekucji", never = "Rozkaz Egzekucji | Wyrok" }
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from intryga.kernel.game import AnyGame
from intryga.texts.catalogue import Message, forms
from intryga.texts.library import game_messages, house_messages

GROUP = "glossary."
BETWEEN = " | "


def misnamed(game: AnyGame, language: str) -> list[str]:
    """Where something is called what it should not be called, and what is in the glossary but in no text."""
    messages = game_messages(game, language)
    told = [*_sentences(messages), *_data(game, language)]
    return [*_second_names(told, messages), *_unused(told, messages)]


def house_misnamed(language: str) -> list[str]:
    messages = house_messages(language)
    told = list(_sentences(messages))
    return [*_second_names(told, messages), *_unused(told, messages)]


def _second_names(told: list[tuple[str, str]], messages: dict[str, Message]) -> Iterator[str]:
    for entry, names in messages.items():
        if not entry.startswith(GROUP) or not entry.endswith(".never"):
            continue
        known = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in str(names).split(BETWEEN) if name)
        use = messages[entry.removesuffix("never") + "use"]
        for place, sentence in told:
            if known and (found := re.search(known, sentence, re.IGNORECASE)):
                yield f"{place}: '{found.group()}' should be '{use}'"


def _unused(told: list[tuple[str, str]], messages: dict[str, Message]) -> Iterator[str]:
    """A glossary whose own words nobody uses would hold nobody to anything."""
    everything = "\n".join(sentence for _, sentence in told).casefold()
    for entry, name in messages.items():
        if entry.startswith(GROUP) and entry.endswith(".use") and str(name).casefold() not in everything:
            yield f"{entry}: nobody says '{name}'"


def _sentences(messages: dict[str, Message]) -> Iterator[tuple[str, str]]:
    for key, message in messages.items():
        if not key.startswith(GROUP):
            yield from ((key, form) for form in forms(message))


def _data(game: AnyGame, language: str) -> Iterator[tuple[str, str]]:
    """What the game's files say in this language beside its texts: names and cards, rules, what is drawn and taught."""
    yield from _texts("cards", game.components, language)
    yield from _texts("rules", game.rulebook, language)
    for name in ("look", "learn"):
        file = game.folder.joinpath(f"{name}.toml")
        if file.is_file():
            yield from _texts(name, tomllib.loads(file.read_text("utf-8")), language)


def _texts(place: str, content: Any, language: str) -> Iterator[tuple[str, str]]:
    if isinstance(content, dict):
        for name, part in content.items():
            if name == language and isinstance(part, str):
                yield place, part
            else:
                yield from _texts(f"{place}.{name}", part, language)
    elif isinstance(content, list):
        for part in content:
            name = part.get("id", "") if isinstance(part, dict) else ""
            yield from _texts(f"{place}.{name}", part, language)
