"""What goes in and out of the house: people, wishes, and pages that hold all their viewer may know and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from intryga.bots.hints import Hints
from intryga.bots.review import Review
from intryga.kernel.components import COMPONENTS_LENGTH
from intryga.kernel.game import Mistake, Value
from intryga.kernel.view import StoryLine, View

TableId = str
DealId = str    # "game/seats/name": tables of one deal get the same cards
DEAL_NAME = "^[a-z0-9][a-z0-9-]{0,39}$"
# Short, and without control characters: terminals obey those.
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")]

Status = Literal["waiting", "playing", "over"]
Spectators = Literal["public", "delayed", "no"]
# A game that is over without an end: nobody can move, it never stops, or whoever runs the server has closed it.
Halted = Literal["", "stuck", "endless", "host"]

Wish = Literal["ask", "target", "never"]
"""When to be asked about a card in reaction windows: always, as the target only, or no more in this round."""

CHAT_LENGTH = 500
NO_SEAT = -1    # the viewer who has no seat


class Refused(Mistake):
    """What a person asked of a table and cannot have. `key` names the sentence (`web.refused.KEY` in the texts), which
    gets `arguments`; the message is the same in English, for programs."""

    def __init__(self, key: str, message: str, **arguments: str | int) -> None:
        super().__init__(message)
        self.key = key
        self.arguments = arguments


class Stale(Refused):
    """The table has moved on since the page was drawn on which the person clicked. Nothing has happened."""

    def __init__(self) -> None:
        super().__init__("stale", "the table has already moved on; nothing was done")


class Person(msgspec.Struct, frozen=True):
    """Somebody who plays or looks on."""

    id: Annotated[str, Meta(min_length=16, max_length=64)]    # random; known to its owner only
    name: Name
    language: Annotated[str, Meta(pattern="^[a-z]{2}$")] = "pl"


# --- wishes ---


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for every move, and a bank for all that take longer. A day for a move and no bank is a slow game."""

    move: Annotated[int, Meta(ge=5, le=14 * 86400)]
    bank: Annotated[int, Meta(ge=0, le=86400)] = 0


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit on a seat of a new table."""

    kind: Literal["me", "open", "bot"]
    level: str = "heuristic"    # of a bot
    name: Name | None = None    # "me" more than once is a hot seat: what the others at my screen are called


class TableWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new table as somebody wants it."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    options: Annotated[dict[str, Value], Meta(max_length=40)] = {}
    public: bool = False
    pace: Annotated[float, Meta(ge=0, le=10)] = 1.0    # seconds between moves of bots
    # Seconds until the bell of a reaction window; 0: it ends with the last answer. None: as the clock suggests.
    window: Annotated[float, Meta(ge=0, le=120)] | None = None
    clock: Clock | None = None
    spectators: Spectators = "public"
    name: Name | None = None
    hints: bool = False    # may players ask what they might do? All see whether they may
    components: Annotated[str, Meta(max_length=COMPONENTS_LENGTH)] = ""    # the text of a component file of one's own
    # A deal by its name: whoever plays this game with as many seats under this name on this server gets the same cards.
    deal: Annotated[str, Meta(pattern=f"{DEAL_NAME}|^$")] = ""


# --- answers ---


class TakenBack(msgspec.Struct, frozen=True):
    """How far an undo to the start of one's turn went."""

    moves: int
    # Where it stopped: at the start of the "turn", at a "window" in which others answer, or because somebody learnt
    # something: how "dice" fell, what "answers" were given in secret, or something of hidden "cards".
    stopped: Literal["turn", "window", "dice", "answers", "cards"]


class HintsPage(msgspec.Struct, frozen=True):
    """What one of my seats might do, as long as its choice has this version."""

    seat: int
    version: int
    hints: Hints


class ReviewPage(msgspec.Struct, frozen=True):
    """A finished game looked at again; `review` once it is worked out."""

    table: TableId
    game: str
    rules: int
    components: str    # as in TablePage
    names: list[str]
    viewer: int
    done: int
    total: int    # pieces of work; 0: not yet known
    failed: bool
    review: Review | None


# --- pages ---


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat, as everybody at the table may know it."""

    seat: int
    name: str    # of who sits there or for whom an open seat is kept; else empty
    kind: Literal["human", "bot", "open"]
    level: str    # of the bot that plays here: always, or (see away) until the owner is back
    present: bool    # looks at the table now
    mine: bool
    clock_seconds: int | None    # what this seat had left when its present move began
    deadline: float | None    # seconds since 1970 when a bot takes over; ticks for every seat of a sealed run alike
    resigned: bool
    away: bool = False    # late or gone: a bot plays until the owner returns
    replaceable: bool = False    # the viewer may ask a bot to play for this absent seat
    awaited: bool = False    # the game waits for it; in a sealed run for all who are asked, answered or not
    author: str = ""    # names the person in chat and for `mute`; means nothing at other tables


class ChatLine(msgspec.Struct, frozen=True):
    """Something said at the table. Untrusted text: always escaped."""

    number: int
    at: float
    author: str
    name: str
    seat: int
    text: str
    mine: bool


class ToldLines(list[StoryLine]):
    """What one move tells some of its viewers. It lies with the table as long as a page shows it; whoever draws it may
    keep the drawing in it, which goes with it."""

    __slots__ = ("kept", "public")

    def __init__(self, lines: Iterable[StoryLine], public: list[StoryLine] | None = None) -> None:
        super().__init__(lines)
        self.kept: dict[Any, Any] = {}
        self.public = public    # what who only looks on is told instead; None: the same


class ToldMove(msgspec.Struct, frozen=True):
    """What came of one move, as its reader may know it."""

    mover: int    # a seat; -1: nobody's move (the set-up), or answers of several that were opened together
    entries: list[StoryLine]


class ViewersStory(list[ToldMove]):
    """The moves that one viewer can tell of. Whoever draws the viewer's page may keep in it what the drawing of the
    next one can begin with: that has the same `kept`."""

    __slots__ = ("kept",)

    def __init__(self, moves: Iterable[ToldMove], before: list[ToldMove] | None = None) -> None:
        super().__init__(moves)
        self.kept: dict[Any, Any] = before.kept if isinstance(before, ViewersStory) else {}


class Onlookers(msgspec.Struct, frozen=True):
    """Who looks at a table without playing, as far as the players' own server sees them."""

    count: int = 0
    names: tuple[str, ...] = ()    # of some of them


class TablePage(msgspec.Struct, frozen=True):
    """All that one viewer may know of a table."""

    table: TableId
    game: str
    name: str    # may be empty
    options: dict[str, Value]
    status: Status
    version: int    # counts what this viewer could notice; goes up only
    seats: list[SeatInfo]
    viewer: int
    view: View | None    # none while waiting, and where a table was closed before it began
    story: list[ToldMove]    # the last moves this viewer can tell of, oldest first
    can_undo: bool    # my last choice
    chat: list[ChatLine]
    commitment: str
    secret: str | None    # once the game is over
    invite: str | None    # for the creator, while a seat is free
    deadline: float | None    # when we stop waiting for whom we wait for
    creator: bool
    hot_seat: bool
    asked: int = NO_SEAT    # my seat that is to choose now (one after another, where I hold several)
    news: int = 0    # how many of them, the last ones, came after my own last click; without a seat: the last one
    story_skipped: int = 0    # earlier moves that are left out; the replay has them
    window_ends: float | None = None    # the bell of an open reaction window: who has not answered by then passes
    window: float = 0.0    # how many seconds such windows last; 0: until all have answered
    pass_on: int | None = None    # the option that I may choose for the rest of this chain of windows too
    passing: list[int] = []    # my seats that do so now
    lapsed: bool = False    # the bell came before my last answer
    orders: dict[str, Wish] = {}    # of each card that has one: when I want to be asked; nobody else sees it
    ordered: bool = False    # I pass in this window because my orders say so
    rematch: TableId | None = None
    public: bool = False
    spectators: Spectators = "public"
    delayed: bool = False    # the view shows everything, as it was a while ago
    rules: int = 0    # version of the game's rules; 0: the newest
    stamp: str = ""    # of all that this page says, also of who is present: with the same stamp it is the same page
    components: str = ""    # fingerprint of a component file of somebody's own, if it is played with one
    halted: Halted = ""
    expires: float | None = None    # when the table is removed unless something happens; none: not soon
    pace: float = 1.0    # seconds between two moves of bots
    code: str = ""    # with the invite: the words by which others find this table, as in codes.py
    startable: int = 0    # with how many the creator may begin without those who have not come; 0: not
    hints: bool = False    # as in TableWish
    deal: DealId = ""    # that other tables play too
    can_undo_turn: bool = False    # more than one of my choices
    has_shown: bool = False    # my last choice, the last of all, stays: somebody has learnt something from it
    onlookers: Onlookers = Onlookers()    # for who plays


class TableCard(msgspec.Struct, frozen=True):
    """A table in a list."""

    table: TableId
    game: str
    name: str
    status: Status
    players: list[str]    # by seat; empty where a seat is free
    free: int
    mine: bool
    my_turn: bool
    changed: float
    public: bool
    winners: list[int] = []
    scores: list[int] = []    # by seat, once the game is over
    seat: int = NO_SEAT    # mine
    awaited: list[str] = []    # the names of who is to choose


class Lobby(msgspec.Struct, frozen=True):
    """The lists of tables for one person."""

    open: list[TableCard]
    mine: list[TableCard]
    finished: list[TableCard]


class DealtTable(msgspec.Struct, frozen=True):
    """A table that has played a deal to its end."""

    rank: int    # by what the viewer's seat made of its cards, from 1; equal results share it
    players: list[str]    # by seat
    bots: list[bool]    # by seat
    scores: list[int]
    winners: list[int]
    seat: int    # the viewer's, or -1
    table: TableId    # empty where the viewer had no seat


class DealPage(msgspec.Struct, frozen=True):
    """A deal and how it went. What came of it is told to those who have played it themselves."""

    deal: DealId
    game: str
    seats: int
    name: str
    finished: int    # tables that have played it to the end
    playing: int    # tables that have not
    mine: TableId    # where the viewer plays it, or has played it; else empty
    tables: list[DealtTable]    # the best result of the viewer's seat first; none for who has not finished it


class ReplayPage(msgspec.Struct, frozen=True):
    """A finished game after one of its moves, as one viewpoint may know it."""

    table: TableId
    game: str
    name: str
    names: list[str]
    move: int    # how many moves have been made
    moves: int    # of the whole game
    viewpoint: int    # a seat, -1 for a spectator, -2 with everything open
    view: View
    story: list[StoryLine]    # what came of this move
    before: list[list[StoryLine]]    # and of the last ones before it, oldest first
    earlier: int    # the moves around this one of which something came
    later: int
    said: str    # the move itself as text; empty where this viewpoint may not know it
    seat: int    # who made it, or -1
    commitment: str
    secret: str
    checksum: str
    turns: list[int] = []    # the moves with which somebody else begins to move
    components: str = ""    # as in TablePage
    rules: int = 0    # as in TablePage
