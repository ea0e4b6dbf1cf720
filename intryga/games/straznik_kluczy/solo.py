"""Co dostaje SI: what the AI gains instead of what it cannot use or choose (STR-305 to 308, STR-331 to 333).

Whatever gives somebody something asks here if that somebody is the AI. Every choice of its is told.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.games.straznik_kluczy import icons
from intryga.games.straznik_kluczy.cards import (
    IN_NO_SCHEME,
    MOST_SEATS,
    ON_HERO,
    ON_SCHEME,
    ON_SHUFFLE,
    SLOT_COUNT,
)
from intryga.games.straznik_kluczy.effects import SLOTS, Works, fire
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.told import AI_CHART, AI_INSTEAD, AI_NOTHING, SHUFFLES
from intryga.games.straznik_kluczy.tracks import gain, repent, sin
from intryga.games.straznik_kluczy.zones import (
    AI_BOARD,
    AI_CHEST_UNDER,
    AI_CHESTS_DOWN,
    COINS,
    FUTURE_SCHEMES,
    SCHEME_DISCARDS,
    SCHEME_PILE,
)
from intryga.kernel.cells import vec
from intryga.kernel.dice import DRAW
from intryga.kernel.effects import perform
from intryga.kernel.steps import AnyStep, Automatic, each_seat


def instead(s: Kingdom, seat: i64, what: i64, count: i64) -> None:
    """So many times what it gets instead of INSTEAD[what] (STR-305, STR-332); a lone Silver is nothing (STR-R23)."""
    start = s.rules.solo.instead[what]
    if start == 0 or count == 0:
        s.tell(AI_NOTHING, seat)
        return
    s.tell(AI_INSTEAD, seat, what)
    for _ in range(count):
        perform(s, start, seat)


def take_any(s: Kingdom, seat: i64, count: i64) -> None:
    """Resources of its choice: the first of its chart of which it has too few (STR-306)."""
    chart = s.rules.solo.chart
    first = s.cells[AI_BOARD] * 6
    for _ in range(count):
        line: i64 = 0
        while line < 2 and s.cells[COINS[chart[first + line * 2]].of(seat)] >= chart[first + line * 2 + 1]:
            line += 1
        what = chart[first + line * 2]
        s.tell(AI_CHART, seat, what - 1)
        gain(s, seat, what, 1)


# --- schemes ---


def gain_scheme(s: Kingdom, seat: i64) -> None:
    """For whomever it would hire: the next future scheme goes to its discards (STR-308)."""
    left = s.size(FUTURE_SCHEMES)
    if left == 0:
        instead(s, seat, IN_NO_SCHEME, 1)
        return
    s.dice.begin(DRAW)
    s.draw(1, left, FUTURE_SCHEMES, SCHEME_DISCARDS)
    fire(s, seat, ON_SCHEME)


def gain_hero(s: Kingdom, seat: i64) -> None:
    """A Hero is a scheme to it, and works for its Public Trading Post (STR-R34)."""
    fire(s, seat, ON_HERO)
    gain_scheme(s, seat)


def shuffle(s: Kingdom, seat: i64) -> None:
    """Its discards become its pile again. All Corruption comes before all Virtue (STR-122, STR-331)."""
    if s.size(SCHEME_DISCARDS) == 0:
        return
    s.move_all(SCHEME_DISCARDS, SCHEME_PILE)
    s.tell(SHUFFLES, seat)
    if icons.criminals(s, seat):
        sin(s, seat, 1)
    else:
        s.push(PIOUS[seat])
    for slot in range(SLOT_COUNT):    # the last one comes first: that of Corruption
        if s.slot_open(seat, slot) and s.rules.slots.when[s.board(seat) * SLOT_COUNT + slot] == ON_SHUFFLE:
            s.push(Works(seat, SLOTS, slot))


class Pious(Automatic[Kingdom]):
    """It has shuffled without a Criminal (STR-122)."""

    def run(self, s: Kingdom) -> None:
        repent(s, self.seat, 1)


# --- its chests ---


def chests_left(s: Kingdom) -> i64:
    """Face down."""
    return s.row_size(AI_CHESTS_DOWN)


def flip_chest(s: Kingdom, seat: i64) -> None:
    """The next one is turned face up: under space 1, 2, 3 (STR-322, STR-R34)."""
    if chests_left(s) == 0:
        s.tell(AI_NOTHING, seat)
        return
    place: i64 = 0
    while s.row_size(AI_CHEST_UNDER[place]):
        place += 1
    s.pass_on(AI_CHESTS_DOWN, 0, AI_CHEST_UNDER[place])


PIOUS: Final[vec[AnyStep]] = each_seat(Pious, MOST_SEATS)
