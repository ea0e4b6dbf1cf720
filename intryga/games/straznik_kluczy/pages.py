"""How components of Strażnik Kluczy are read: effects become parts of one program, conditions and modifiers numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import ICONS, RESOURCES
from intryga.kernel.cells import vec
from intryga.kernel.language import Book, Language

Table = Mapping[str, Any]
ANY_NUMBER: Final[i64] = 99    # more icons than anybody can have


class Pages(Book):
    """The program of all components, and whence each part of it comes."""

    def __init__(self, language: Language) -> None:
        super().__init__(language)
        self.sources: list[tuple[int, str, str]] = []    # where its part ends, cause and what, in order
        self.written: dict[int, list[list[str]]] = {}    # each effect as the component has it, by its place

    def add(self, content: Any, cause: str, what: str) -> i64:
        """Corruption comes before Virtue in one effect, wherever it is printed (STR-143)."""
        options = [in_order(option) for option in content]
        start = self.write(options)
        if start:
            self.written[start] = options
            self.sources.append((len(self.code), cause, what))
        return start


def in_order(option: list[Any]) -> list[Any]:
    words = [str(atom).partition(":")[0] for atom in option]
    if "virtue" not in words or "corruption" not in words[words.index("virtue") :]:
        return option
    sins = [atom for atom, word in zip(option, words, strict=True) if word == "corruption"]
    others = [atom for atom, word in zip(option, words, strict=True) if word != "corruption"]
    first = [str(atom).partition(":")[0] for atom in others].index("virtue")
    return [*others[:first], *sins, *others[first:]]


def numbers(content: list[i64]) -> vec[i64]:
    """As a row; the compiler wants a list that is complete."""
    return vec[i64](content)


def count_icons(words: list[str]) -> list[i64]:
    return [words.count(icon) for icon in ICONS]


def permanent(standing: list[str]) -> list[i64]:
    """The icons among what holds as long as a thing lies open."""
    found: list[i64] = [0 for _ in ICONS]
    for modifier in standing:
        word, _, rest = modifier.partition(":")
        if word == "icon":
            icon, _, number = rest.partition(":")
            found[ICONS.index(icon)] += int(number)
    return found


def modifier(standing: list[str], word: str) -> list[str]:
    """What stands after this word, or nothing."""
    for one in standing:
        if one.partition(":")[0] == word:
            return one.split(":")[1:]
    return []


def amount(standing: list[str], word: str) -> i64:
    found = modifier(standing, word)
    return int(found[0]) if found else 0


def icon_of(standing: list[str], word: str) -> i64:
    """The icon that this modifier makes: the last thing it names."""
    found = modifier(standing, word)
    return ICONS.index(found[-1]) if found else -1


class Condition:
    """So many icons of a kind; a row of conditions has three rows of numbers."""

    def __init__(self, texts: list[str]) -> None:
        icons: list[i64] = []
        least: list[i64] = []
        most: list[i64] = []
        for text in texts:
            equal = "==" in text
            icon, _, number = text.partition("==" if equal else ">=")
            icons.append(ICONS.index(icon) if text else 0)
            least.append(int(number) if text else 0)
            most.append(int(number) if equal else ANY_NUMBER)
        self.icon = vec[i64](icons)
        self.least = vec[i64](least)
        self.most = vec[i64](most)


def also(standing: list[str]) -> i64:
    mask: i64 = 0
    for one in standing:
        if one.startswith("also:"):
            mask |= 1 << (RESOURCES.index(one.split(":")[1]) + 1)
    return mask
