"""Component files of one's own: owners of a box can enter what their cards say.

Such a file has the form of the game's `cards.toml`. It is checked against that here (the same blocks with the same ids,
the same keys, values of the same sort and of a sensible size) and by the game itself; a mistake names the line. Anybody
may send such a file to a table, so whatever it says, the answer is a game or a sentence.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

OPTIONS = "options"
TRANSLATED = ("title", "name", "text", "help")    # keys that hold one text for each language
LARGEST = 100    # number, unless the game itself has a larger one there
LONGEST = 600    # text
COMPONENTS_LENGTH = 256 * 1024    # letters of a file
# What tomllib reads in time and memory that grow with the square of the length is turned away unread.
DOTS = 24    # in a line: keys of many parts
LONG_NUMBER = re.compile(r"[0-9][0-9_]{20}|0x[0-9a-fA-F_]{17}|0[ob][01-7_]{65}")
SHOWN = 60    # letters of somebody else's text that a sentence repeats
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")    # terminals obey such letters


class Mistake(ValueError):
    """Something a person asked for that cannot be; the message says what would be right."""


class WrongComponent(Mistake):
    """A mistake in one block of a component file: `[[card]]` with this id, at this key."""

    def __init__(self, group: str, id: str, key: str, sentence: str) -> None:
        place = f"{group} {id}".strip()
        super().__init__(f"{place}: {sentence}" if place else sentence)
        self.group = group
        self.id = id
        self.key = key


def suggest(word: str, known: Iterable[str]) -> str:
    """Closes a sentence about an unknown word: '; did you mean …?' or the list of what there is."""
    known = list(known)
    close = difflib.get_close_matches(word, known, 1)
    return f"; did you mean '{close[0]}'?" if close else f"; there is {', '.join(known)}"


def parse(text: str, reference: dict[str, Any], of_its_time: bool = False) -> dict[str, Any]:
    """The components a file describes. `of_its_time`: it was checked against an earlier reference, so what has been
    added since is filled in and what has gone is left out."""
    _check_text(text)
    try:
        components = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise Mistake(f"not a TOML file: {_short(str(error), 200)}") from error
    if of_its_time:
        components = _brought_up(components, reference)
    _same_keys(reference, components, "", "", "the file")
    for group, ours in reference.items():
        theirs = components[group]
        _same_sort(ours, theirs, group, "", "")
        if not isinstance(ours, list):
            _check_block(ours, theirs, group, "")
            continue
        ids, wanted = [id_of(block) for block in theirs], [id_of(block) for block in ours]
        if ids != wanted:
            raise WrongComponent(group, "", "", f"there must be {', '.join(wanted)}, in this order")
        for our_block, their_block in zip(ours, theirs, strict=True):
            _check_block(our_block, their_block, group, id_of(our_block))
    return components


def _check_text(text: str) -> None:
    if len(text) > COMPONENTS_LENGTH:
        raise Mistake(f"a component file has at most {COMPONENTS_LENGTH // 1024} kB")
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > DOTS:
            raise Mistake(f"line {number}: more than {DOTS} dots in one line")
        if LONG_NUMBER.search(line):
            raise Mistake(f"line {number}: a number of so many digits")


def _short(text: str, most: int = SHOWN) -> str:
    return text if len(text) <= most else f"{text[:most]}…"


def _brought_up(theirs: Any, ours: Any) -> Any:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return {key: _brought_up(theirs[key], value) if key in theirs else value for key, value in ours.items()}
    if isinstance(ours, list) and isinstance(theirs, list) and any(isinstance(block, dict) for block in ours):
        by_id = {id_of(block): block for block in theirs}
        return [_brought_up(by_id.get(id_of(block), block), block) for block in ours]
    return theirs


def line_of(text: str, mistake: WrongComponent) -> int:
    """Where in a file a mistake is, counted from 1: its key, or else the head of its block."""
    head, inside, found = 0, False, 1
    begins = False    # the next key is the first of its block
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].strip()
        if words.startswith("["):
            group, _, id = words.strip("[] ").partition(".")
            inside = group == mistake.group
            head, begins = number, True
            right_block = inside and mistake.id in ("", id)
            if inside and (found == 1 or (right_block and id)):
                found = number
        elif words:
            key, _, value = words.partition("=")
            if inside and (begins or key.strip() == "id") and value.strip(' "') == mistake.id:
                right_block, found = True, head
            begins = False
        if inside and right_block and mistake.key and words.partition("=")[0].strip() == mistake.key:
            return number
    return found


def is_reconstructed(block: Any) -> bool:
    """Does its source say of anything that we reconstructed it (`R what`)?"""
    source = block.get("source", "") if isinstance(block, dict) else ""
    return any(fact.strip().startswith("R") for fact in source.split(";"))


def id_of(block: Any) -> str:
    """Blocks of a group are told apart by their `id`, or else by what comes first in them (`round = 3`)."""
    return str(block.get("id", next(iter(block.values()), ""))) if isinstance(block, dict) else ""


def _check_block(ours: Any, theirs: Any, group: str, id: str) -> None:
    """What the values mean is for the game to judge."""
    if not isinstance(ours, dict):
        return
    _same_keys(ours, theirs, group, id, f"{group} {id}".strip())
    for key, value in ours.items():
        _same_sort(value, theirs[key], group, id, key)
        if group == OPTIONS and not id:
            _check_block(value, theirs[key], group, key)
            _check_choices(value["choices"], theirs[key]["choices"], key)
        else:
            _check_inside(value, theirs[key], group, id, key)
            _check_sizes(value, theirs[key], group, id, key)


def _check_choices(ours: list[Any], theirs: list[Any], name: str) -> None:
    """The first is the default, so their order may differ."""
    known = {(type(choice), choice) for choice in ours}
    if not theirs or any((type(choice), choice) not in known for choice in theirs):
        raise WrongComponent(OPTIONS, name, "choices", f"choices are some of {', '.join(map(str, ours))}")


def _check_inside(ours: Any, theirs: Any, group: str, id: str, key: str) -> None:
    """A list or table within a block: things of the sorts that ours has there. Names have both languages."""
    if isinstance(ours, dict):
        if key in TRANSLATED and ours.keys() != theirs.keys():
            raise WrongComponent(group, id, key, f"{key} must have every language: {', '.join(ours)}")
        known, found = list(ours.values()), list(theirs.values())
        for name in ours.keys() & theirs.keys():
            if type(ours[name]) is type(theirs[name]):
                _check_inside(ours[name], theirs[name], group, id, key)
    elif isinstance(ours, list):
        known, found = ours, theirs
    else:
        return
    sorts = {type(value) for value in known}
    strange = [value for value in found if sorts and type(value) not in sorts]
    if strange:
        raise WrongComponent(group, id, key, f"{_short(repr(strange[0]))} does not belong into {key}")


def _check_sizes(ours: Any, theirs: Any, group: str, id: str, key: str) -> None:
    most = max([LARGEST, *(abs(value) for value in _leaves(ours) if type(value) is int)])
    for value in _leaves(theirs):
        if type(value) is int and abs(value) > most:
            raise WrongComponent(group, id, key, f"{value} is too large a number for {key}: {most} at most")
        if isinstance(value, str) and (len(value) > LONGEST or CONTROL.search(value)):
            raise WrongComponent(group, id, key, f"{key} must be one line of at most {LONGEST} letters")
        if not isinstance(value, int | str):
            sorts = "neither a whole number nor a text nor true or false"
            raise WrongComponent(group, id, key, f"{_short(repr(value))} is {sorts}")


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _leaves(part)
    else:
        yield value


def _same_keys(ours: dict[str, Any], theirs: dict[str, Any], group: str, id: str, where: str) -> None:
    for key in ours:
        if key not in theirs:
            raise WrongComponent(group, id, "", f"'{key}' is missing from {where}")
    for key in theirs:
        if key not in ours:
            sentence = f"'{_short(key)}' does not belong into {where}"
            raise WrongComponent(group or key, id, key if group else "", sentence)


def _same_sort(ours: Any, theirs: Any, group: str, id: str, key: str) -> None:
    if type(ours) is not type(theirs):
        names = {int: "a whole number", str: "a text", bool: "true or false", list: "a list", dict: "a table"}
        sort = names.get(type(ours), "of another sort")
        raise WrongComponent(group, id, key, f"{key or 'this'} must be {sort}, not {_short(repr(theirs))}")
