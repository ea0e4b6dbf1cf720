"""What was learnt by self-play, as it is kept: `policy.json` beside a game's cards, each network for some numbers of
seats."""

from __future__ import annotations

from array import array
from base64 import b85decode, b85encode
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from intryga.bots.columns import columns
from intryga.bots.policy import InputPlan, Policy
from intryga.kernel.observation import describe

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

FILE = "policy.json"
FINE = 127    # steps from nothing to the largest weight of a unit


class Matrix(msgspec.Struct, frozen=True):
    """Weights as 8-bit numbers, row by row, and how much a step is in each column."""

    steps: list[float]
    weights: str

    def numbers(self) -> list[float]:
        small = array("b", b85decode(self.weights))
        width = len(self.steps)
        return [number * self.steps[i % width] for i, number in enumerate(small)]


class Learnt(msgspec.Struct, frozen=True):
    """One network, and where it comes from."""

    seats: list[int]    # at what tables it plays
    places: list[str]    # zones of which it reads every place
    actions: int
    scale: list[float]    # by input: what its numbers are multiplied by
    first: Matrix
    bias: list[float]
    second: Matrix
    second_bias: list[float]
    third: Matrix
    third_bias: list[float]
    trained: dict[str, Any]    # how, for whoever wants to do it again

    def policy(self, game: AnyGame, seats: int) -> Policy:
        guests = game.table(game.chosen_rules(), seats, game.quick_dice(0)).guests
        found = columns(game, seats, tuple(self.seats), tuple(self.places))
        words = [(word.at, word.column, word.kinds) for word in found.words]
        tops = [(top.size_at, top.first, top.column) for top in found.tops]
        plan = InputPlan(found.numbers, words, tops, found.always)
        return Policy(
            describe(game, seats, guests, "codes").observer, plan, self.scale, self.first.numbers(), self.bias,
            self.second.numbers(), self.second_bias, self.third.numbers(), self.third_bias,
        )  # fmt: skip


def matrix(rows: list[list[float]]) -> Matrix:
    """The largest weight of a column is so many steps."""
    width = len(rows[0])
    steps = [max(abs(row[i]) for row in rows) / FINE or 1.0 for i in range(width)]
    small = array("b", [round(row[i] / steps[i]) for row in rows for i in range(width)])
    return Matrix([float(f"{step:.6g}") for step in steps], b85encode(small.tobytes()).decode())


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
    if len(found.scale) != columns(game, seats, tuple(found.seats), tuple(found.places)).width:
        return None
    return found.policy(game, seats)
