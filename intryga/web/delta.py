"""What turns one text of HTML into another, in terms of its tags.

A text is taken apart at every `<`. A delta is a list: a number and how many, for parts that are known; a string, for
what is new. Known are the parts of the old text, and after them what the delta itself has said so far. The new text is
all this with a `<` between each two.
"""

from __future__ import annotations

from mypy_extensions import i64

SHORT = 7    # letters: a single part that is not longer is said again, for naming it would take as many


def delta(old: str, new: str) -> list[int | str]:
    """Most of two drawings of one section are a long beginning and a long end that are the same. What is between is
    looked for part by part, beginning where the last find ended."""
    before = old.split("<")
    after = new.split("<")
    most: i64 = min(len(before), len(after))
    first: i64 = 0
    while first < most and before[first] == after[first]:
        first += 1
    last: i64 = 0
    most -= first
    while last < most and before[len(before) - 1 - last] == after[len(after) - 1 - last]:
        last += 1
    found: list[int | str] = []
    if first:
        found += [0, first]
    end = [len(before) - last, last] if last else []
    _between(before, after[first : len(after) - last], first, len(before) - last, found)
    found += end
    return found


def _between(known: list[str], after: list[str], first: i64, last: i64, found: list[int | str]) -> None:
    places: dict[str, int] = {}    # of each part the first
    place: i64 = last - 1
    while place >= first:
        places[known[place]] = place
        place -= 1
    at: i64 = 0
    said: i64 = 0    # what of the new text is told already
    expected: i64 = first
    while at < len(after):
        part = after[at]
        place = expected if expected < len(known) and known[expected] == part else places.get(part, -1)
        run: i64 = 1
        if place >= 0:
            while at + run < len(after) and place + run < len(known) and after[at + run] == known[place + run]:
                run += 1
        if place < 0 or (run == 1 and said < at and len(part) <= SHORT):
            at += 1
            continue
        if said < at:
            _say(after[said:at], known, places, found)
        found += [place, run]
        at += run
        said = at
        expected = place + run
    if said < at:
        _say(after[said:at], known, places, found)


def _say(parts: list[str], known: list[str], places: dict[str, int], found: list[int | str]) -> None:
    found.append("<".join(parts))
    for part in parts:
        places.setdefault(part, len(known))
        known.append(part)
