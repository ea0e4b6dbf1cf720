"""A fair redistribution of what a viewer of Strażnik Kluczy does not see, and what no play can lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from intryga.kernel.dice import Dice

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom


def resample(s: Kingdom, viewer: i64, dice: Dice) -> Kingdom:
    r = s.clone()
    r.dice = dice
    return r


def impossible(s: Kingdom) -> str:
    return ""
