"""Component files of one's own: owners of a box can enter what their cards say.

Such a file has the form of the game's `cards.toml`. It is checked against that here (the same blocks with the same ids,
the same keys, values of the same sort) and by the game itself; a mistake names the line.
"""

from __future__ import annotations

import tomllib
from typing import Any


class Mistake(ValueError):
    """Something a person asked for that cannot be; the message says what would be right."""


class WrongComponent(Mistake):
    """A mistake in one block of a component file: `[[card]]` with this id, at this key."""

    def __init__(self, group: str, id: str, key: str, sentence: str) -> None:
        super().__init__(f"{group} {id}: {sentence}".replace("  ", " "))
        self.group = group
        self.id = id
        self.key = key


def parse(text: str, reference: dict[str, Any]) -> dict[str, Any]:
    try:
        components = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Mistake(f"not a TOML file: {error}") from error
    _same_keys(reference, components, "", "", "the file")
    for group, ours in reference.items():
        theirs = components[group]
        _same_sort(ours, theirs, group, "", "")
        if not isinstance(ours, list):
            _check_block(ours, theirs, group, "")
            continue
        ids, wanted = [_id(block) for block in theirs], [_id(block) for block in ours]
        if ids != wanted:
            raise WrongComponent(group, "", "", f"there must be {', '.join(wanted)}, in this order")
        for our_block, their_block in zip(ours, theirs, strict=True):
            _check_block(our_block, their_block, group, _id(our_block))
    return components


def line_of(text: str, mistake: WrongComponent) -> int:
    """Where in a file a mistake is, counted from 1: its key, or else the head of its block."""
    head, inside, found = 0, False, 1
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].strip()
        if words.startswith("["):
            inside = words.strip("[] ").split(".")[0] == mistake.group
            head = number
            if inside and found == 1:
                found = number
            right_block = inside and not mistake.id
        elif inside and words.replace(" ", "").startswith((f'id="{mistake.id}"', f"round={mistake.id}")):
            right_block, found = True, head
        if inside and right_block and mistake.key and words.partition("=")[0].strip() == mistake.key:
            return number
    return found


def _id(block: Any) -> str:
    """Blocks are told apart by their id, or by the round they are for."""
    return str(block.get("id", block.get("round", ""))) if isinstance(block, dict) else ""


def _check_block(ours: Any, theirs: Any, group: str, id: str) -> None:
    """The values themselves are for the game to judge; lists and tables inside a block are its own affair too."""
    if isinstance(ours, dict):
        _same_keys(ours, theirs, group, id, f"{group} {id}".strip())
        for key, value in ours.items():
            _same_sort(value, theirs[key], group, id, key)


def _same_keys(ours: dict[str, Any], theirs: dict[str, Any], group: str, id: str, where: str) -> None:
    for key in ours:
        if key not in theirs:
            raise WrongComponent(group, id, "", f"'{key}' is missing from {where}")
    for key in theirs:
        if key not in ours:
            raise WrongComponent(group or key, id, key if group else "", f"'{key}' does not belong into {where}")


def _same_sort(ours: Any, theirs: Any, group: str, id: str, key: str) -> None:
    if type(ours) is not type(theirs):
        names = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "a table"}
        sort = names.get(type(ours), "of another sort")
        raise WrongComponent(group, id, key, f"{key or 'this'} must be {sort}, not {theirs!r}")
