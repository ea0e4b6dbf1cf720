"""What was looked up of late, as much of it as there is room for."""

from __future__ import annotations

from collections.abc import Hashable
from sys import getsizeof
from typing import Generic, TypeVar

ENTRY = 100    # bytes that a place takes

K = TypeVar("K", bound=Hashable)


class Recent(Generic[K]):
    """Texts by key, bounded by what both take: with one Polish letter in it every letter of a text takes two bytes, and
    some keys are longer than their texts. When there are too many, those go that nobody has asked for since the last
    time there were."""

    def __init__(self, most: int) -> None:
        """`most`: bytes; at most as many again that were kept before."""
        self._most = most
        self._kept: dict[K, str] = {}
        self._before: dict[K, str] = {}
        self._size = 0

    def find(self, key: K) -> str | None:
        found = self._kept.get(key)
        if found is None and (found := self._before.get(key)) is not None:
            self.keep(key, found)
        return found

    def keep(self, key: K, text: str) -> None:
        if key in self._kept:
            return
        if self._size >= self._most:
            self._before, self._kept, self._size = self._kept, {}, 0
        self._kept[key] = text
        self._size += getsizeof(key) + getsizeof(text) + ENTRY
