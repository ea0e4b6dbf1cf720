"""The same deal at several tables: what it is called, who may still play it, and how it went."""

from __future__ import annotations

import re

from intryga import games
from intryga.tables.output import deals
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.storage.store import Store
from intryga.tables.types import DEAL_NAME, DealId, DealPage, Person, Refused

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


class Deals:
    def __init__(self, store: Store, clock: WallClock) -> None:
        self._store = store
        self._clock = clock

    def today(self) -> str:
        """The name of today's deal, in every game."""
        return self._clock.today()

    def id(self, game: str, seats: int, name: str) -> DealId:
        players = games.find(game).seats
        if seats not in players:
            least, most = players[0], players[-1]
            raise Refused("deal_seats", f"{game} is for {least} to {most} players", least=least, most=most)
        if not re.match(DEAL_NAME, name):
            raise Refused("no_deal", "the name of a deal has small letters, digits and hyphens")
        if DAY.fullmatch(name) and name > self.today():
            raise Refused("deal_not_yet", "the deal of that day is played from that day on")
        return f"{game}/{seats}/{name}"

    async def page(self, game: str, seats: int, name: str, who: Person | None) -> DealPage:
        deal = self.id(game, seats, name)
        return deals.page(deal, await self._store.of_deal(deal), who.id if who else "")

    async def not_played_before(self, deal: DealId, who: Person) -> None:
        """Who knows the cards cannot play them once more."""
        if deals.table_of(await self._store.of_deal(deal), who.id):
            raise Refused("deal_played", "you have already sat down to this deal")
