"""What imagined games say: chances to win, and what sets options apart that were tried in the same worlds."""

from __future__ import annotations

from mypy_extensions import i64

from intryga.bots.bot import mean_and_error


class Outlook:
    """Each seat's chance to win, with its error, from so many imagined games."""

    def __init__(self, chances: list[float], errors: list[float], games: i64) -> None:
        self.chances = chances
        self.errors = errors
        self.games: i64 = games


class Comparison:
    """Options tried in the same worlds."""

    def __init__(self, options: list[i64]) -> None:
        self.options = options
        self.worlds: i64 = 0
        self.shares: list[list[float]] = []    # what each option brought, by world

    def note(self, shares: list[float]) -> None:
        self.worlds += 1
        self.shares.append(shares)

    def chance(self, i: i64) -> tuple[float, float]:
        """To win by an option, and the error."""
        total = 0.0
        squares = 0.0
        for shares in self.shares:
            total += shares[i]
            squares += shares[i] * shares[i]
        return mean_and_error(total, squares, self.worlds)

    def lost(self, i: i64, best: i64 = 0) -> tuple[float, float]:
        """How much less than another option brings, and the error: worlds in which both do the same say nothing."""
        total = 0.0
        squares = 0.0
        for shares in self.shares:
            difference = shares[best] - shares[i]
            total += difference
            squares += difference * difference
        return mean_and_error(total, squares, self.worlds)
