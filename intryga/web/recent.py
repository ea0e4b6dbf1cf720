"""What was looked up of late, as much of it as there is room for."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

ENTRY = 200    # characters that the key and its place take, or texts of nothing would fill all memory

K = TypeVar("K", bound=Hashable)


class Recent(Generic[K]):
    """Texts by key, bounded by their length: what a text costs is its characters, not that it is one. When there are
    too many, those go that nobody has asked for since the last time there were."""

    def __init__(self, most: int) -> None:
        """`most`: characters; at most as many again that were kept before."""
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
        self._size += len(text) + ENTRY
