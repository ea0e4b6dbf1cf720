"""People: how often each has made void what was signed for them before."""

from __future__ import annotations

from contextlib import suppress

from intryga.tables.runtime.cluster import Cluster
from intryga.tables.storage.store import NotReached, Store


class People:
    """Known to every process, since every page asks."""

    def __init__(self, store: Store, cluster: Cluster) -> None:
        self._store = store
        self._cluster = cluster
        self._renewals: dict[str, int] = {}

    async def open(self) -> None:
        self._renewals = await self._store.renewals()

    def renewal(self, person: str) -> int:
        """How often this person has made their links void: only those made since then are theirs."""
        return self._renewals.get(person, 0)

    async def renew(self, person: str) -> None:
        await self._store.renew(person)
        self._renewals = await self._store.renewals()
        self._cluster.tell("people")

    async def read_on(self) -> None:
        """Another process has said that something has changed."""
        with suppress(NotReached):    # who comes back to the database hears of all it has missed
            self._renewals = await self._store.renewals()
