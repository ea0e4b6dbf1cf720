"""Texts that were looked up of late."""

from __future__ import annotations

from sys import getsizeof

import pytest

from intryga.web.recent import ENTRY, Recent

TEXT = "x" * 300


def test_what_is_asked_for_stays_and_the_rest_goes() -> None:
    recent = Recent[int](3 * (getsizeof(49) + getsizeof(TEXT) + ENTRY))
    recent.keep(0, TEXT)
    for key in range(1, 50):
        recent.keep(key, TEXT)
        assert recent.find(0) == TEXT
    found = [key for key in range(50) if recent.find(key) is not None]
    assert 0 in found
    assert 49 in found
    assert len(found) <= 7


def test_texts_of_nothing_take_room_too() -> None:
    recent = Recent[int](10 * (getsizeof(1) + getsizeof("") + ENTRY))
    for key in range(100):
        recent.keep(key, "")
    assert sum(recent.find(key) is not None for key in range(100)) <= 21


def test_the_first_text_of_a_key_stays() -> None:
    """Equal keys mean equal texts: nothing is counted twice."""
    recent = Recent[int](1000)
    for _ in range(100):
        recent.keep(1, TEXT)
    assert recent.find(1) == TEXT
    assert recent.find(2) is None


@pytest.mark.parametrize("longer", [(b"%d", "ł" * 1000), (b"%d" + bytes(1000), "l" * 1000)], ids=["letters", "keys"])
def test_what_is_kept_is_counted_in_bytes(longer: tuple[bytes, str]) -> None:
    """By its letters it was twice as much as it should have been, and by keys half as much again."""

    def kept(key: bytes, text: str) -> int:
        recent = Recent[bytes](20_000)
        for n in range(100):
            recent.keep(key % n, text)
        return sum(recent.find(key % n) is not None for n in range(100))

    assert kept(*longer) < 0.7 * kept(b"%d", "l" * 1000)
