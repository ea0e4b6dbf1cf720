"""The AI (SI): what it gets instead of what it cannot use, and its turn."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.games.straznik_kluczy.cards import INSTEAD
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.kernel.effects import perform
from intryga.kernel.steps import Automatic


def instead(s: Kingdom, seat: i64, what: i64, count: i64) -> None:
    """STR-305: so many times what stands for INSTEAD[what]."""
    for _ in range(count):
        perform(s, s.rules.solo.instead[INSTEAD[what]], seat)


def take_any(s: Kingdom, seat: i64, count: i64) -> None:
    """STR-306: resources by its chart."""


def gain_scheme(s: Kingdom, seat: i64) -> None:
    """STR-308."""


def gain_hero(s: Kingdom, seat: i64) -> None:
    """STR-R34: a future scheme, and what waits for a Hero."""


def flip_chest(s: Kingdom, seat: i64) -> None:
    """STR-R34, STR-322: its next chest."""


def shuffle(s: Kingdom, seat: i64) -> None:
    """STR-331."""


class AiSettle(Automatic[Kingdom]):
    """STR-300, STR-301, STR-326: board, schemes, Viscount, start items, first guildhall."""

    def run(self, s: Kingdom) -> None:
        pass


class AiTurn(Automatic[Kingdom]):
    """STR-327, up to its collision; turn.py pushes Collide and EndTurn below it."""

    def run(self, s: Kingdom) -> None:
        pass
