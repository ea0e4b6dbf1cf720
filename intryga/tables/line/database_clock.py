"""What time it is for several machines: the database's, so that no two of them disagree."""

from __future__ import annotations

from intryga.tables.runtime.wall_clock import WallClock

NOISE = 0.02    # seconds that the network may account for


class DatabaseClock(WallClock):
    """Goes by this machine's monotonic clock, set by the database's. Until that was asked it is this machine's own."""

    def __init__(self) -> None:
        self._ahead: float | None = None    # of the monotonic clock

    def now(self) -> float:
        return super().now() if self._ahead is None else self.elapsed() + self._ahead

    def follow(self, theirs: float, asked: float, heard: float) -> None:
        """`theirs`: what the database's clock showed between two moments, as `elapsed` counts."""
        ahead = theirs - (asked + heard) / 2
        if self._ahead is None or abs(ahead - self._ahead) > max(NOISE, heard - asked):
            self._ahead = ahead
