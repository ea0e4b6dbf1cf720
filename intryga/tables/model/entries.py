"""What a table is made of: a header that never changes, and entries that are only ever appended.

Every entry has a number, from 1, and its number is unique at its table: of two writers one wins. What the moves mean
is for the rules; everything else (who sits where, who is away, what was said) stands in the same log, so that one
order of events holds for all of it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from intryga.kernel.game import Value
from intryga.tables.types import Clock, DealId, Halted, Refused, Spectators, TableId, Wish

FORMAT = 3
FORMATS = (1, 2, 3)    # that can be read


class SeatPlan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the table was set: for a bot of a level, for a certain person, or for whoever comes."""

    level: str = ""
    name: str = ""
    reserved: str = ""    # id of a person


class Header(msgspec.Struct, frozen=True):
    """What is settled when a table is made."""

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
    alone: bool = False    # one person and bots, and nobody may look on: who cannot act in a window is not asked
    hints: bool = False    # players may ask what they might do
    components: str = ""    # the mark of a component file of somebody's own; in format 1 its text
    format: int = 1    # of this header and the entries that follow; where none is written it is 1
    deal: DealId = ""    # that other tables play too


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an entry says has changed. Its tag is what stands in stored logs, and is never changed."""


class SeatTaken(Change, frozen=True, tag="Sat"):
    """Somebody sits down."""

    seat: int
    person: str
    name: str


class SeatLeft(Change, frozen=True, tag="Left"):
    """Before the game: the seat is free again. In the game: a bot plays until the owner is back."""

    seat: int


class BotSeated(Change, frozen=True, tag="Bot"):
    """Before the game: whoever made the table puts a bot on a free seat, or (level empty) takes it away again."""

    seat: int
    level: str
    name: str = ""


class SeatsClosed(Change, frozen=True, tag="Fewer"):
    """Before the game: the free seats are taken away, so that those who are there may begin."""


class GameBegan(Change, frozen=True, tag="Began"):
    """All seats are taken, and the game is set up."""


class MoveMade(Change, frozen=True, tag="Moved"):
    """A seat has chosen."""

    seat: int
    text: str
    by: str = ""    # the bot that chose, at whoever's seat
    rest: bool = False    # a pass, here and in every window until their chain is over


class MoveTakenBack(Change, frozen=True, tag="Undone"):
    """The last moves of a seat, one or several."""

    seat: int
    count: int = 1


class PassingStopped(Change, frozen=True, tag="AskAgain"):
    """A seat that passed for the rest of a chain of windows takes that back."""

    seat: int


class OrderGiven(Change, frozen=True, tag="Order"):
    """A seat says in advance when it wants to be asked about a card: always, as a target only, or not this round."""

    seat: int
    card: str
    wish: Wish


class BellRang(Change, frozen=True, tag="Bell"):
    """The time of a reaction window is up: who has not answered passes, and the box is opened."""


class BotTookOver(Change, frozen=True, tag="Away"):
    """Late, or gone and replaced."""

    seat: int
    why: Literal["late", "replaced"]


class OwnerReturned(Change, frozen=True, tag="Back"):
    """The owner of a seat takes it over from the bot again."""

    seat: int


class Resigned(Change, frozen=True, tag="Resigned"):
    """A bot plays this seat to the end of the game."""

    seat: int


class ChatSaid(Change, frozen=True, tag="Said"):
    """Somebody at the table says something."""

    person: str
    seat: int
    name: str
    text: str


class ChatSlowed(Change, frozen=True, tag="Slow"):
    """Whoever runs the server lets everybody speak only so often."""

    seconds: int


class TableClosed(Change, frozen=True, tag="Closed"):
    """Everybody left before the game began; or the game can come to no end, or was closed by who runs the server."""

    why: Halted = ""


class PaceChosen(Change, frozen=True, tag="Pace"):
    """How fast bots move from now on, and moments pass."""

    seconds: float


class RematchMade(Change, frozen=True, tag="Again"):
    """A rematch was asked for; this is its table."""

    table: TableId


AnyChange = (
    SeatTaken
    | SeatLeft
    | BotSeated
    | SeatsClosed
    | GameBegan
    | MoveMade
    | MoveTakenBack
    | PassingStopped
    | OrderGiven
    | BellRang
    | BotTookOver
    | OwnerReturned
    | Resigned
    | ChatSaid
    | ChatSlowed
    | TableClosed
    | PaceChosen
    | RematchMade
)


class LogEntry(msgspec.Struct, frozen=True):
    """A change with its number and its time."""

    number: int
    at: float
    change: AnyChange


class HeaderFormat(msgspec.Struct):
    """What headers of every format have."""

    format: int = 1


PAGES = "damaged_pages"
"""By which key a table is refused because the file that it lies in is damaged."""


class Damaged(Refused):
    """A table that cannot be opened, with what is wrong; no other is harmed by it."""


_headers = msgspec.json.Decoder(Header)
_formats = msgspec.json.Decoder(HeaderFormat)
_changes = msgspec.json.Decoder(AnyChange)


def decode_header(raw: bytes) -> Header:
    try:
        format = _formats.decode(raw).format
        if format not in FORMATS:
            message = f"this table is stored in format {format}, which this program cannot read"
            raise Damaged("unknown_format", message, n=format)
        return _headers.decode(raw)
    except msgspec.MsgspecError as error:
        raise Damaged("damaged_header", f"the first page of this table cannot be read: {error}") from error


def decode_entry(number: int, at: float, raw: bytes) -> LogEntry:
    try:
        change: AnyChange = _changes.decode(raw)
    except msgspec.MsgspecError as error:
        message = f"entry {number} of its log cannot be read: {error}"
        raise Damaged("damaged_entry", message, n=number) from error
    return LogEntry(number, at, change)
