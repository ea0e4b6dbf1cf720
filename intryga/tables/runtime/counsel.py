"""Counsel for who is to choose: from what their seat knows, and nothing else."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from intryga.bots.hints import Hints
from intryga.tables.model import requests
from intryga.tables.output import table_page
from intryga.tables.output.ahead import Ahead, ahead
from intryga.tables.runtime.bot_question import question
from intryga.tables.runtime.tables import Tables
from intryga.tables.runtime.workers import Workers
from intryga.tables.types import NO_SEAT, HintsPage, Person, Refused, TableId

HINTS_KEPT = 200    # those asked for last, by table, seat and version
COUNSELLOR = "hard"    # a tenth of a second; whoever looks a step ahead only lets good chances pass


class Counsel:
    def __init__(self, tables: Tables, workers: Workers) -> None:
        self._tables = tables
        self._workers = workers
        self._hints: OrderedDict[tuple[TableId, int, int], asyncio.Task[Hints]] = OrderedDict()

    async def move(self, table: TableId, who: Person) -> int | None:
        """What a strong bot would do in their seat, knowing what they know; None if they are not asked."""
        room = await self._tables.room(table)
        seat = table_page.asked(room.table, requests.seats_of(room.table, who))
        if room.table.status != "playing" or seat == NO_SEAT:
            return None
        asked = question(room.table, seat)._replace(level=COUNSELLOR)
        return await self._workers.choose(asked, room.table.game.own_components)

    async def ahead(self, table: TableId, who: Person, seat: int, actions: list[int]) -> Ahead | None:
        """What these choices of one's own would change; None where nothing can be said before they are made."""
        room = await self._tables.room(table)
        if room.table.status != "playing" or seat not in requests.seats_of(room.table, who):
            return None
        return ahead(room.table.state, seat, actions) if room.table.step_of(seat) is not None else None

    async def hints(self, table: TableId, who: Person, seat: int | None = None) -> HintsPage:
        """What they might do now, where the table allows hints. Asked again, the same."""
        room = await self._tables.room(table)
        now = room.table
        if not now.header.hints:
            raise Refused("no_hints", "there are no hints at this table")
        mine = table_page.asked(now, requests.seats_of(now, who)) if seat is None else requests.own_seat(now, who, seat)
        step = now.step_of(mine) if mine != NO_SEAT else None
        if step is None or now.answered(mine) or len(step.options(now.state)) < 2:
            raise Refused("nothing_to_choose", "you have nothing to choose now")
        key = (table, mine, now.moved_on[mine])
        if key not in self._hints:
            work = self._workers.hints(question(now, mine), now.game.own_components)
            self._hints[key] = asyncio.get_running_loop().create_task(work)
            while len(self._hints) > HINTS_KEPT:
                self._hints.popitem(last=False)
        try:
            return HintsPage(mine, key[2], await asyncio.shield(self._hints[key]))
        except Exception:
            self._hints.pop(key, None)
            raise
