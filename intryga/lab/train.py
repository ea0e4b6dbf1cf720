"""Trains the small network of bots/learned.py: bots play, and it learns to tell from the features of a seat whether
that seat will win.

Cross-entropy of the chance against the share of the victory, seat by seat, by Adam, in numpy. Every fifth game is kept
apart: the loss that is reported, and by which training ends, is on those.
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
from intryga.bots.nets import FILE, Learned, layer
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake
from intryga.kernel.state import AnyState
from intryga.lab.playout import Witness, play_out

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

Floats = NDArray[np.float32]

EVERY = 5    # positions one is kept, at random: neighbours teach the same
APART = 5    # every so many games are kept apart
BATCH = 256
RATE = 1e-3
DECAY = 1e-4
PATIENCE = 4    # rounds over all games without a gain, after which training ends


class Lessons(NamedTuple):
    """How each seat stood in a position, what it won in the end, and in which game that was."""

    seen: Floats    # position, seat, feature
    won: Floats    # position, seat
    game: NDArray[np.int64]


class Notes(Witness):
    """Keeps some of the positions that are played through: those that a search would ask the network about."""

    def __init__(self, seed: int, number: int, every: int) -> None:
        self.dice = quick(seed, number)
        self.every = every
        self.kept: list[list[list[float]]] = []

    def after(self, s: AnyState, seat: int, action: int) -> None:
        if s.over() or not s.can_be_judged() or s.chain_goes_on(s.seat) or self.dice.below(self.every):
            return
        self.kept.append(s.features())


def gather(
    game: AnyGame, seats: int, games: int, bot: str, seed: int, progress: Callable[[int], None], every: int = EVERY
) -> Lessons:
    """Let the bot play against itself."""
    seen: list[Floats] = []
    won: list[list[float]] = []
    origin: list[int] = []
    player: Bot = all_bots.find_or_import(bot)
    rules = game.chosen_rules()
    for number in range(games):
        s = game.new_game(rules, seats, game.quick_dice(seed, number))
        notes = Notes(seed, 2 * number, every)
        sides = [Perspective(game, s, seat) for seat in range(seats)]
        play_out(s, sides, [player] * seats, quick(seed, 2 * number + 1), notes)
        shares = [float(share) for share in s.returns()]
        seen += [np.array(rows, np.float32) for rows in notes.kept]
        won += [shares] * len(notes.kept)
        origin += [number] * len(notes.kept)
        progress(1)
    return Lessons(np.stack(seen), np.array(won, dtype=np.float32), np.array(origin))


class Weights(NamedTuple):
    """As in bots/learned.py."""

    first: Floats    # feature, unit; the last unit is the straight sum
    bias: Floats
    second: Floats


def chances(weights: Weights, seen: Floats) -> tuple[Floats, Floats]:
    """By row of features; and the hidden units."""
    sums = seen @ weights.first + weights.bias
    hidden = np.maximum(sums[..., :-1], 0)
    return 1 / (1 + np.exp(-(hidden @ weights.second + sums[..., -1]))), hidden


def loss(found: Floats, won: Floats) -> float:
    return float(-np.mean(won * np.log(found + 1e-9) + (1 - won) * np.log(1 - found + 1e-9)))


def fit(
    lessons: Lessons, hidden: int, seed: int, rounds: int, told: Callable[[int, float, float], None]
) -> tuple[Weights, float]:
    """The weights that did best on the games kept apart, and their loss there."""
    random = np.random.default_rng(seed)
    seats, inputs = lessons.seen.shape[1:]
    rows = lessons.seen.reshape(-1, inputs)
    won = lessons.won.ravel()
    apart = np.repeat(lessons.game % APART == 0, seats)
    middle, spread = rows[~apart].mean(axis=0), rows[~apart].std(axis=0)
    spread[spread < 0.01] = 1.0    # of what hardly ever differs
    rows = (rows - middle) / spread
    weights = [
        (random.standard_normal((inputs, hidden + 1)) * 0.5 / np.sqrt(inputs)).astype(np.float32),
        np.zeros(hidden + 1, np.float32),
        (random.standard_normal(hidden) * 0.1).astype(np.float32),
    ]
    weights[0][:, -1] = 0
    moments = [[np.zeros_like(part), np.zeros_like(part)] for part in weights]
    train, test = np.flatnonzero(~apart), np.flatnonzero(apart)
    best, best_loss, without_gain, step = Weights(*[part.copy() for part in weights]), np.inf, 0, 0
    for number in range(rounds):
        random.shuffle(train)
        for at in range(0, len(train), BATCH):
            some = train[at : at + BATCH]
            step += 1
            slopes = _slopes(Weights(*weights), rows[some], won[some])
            for part, slope, moment in zip(weights, slopes, moments, strict=True):
                _adam(part, slope, moment, step)
        now = Weights(*weights)
        found = loss(chances(now, rows[test])[0], won[test])
        some = train[: len(test)]
        told(number + 1, found, loss(chances(now, rows[some])[0], won[some]))
        if found < best_loss - 1e-5:
            best, best_loss, without_gain = Weights(*[part.copy() for part in weights]), found, 0
        else:
            without_gain += 1
            if without_gain >= PATIENCE:
                break
    first = best.first / spread[:, None]
    return Weights(first, best.bias - middle @ first, best.second), float(best_loss)


def _slopes(weights: Weights, rows: Floats, won: Floats) -> list[Floats]:
    found, hidden = chances(weights, rows)
    wrong = (found - won) / len(won)
    back = np.concatenate([wrong[:, None] * weights.second * (hidden > 0), wrong[:, None]], axis=1)
    return [rows.T @ back + DECAY * weights.first, back.sum(axis=0), hidden.T @ wrong + DECAY * weights.second]


def _adam(part: Any, slope: Any, moment: list[Any], step: int) -> None:
    moment[0] = 0.9 * moment[0] + 0.1 * slope
    moment[1] = 0.999 * moment[1] + 0.001 * slope * slope
    size = moment[0] / (1 - 0.9**step)
    part -= RATE * size / (np.sqrt(moment[1] / (1 - 0.999**step)) + 1e-8)


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


__all__ = ["EVERY", "FILE", "fit", "gather", "kept", "known", "learned"]
