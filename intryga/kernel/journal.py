"""What happened, kept only where somebody will read it.

Tables attach a journal to their state; simulation and search do not, and pay nothing. Every viewer's story, the
animation and the undo barrier follow from its events, without any flag an author could forget.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from intryga.kernel.layout import EVERYBODY, Layout
from intryga.kernel.words import Word

NAMELESS: Final = -1    # instead of a kind: which card it was no story tells


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


class Counted(Event):
    """A counter changed from one number to another."""

    def __init__(self, counter: i64, before: i64, after: i64) -> None:
        self.counter: i64 = counter
        self.before: i64 = before
        self.after: i64 = after


class Noted(Event):
    """A note or a memory changed. Nobody reads of it: what was noted shows in the view of who may see it."""

    def __init__(self, note: i64) -> None:
        self.note: i64 = note


class Told(Event):
    """Something that no card shows: a round begins, somebody declines. `to` is who hears it: a seat, or EVERYBODY."""

    def __init__(self, word: Word, values: list[i64], to: i64) -> None:
        self.word = word
        self.values = values
        self.to: i64 = to


class Journal:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.is_read = True    # by somebody: what no card shows is worth working out
        self.events: list[Event] = []
        self.unasked: list[tuple[i64, i64]] = []    # seat and action of every lone option that was taken unasked
        self.revealed = False    # somebody may have learnt something since this was last set to False
        self.mover: i64 = -1    # who does what happens now, and may take back having shown cards that they hold

    def moved(self, kind: i64, count: i64, source: i64, target: i64, place: i64) -> None:
        self.events.append(Moved(kind, count, source, target, place))
        # A card that leaves a place not open to all tells the others at least that it left.
        zone = self.layout.at[source]
        if zone.seen_by != EVERYBODY and not (zone.held and zone.seat == self.mover):
            self.revealed = True

    def counted(self, counter: i64, before: i64, after: i64) -> None:
        self.events.append(Counted(counter, before, after))
        self._learnt(counter)

    def noted(self, note: i64) -> None:
        self.events.append(Noted(note))
        self._learnt(note)

    def told(self, word: Word, a: i64, b: i64, c: i64, d: i64, to: i64) -> None:
        self.events.append(Told(word, [a, b, c, d][: len(word.parameters)], to))
        if to != EVERYBODY:
            self.revealed = True

    def taken_unasked(self, seat: i64, action: i64) -> None:
        self.unasked.append((seat, action))

    def _learnt(self, zone: i64) -> None:
        """A memory is knowledge of hidden cards, as is what others have shown; what changes out of sight may be too."""
        place = self.layout.at[zone]
        shown_by_another = place.shown and place.seat != self.mover
        if place.memory or shown_by_another or place.seen_by != EVERYBODY:
            self.revealed = True
