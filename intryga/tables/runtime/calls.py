"""Calls: who does not look hears that it is their move, in browsers that asked for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from intryga.tables.model.table import Table
from intryga.tables.output import table_page
from intryga.tables.storage.store import Store
from intryga.tables.storage.visitors import Pushed
from intryga.tables.types import TableCard

Tell = Callable[[TableCard, list[Pushed]], Awaitable[list[str]]]
"""Tells browsers that it is somebody's move at this table; gives the addresses of those that are no more."""


class Calls:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._tell: Tell | None = None

    def tell_by(self, tell: Tell) -> None:
        self._tell = tell

    async def push_to(self, pushed: Pushed) -> None:
        """One browser of somebody's wants to be told of their moves."""
        await self._store.visitors.push_to(pushed)

    async def push_no_more(self, endpoint: str) -> None:
        await self._store.visitors.push_no_more(endpoint)

    async def call(self, table: Table, people: list[str]) -> None:
        """It is their move, and they do not look."""
        pushes = await self._store.visitors.pushes(people) if self._tell else []
        if self._tell and pushes:
            for gone in await self._tell(table_page.card(table_page.summary(table), ""), pushes):
                await self._store.visitors.push_no_more(gone)
