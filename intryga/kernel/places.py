"""Checking component files: a place in such a file that can say where it is and what is wrong there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from intryga.kernel.components import WrongComponent, suggest

Table = Mapping[str, Any]


class Place:
    """A block of a component file, or a table inside it. A mistake names the block, and the key that has a line."""

    def __init__(self, group: str, id: str, path: str, table: Any) -> None:
        self.group = group
        self.id = id
        self.path = path    # inside the block: "ability.give."
        if not isinstance(table, Mapping):
            what = path.rstrip(".") or "this"
            raise WrongComponent(group, id, self.top(""), f"{what} must be a table, not {table!r}")
        self.table: Table = table

    def top(self, key: str) -> str:
        """The key of the block itself, which has a line of its own."""
        return (self.path + key).split(".")[0].split(" ")[0]

    def wrong(self, key: str, sentence: str) -> WrongComponent:
        return WrongComponent(self.group, self.id, self.top(key), f"{self.path}{key}: {sentence}")

    def has(self, key: str) -> bool:
        return key in self.table

    def get(self, key: str) -> Any:
        if key not in self.table:
            raise self.wrong(key, "is missing")
        return self.table[key]

    def inside(self, key: str) -> Place:
        """The table that stands at a key."""
        return Place(self.group, self.id, f"{self.path}{key}.", self.get(key))

    def item(self, key: str, number: int, content: Any) -> Place:
        """One table of the list at a key."""
        return Place(self.group, self.id, f"{self.path}{key} {number}.", content)

    def listed(self, key: str, what: str) -> list[Any]:
        value = self.get(key)
        if not isinstance(value, list):
            raise self.wrong(key, f"a list of {what}, not {value!r}")
        return value

    def whole(self, key: str, least: int, most: int) -> int:
        value = self.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(key, f"a whole number from {least} to {most}, not {value!r}")
        return value

    def yes_or_no(self, key: str) -> bool:
        value = self.get(key)
        if not isinstance(value, bool):
            raise self.wrong(key, f"true or false, not {value!r}")
        return value

    def word(self, key: str, known: Iterable[str]) -> str:
        value = self.get(key)
        words = [word for word in known if word]
        if value not in words:
            raise self.wrong(key, f"'{value}' is not known here{suggest(str(value), words)}")
        return str(value)

    def names(self) -> None:
        """A name in every language the file is written in."""
        both = self.inside("name")
        for language in both.table:
            if not isinstance(both.table[language], str) or not both.table[language].strip():
                raise both.wrong(language, "a name is a text that is not empty")

    def only(self, known: Iterable[str]) -> None:
        for key in self.table:
            if key not in known:
                raise self.wrong(key, f"is not a key of this place{suggest(key, known)}")


def blocks(components: Table, group: str) -> list[Place]:
    """All blocks `[[group]]`, by their id or else their number."""
    content = components[group]
    if not isinstance(content, list) or not content:
        raise WrongComponent(group, "", "", f"write each of them as a block [[{group}]]")
    return [Place(group, _id(block, number), "", block) for number, block in enumerate(content, 1)]


def different_ids(places: list[Place], known: list[str]) -> None:
    """Every id is one of these, and none stands there twice."""
    found: set[str] = set()
    for place in places:
        name = place.word("id", known)
        if name in found:
            raise place.wrong("id", f"'{name}' stands there twice")
        found.add(name)


def _id(block: Any, number: int) -> str:
    return str(block.get("id", number)) if isinstance(block, Mapping) else str(number)
