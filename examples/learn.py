"""Masked PPO by self-play, in numpy alone: a policy that has learnt a game after a few minutes on one core.

    python examples/learn.py --game spiskowcy --seats 2 --minutes 3

One network plays every chair: what it sees and does is counted from the viewer. An example to copy from, not a strong
player; with a library of tensors the middle part becomes shorter.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

import numpy as np

from intryga.lab.vector import Vector

WIDTH, RATE, CLIP, ENTROPY, BLEND = 256, 5e-4, 0.2, 0.01, 0.95
ENOUGH, PART, EPOCHS = 16_384, 1024, 2    # decisions before the network learns, at once, and how often it sees them


class Net:
    """Two hidden layers, a policy over the actions, and what the seat expects to get."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        shapes = [(inputs, WIDTH, 1.4), (WIDTH, WIDTH, 1.4), (WIDTH, actions + 1, 0.1)]
        self.layers = [(g * rng.standard_normal((n + 1, m)) / np.sqrt(n)).astype(np.float32) for n, m, g in shapes]
        self.moments = [(np.zeros_like(one), np.zeros_like(one)) for one in self.layers]
        self.steps = 0

    def forward(self, seen: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
        """Chances of the actions, values, and the inputs of each layer, whose last row are biases."""
        inputs = [np.clip(seen, -1, 9).astype(np.float32) / 3]
        for one in self.layers[:-1]:
            inputs.append(np.maximum(inputs[-1] @ one[:-1] + one[-1], 0))
        out = inputs[-1] @ self.layers[-1][:-1] + self.layers[-1][-1]
        logits = np.where(mask > 0, out[:, :-1], -1e9)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        return chances / chances.sum(1, keepdims=True), out[:, -1], inputs

    def learn(self, inputs: list[np.ndarray], slope: np.ndarray) -> None:
        """Adam, with the slope of the loss at the output."""
        slopes: list[np.ndarray] = []
        for x, layer in zip(reversed(inputs), reversed(self.layers), strict=True):
            slopes.insert(0, np.vstack([x.T @ slope, slope.sum(0)]))
            if x is not inputs[0]:
                slope = (slope @ layer[:-1].T) * (x > 0)
        norm = np.sqrt(sum(float((one**2).sum()) for one in slopes))
        self.steps += 1
        for layer, one, (mean, square) in zip(self.layers, slopes, self.moments, strict=True):
            one *= min(1, 0.5 / (norm + 1e-8))
            mean += 0.1 * (one - mean)
            square += 0.001 * (one**2 - square)
            step = mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
            layer -= RATE * step


def choose(net: Net, many: Vector, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """An action for each game, how likely it was, and what the seat expects."""
    chances, values, _ = net.forward(many.observations, many.masks)
    action = (chances / rng.standard_exponential(chances.shape)).argmax(1)    # each as likely as its chance
    return action, chances[np.arange(many.count), action], values


def finished(decisions: list[tuple], worth: float) -> list[tuple]:
    """One seat's decisions of a game with their advantages, backwards from the end, where the only reward is."""
    ready, advantage, after = [], 0.0, worth
    for seen, mask, action, chance, value in reversed(decisions):
        advantage = after - value + BLEND * advantage
        ready.append((seen, mask, action, chance, advantage, advantage + value))
        after = value
    return ready


def improve(net: Net, ready: list[tuple], rng: np.random.Generator) -> None:
    seen, mask, action, chance, advantage, target = (np.array(column) for column in zip(*ready, strict=True))
    advantage = ((advantage - advantage.mean()) / (advantage.std() + 1e-8)).astype(np.float32)
    for _ in range(EPOCHS):
        for part in np.array_split(rng.permutation(len(action)), len(action) // PART):
            rows = np.arange(len(part))
            chances, values, inputs = net.forward(seen[part], mask[part])
            ratio = chances[rows, action[part]] / chance[part]
            hoped = advantage[part]
            clipped = np.where(hoped > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
            weight = np.where(clipped, 0, ratio * hoped)[:, None]
            logs = np.log(np.maximum(chances, 1e-9))
            entropy = -(chances * logs).sum(1, keepdims=True)
            slope = weight * chances + ENTROPY * chances * (logs + entropy)
            slope[rows, action[part]] -= weight[:, 0]
            net.learn(inputs, np.hstack([slope, (values - target[part])[:, None]]).astype(np.float32) / len(part))


def win_share(net: Net, game: str, seats: int, bot: str, count: int) -> float:
    """Against a bot in all other chairs, each chair in turn."""
    many, rng = Vector(game, seats, min(count, 250), seed=10_001, bot=bot), np.random.default_rng(5)
    won, played = 0.0, 0
    while played < count:
        chairs = many.learners.copy()
        many.step(choose(net, many, rng)[0])
        ended = np.flatnonzero(many.over)
        won += float((many.returns[ended, chairs[ended]] * (seats - 1) + 1).sum() / seats)
        played += len(ended)
    return won / played


def train(game: str, seats: int, count: int = 256, seed: int = 1) -> Iterator[tuple[Net, int]]:
    """The network whenever it has learnt something, and from how many decisions so far; for ever."""
    rng = np.random.default_rng(seed)
    many = Vector(game, seats, count, seed=seed)
    net, decisions = Net(many.form.length, many.form.actions, rng), 0
    running: list[list[list[tuple]]] = [[[] for _ in range(seats)] for _ in range(count)]
    while True:
        ready: list[tuple] = []
        while len(ready) < ENOUGH:
            seen, mask, seat = many.observations.copy(), many.masks.copy(), many.seats.copy()
            action, chance, value = choose(net, many, rng)
            many.step(action)
            for i in range(count):
                running[i][seat[i]].append((seen[i], mask[i], action[i], chance[i], value[i]))
            for i in np.flatnonzero(many.over):
                for chair in range(seats):
                    ready += finished(running[i][chair], many.returns[i, chair])
                    running[i][chair] = []
            decisions += count
        improve(net, ready, rng)
        yield net, decisions


def curve(game: str, seats: int, minutes: float) -> Iterator[tuple[float, int, float]]:
    """Now and then: seconds of training, decisions so far, games won against random play."""
    spent, look, began = 0.0, 10.0, time.process_time()    # of this process alone; measuring is not training
    for net, decisions in train(game, seats):
        spent += time.process_time() - began
        if spent >= look or spent >= 60 * minutes:
            yield spent, decisions, win_share(net, game, seats, "random", 1000)
            look *= 1.6
        if spent >= 60 * minutes:
            break
        began = time.process_time()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="spiskowcy")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=3)
    for spent, decisions, won in curve(**vars(parser.parse_args())):
        print(f"{spent:6.0f} s  {decisions:10,} decisions  wins {won:.1%} against random", flush=True)
