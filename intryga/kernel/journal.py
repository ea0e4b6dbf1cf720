"""What happened, kept only where somebody will read it.

Tables attach a journal to their state; simulation and search do not, and pay nothing. Every viewer's log, the animation
and the undo barrier follow from its events, without any flag an author could forget.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.kernel.layout import EVERYBODY, Layout

NAMELESS: Final = -1    # instead of a kind: which card it was no log keeps


class Event:
    """One thing that happened."""


class Moved(Event):
    """`count` cards of one kind, or NAMELESS, went from zone to zone; `place` is where in a row they lay, or -1."""

    def __init__(self, kind: i64, count: i64, source: i64, target: i64, place: i64) -> None:
        self.kind: i64 = kind
        self.count: i64 = count
        self.source: i64 = source
        self.target: i64 = target
        self.place: i64 = place


class Told(Event):
    """Something everybody may hear that no card shows: a round begins, somebody declines."""

    def __init__(self, word: str, seat: i64, number: i64) -> None:
        self.word = word
        self.seat: i64 = seat
        self.number: i64 = number


class Journal:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.events: list[Event] = []
        self.unasked: list[tuple[i64, i64]] = []    # seat and action of every lone option that was taken unasked
        self.revealed = False    # somebody may have learnt something since this was last set to False

    def moved(self, kind: i64, count: i64, source: i64, target: i64, place: i64) -> None:
        self.events.append(Moved(kind, count, source, target, place))
        # A card that leaves a place not open to all tells the others at least that it left.
        if self.layout.at[source].seen_by != EVERYBODY:
            self.revealed = True

    def told(self, word: str, seat: i64, number: i64) -> None:
        self.events.append(Told(word, seat, number))
