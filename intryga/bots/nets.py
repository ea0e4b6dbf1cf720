"""What was learnt of a game, as it is kept: `learned.json` beside its cards, one network for each number of seats."""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from intryga.bots.learned import Net
from intryga.kernel.dice import quick

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

FILE = "learned.json"
FINE = 32_000    # steps from nothing to the largest weight of a layer


class Layer(msgspec.Struct, frozen=True):
    """Weights as 16-bit numbers in base64, and how much a step is."""

    step: float
    weights: str

    def numbers(self) -> list[float]:
        steps = array("h", b64decode(self.weights))
        return [step * self.step for step in steps]


class Learned(msgspec.Struct, frozen=True):
    """One network, and where it comes from."""

    inputs: int    # features it reads
    first: Layer
    bias: Layer
    second: Layer
    games: int    # it was trained on
    played_by: str
    seed: int
    loss: float    # of its guesses on other games, in nats
    loss_of_none: float    # of guessing the same chance for all


def layer(numbers: list[float]) -> Layer:
    step = max((abs(number) for number in numbers), default=0.0) / FINE or 1.0
    return Layer(step, b64encode(array("h", [round(number / step) for number in numbers]).tobytes()).decode())


def kept(game: AnyGame, seats: int) -> Learned | None:
    file = game.folder.joinpath(FILE)
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Learned]).get(str(seats)) if file.is_file() else None


@lru_cache(maxsize=64)
def learned(game: AnyGame, seats: int) -> Net | None:
    """What plays with so many seats; None where nothing was learnt, or of another form of the game."""
    found = kept(game, seats)
    opening = game.new_game(game.chosen_rules(), seats, quick(0))
    if found is None or found.inputs != len(opening.features()[0]):
        return None
    return Net(found.first.numbers(), found.bias.numbers(), found.second.numbers())
