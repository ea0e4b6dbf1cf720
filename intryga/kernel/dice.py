"""Chance is the kernel's own: quick dice for simulation and search, sealed ones for tables, behind one face.

**By purpose.** Games say for what the dice are thrown (`begin(DEAL)`): every purpose has numbers of its own, and so has
every time it begins anew. So two games with the same seed are dealt alike in round 5 though other choices were made in
round 4. Games begun under rules of version 1 threw one row of numbers for everything, and go on doing so.

Every value stays below 2**63, so compiled and plain Python give the same bytes.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

from intryga.kernel.cells import total, vec

# With this multiplier m, both m * 2**96 - 1 and half of it, rounded down, are prime: the period is about 2**126.
MULTIPLIER: Final = 0x6A09D961
LOW: Final = 0xFFFFFFFF    # 32 bits

# What dice are thrown for.
SETUP: Final = 0
DEAL: Final = 1
DRAW: Final = 2
CHANCE: Final = 3
PURPOSES: Final = 4
ONCE_MORE: Final = vec[i64]([1, 1 << 15, 1 << 30, 1 << 45])    # shifted here: a compiled literal has 32 bits only


class Dice:
    def word(self) -> i64:
        """The next 32 random bits."""
        raise NotImplementedError

    def mark(self) -> str:
        """Everything there is to know of these dice, as text; it changes whenever one is thrown."""
        raise NotImplementedError

    def copy(self) -> Dice:
        raise NotImplementedError

    def begin(self, purpose: i64) -> None:
        """From here on numbers for this purpose. Dice of one row have the same for all."""

    def below(self, n: i64) -> i64:
        """A fair integer in 0..n-1, for n below 2**31 (multiply and reject, after Lemire)."""
        return self._fair(self.word() * n, n)

    def deal(self, cells: vec[i64], begin: i64, end: i64, way: i64, size: i64, count: i64) -> None:
        """So many random cards of a bag of `size` cards, each to the cell that lies `way` further on. Counted off from
        the end: in these games the plentiful kinds stand there."""
        for left in range(size, size - count, -1):
            rest = self.below(left)
            at = end
            while rest >= 0:
                at -= 1
                rest -= cells[at]
            cells[at] -= 1
            cells[at + way] += 1

    def _fair(self, product: i64, n: i64) -> i64:
        """The integer that a word times n stands for, unless it belongs to those that would come up too often."""
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

    def below(self, n: i64) -> i64:
        """By hand: one is thrown for every card dealt and every choice at random."""
        product = MULTIPLIER * self.x + self.carry
        self.x = self.y
        self.y = self.z
        self.z = word = product & 0xFFFFFFFF
        self.carry = product >> 32
        product = word * n
        return product >> 32 if product & 0xFFFFFFFF >= n else self._fair(product, n)

    def deal(self, cells: vec[i64], begin: i64, end: i64, way: i64, size: i64, count: i64) -> None:
        """By hand: most of what is thrown is thrown here."""
        x, y, z, carry = self.x, self.y, self.z, self.carry
        middle = begin + end >> 1
        behind = total(cells, middle, end)    # known, half of the kinds need not be counted off for each card
        for left in range(size, size - count, -1):
            while True:
                product = MULTIPLIER * x + carry
                x = y
                y = z
                z = product & 0xFFFFFFFF
                carry = product >> 32
                product = z * left
                low = product & 0xFFFFFFFF
                if low >= left or low >= (0x100000000 - left) % left:    # as in `below`
                    break
            rest = product >> 32
            at = end
            if rest >= behind:
                rest -= behind
                at = middle
            else:
                behind -= 1
            while rest >= 0:
                at -= 1
                rest -= cells[at]
            cells[at] -= 1
            cells[at + way] += 1
        self.x = x
        self.y = y
        self.z = z
        self.carry = carry

    def mark(self) -> str:
        return f"quick {self.x:08x} {self.y:08x} {self.z:08x} {self.carry:08x}"

    def copy(self) -> Dice:
        return QuickDice(self.x, self.y, self.z, self.carry)


class QuickDiceByPurpose(QuickDice):
    """The same with a beginning of its own for every purpose and every time it is needed."""

    def __init__(self, x: i64, y: i64, z: i64, carry: i64, seed: i64, begun: i64) -> None:
        super().__init__(x, y, z, carry)
        self.seed: i64 = seed    # 62 bits
        self.begun: i64 = begun    # how often each purpose has begun, 15 bits for each

    def begin(self, purpose: i64) -> None:
        time = self.begun >> 15 * purpose & 0x7FFF
        self.begun += ONCE_MORE[purpose]
        high = self.seed >> 31
        low = self.seed & 0x7FFFFFFF
        salt = time * PURPOSES + purpose
        self.x = _mixed(low, salt)
        self.y = _mixed(high, self.x)
        self.z = _mixed(self.x ^ low, self.y)
        self.carry = 1 + _mixed(self.y ^ high, self.z) % (MULTIPLIER - 2)

    def mark(self) -> str:
        return f"purposes {self.x:08x} {self.y:08x} {self.z:08x} {self.carry:08x} {self.seed:016x} {self.begun:016x}"

    def copy(self) -> Dice:
        return QuickDiceByPurpose(self.x, self.y, self.z, self.carry, self.seed, self.begun)


def _mixed(number: i64, salt: i64) -> i64:
    """32 bits in which every bit of both numbers has a say (the finisher of MurmurHash3, over a sum)."""
    h = (number + (salt & 0x7FFFFFFF) * 0x9E3779B1) & LOW
    h = (h ^ h >> 16) * 0x45D9F3B & LOW
    h = (h ^ h >> 16) * 0x45D9F3B & LOW
    return h ^ h >> 16


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


class SealedDiceByPurpose(SealedDice):
    """The same with blocks of their own for every purpose and every time it begins."""

    def __init__(self, secret: bytes, position: i64, purpose: i64, begun: list[i64]) -> None:
        super().__init__(secret, position)
        self.purpose: i64 = purpose
        self.begun = begun    # how often each purpose has begun; replaced, never changed: copies share it

    def begin(self, purpose: i64) -> None:
        begun = self.begun[:]
        begun[purpose] += 1
        self.begun = begun
        self.purpose = purpose
        self.position = 0
        self.block = b""

    def word(self) -> i64:
        at = self.position % 16
        if at == 0 or not self.block:
            place = [self.purpose, self.begun[self.purpose], self.position // 16]
            text = " ".join([str(number) for number in place]).encode()
            self.block = hashlib.blake2b(text, key=self.secret, person=b"intryga purpose").digest()
        self.position += 1
        return int.from_bytes(self.block[at * 4 : at * 4 + 4], "little")

    def mark(self) -> str:
        begun = ",".join([str(times) for times in self.begun])
        return f"sealed-purposes {self.secret.hex()} {self.position} {self.purpose} {begun}"

    def copy(self) -> Dice:
        return SealedDiceByPurpose(self.secret, self.position, self.purpose, self.begun)


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


def quick_by_purpose(seed: int, stream: int = 0) -> QuickDiceByPurpose:
    """Quick dice for a whole game."""
    digest = hashlib.blake2b(f"{seed}/{stream}".encode(), digest_size=8, person=b"intryga purpose").digest()
    dice = QuickDiceByPurpose(0, 0, 0, 1, int.from_bytes(digest, "little") >> 2, 0)
    dice.begin(CHANCE)
    return dice


def sealed(seed: int) -> SealedDice:
    """Sealed dice that can be named again by a number, for games that are to be repeated; a table that must keep its
    secret draws 32 random bytes instead."""
    return SealedDice(secret_of(seed), 0)


def sealed_by_purpose(secret: bytes) -> SealedDiceByPurpose:
    """Sealed dice for a whole game."""
    return SealedDiceByPurpose(secret, 0, CHANCE, [0 for _ in range(PURPOSES)])


def secret_of(seed: int) -> bytes:
    """A secret that can be named again by a number."""
    return hashlib.blake2b(str(seed).encode(), digest_size=32, person=b"intryga secret").digest()


def from_mark(mark: str) -> Dice:
    """The dice that `mark` described, to go on where they stood."""
    words = mark.split()
    sort = words[0] if words else ""
    if sort == "quick" and len(words) == 5:
        x, y, z, carry = [int(word, 16) for word in words[1:]]
        return QuickDice(x, y, z, carry)
    if sort == "purposes" and len(words) == 7:
        x, y, z, carry, seed, begun = [int(word, 16) for word in words[1:]]
        return QuickDiceByPurpose(x, y, z, carry, seed, begun)
    if sort == "sealed" and len(words) == 3:
        return SealedDice(bytes.fromhex(words[1]), int(words[2]))
    if sort == "sealed-purposes" and len(words) == 5:
        times: list[i64] = [int(word) for word in words[4].split(",")]
        return SealedDiceByPurpose(bytes.fromhex(words[1]), int(words[2]), int(words[3]), times)
    raise ValueError(f"'{mark}' describes no dice")
