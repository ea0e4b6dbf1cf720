"""Chance is the kernel's own: two dice behind one face.

Every value stays below 2**63, so compiled and plain Python give the same bytes.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

# With this multiplier m, both m * 2**96 - 1 and half of it, rounded down, are prime: the period is about 2**126.
MULTIPLIER: Final = 0x6A09D961


class Dice:
    def word(self) -> i64:
        """The next 32 random bits."""
        raise NotImplementedError

    def mark(self) -> str:
        """Everything there is to know of these dice, as text; it changes whenever one is thrown."""
        raise NotImplementedError

    def copy(self) -> Dice:
        raise NotImplementedError

    def below(self, n: i64) -> i64:
        """A fair integer in 0..n-1, for n below 2**31 (multiply and reject, after Lemire)."""
        product = self.word() * n
        if product & 0xFFFFFFFF < n:
            unfair = (0x100000000 - n) % n
            while product & 0xFFFFFFFF < unfair:
                product = self.word() * n
        return product >> 32


class QuickDice(Dice):
    """For simulation and search: multiply-with-carry (Marsaglia) over three 32-bit words."""

    def __init__(self, x: i64, y: i64, z: i64, carry: i64) -> None:
        self.x: i64 = x
        self.y: i64 = y
        self.z: i64 = z
        self.carry: i64 = carry

    def word(self) -> i64:
        product = MULTIPLIER * self.x + self.carry
        self.x = self.y
        self.y = self.z
        self.z = product & 0xFFFFFFFF
        self.carry = product >> 32
        return self.z

    def mark(self) -> str:
        return f"quick {self.x:08x} {self.y:08x} {self.z:08x} {self.carry:08x}"

    def copy(self) -> Dice:
        return QuickDice(self.x, self.y, self.z, self.carry)


class SealedDice(Dice):
    """For tables: BLAKE2b keyed with a 256-bit secret, over a counter, so that nobody can work out the deck from the
    cards seen so far. The commitment is shown when the table opens, the secret when it ends."""

    def __init__(self, secret: bytes, position: i64) -> None:
        self.secret = secret
        self.position: i64 = position
        self.block = b""

    def word(self) -> i64:
        at = self.position % 16
        if at == 0 or not self.block:
            counter = int(self.position // 16).to_bytes(8, "little")
            self.block = hashlib.blake2b(counter, key=self.secret, person=b"intryga sealed").digest()
        self.position += 1
        return int.from_bytes(self.block[at * 4 : at * 4 + 4], "little")

    def mark(self) -> str:
        return f"sealed {self.secret.hex()} {self.position}"

    def copy(self) -> Dice:
        return SealedDice(self.secret, self.position)

    def commitment(self) -> str:
        return hashlib.blake2b(self.secret, digest_size=32, person=b"intryga commit").hexdigest()


def quick(seed: int, stream: int = 0) -> QuickDice:
    """Quick dice from a number. Streams of one seed have nothing to do with each other."""
    digest = hashlib.blake2b(f"{seed}/{stream}".encode(), digest_size=16, person=b"intryga quick").digest()
    words = [int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8, 12)]
    return _from_words(words[0], words[1], words[2], words[3])


def branch(dice: Dice) -> QuickDice:
    """Quick dice of their own, from four throws of others: for one of several futures that must not be alike."""
    return _from_words(dice.word(), dice.word(), dice.word(), dice.word())


def _from_words(x: i64, y: i64, z: i64, carry: i64) -> QuickDice:
    # Neither of the two states that repeat for ever: all 0, and all at their highest.
    return QuickDice(x, y, z, 1 + carry % (MULTIPLIER - 2))


def sealed(seed: int) -> SealedDice:
    """Sealed dice that can be named again by a number, for games that are to be repeated; a table that must keep its
    secret draws 32 random bytes instead."""
    return SealedDice(hashlib.blake2b(str(seed).encode(), digest_size=32, person=b"intryga secret").digest(), 0)


def from_mark(mark: str) -> Dice:
    """The dice that `mark` described, to go on where they stood."""
    words = mark.split()
    if len(words) == 5 and words[0] == "quick":
        return QuickDice(int(words[1], 16), int(words[2], 16), int(words[3], 16), int(words[4], 16))
    if len(words) == 3 and words[0] == "sealed":
        return SealedDice(bytes.fromhex(words[1]), int(words[2]))
    raise ValueError(f"'{mark}' describes no dice")
