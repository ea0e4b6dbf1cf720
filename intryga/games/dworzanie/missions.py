"""Tajne misje: what the condition of a mission means. The conditions themselves stand in cards.toml.

A condition compares two quantities: `my butterfly < left butterfly`. It is read once (conditions.py) and kept as five
numbers: what is counted and of which family or role, how it is compared, and with what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.dworzanie.cards import BELOW, DOMAIN, FAMILIES, ROLES

if TYPE_CHECKING:
    from intryga.games.dworzanie.data import Rules
    from intryga.games.dworzanie.tally import Tally

# What can be counted.
NUMBER: Final = 0    # itself
MY_FAMILY: Final = 1    # cards of a family in the own domain
LEFT_FAMILY: Final = 2    # the same in that of the neighbour on the left
MY_ROLE: Final = 3    # cards with a role in the own domain
EVERY_BELOW: Final = 4    # cards below the mat of the family that has the fewest there
SOME_BELOW: Final = 5    # of the family that has the most
ESTEEMED: Final = 6    # families
DISGRACED: Final = 7
STATUS: Final = 8    # of a family: 1 esteemed, 0 neutral, -1 disgraced

# How two quantities are compared.
LESS: Final = 0
AT_MOST: Final = 1
AT_LEAST: Final = 2
IS: Final = 3

LENGTH: Final = 5    # numbers of a condition


def met(rules: Rules, t: Tally, seat: i64, mission: i64) -> bool:
    """Everybody's missions are judged by themselves (DWO-129)."""
    at = mission * LENGTH
    words = rules.conditions
    one = quantity(rules, t, seat, words[at], words[at + 1])
    other = quantity(rules, t, seat, words[at + 3], words[at + 4])
    comparison = words[at + 2]
    if comparison == LESS:
        return one < other
    if comparison == AT_MOST:
        return one <= other
    if comparison == AT_LEAST:
        return one >= other
    return one == other


def quantity(rules: Rules, t: Tally, seat: i64, what: i64, which: i64) -> i64:
    """Where cards of a family are counted a noble counts double (DWO-R01); a person or a presence counts once."""
    counted = t.weights if rules.double_in_missions else t.cards
    if what == NUMBER:
        return which
    if what == MY_FAMILY:
        return counted[(DOMAIN + seat) * FAMILIES + which]
    if what == LEFT_FAMILY:    # who plays next (DWO-121, DWO-R02)
        return counted[(DOMAIN + (seat + 1) % t.seats) * FAMILIES + which]
    if what == MY_ROLE:
        return t.roles[(DOMAIN + seat) * ROLES + which]
    if what == STATUS:
        return t.status(which)
    found: i64 = 99 if what == EVERY_BELOW else 0
    for family in range(FAMILIES):
        if what == EVERY_BELOW:
            found = min(found, t.cards[BELOW * FAMILIES + family])
        elif what == SOME_BELOW:
            found = max(found, counted[BELOW * FAMILIES + family])
        elif t.status(family) == (1 if what == ESTEEMED else -1):
            found += 1
    return found
