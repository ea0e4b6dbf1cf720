"""A small network that has learnt from played games how likely a seat is to win.

It reads the features of a seat (`State.features`) in a world that fits what the thinking seat knows, has one row of
hidden units and one straight sum beside them, and gives a chance. Trained by `intryga train` (lab/train.py); the
weights are data beside a game's cards.
"""

from __future__ import annotations

from math import exp

from mypy_extensions import i64

from intryga.bots.advice import Judge
from intryga.kernel.cells import vec
from intryga.kernel.state import AnyState


class Net(Judge):
    """`first` has for every feature its weight to each hidden unit and then to the straight sum; `bias` what these
    begin with; `second` the weights of the hidden units."""

    def __init__(self, first: list[float], bias: list[float], second: list[float]) -> None:
        self.units: i64 = len(bias)    # hidden ones, and the straight sum
        self.first = vec[float](first)
        self.bias = vec[float](bias)
        self.second = vec[float](second)
        self.sums = vec[float](bias)

    def value(self, s: AnyState, seat: i64) -> float:
        """The chance of a seat to win; once the game is over, what it has won."""
        return s.returns()[seat] if s.seat < 0 else self.chance(s.features()[seat])

    def chances(self, s: AnyState, temperature: float) -> list[float]:
        """Of each seat, on the scale that was learnt: every seat is judged by itself, so they are made to sum to 1."""
        if s.seat < 0:
            return s.returns()
        found = [self.chance(features) for features in s.features()]
        total = 0.0
        for chance in found:
            total += chance
        return [chance / total for chance in found]

    def chance(self, features: list[float]) -> float:
        units = self.units
        sums = self.sums
        first = self.first
        for j in range(units):
            sums[j] = self.bias[j]
        for i in range(len(features)):
            x = features[i]
            if x != 0.0:
                at = i * units
                for j in range(units):
                    sums[j] += x * first[at + j]
        found = sums[units - 1]
        for j in range(units - 1):
            if sums[j] > 0.0:
                found += sums[j] * self.second[j]
        return 1.0 / (1.0 + exp(-found))
