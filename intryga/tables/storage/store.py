"""Where tables are stored, as far as the house knows: SQLite or PostgreSQL behind the same methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from intryga.tables.model.entries import AnyChange, Header, LogEntry
from intryga.tables.storage.visitors import Visitors
from intryga.tables.types import DealId, Refused, Status, TableId


class Taken(Exception):
    """Somebody else has written the entry with this number."""


class Fenced(Exception):
    """Another process looks after this table by now: what this one wants to enter by itself comes too late."""


class NotStored(Refused):
    """The disk is full or cannot be written: nothing has happened, and later it may."""

    def __init__(
        self,
        key: str = "not_stored",
        message: str = "the server cannot store anything at the moment; nothing was done",
    ) -> None:
        super().__init__(key, message)


class Unsure(NotStored):
    """The connection to the database was lost in the middle: the log will tell whether it was stored."""

    def __init__(self) -> None:
        super().__init__("unsure", "the database went away; the table will soon show whether that was stored")


class NotReached(Refused):
    """The database does not answer."""

    def __init__(self) -> None:
        super().__init__("not_reached", "the tables cannot be reached at the moment; try again soon")


class Summary(msgspec.Struct, frozen=True):
    """What lists show of a table. It is written together with the entry that changed it, and never says anything that
    only some may know: an answer in a sealed run leaves it as it was."""

    table: TableId
    game: str
    name: str
    status: Status
    public: bool
    players: list[str]
    people: list[str]    # ids, by seat; empty for bots and free seats
    free: int
    awaited: list[int]
    winners: list[int]
    changed: float
    scores: list[int] = []    # by seat, once the game is over


class Store(Protocol):
    """What the house asks of wherever tables are stored."""

    visitors: Visitors

    @property
    def failing(self) -> bool:
        """Could nothing be stored the last time?"""

    async def open(self) -> None:
        """Create or migrate what is needed."""

    async def close(self) -> None: ...

    async def add(self, header: Header, summary: Summary, components: str = "") -> None:
        """With the text of its component file, which is stored once by its mark. Raises Taken if there is a table of
        this name."""

    async def header(self, table: TableId) -> Header | None:
        """Raises Damaged, as does `entries`."""

    async def components(self, mark: str) -> str:
        """The text of a component file; empty if there is none of this mark."""

    async def append(
        self, table: TableId, number: int, at: float, change: AnyChange, summary: Summary | None, keeper: int = 0
    ) -> None:
        """All or nothing, durable on return. `keeper`: the number of the process, if it writes as the one that looks
        after the table; 0 for what people do. Raises Taken, and Fenced for a keeper that is one no more."""

    async def entries(self, table: TableId, after: int) -> list[LogEntry]: ...

    async def news(self, after: Mapping[TableId, int]) -> dict[TableId, list[LogEntry]]:
        """What stands in the logs of these tables after these numbers; tables without news are left out."""

    async def snapshot(self, table: TableId) -> bytes | None: ...

    async def put_snapshot(self, table: TableId, snapshot: bytes) -> None: ...

    async def mutes(self, table: TableId) -> list[tuple[str, str]]: ...

    async def mute(self, table: TableId, person: str, author: str, muted: bool) -> None: ...

    async def renewals(self) -> dict[str, int]:
        """How often people have made their links void, by person."""

    async def renew(self, person: str) -> None:
        """Once more."""

    async def open_tables(self, limit: int) -> list[Summary]:
        """Public ones with a free seat."""

    async def tables_of(self, person: str, limit: int) -> list[Summary]: ...

    async def finished(self, limit: int) -> list[Summary]:
        """Public ones."""

    async def of_deal(self, deal: DealId) -> list[Summary]:
        """All tables of a deal."""

    async def playing(self, limit: int) -> list[TableId]:
        """For a start after a stop."""

    # --- for whoever runs a server: see caretaking.py ---

    async def recent(self, limit: int) -> list[Summary]: ...

    async def unfinished(self, person: str) -> int: ...

    async def abandoned(self, before: float, limit: int) -> list[TableId]: ...

    async def remove(self, table: TableId, before: float) -> bool: ...

    async def forget(self, person: str) -> list[TableId]: ...
