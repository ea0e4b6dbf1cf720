"""Trains the small network of bots/learned.py: bots play, and it learns to tell from what each seat knows who will win.

Cross-entropy of the chances against the shares of the victory, by Adam, in numpy. Every fifth game is kept apart: the
loss that is reported, and by which training ends, is on those.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from intryga import bots as all_bots
from intryga.bots.bot import Bot, Perspective
from intryga.bots.learned import LARGEST
from intryga.bots.nets import FILE, Learned, layer
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake
from intryga.kernel.observation import describe
from intryga.kernel.observe import new_observation
from intryga.kernel.state import AnyState
from intryga.lab.playout import Witness, play_out

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

Floats = NDArray[np.float32]

ONE_IN = 6    # decisions are kept, at random: neighbours teach the same
APART = 5    # every so many games are kept apart
BATCH = 128
RATE = 2e-3
DECAY = 3e-4
PATIENCE = 4    # rounds over all games without a gain, after which training ends


class Lessons(NamedTuple):
    """Positions: what each seat knew, what it won, and from which game."""

    seen: NDArray[np.int8]    # position, seat, number
    won: Floats    # position, seat
    game: NDArray[np.int64]


class Notes(Witness):
    """Keeps some of the positions that are played through."""

    def __init__(self, game: AnyGame, seats: int, seed: int, number: int) -> None:
        self.observer = describe(game, seats).observer
        self.seats = seats
        self.dice = quick(seed, number)
        self.kept: list[NDArray[np.int8]] = []

    def before(self, s: AnyState) -> None:
        if len(s.options) < 2 or self.dice.below(ONE_IN):
            return
        rows = []
        for seat in range(self.seats):
            seen = new_observation(self.observer.length)
            self.observer.write(s, seat, seen, 0)
            rows.append(np.clip(np.asarray(seen, dtype=np.int16), -LARGEST, LARGEST).astype(np.int8))
        self.kept.append(np.stack(rows))


def gather(game: AnyGame, seats: int, games: int, bot: str, seed: int, progress: Callable[[int], None]) -> Lessons:
    """Let the bot play against itself."""
    seen: list[NDArray[np.int8]] = []
    won: list[list[float]] = []
    origin: list[int] = []
    player: Bot = all_bots.find(bot)
    rules = game.chosen_rules()
    for number in range(games):
        s = game.new_game(rules, seats, game.quick_dice(seed, number))
        notes = Notes(game, seats, seed, 2 * number)
        sides = [Perspective(game, s, seat) for seat in range(seats)]
        play_out(s, sides, [player] * seats, quick(seed, 2 * number + 1), notes)
        shares = [float(share) for share in s.returns()]
        seen += notes.kept
        won += [shares] * len(notes.kept)
        origin += [number] * len(notes.kept)
        progress(1)
    return Lessons(np.stack(seen), np.array(won, dtype=np.float32), np.array(origin))


class Weights(NamedTuple):
    """As in bots/learned.py, for numbers that are scaled by `scale`."""

    first: Floats    # number, unit; the last unit is the straight sum
    bias: Floats
    second: Floats


def chances(weights: Weights, seen: Floats) -> tuple[Floats, Floats]:
    """By position and seat; and the hidden units."""
    sums = seen @ weights.first + weights.bias
    hidden = np.maximum(sums[..., :-1], 0)
    strength = hidden @ weights.second + sums[..., -1]
    raised = np.exp(strength - strength.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True), hidden


def loss(found: Floats, won: Floats) -> float:
    return float(-(won * np.log(found + 1e-9)).sum(axis=1).mean())


def fit(
    lessons: Lessons, hidden: int, seed: int, rounds: int, told: Callable[[int, float, float], None]
) -> tuple[Weights, float]:
    """The weights that did best on the games kept apart, and their loss there."""
    random = np.random.default_rng(seed)
    apart = lessons.game % APART == 0
    inputs = lessons.seen.shape[2]
    spread = lessons.seen[~apart].reshape(-1, inputs).std(axis=0)
    scale = (1.0 / np.maximum(spread, 0.2)).astype(np.float32)
    weights = [
        (random.standard_normal((inputs, hidden + 1)) * 0.3 / np.sqrt(inputs)).astype(np.float32),
        np.zeros(hidden + 1, np.float32),
        (random.standard_normal(hidden) * 0.1).astype(np.float32),
    ]
    moments = [[np.zeros_like(part), np.zeros_like(part)] for part in weights]
    train, test = np.flatnonzero(~apart), np.flatnonzero(apart)
    best, best_loss, without_gain, step = Weights(*[part.copy() for part in weights]), np.inf, 0, 0
    for number in range(rounds):
        random.shuffle(train)
        for at in range(0, len(train), BATCH):
            some = train[at : at + BATCH]
            step += 1
            slopes = _slopes(Weights(*weights), lessons, some, scale)
            for part, slope, moment in zip(weights, slopes, moments, strict=True):
                _adam(part, slope, moment, step)
        told_loss = _loss_on(Weights(*weights), lessons, test, scale)
        told(number + 1, told_loss, _loss_on(Weights(*weights), lessons, train[: len(test)], scale))
        if told_loss < best_loss - 1e-4:
            best, best_loss, without_gain = Weights(*[part.copy() for part in weights]), told_loss, 0
        else:
            without_gain += 1
            if without_gain >= PATIENCE:
                break
    return Weights(best.first * scale[:, None], best.bias, best.second), float(best_loss)


def _slopes(weights: Weights, lessons: Lessons, some: NDArray[np.int64], scale: Floats) -> list[Floats]:
    seen = lessons.seen[some] * scale
    found, hidden = chances(weights, seen)
    wrong = (found - lessons.won[some]) / len(some)    # by strength
    back = np.concatenate([wrong[..., None] * weights.second * (hidden > 0), wrong[..., None]], axis=2)
    return [
        np.tensordot(seen, back, axes=([0, 1], [0, 1])) + DECAY * weights.first,
        back.sum(axis=(0, 1)),
        np.tensordot(hidden, wrong, axes=([0, 1], [0, 1])) + DECAY * weights.second,
    ]


def _adam(part: Any, slope: Any, moment: list[Any], step: int) -> None:
    moment[0] = 0.9 * moment[0] + 0.1 * slope
    moment[1] = 0.999 * moment[1] + 0.001 * slope * slope
    size = moment[0] / (1 - 0.9**step)
    part -= RATE * size / (np.sqrt(moment[1] / (1 - 0.999**step)) + 1e-8)


def _loss_on(weights: Weights, lessons: Lessons, some: NDArray[np.int64], scale: Floats) -> float:
    total = 0.0
    for at in range(0, len(some), BATCH):
        batch = some[at : at + BATCH]
        total += loss(chances(weights, lessons.seen[batch] * scale)[0], lessons.won[batch]) * len(batch)
    return total / max(len(some), 1)


def learned(lessons: Lessons, weights: Weights, found: float, games: int, bot: str, seed: int) -> Learned:
    """As it is kept."""
    seats = lessons.won.shape[1]
    equal = np.full_like(lessons.won, 1.0 / seats)
    return Learned(
        inputs=lessons.seen.shape[2],
        first=layer(weights.first.ravel().tolist()),
        bias=layer(weights.bias.tolist()),
        second=layer(weights.second.tolist()),
        games=games,
        played_by=bot,
        seed=seed,
        loss=round(found, 4),
        loss_of_none=round(loss(equal, lessons.won), 4),
    )


def known(file: Path) -> dict[str, Learned]:
    """What was learnt earlier, by the number of seats."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Learned]) if file.exists() else {}
    except (OSError, msgspec.MsgspecError) as error:
        raise Mistake(f"'{file}' holds nothing learnt, so nothing can be added to it: {error}") from error


def kept(earlier: dict[str, Learned], seats: int, new: Learned) -> bytes:
    """The file with this network in it."""
    both = {**earlier, str(seats): new}
    return msgspec.json.format(msgspec.json.encode(dict(sorted(both.items()))), indent=1) + b"\n"


__all__ = ["FILE", "fit", "gather", "kept", "known", "learned"]
