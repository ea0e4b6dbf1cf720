"""A small network that has learnt from played games how likely a seat is to win, given what it knows.

It reads the kernel's observation of a seat (so it cannot know more than the seat), has one row of hidden units and one
straight sum beside them, and gives a number; these numbers of all seats, weighed against each other, are the chances.
Trained by `intryga train` (lab/train.py); the weights are data beside a game's cards.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.bots.advice import Judge, weighed
from intryga.kernel.cells import vec
from intryga.kernel.observe import Observer, new_observation
from intryga.kernel.state import AnyState

LARGEST: Final = 30    # numbers are read no larger than that: a full treasury says no more than thirty coins


class Net(Judge):
    """`first` has for every number of the observation its weight to each hidden unit and then to the straight sum;
    `bias` what these begin with; `second` the weights of the hidden units."""

    def __init__(self, observer: Observer, first: list[float], bias: list[float], second: list[float]) -> None:
        self.observer = observer
        self.units: i64 = len(bias)    # hidden ones, and the straight sum
        self.first = vec[float](first)
        self.bias = vec[float](bias)
        self.second = vec[float](second)
        self.sums = vec[float](bias)
        self.seen = new_observation(observer.length)

    def strength(self, s: AnyState, seat: i64) -> float:
        """How well a seat stands, by what it knows; only differences between seats mean anything."""
        units = self.units
        seen = self.seen
        sums = self.sums
        first = self.first
        self.observer.write(s, seat, seen, 0)
        for j in range(units):
            sums[j] = self.bias[j]
        for i in range(self.observer.length):
            number = i64(seen[i])
            if number:
                x = float(min(max(number, -LARGEST), LARGEST))
                at = i * units
                for j in range(units):
                    sums[j] += x * first[at + j]
        found = sums[units - 1]
        for j in range(units - 1):
            if sums[j] > 0.0:
                found += sums[j] * self.second[j]
        return found

    def chances(self, s: AnyState, temperature: float) -> list[float]:
        """Of each seat to win, on the scale it has learnt; once the game is over, what it has won."""
        if s.seat < 0:
            return s.returns()
        return weighed([self.strength(s, seat) for seat in range(s.seats)])

    def value(self, s: AnyState, seat: i64) -> float:
        return self.chances(s, 1.0)[seat]
