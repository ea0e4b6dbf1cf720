"""What happens at a table by itself: bots move, bells ring, clocks run out. One task for each game in play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import time

from intryga.kernel.snapshot import freeze
from intryga.tables.model.entries import AnyChange, BellRang, BotTookOver, MoveMade
from intryga.tables.model.table import Table
from intryga.tables.runtime.bot_pool import BotPool, Question
from intryga.tables.runtime.room import Room
from intryga.tables.types import Refused, Stale

Commit = Callable[[Room, Callable[[Table], AnyChange]], Awaitable[None]]

RESTED = 30.0    # after a start nobody is late for so long: the time we were away is not theirs
AGAIN = 2.0    # seconds until something that failed is tried again
SHORTLY = 0.01

log = logging.getLogger("intryga.tables")


class Clockwork:
    def __init__(self, commit: Commit, thinker: BotPool) -> None:
        self._commit = commit
        self._thinker = thinker
        self._began = time()

    def keep(self, room: Room) -> None:
        """See to it that this table is looked after."""
        if room.table.status == "playing" and (room.keeper is None or room.keeper.done()):
            room.keeper = asyncio.get_running_loop().create_task(self._look_after(room))

    async def close(self) -> None:
        await self._thinker.close()

    async def _look_after(self, room: Room) -> None:
        while room.table.status == "playing":
            room.stirred.clear()
            try:
                wait = await self._next(room)
            except Refused:    # somebody did something in the meantime
                wait = SHORTLY
            except Exception:
                log.exception("table %s: trying again in a moment", room.table.header.table)
                wait = AGAIN
            if wait != 0:
                await _until(room.stirred, wait)

    async def _next(self, room: Room) -> float | None:
        """Do what is due. Gives the seconds until something may be due again, or None if only people can go on."""
        table, now = room.table, time()
        late = [(at, seat) for seat in table.awaited() if (at := self._late_at(table, seat)) is not None]
        due = [seat for at, seat in late if at <= now and table.step_of(seat) is not None]
        if due:
            await self._commit(room, lambda table: _late(table, due[0], now))
            return 0
        if table.timed:
            bell = room.window_ends()
            assert bell is not None
            if bell <= now:
                await self._commit(room, _ring)
                return 0
            late.append((bell, -1))
        seats = table.bots_to_move()
        if seats:
            await self._move(room, seats[0])
            return 0
        return max(0.05, min(at for at, _ in late) - now) if late else None

    def _late_at(self, table: Table, seat: int) -> float | None:
        deadline = table.deadline(seat)
        return None if deadline is None else max(deadline, self._began + RESTED)

    async def _move(self, room: Room, seat: int) -> None:
        """One bot chooses one move. It thinks while the others look at what happened, and moves at the table's pace."""
        table = room.table
        playthrough, chair, since = table.playthrough, table.chairs[seat], table.moved_on[seat]
        assert playthrough is not None
        secret = int(table.header.dice.split()[1], 16)
        header = table.header
        question = Question(
            header.game, header.components, header.options, freeze(playthrough.state), seat, chair.bot, secret,
            playthrough.entries
        )
        action = await self._thinker.choose(question)
        event = MoveMade(seat, table.game.space.text(action), chair.bot)
        if table.noticed_by_all(event):
            # A page that redraws many times a second tells nobody anything; answers in a box can be given at once.
            rest = table.since + table.header.pace - time()
            if rest > 0:
                await asyncio.sleep(rest)

        def move(table: Table) -> AnyChange:
            if table.moved_on[seat] != since or not table.chairs[seat].bot:
                raise Stale
            return event

        await self._commit(room, move)


def _late(table: Table, seat: int, now: float) -> AnyChange:
    deadline = table.deadline(seat)
    if deadline is None or deadline > now or table.step_of(seat) is None:
        raise Stale
    return BotTookOver(seat, "late")


def _ring(table: Table) -> AnyChange:
    if not table.timed:
        raise Stale
    return BellRang()


async def _until(event: asyncio.Event, seconds: float | None) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        pass
