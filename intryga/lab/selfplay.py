"""A policy learns a game by playing it against itself, against what it was earlier, and against chance.

Many games are played side by side (vector.py). Of most of them every seat learns; of some one seat learns, and the
others are played by an earlier self, so that nothing is learnt that only works against today's. What a game was worth
comes back along the decisions of each seat (generalised advantage estimation), and ppo.py makes use of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from intryga.bots.columns import Columns, columns
from intryga.bots.policies import Learnt, matrix
from intryga.lab.ppo import Floats, Lesson, Network, Progress, Whole, drawn, improve
from intryga.lab.rewards import Reward
from intryga.lab.vector import Vector

if TYPE_CHECKING:
    from intryga.kernel.game import AnyGame

AT_RANDOM = None    # instead of an earlier self
SELVES = 8    # that are remembered
MEMORIES = 16    # how often one is kept, over all the training
LOOKS = 150    # moves at random, after which it is known how large numbers are
LAST_RATE, LAST_ENTROPY = 0.1, 0.2    # what is left of them in the end


class Schooling(msgspec.Struct, frozen=True):
    """How a policy is trained; kept with its weights, so that anybody can do it again."""

    game: str
    version: int    # of its rules
    tables: dict[int, int]    # how many games side by side, by the number of seats
    decisions: int    # to learn from
    hidden: tuple[int, int] = (128, 128)
    places: list[str] = []    # zones of which every place is read
    batch: int = 32_768    # decisions before the network learns
    rate: float = 1e-3
    entropy: float = 0.015
    blend: float = 0.95    # how far what happened later speaks for a decision
    earlier: float = 0.25    # share of games against an earlier self
    points: float = 0.0    # half of a game's worth is by how much: so many points make a share 2.7 times as large
    seed: int = 1


class InputReader:
    """Observations as rows of inputs. What bots/policy.py does one by one, for many at once."""

    def __init__(self, found: Columns) -> None:
        self.width = found.width
        self.always = found.always
        self.number_at, self.number_to = _columns(found.numbers, 2)
        self.word_at, self.word_to, self.word_kinds = _columns(found.words, 3)
        self.tops = found.tops
        self.scale = np.ones(found.width, np.float32)

    def read(self, observations: NDArray[np.int16]) -> Floats:
        count, width = len(observations), self.width
        words = np.clip(observations[:, self.word_at], 0, self.word_kinds)
        row, place = np.nonzero(words)
        inputs = row * width + self.word_to[place] + words[row, place] - 1
        seen = np.bincount(inputs, minlength=count * width).reshape(count, width).astype(np.float32)
        seen[:, self.number_to] = observations[:, self.number_at]
        for top in self.tops:
            size = observations[:, top.size_at].astype(np.int64)
            there = np.flatnonzero(size)
            seen[there, top.column + observations[there, top.first + size[there] - 1] - 1] = 1
        seen[:, self.always] = 1
        seen *= self.scale
        return seen


def _columns(rows: Sequence[tuple[int, ...]], width: int) -> list[Whole]:
    return list(np.array(rows, np.int64).reshape(-1, width).T)


class PlayedStep(NamedTuple):
    """One step of all games of a room."""

    games: Whole    # in which the policy decided
    seats: Whole
    seen: NDArray[np.int16]
    masks: NDArray[np.uint8]
    actions: Whole
    logs: Floats
    expected: Floats
    over: Whole    # games that ended with this step
    worth: Floats    # by seat


class Classroom:
    """Games with so many seats, side by side."""

    def __init__(self, what: Schooling, seats: int, reader: InputReader, random: np.random.Generator) -> None:
        self.what = what
        self.seats = seats
        self.reader = reader
        self.random = random
        count = what.tables[seats]
        reward: Reward = "score" if what.points else "win"
        self.many = Vector(what.game, seats, count, what.seed * 1000 + seats, reward=reward, encoding="codes")
        self.rivals = np.full(count, -1)    # by game: which earlier self; -1: none, all seats learn
        self.learner = np.zeros(count, np.int64)

    def look_around(self) -> list[Floats]:
        """What is seen in games at random."""
        found = []
        for step in range(LOOKS):
            self.many.step(drawn(self.many.masks.astype(np.float32), self.random))
            if step % 10 == 0:
                found.append(self.reader.read(self.many.observations))
        return found

    def play(self, net: Network, selves: list[Network | None], wanted: int) -> Iterator[PlayedStep]:
        """Until the policy has decided so often."""
        many = self.many
        while wanted > 0:
            choices = many.masks.sum(1) > 1
            seats = many.seats.astype(np.int64)
            mine = choices & ((self.rivals < 0) | (self.learner == seats))
            actions = many.masks.argmax(1)
            games = np.flatnonzero(mine)
            seen, masks = many.observations[games], many.masks[games]
            found = net.forward(self.reader.read(seen), masks)
            actions[games] = drawn(found.chances, self.random)
            logs = np.log(found.chances[np.arange(len(games)), actions[games]])
            for rival in np.unique(self.rivals[choices & ~mine]):
                theirs = np.flatnonzero(choices & ~mine & (self.rivals == rival))
                actions[theirs] = self._answers(selves[rival], theirs)
            many.step(actions)
            over = np.flatnonzero(many.over)
            yield PlayedStep(games, seats[games], seen, masks, actions[games], logs, found.expected, over,
                             self._worth(many.returns[over]))  # fmt: skip
            for game in over.tolist():
                self._begin(game, len(selves))
            wanted -= len(games)

    def _answers(self, rival: Network | None, games: Whole) -> Whole:
        masks = self.many.masks[games]
        if rival is AT_RANDOM:
            return drawn(masks.astype(np.float32), self.random)
        return drawn(rival.forward(self.reader.read(self.many.observations[games]), masks).chances, self.random)

    def _begin(self, game: int, selves: int) -> None:
        """Who plays the next one."""
        against = self.random.random() < self.what.earlier
        self.rivals[game] = self.random.integers(selves) if against else -1
        self.learner[game] = self.random.integers(self.seats)

    def _worth(self, returns: NDArray[np.float64]) -> Floats:
        if not self.what.points or not len(returns):
            return returns.astype(np.float32)
        ahead = returns - returns.max(1, keepdims=True)
        won = (ahead == 0) / (ahead == 0).sum(1, keepdims=True)
        by_points = np.exp(ahead / self.what.points)
        share = 0.5 * won + 0.5 * by_points / by_points.sum(1, keepdims=True)
        worth: Floats = ((self.seats * share - 1) / (self.seats - 1)).astype(np.float32)
        return worth

    def lesson(self, steps: list[PlayedStep]) -> Lesson:
        """Backwards from the last: a decision whose game goes on with nothing more decided by its seat teaches nothing
        yet."""
        shape = (self.many.count, self.seats)
        later, gained, known = np.zeros(shape, np.float32), np.zeros(shape, np.float32), np.zeros(shape, bool)
        parts: list[tuple[NDArray[np.generic], ...]] = []
        for at in reversed(steps):
            later[at.over], gained[at.over], known[at.over] = at.worth, 0, True
            where = at.games, at.seats
            told = known[where]
            advantages = np.where(told, later[where] - at.expected + self.what.blend * gained[where], 0)
            parts.append(
                (at.seen[told], at.masks[told], at.actions[told], at.logs[told], advantages[told],
                 (advantages + at.expected)[told])
            )  # fmt: skip
            later[where], gained[where], known[where] = at.expected, advantages, True
        seen, *rest = (np.concatenate(column) for column in zip(*parts, strict=True))
        return Lesson(self.reader.read(seen), *rest)


class School:
    """A policy in the making."""

    def __init__(self, game: AnyGame, what: Schooling) -> None:
        self.what = what
        self.random = np.random.default_rng(what.seed)
        seats = tuple(sorted(what.tables))
        found = [columns(game, chairs, seats, tuple(what.places)) for chairs in seats]
        readers = [InputReader(one) for one in found]
        self.rooms = [
            Classroom(what, chairs, reader, self.random) for chairs, reader in zip(seats, readers, strict=True)
        ]
        looks = np.concatenate([seen for room in self.rooms for seen in room.look_around()])
        self.net = Network(found[0].width, found[0].cards, what.hidden, int(game.space.size), self.random)
        self.scale = np.ones(found[0].width, np.float32)
        self.scale[self.net.plain] = usual_size(looks)[self.net.plain]
        for reader in readers:
            reader.scale = self.scale
        self.selves: list[Network | None] = [AT_RANDOM]
        self.done = 0

    def teach(self) -> Iterator[tuple[int, Progress]]:
        """Tells how many decisions were made, and what came of it, lesson by lesson."""
        what = self.what
        kept = 0
        while self.done < what.decisions:
            part = self.done / what.decisions
            lessons = []
            for room in self.rooms:
                steps = list(room.play(self.net, self.selves, what.batch // len(self.rooms)))
                lessons.append(room.lesson(steps))
            lesson = Lesson(*(np.concatenate(column) for column in zip(*lessons, strict=True)))
            rate, entropy = fallen(what.rate, LAST_RATE, part), fallen(what.entropy, LAST_ENTROPY, part)
            progress = improve(self.net, lesson, rate, entropy, self.random)
            if part * MEMORIES > kept + 1:
                kept += 1
                self.remember()
            self.done += len(lesson.actions)
            yield len(lesson.actions), progress

    def remember(self) -> None:
        """Chance and the latest stay, of the others some are forgotten."""
        self.selves.append(self.net.copy())
        if len(self.selves) > SELVES:
            self.selves.pop(int(self.random.integers(1, SELVES)))
            for room in self.rooms:    # who plays against one of them goes on against the next
                room.rivals = np.minimum(room.rivals, len(self.selves) - 1)

    def learnt(self) -> Learnt:
        """As it is kept."""
        rows, bias, second, second_bias, third, third_bias, *kinds = [part.tolist() for part in self.net.learnt()]
        return Learnt(
            seats=sorted(self.what.tables),
            places=self.what.places,
            actions=len(third_bias) - 1,
            scale=short(self.scale[self.net.plain].tolist()),
            first=matrix(rows),
            bias=short(bias),
            second=matrix(second),
            second_bias=short(second_bias),
            third=matrix(third),
            third_bias=short(third_bias),
            kinds=[matrix(table) for table in kinds],
            trained=msgspec.to_builtins({**msgspec.structs.asdict(self.what), "decisions": self.done}, str_keys=True),
        )


def usual_size(looks: Floats) -> Floats:
    """By input: what makes its numbers, where there are any, as large as 1."""
    count = np.maximum((looks != 0).sum(0), 1)
    size = np.sqrt((looks.astype(np.float64) ** 2).sum(0) / count)
    return (1 / np.where(size > 0, size, 1)).astype(np.float32)


def fallen(whole: float, last: float, part: float) -> float:
    """Evenly to the last share of it."""
    return whole * (1 - (1 - last) * part)


def short(numbers: list[float]) -> list[float]:
    return [float(f"{number:.5g}") for number in numbers]
