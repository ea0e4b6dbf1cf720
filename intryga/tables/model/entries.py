"""What a table is made of: a header that never changes, and entries that are only ever appended.

Every entry has a number, from 1, and its number is unique at its table: of two writers one wins. What the moves mean
is for the rules; everything else (who sits where, who is away, what was said) stands in the same log, so that one
order of events holds for all of it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from intryga.kernel.game import Value
from intryga.tables.shapes import Clock, Spectators, TableId


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the table was set: for a bot of a level, for a certain person, or for whoever comes."""

    level: str = ""
    name: str = ""
    reserved: str = ""    # id of a person


class Header(msgspec.Struct, frozen=True):
    table: TableId
    game: str
    rules: int
    options: dict[str, Value]
    seats: list[SeatPlan]
    dice: str    # as they lay before the game: the secret
    creator: str
    made: float
    public: bool
    pace: float
    window: float
    clock: Clock | None
    spectators: Spectators
    name: str
    components: str = ""    # the text of a component file of somebody's own


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    pass


class Sat(Event, frozen=True):
    seat: int
    person: str
    name: str


class Left(Event, frozen=True):
    """Before the game: the seat is free again. In the game: a bot plays until the owner is back."""

    seat: int


class Began(Event, frozen=True):
    pass


class Moved(Event, frozen=True):
    seat: int
    text: str
    by: str = ""    # the bot that chose, at whoever's seat
    rest: bool = False    # a pass, here and in every window until their chain is over


class Undone(Event, frozen=True):
    seat: int


class AskAgain(Event, frozen=True):
    """A seat that passed for the rest of a chain of windows takes that back."""

    seat: int


class Bell(Event, frozen=True):
    """The time of a reaction window is up: who has not answered passes, and the box is opened."""


class Away(Event, frozen=True):
    """Late, or gone and replaced."""

    seat: int
    why: Literal["late", "replaced"]


class Back(Event, frozen=True):
    seat: int


class Resigned(Event, frozen=True):
    seat: int


class Said(Event, frozen=True):
    person: str
    seat: int
    name: str
    text: str


class Closed(Event, frozen=True):
    """Everybody left before the game began."""


class Again(Event, frozen=True):
    """A rematch was asked for; this is its table."""

    table: TableId


AnyEvent = Sat | Left | Began | Moved | Undone | AskAgain | Bell | Away | Back | Resigned | Said | Closed | Again


class Logged(msgspec.Struct, frozen=True):
    number: int
    at: float
    event: AnyEvent


_decoder = msgspec.json.Decoder(AnyEvent)


def decode(raw: bytes) -> AnyEvent:
    event: AnyEvent = _decoder.decode(raw)
    return event
