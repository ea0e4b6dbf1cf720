"""What happens at a table by itself: bots move, bells ring, clocks run out. One task for each game in play."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Concatenate, ParamSpec, Protocol

from intryga.tables.model import requests
from intryga.tables.model.table import Plan, Table
from intryga.tables.runtime.bot_question import question
from intryga.tables.runtime.room import Room
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.runtime.workers import Workers
from intryga.tables.storage.store import NotStored
from intryga.tables.types import Refused, TableId

P = ParamSpec("P")

RESTED = 30.0    # after a start nobody is late for so long: the time we were away is not theirs
AGAIN = 2.0    # seconds until something that failed is tried again; then twice as many, and so on
AGAIN_AT_MOST = 600.0
GIVEN_UP = 8    # failures in a row (four minutes) until a game with cards of somebody's own is given up
SHORTLY = 0.01

log = logging.getLogger("intryga.tables")


class MakeChange(Protocol):
    """As in `Tables.change_by_itself`."""

    def __call__(
        self, keeper: int, room: Room, request: Callable[Concatenate[Table, P], Plan], *given: P.args, **named: P.kwargs
    ) -> Awaitable[Plan]: ...


class Clockwork:
    """Does at each table what is due without anybody's click."""

    def __init__(
        self, change: MakeChange, keeper: Callable[[TableId], int], workers: Workers, clock: WallClock
    ) -> None:
        """`keeper`: the number under which this process looks after a table; 0: it does not."""
        self._change = change
        self._keeper = keeper
        self._workers = workers
        self._clock = clock
        self._began = clock.elapsed()

    def start(self, room: Room) -> None:
        """A task for this table, unless it has one or needs none, or another process looks after it."""
        idle = room.clockwork is None or room.clockwork.done()
        if idle and room.table.status == "playing" and self._keeper(room.table.header.table):
            room.clockwork = asyncio.get_running_loop().create_task(self._run(room))

    async def _run(self, room: Room) -> None:
        failures = 0
        while room.table.status == "playing" and (keeper := self._keeper(room.table.header.table)):
            room.changed.clear()
            try:
                wait = await self._do_what_is_due(room, keeper)
                failures = 0
            except NotStored:    # which the store has said
                wait = min(AGAIN * 2**failures, AGAIN_AT_MOST)
                failures += 1
            except Refused:    # somebody did something in the meantime
                wait = SHORTLY
            except Exception:
                if failures >= GIVEN_UP and room.table.game.own_components:
                    await self._change(keeper, room, requests.halt, "stuck")
                    return
                wait = min(AGAIN * 2**failures, AGAIN_AT_MOST)
                failures += 1
                log.exception("table %s: trying again in %.0f s", room.table.header.table, wait)
            if wait != 0:
                await self._clock.wait(room.changed, wait)

    async def _do_what_is_due(self, room: Room, keeper: int) -> float | None:
        """Gives the seconds until something may be due again, or None if only people can go on."""
        table, now = room.table, room.time()
        if why := table.dead_end():
            await self._change(keeper, room, requests.halt, why)
            return 0
        late = [(at, seat) for seat in table.awaited() if (at := self._late_at(table, seat, now)) is not None]
        due = [seat for at, seat in late if at <= now and table.step_of(seat) is not None]
        if due:
            await self._change(keeper, room, requests.late, due[0], now)
            return 0
        if table.windows.timed:
            bell = room.window_ends()
            assert bell is not None
            if bell <= now:
                await self._change(keeper, room, requests.ring, table.positions)
                return 0
            late.append((bell, -1))
        seats = table.bots_to_move()
        if seats:
            await self._move(room, seats[0], keeper)
            return 0
        return max(0.05, min(at for at, _ in late) - room.time()) if late else None

    def _late_at(self, table: Table, seat: int, now: float) -> float | None:
        deadline, rested = table.deadline(seat), self._began + RESTED - self._clock.elapsed()
        return None if deadline is None else max(deadline, now + rested if rested > 0 else 0.0)

    async def _move(self, room: Room, seat: int, keeper: int) -> None:
        """One bot chooses one move. It thinks while the others look at what happened, and moves at the table's pace."""
        table = room.table
        action = await self._workers.choose(question(table, seat), table.game.own_components)
        if table.windows.goes_on_with(table.state, seat):
            # A page that redraws many times a second tells nobody anything; answers in a box can be given at once.
            rest = table.since + table.pace - room.time()
            if rest > 0:
                await self._clock.sleep(min(rest, table.pace))
        await self._change(keeper, room, requests.bot_move, seat, action, table.moved_on[seat])
