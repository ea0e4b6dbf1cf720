"""Proximal policy optimisation (PPO) in numpy: a network of two hidden layers, and how it learns from what it decided.

    chances, expected = net.forward(seen, masks)[:2]
    improve(net, lesson, rate=1e-3, entropy=0.01, random=rng)

What reads cards of many kinds is two matrices in one: what each kind is like, wherever it lies, and what comes of that
in each place (bots/columns.py).

The network is small and most of what it reads is 0, so a library of tensors would gain little here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from intryga.bots.columns import TRAITS, Cards, all_kinds, plain_inputs

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]

CLIP = 0.2    # how far a chance may move at once, in shares of itself
PART = 2048    # decisions it learns from at once
ROUNDS = 2    # how often it goes through all
EXPECTING = 0.5    # how much what is expected counts beside what is done
LONGEST_STEP = 0.5    # of the slope: longer ones are cut
LAYERS = 6    # matrices and what is added to them; after these comes what each kind of card is like
FIRST_SPREAD = 0.15    # of the weights that read: a seat sees some sixty inputs at a time


class Lesson(NamedTuple):
    """Decisions, as columns."""

    seen: Floats
    masks: NDArray[np.uint8]
    actions: Whole
    logs: Floats    # of how likely each action was
    advantages: Floats    # how much better it came out than was expected
    worths: Floats    # what the seat got, or expected later


class Forward(NamedTuple):
    chances: Floats
    expected: Floats
    hidden: Floats
    top: Floats


class Progress(NamedTuple):
    """What can be told of a lesson."""

    undecided: float    # entropy of the chances, in nats
    explained: float    # share of what was won that was expected


class Network:
    def __init__(self, inputs: int, cards: list[Cards], hidden: tuple[int, int], actions: int,
                 random: np.random.Generator) -> None:  # fmt: skip
        first, second = hidden
        self.inputs = inputs
        self.cards = cards
        self.plain = plain_inputs(inputs, cards)

        def spread(rows: int, columns: int, width: float) -> Floats:
            return (width * random.standard_normal((rows, columns))).astype(np.float32)

        rows = len(self.plain) + TRAITS * len(cards)
        self.weights = [
            spread(rows, first, FIRST_SPREAD), np.zeros(first, np.float32),
            spread(first, second, (2 / first) ** 0.5), np.zeros(second, np.float32),
            spread(second, actions + 1, 0.05 / second**0.5), np.zeros(actions + 1, np.float32),
            *[spread(len(kinds), TRAITS, TRAITS**-0.5) for kinds in all_kinds(cards)],
        ]  # fmt: skip
        self.first = self.reads()
        self.born = [part.copy() for part in self.weights]
        self.means = [np.zeros_like(part) for part in self.weights]
        self.squares = [np.zeros_like(part) for part in self.weights]
        self.steps = 0

    def copy(self) -> Network:
        """As it is now, for playing."""
        other = Network.__new__(Network)
        other.weights = [part.copy() for part in self.weights]
        other.first = self.first
        return other

    def learnt(self) -> list[Floats]:
        """The weights; what never had anything to learn from is 0."""
        return [np.where(part == born, 0, part) for part, born in zip(self.weights, self.born, strict=True)]

    def parts(self) -> Iterator[tuple[slice, slice, int]]:
        """Of all that reads cards: which inputs, which rows, and which weights tell what each kind is like."""
        tables = all_kinds(self.cards)
        row = len(self.plain)
        for one in self.cards:
            inputs = slice(one.first, one.first + len(one.kinds))
            yield inputs, slice(row, row + TRAITS), LAYERS + tables.index(one.kinds)
            row += TRAITS

    def reads(self) -> Floats:
        """The first matrix, by input."""
        rows = self.weights[0]
        whole = np.empty((self.inputs, rows.shape[1]), np.float32)
        whole[self.plain] = rows[: len(self.plain)]
        for inputs, some, table in self.parts():
            whole[inputs] = self.weights[table] @ rows[some]
        return whole

    def apart(self, whole: Floats) -> tuple[Floats, list[Floats]]:
        """A slope at the first matrix, as one at its rows and at what each kind is like."""
        rows = np.empty_like(self.weights[0])
        rows[: len(self.plain)] = whole[self.plain]
        tables = [np.zeros_like(part) for part in self.weights[LAYERS:]]
        for inputs, some, table in self.parts():
            rows[some] = self.weights[table].T @ whole[inputs]
            tables[table - LAYERS] += whole[inputs] @ self.weights[0][some].T
        return rows, tables

    def forward(self, seen: Floats, masks: NDArray[np.uint8]) -> Forward:
        _, bias, second, second_bias, third, third_bias = self.weights[:LAYERS]
        hidden = np.maximum(seen @ self.first + bias, 0)
        top = np.maximum(hidden @ second + second_bias, 0)
        out = top @ third + third_bias
        likings = np.where(masks > 0, out[:, :-1], np.float32(-1e9))
        chances = np.exp(likings - likings.max(1, keepdims=True))
        return Forward(chances / chances.sum(1, keepdims=True), out[:, -1], hidden, top)

    def learn(self, seen: Floats, found: Forward, slope: Floats, rate: float) -> None:
        """A step of Adam, from the slope of the loss at what comes out."""
        top = slope @ self.weights[4].T * (found.top > 0)
        hidden = top @ self.weights[2].T * (found.hidden > 0)
        rows, tables = self.apart(seen.T @ hidden)
        slopes = [
            rows, hidden.sum(0), found.hidden.T @ top, top.sum(0), found.top.T @ slope, slope.sum(0), *tables,
        ]  # fmt: skip
        length = sum(float((part**2).sum()) for part in slopes) ** 0.5
        short = np.float32(min(1.0, LONGEST_STEP / (length + 1e-8)))
        self.steps += 1
        young, old = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        for part, steep, mean, square in zip(self.weights, slopes, self.means, self.squares, strict=True):
            steep *= short
            mean += np.float32(0.1) * (steep - mean)
            square += np.float32(0.001) * (steep * steep - square)
            part -= np.float32(rate / young) * mean / (np.sqrt(square / np.float32(old)) + np.float32(1e-6))
        self.first = self.reads()


def drawn(chances: Floats, random: np.random.Generator) -> Whole:
    """An action for each row, as likely as its chance."""
    waits = random.standard_exponential(chances.shape, dtype=np.float32) + np.float32(1e-9)
    found: Whole = (chances / waits).argmax(1)
    return found


def improve(net: Network, lesson: Lesson, rate: float, entropy: float, random: np.random.Generator) -> Progress:
    """What came out better than expected becomes likelier. `entropy` keeps the network from deciding too early."""
    hoped = lesson.advantages
    hoped = ((hoped - hoped.mean()) / (hoped.std() + 1e-8)).astype(np.float32)
    undecided: list[float] = []
    wrong: list[float] = []
    for _ in range(ROUNDS):
        order = random.permutation(len(hoped))
        for at in range(0, len(order) - PART + 1, PART):
            some = order[at : at + PART]
            seen = lesson.seen[some]
            found = net.forward(seen, lesson.masks[some])
            slope, information = _slope(found, lesson, some, hoped[some], entropy)
            net.learn(seen, found, slope, rate)
            undecided.append(information)
            wrong.append(float(((found.expected - lesson.worths[some]) ** 2).mean()))
    spread = float(lesson.worths.var()) + 1e-9
    return Progress(_mean(undecided), 1 - _mean(wrong) / spread)


def _slope(found: Forward, lesson: Lesson, some: Whole, hoped: Floats, entropy: float) -> tuple[Floats, float]:
    """Of the loss at what comes out, and the entropy of the chances."""
    chances = found.chances
    rows = np.arange(len(some))
    actions = lesson.actions[some]
    ratio = np.exp(np.log(np.maximum(chances[rows, actions], 1e-12)) - lesson.logs[some])
    too_far = np.where(hoped > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    weight = np.where(too_far, 0, ratio * hoped).astype(np.float32)[:, None]
    logs = np.log(np.maximum(chances, 1e-9))
    information = -(chances * logs).sum(1, keepdims=True)
    slope = weight * chances + np.float32(entropy) * chances * (logs + information)
    slope[rows, actions] -= weight[:, 0]
    expecting = EXPECTING * (found.expected - lesson.worths[some])
    both: Any = np.hstack([slope, expecting[:, None]]) / np.float32(len(some))
    return both.astype(np.float32), float(information.mean())


def _mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
