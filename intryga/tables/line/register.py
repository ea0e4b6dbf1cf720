"""Which processes are alive, and which of them looks after which game.

Every process has a row in `nodes` with a number that no other ever had, and counts a beat in it once a second. Whose
beat stands still in MISSED readings of another process is struck out; its games are orphans, and whoever finds them
takes some. No clock is compared between machines, and a process that was stopped for a while judges nobody by the time
it missed: it counts readings of its own. Struck out in error, a process finds its row gone and comes back under a new
number; what it wants to enter under the old one is refused (see Fenced).
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from intryga.tables.line.channel import Channel
from intryga.tables.line.database_clock import DatabaseClock
from intryga.tables.runtime.cluster import Listener
from intryga.tables.types import TableId

MISSED = 4    # readings
AT_ONCE = 200    # orphans taken in one go: the others shall get some too

BEAT = """
    with beat as (update nodes set beat = beat + 1 where epoch = %s returning epoch),
    told as (select pg_notify('intryga', epoch || ' beat') from beat)
    select nodes.epoch, beat, extract(epoch from clock_timestamp())::float8, (select count(*) from told) from nodes"""
# Whose games are in play though they are not among us. The index is asked once for each keeper, not for each table.
GONE = """
    with recursive keepers(keeper) as (
        (select min(keeper) from tables where status = 'playing')
        union all
        select (select min(keeper) from tables where status = 'playing' and keeper > keepers.keeper)
        from keepers where keepers.keeper is not null
    )
    select keeper from keepers where keeper is not null and not exists (select from nodes where epoch = keeper)"""
# Two who take at once skip each other's rows instead of waiting.
TAKE = """
    update tables set keeper = %s, kept_since = %s where id in (
        select id from tables where status = 'playing' and keeper = %s limit %s for no key update skip locked
    ) and keeper = %s returning id"""
CLAIM = """
    with claimed as (
        update tables set keeper = %(me)s, kept_since = %(now)s where id = %(table)s and keeper <> %(me)s
        and not exists (select from nodes where epoch = keeper) returning keeper, kept_since
    )
    select * from claimed union all
    select keeper, kept_since from tables where id = %(table)s and not exists (select from claimed)"""
# To where somebody looks: there the bots' moves are drawn anyway. The time that people have stays as it is.
HAND_OVER = """
    with wanted as (
        select distinct on ("table") "table", node from presence
        where "table" = any(%s) and here and node <> %s order by "table", node
    )
    update tables set keeper = node from wanted where id = "table" and keeper = %s returning id, node"""
MINE = "select id, changed from tables where keeper = %s and status = 'playing'"

log = logging.getLogger("intryga.tables")


class Register:
    """This process among the others."""

    def __init__(self, channel: Channel, name: str, clock: DatabaseClock, now: Callable[[], float]) -> None:
        self._channel = channel
        self._name = name
        self._clock = clock    # that is set by the database's
        self._now = now    # the tables' time
        self._mine: dict[TableId, float] = {}    # with when they last changed, as far as was asked
        self._seen: dict[int, tuple[int, int]] = {}    # by process: its beat, and in how many readings it stood there
        self._answered = 0.0

    @property
    def me(self) -> int:
        return self._channel.me

    def answered(self) -> bool:
        return self.me > 0 and self._clock.elapsed() - self._answered < MISSED

    def keeps(self, table: TableId) -> bool:
        return table in self._mine and self.answered()

    def lost(self, table: TableId) -> None:
        self._mine.pop(table, None)

    async def beat(self, listener: Listener) -> None:
        if self.me:
            asked = self._clock.elapsed()
            rows = await self._channel.ask(BEAT, self.me)
            self._answered = self._clock.elapsed()
            if rows and rows[0][3]:
                self._clock.follow(rows[0][2], asked, self._answered)
                await self._judge({epoch: beat for epoch, beat, *_ in rows if epoch != self.me}, listener)
                return
            log.warning("process %s was struck out, and comes back under a new number", self.me)
        self._mine.clear()
        self._seen.clear()
        rows = await self._channel.ask("insert into nodes (name) values (%s) returning epoch", self._name)
        self._channel.me = rows[0][0]
        self._answered = self._clock.elapsed()
        listener.missed()    # who was away has missed something

    async def _judge(self, beats: dict[int, int], listener: Listener) -> None:
        for epoch, beat in beats.items():
            last, stood = self._seen.get(epoch, (-1, 0))
            self._seen[epoch] = (beat, stood + 1 if beat == last else 0)
            if self._seen[epoch][1] >= MISSED:
                gone = "delete from nodes where epoch = %s and beat = %s returning name"
                if found := await self._channel.ask(gone, epoch, beat):    # if it has beaten meanwhile, nothing happens
                    log.warning("process %s (%s) is gone", epoch, found[0][0])
        left = self._seen.keys() - beats.keys()
        for epoch in left:
            del self._seen[epoch]
        if left:
            listener.missed()

    async def take_orphans(self, listener: Listener) -> None:
        me = self.me
        for (gone,) in await self._channel.ask(GONE):
            now = self._now()
            taken = [row[0] for row in await self._channel.ask(TAKE, me, now, gone, AT_ONCE, gone)]
            if taken and me == self.me:
                self._mine.update(dict.fromkeys(taken, 0.0))
                listener.takes(dict.fromkeys(taken, now))
                for table in taken:
                    self._channel.tell(f"keeper:{table}:0")

    async def claim(self, table: TableId) -> float:
        me = self.me
        named = {"me": me, "now": self._now(), "table": table}
        rows = await self._channel.ask_named(CLAIM, named)
        if not rows:
            return 0.0
        keeper, since = rows[0]
        if keeper == me == self.me:
            self._mine.setdefault(table, 0.0)
        else:
            self.lost(table)
        return float(since)

    async def hand_over(self, lonely: list[TableId]) -> None:
        for table, node in await self._channel.ask(HAND_OVER, lonely, self.me, self.me):
            self.lost(table)
            self._channel.tell(f"keeper:{table}:{node}")

    async def recount(self, listener: Listener) -> None:
        """Which games are ours, as the database has it: some are over, some were handed to us and nobody was heard to
        say so, and at some that were idle others have moved."""
        me, before = self.me, self._mine.copy()
        rows = await self._channel.ask(MINE, me)
        if me == self.me:
            self._mine = dict(rows)
            changed = [table for table, when in rows if when != before.get(table)]
            listener.takes(dict.fromkeys(changed, 0.0))

    async def leave(self) -> None:
        """Its games are anybody's."""
        mine, self._mine = list(self._mine), {}
        await self._channel.ask("update tables set keeper = 0 where keeper = %s", self.me)
        await self._channel.ask("delete from nodes where epoch = %s", self.me)
        await self._channel.tell_now(["left", *(f"keeper:{table}:0" for table in mine)])
