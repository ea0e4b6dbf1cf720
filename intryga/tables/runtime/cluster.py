"""What a process knows of the others that serve the same tables: which of them it looks after, what they have written,
and who is there. One process alone has no others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from intryga.tables.types import TableId

# Of a table: an entry, who is there, who mutes whom, who looks after it, that it is gone. Of all: who somebody is.
Kind = Literal["entry", "presence", "mutes", "keeper", "gone", "people"]


class Presence(NamedTuple):
    """Somebody at a table, as another process knows."""

    person: str
    here: bool
    seen: float    # when last


class Listener(Protocol):
    """Who is told what others do."""

    def hears(self, kind: Kind, table: TableId, number: int = 0) -> None: ...

    def missed(self) -> None:
        """Something may have been told that nobody heard."""

    def takes(self, tables: Mapping[TableId, float]) -> None:
        """Games that this process looks after from now on, with since when."""

    def lonely(self) -> list[TableId]:
        """Games that it looks after and nobody here looks at."""


class Cluster(Protocol):
    """All processes that serve the same tables, as one of them sees them."""

    alone: bool    # all tables are this process's own

    async def open(self, listener: Listener) -> None: ...

    async def close(self) -> None:
        """What it looked after is anybody's."""

    def well(self) -> bool:
        """Can it write, and does it hear of the others?"""

    def keeper(self, table: TableId) -> int:
        """The number under which this process looks after a table; 0: it does not."""

    async def claim(self, table: TableId) -> float:
        """Look after this table, unless another process does. Gives since when somebody has done so without a break;
        what people could not reach costs them no time. 0.0: as long as it lies in memory here."""

    def lost(self, table: TableId) -> None:
        """Another process looks after it."""

    def tell(self, kind: Kind, table: TableId = "", number: int = 0) -> None:
        """The others, soon. What is told may get lost, so whoever needs it also asks from time to time."""

    def told(self, table: TableId, there: Presence) -> None:
        """Somebody has come or gone here."""

    async def present(self, tables: Sequence[TableId]) -> dict[TableId, list[Presence]]:
        """Who is at these tables by other processes."""

    async def may_make(self, asker: str, rate: float, brim: float) -> bool:
        """May somebody make one more thing that stays? A bucket of tokens, one for all processes."""


class Alone:
    """One process: everything is its own."""

    alone = True

    async def open(self, listener: Listener) -> None:
        pass

    async def close(self) -> None:
        pass

    def well(self) -> bool:
        return True

    def keeper(self, table: TableId) -> int:
        return 1

    async def claim(self, table: TableId) -> float:
        return 0.0

    def lost(self, table: TableId) -> None:
        pass

    def tell(self, kind: Kind, table: TableId = "", number: int = 0) -> None:
        pass

    def told(self, table: TableId, there: Presence) -> None:
        pass

    async def present(self, tables: Sequence[TableId]) -> dict[TableId, list[Presence]]:
        return {}

    async def may_make(self, asker: str, rate: float, brim: float) -> bool:
        return True
