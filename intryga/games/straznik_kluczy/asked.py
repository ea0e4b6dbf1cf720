"""Choices that an effect asks for. They know the place in the program, so that facts can tell whence they come."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import i64

from intryga.games.straznik_kluczy.state import Kingdom
from intryga.kernel.layout import NUMBER
from intryga.kernel.steps import Choice


class Asked(Choice[Kingdom]):
    """`source` is the place in the program."""

    about: ClassVar[dict[str, str]] = {"source": NUMBER}

    def __init__(self, seat: i64, source: i64) -> None:
        super().__init__(seat)
        self.source: i64 = source

    def fields(self) -> list[i64]:
        return [self.seat, self.source]


class AskedOften(Asked):
    """So many things are `left` to be chosen, or go where one choice says."""

    about: ClassVar[dict[str, str]] = {"left": NUMBER, "source": NUMBER}

    def __init__(self, seat: i64, left: i64, source: i64) -> None:
        super().__init__(seat, source)
        self.left: i64 = left

    def fields(self) -> list[i64]:
        return [self.seat, self.left, self.source]


class AskedWithin(Asked):
    """Among what lies from `least` to `most`."""

    about: ClassVar[dict[str, str]] = {"least": NUMBER, "most": NUMBER, "source": NUMBER}

    def __init__(self, seat: i64, least: i64, most: i64, source: i64) -> None:
        super().__init__(seat, source)
        self.least: i64 = least
        self.most: i64 = most

    def fields(self) -> list[i64]:
        return [self.seat, self.least, self.most, self.source]
