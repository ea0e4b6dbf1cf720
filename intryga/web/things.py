"""Things to draw, each with what may be done with it and what may not."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from intryga.web.look import Face
from intryga.web.written import content


class ShownOption(Struct, frozen=True):
    """An option of the decision, in the reader's words."""

    action: int
    text: str
    count: int    # how many cards it is about, or 0
    drags: bool = False    # a second thing is chosen after it: it may be drawn there
    then: int = -1    # what the same thing would be as that second one, where it can be either


class Reason(NamedTuple):
    """Why something may not be done."""

    text: str    # what may not
    rule: str
    sentence: str


class Thing(Struct, frozen=True, dict=True):
    """Equal cards that lie together, or a pile as a whole."""

    id: str
    card: str    # empty for a pile, and for cards that the viewer does not see
    count: int
    name: str
    face: Face | None    # none: face down
    short: str
    options: list[ShownOption]
    reasons: list[Reason]
    chosen: bool    # earlier in this chain of choices
    fresh: int    # how many came here since the viewer's last move, where that is worth a mark
    came: int    # the same for every zone, so that cards fly there too
    origin: str    # where from: the id of a zone

    @property
    def depth(self) -> int:
        return min(self.count, 4) - 1 if self.count else 0

    @cached_property
    def told(self) -> bytes:
        """What it says as an answer (see kept.py)."""
        return content(self)

    @property
    def inert(self) -> Thing:
        """The same with nothing to do about it, for where the whole place answers for what lies in it."""
        return replace(self, options=[], reasons=[])


class Choices(NamedTuple):
    """What may and may not be done by one verb with one argument."""

    options: list[ShownOption]
    reasons: list[Reason]


class Contender(NamedTuple):
    """What somebody has in a fight for majorities."""

    cards: dict[str, int]
    leads: list[str]
    ties: list[str]    # has as many as anybody, and so has somebody else


class ShownZone(NamedTuple):
    """A zone with what lies in it, for tables that are laid out by their zones alone."""

    id: str
    title: str
    things: list[Thing]
    size: int
