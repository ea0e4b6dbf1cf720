"""The language of mission conditions, as it stands in cards.toml.

    condition   = quantity comparison quantity
    comparison  = "<" | "<=" | ">=" | "is"
    quantity    = NUMBER
                | "my" FAMILY | "left" FAMILY        cards in the own domain, in that of the left-hand neighbour
                | "my" ROLE
                | "every family below"               cards below the mat, of the family with the fewest
                | "some family below"                of the family with the most
                | "esteemed families" | "disgraced families"
                | FAMILY                             its status: "hare is disgraced"
                | "esteemed" | "neutral" | "disgraced"
"""

from __future__ import annotations

from intryga.games.dworzanie.cards import FAMILY_NAMES, ROLE_NAMES
from intryga.games.dworzanie.missions import (
    AT_LEAST,
    AT_MOST,
    DISGRACED,
    ESTEEMED,
    EVERY_BELOW,
    IS,
    LEFT_FAMILY,
    LESS,
    MY_FAMILY,
    MY_ROLE,
    NUMBER,
    SOME_BELOW,
    STATUS,
)
from intryga.kernel.components import Mistake

COMPARISONS = {"<": LESS, "<=": AT_MOST, ">=": AT_LEAST, "is": IS}
STATUSES = {"esteemed": 1, "neutral": 0, "disgraced": -1}
TOTALS = {
    "every family below": EVERY_BELOW,
    "some family below": SOME_BELOW,
    "esteemed families": ESTEEMED,
    "disgraced families": DISGRACED,
}


def read(condition: str) -> list[int]:
    """A condition as the five numbers that missions.py works with."""
    words = condition.split()
    found = [place for place, word in enumerate(words) if word in COMPARISONS]
    if len(found) != 1:
        raise Mistake(f"'{condition}' needs one comparison: {', '.join(COMPARISONS)}")
    one, other = words[: found[0]], words[found[0] + 1 :]
    return [*_quantity(one, condition), COMPARISONS[words[found[0]]], *_quantity(other, condition)]


def _quantity(words: list[str], condition: str) -> list[int]:
    """What is counted, and of which family or role."""
    text = " ".join(words)
    owner, _, name = text.rpartition(" ")
    if text.isdigit():
        return [NUMBER, int(text)]
    if text in STATUSES:
        return [NUMBER, STATUSES[text]]
    if text in TOTALS:
        return [TOTALS[text], 0]
    if name in FAMILY_NAMES and owner in ("", "my", "left"):
        return [{"": STATUS, "my": MY_FAMILY, "left": LEFT_FAMILY}[owner], FAMILY_NAMES.index(name)]
    if name in ROLE_NAMES and owner == "my":
        return [MY_ROLE, ROLE_NAMES.index(name)]
    raise Mistake(f"'{text}' in '{condition}' cannot be counted")
