"""How a game of Dworzanie may end, guessed from how it stands: what a bot expects of families, domains and missions.

What will still be played is taken for random: a quantity has a mean and a variance, and a chance comes from the bell
curve. With nothing left to play the guess is the truth.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from intryga.games.dworzanie.cards import BELOW, DOMAIN, FAMILIES, HAND_SIZE, KINDS, ROLES
from intryga.games.dworzanie.missions import (
    AT_LEAST,
    DISGRACED,
    ESTEEMED,
    EVERY_BELOW,
    LEFT_FAMILY,
    LENGTH,
    LESS,
    MY_FAMILY,
    MY_ROLE,
    SOME_BELOW,
    STATUS,
    quantity,
)
from intryga.games.dworzanie.tally import Tally, tally
from intryga.games.dworzanie.zones import SECRET, SHOWN

if TYPE_CHECKING:
    from intryga.games.dworzanie.state import Court

# Variance that one card yet to be played adds to the balance of a family when it goes to the table, and to the count of
# a family when it goes to a domain. A sixth of the cards is of that family, and a card weighs 1.8 in the square; at the
# table somebody wants it there, and assassins come too. Its mean is near enough to its variance.
PER_PLAY: Final = 0.42
PER_CARD: Final = 0.3


def at_least(mean: float, variance: float, threshold: float) -> float:
    """The chance that a whole number with this mean and variance reaches the threshold."""
    return 0.5 + 0.5 * erf((mean - threshold + 0.5) / sqrt(2.0 * variance + 0.02))


class Outlook:
    def __init__(self, s: Court) -> None:
        self.tally: Tally = tally(s, True)
        self.turns = float(s.cards_to_play()) / float(HAND_SIZE)    # that many cards will still come to the table
        self.cards = 2.0 * self.turns / float(s.seats)    # and so many to each domain
        self.rises = [0.0 for _ in range(FAMILIES)]    # chance to end esteemed
        self.falls = [0.0 for _ in range(FAMILIES)]    # chance to end disgraced
        for family in range(FAMILIES):
            balance = float(self.tally.balance(family))
            self.rises[family] = at_least(balance, PER_PLAY * self.turns, 1.0)
            self.falls[family] = at_least(-balance, PER_PLAY * self.turns, 1.0)

    def domain(self, s: Court, seat: i64) -> float:
        """Points to be expected of the cards in a domain."""
        total = 0.0
        first = (DOMAIN + seat) * FAMILIES
        for family in range(FAMILIES):
            worth = self.rises[family] * float(s.rules.esteemed) + self.falls[family] * float(s.rules.disgraced)
            total += worth * float(self.tally.weights[first + family])
        return total

    def missions(self, s: Court, seat: i64) -> float:
        """Points to be expected of the secret missions of a seat."""
        total = 0.0
        for row in (SECRET.of(seat), SHOWN.of(seat)):
            for i in range(s.row_size(row)):
                mission = s.row_item(row, i)
                total += float(s.rules.mission_points[mission]) * self.chance(s, seat, mission)
        return total

    def chance(self, s: Court, seat: i64, mission: i64) -> float:
        """That a mission will be met."""
        words = s.rules.conditions
        at = mission * LENGTH
        what, which, comparison = words[at], words[at + 1], words[at + 2]
        other, other_variance = self.forecast(s, seat, words[at + 3], words[at + 4])
        if what == STATUS:
            return self.falls[which] if other < 0.0 else self.rises[which]
        if what in (EVERY_BELOW, SOME_BELOW):
            return self.below(s, what == EVERY_BELOW, other)
        mean, variance = self.forecast(s, seat, what, which)
        variance += other_variance
        if comparison == AT_LEAST:
            return at_least(mean - other, variance, 0.0)
        return at_least(other - mean, variance, 1.0 if comparison == LESS else 0.0)

    def forecast(self, s: Court, seat: i64, what: i64, which: i64) -> tuple[float, float]:
        """Mean and variance of a quantity at the end."""
        if what in (ESTEEMED, DISGRACED):
            return self.families(self.rises if what == ESTEEMED else self.falls)
        now = float(quantity(s.rules, self.tally, seat, what, which))
        if what in (MY_FAMILY, LEFT_FAMILY):
            return now + PER_CARD * self.cards, PER_CARD * self.cards
        if what == MY_ROLE:
            growth = self.cards * role_share(s, which)
            return now + growth, growth
        return now, 0.0

    def families(self, chances: list[float]) -> tuple[float, float]:
        """Mean and variance of how many families will have this status."""
        mean, variance = 0.0, 0.0
        for chance in chances:
            mean += chance
            variance += chance * (1.0 - chance)
        return mean, variance

    def below(self, s: Court, every: bool, threshold: float) -> float:
        """The chance that every family, or some family, has so many cards below the mat."""
        t = self.tally
        growth = self.turns / float(2 * FAMILIES)
        chance = 1.0
        for family in range(FAMILIES):
            at = BELOW * FAMILIES + family
            count = t.weights[at] if s.rules.double_in_missions and not every else t.cards[at]
            reaches = at_least(float(count) + growth, growth, threshold)
            chance *= reaches if every else 1.0 - reaches
        return chance if every else 1.0 - chance


def role_share(s: Court, role: i64) -> float:
    """How large a part of all courtiers has this role."""
    of_role: i64 = 0
    total: i64 = 0
    for kind in range(KINDS):
        total += s.rules.copies[kind]
        if kind % ROLES == role:
            of_role += s.rules.copies[kind]
    return float(of_role) / float(total)
