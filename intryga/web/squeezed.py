"""A page of which only what is public is compressed (decision 89).

How well a text can be compressed tells how much its parts have in common: a secret and what somebody else has chosen,
say. So every public part is compressed by itself, as if there was nothing else, and all that stands between them is
sent letter by letter. The length of the whole is then the sum of lengths that know nothing of each other.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from functools import lru_cache

# Gzip (RFC 1952): no name, no time; then blocks of deflate (RFC 1951), each of which begins at a byte here.
HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
LAST = b"\x01\0\0\xff\xff"    # an empty block, said to be the last
LONGEST = 0xFFFF    # bytes of a block that is not compressed
KEPT = 400    # parts: those of pages that are loaded again and again, and what every page of a game has


def squeezed(page: str, public: Iterable[str]) -> bytes:
    """`public`: parts of the page, in its order. What is not found there is no part of it."""
    blocks, done = [HEAD], 0
    for part in public:
        at = page.find(part, done)
        if at >= 0:
            blocks += [as_it_is(page[done:at].encode()), compressed(part)]
            done = at + len(part)
    blocks += [as_it_is(page[done:].encode()), LAST]
    whole = page.encode()
    ends = zlib.crc32(whole), len(whole) & 0xFFFFFFFF
    return b"".join([*blocks, *(number.to_bytes(4, "little") for number in ends)])


@lru_cache(maxsize=KEPT)
def compressed(part: str) -> bytes:
    """On its own: nothing in it refers to anything before, and nothing after will refer to it."""
    squeezer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS)
    return squeezer.compress(part.encode()) + squeezer.flush(zlib.Z_FULL_FLUSH)


def as_it_is(text: bytes) -> bytes:
    blocks = [text[at : at + LONGEST] for at in range(0, len(text), LONGEST)]
    return b"".join(b"\0" + _size(len(block)) + _size(LONGEST - len(block)) + block for block in blocks)


def _size(number: int) -> bytes:
    return number.to_bytes(2, "little")
