"""What was learnt by self-play, as it is kept: `policy.json` beside a game's cards, each network for some numbers of
seats."""

from __future__ import annotations

from array import array
from base64 import b85decode, b85encode
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from zlib import compress, decompress

import msgspec

from intryga.bots.columns import TRAITS, Columns, all_kinds, columns, plain_inputs
from intryga.bots.policy import InputPlan, Policy, product
from intryga.kernel.observation import describe

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

FILE = "policy.json"
FINE = 127    # steps from nothing to the largest weight of a unit


class Matrix(msgspec.Struct, frozen=True):
    """Weights as 8-bit numbers, row by row and compressed, and how much a step is in each column."""

    steps: list[float]
    weights: str

    def numbers(self) -> list[float]:
        small = array("b", decompress(b85decode(self.weights)))
        width = len(self.steps)
        return [number * self.steps[i % width] for i, number in enumerate(small)]


class Learnt(msgspec.Struct, frozen=True):
    """One network, and where it comes from."""

    seats: list[int]    # at what tables it plays
    places: list[str]    # zones of which it reads every place
    actions: int
    scale: list[float]    # what the numbers are multiplied by, of all inputs but those that tell where cards lie
    first: Matrix
    bias: list[float]
    second: Matrix
    second_bias: list[float]
    third: Matrix
    third_bias: list[float]
    trained: dict[str, Any]    # how, for whoever wants to do it again
    kinds: list[Matrix] = []    # what each kind of card is like; `first` has the other inputs, then what comes of it

    def policy(self, game: AnyGame, seats: int) -> Policy:
        guests = game.table(game.chosen_rules(), seats, game.quick_dice(0)).guests
        found = columns(game, seats, tuple(self.seats), tuple(self.places))
        words = [(word.at, word.column, word.kinds) for word in found.words]
        tops = [(top.size_at, top.first, top.column) for top in found.tops]
        plan = InputPlan(found.numbers, words, tops, found.always)
        return Policy(
            describe(game, seats, guests, "codes").observer, plan, self.scales(found), self.reads(found), self.bias,
            self.second.numbers(), self.second_bias, self.third.numbers(), self.third_bias,
        )  # fmt: skip

    def scales(self, found: Columns) -> list[float]:
        """By input."""
        scales = [1.0] * found.width
        for column, scale in zip(plain_inputs(found.width, found.cards), self.scale, strict=True):
            scales[column] = scale
        return scales

    def reads(self, found: Columns) -> list[float]:
        """The first matrix, by input."""
        units = len(self.bias)
        rows = self.first.numbers()
        plain = plain_inputs(found.width, found.cards)
        whole = [0.0] * (found.width * units)
        for row, column in enumerate(plain):
            whole[column * units : (column + 1) * units] = rows[row * units : (row + 1) * units]
        traits = dict(zip(all_kinds(found.cards), (table.numbers() for table in self.kinds), strict=True))
        row = len(plain) * units
        for one in found.cards:
            some = rows[row : row + TRAITS * units]
            whole[one.first * units : (one.first + len(one.kinds)) * units] = product(traits[one.kinds], some, units)
            row += TRAITS * units
        return whole


def matrix(rows: list[list[float]]) -> Matrix:
    """The largest weight of a column is so many steps."""
    width = len(rows[0])
    steps = [max(abs(row[i]) for row in rows) / FINE or 1.0 for i in range(width)]
    small = array("b", [round(row[i] / steps[i]) for row in rows for i in range(width)])
    return Matrix([float(f"{step:.6g}") for step in steps], b85encode(compress(small.tobytes(), 9)).decode())


def kept(game: AnyGame, seats: int) -> Learnt | None:
    file = game.folder.joinpath(FILE)
    networks = read(file.read_bytes()) if file.is_file() else []
    return next((one for one in networks if seats in one.seats), None)


def read(text: bytes) -> list[Learnt]:
    return msgspec.json.decode(text, type=list[Learnt])


def written(networks: list[Learnt], new: Learnt) -> bytes:
    """The file with this network in place of those for the same tables."""
    others = [one for one in networks if not set(one.seats) & set(new.seats)]
    both = sorted([*others, new], key=lambda one: one.seats)
    return msgspec.json.format(msgspec.json.encode(both), indent=1) + b"\n"


@lru_cache(maxsize=64)
def policy(game: AnyGame, seats: int) -> Policy | None:
    """Who plays with so many seats; None where nothing was learnt, or of another form of the game."""
    found = kept(game, seats)
    if found is None or found.actions != game.space.size:
        return None
    today = columns(game, seats, tuple(found.seats), tuple(found.places))
    if len(found.scale) != len(plain_inputs(today.width, today.cards)):
        return None
    return found.policy(game, seats)
