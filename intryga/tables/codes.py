"""Words to find a table by, short enough to be said aloud: three charges that everybody knows by sight and by name.

A code opens its table only while that gathers people, and wrong ones are soon no longer answered (see web/limits.py),
so it need not be long. It is stored by the names of the drawings; people say and write it in their own language.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator

CHARGES = (
    "axe", "book", "butterfly", "candle", "carp", "castle", "chest", "coin", "column", "crown", "dagger", "deer", "eye",
    "hammer", "hare", "helm", "jester", "key", "letter", "mask", "mitre", "nightingale", "pearl", "purse", "quill",
    "rose", "sabre", "scales", "scythe", "shell", "shield", "stone", "tankard", "toad", "torch", "tower", "trident",
    "wheat", "wheel",
)  # fmt: skip
WORDS = 3
JOINED = "-"


def draw() -> Iterator[str]:
    """One code after another, by chance; no charge twice in one."""
    chance = secrets.SystemRandom()
    while True:
        yield JOINED.join(chance.sample(CHARGES, WORDS))


def is_code(text: str) -> bool:
    words = text.split(JOINED)
    return len(words) == WORDS and all(word in CHARGES for word in words)
