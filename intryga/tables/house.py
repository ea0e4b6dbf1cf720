"""The house keeps the tables: one per process, opened with a store."""

from __future__ import annotations

from collections.abc import AsyncIterator

from intryga.tables.record import Record
from intryga.tables.shapes import (
    Line,
    Lobby,
    Person,
    Refused,
    ReplayPage,
    SeatInfo,
    SeatWish,
    Stale,
    TableCard,
    TableId,
    TablePage,
    TableWish,
)

__all__ = [
    "House", "Line", "Lobby", "Person", "Refused", "ReplayPage", "SeatInfo", "SeatWish", "Stale", "TableCard",
    "TableId", "TablePage", "TableWish",
]


class House:
    """All methods raise Refused (a Mistake with the key of a sentence), another Mistake, or IllegalMove."""

    async def create(self, who: Person, wish: TableWish) -> TableId:
        raise NotImplementedError

    async def join(self, table: TableId, seat: int, who: Person, token: str | None = None) -> None:
        raise NotImplementedError

    async def leave(self, table: TableId, who: Person) -> None:
        """A free seat again before the game; in the game a bot plays until they are back."""
        raise NotImplementedError

    async def back(self, table: TableId, who: Person) -> None:
        """Take one's seats over from the bot again."""
        raise NotImplementedError

    async def stand_in(self, table: TableId, who: Person, seat: int) -> None:
        """A player asks a bot to play for a seat whose owner has gone away."""
        raise NotImplementedError

    async def resign(self, table: TableId, who: Person) -> None:
        raise NotImplementedError

    async def rematch(self, table: TableId, who: Person) -> TableId:
        """The same people, one seat further; whoever asks later joins."""
        raise NotImplementedError

    async def act(self, table: TableId, who: Person, action: int, version: int, seat: int | None = None) -> None:
        """`version` is that of the page clicked on. Who holds several seats must say for which."""
        raise NotImplementedError

    async def undo(self, table: TableId, who: Person, seat: int | None = None) -> None:
        raise NotImplementedError

    async def chat(self, table: TableId, who: Person, text: str) -> None:
        raise NotImplementedError

    async def mute(self, table: TableId, who: Person, author: str, muted: bool = True) -> None:
        """`author` as in SeatInfo and Line."""
        raise NotImplementedError

    async def page(
        self, table: TableId, who: Person | None, seat: int | None = None, token: str | None = None
    ) -> TablePage:
        """`seat`: from which of several own seats to look (-1: public facts only); otherwise the one that is asked.
        `token`: an invite lets its holder look at a table that has no spectators."""
        raise NotImplementedError

    async def lobby(self, who: Person | None) -> Lobby:
        raise NotImplementedError

    async def replay(self, table: TableId, who: Person | None, move: int | None, viewpoint: int) -> ReplayPage:
        """After the game. `move`: after so many moves, none: the end. `viewpoint`: as in ReplayPage."""
        raise NotImplementedError

    async def record(self, table: TableId, who: Person | None) -> Record:
        """The game file, once the game is over."""
        raise NotImplementedError

    def watch(self, table: TableId, who: Person | None = None) -> AsyncIterator[int]:
        """The viewer's version, whenever the page may look different for them. They count as present meanwhile."""
        raise NotImplementedError
