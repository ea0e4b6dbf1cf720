"""Several processes on one store, simulated in one thread: a seed decides what happens when, and what fails.

Time is the event loop's own and jumps to whatever comes next, so an hour at the tables takes a second; the clock that
everybody reads may be set to another time meanwhile. What a process
asks of the store takes a while; it may be killed before the store has done it, or before it hears of it. What processes
tell each other is late or lost. The same seed gives the same story, to the entry.

The rooms, the clockwork, the following of others' entries and the store are the real ones. The line is not: PostgreSQL
has no virtual time. `Node` keeps what decision 27 says of it, in memory.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from intryga.kernel.dice import QuickDice
from intryga.tables.house import House
from intryga.tables.runtime.cluster import Kind, Listener, Presence
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.tables.storage.sql import Append, Work
from intryga.tables.storage.sqlite import SqliteStore
from intryga.tables.storage.store import Fenced
from intryga.tables.types import TableId
from tests.tables.support import SECRET

START = 1_800_000_000.0
BEAT, STRUCK_OUT, DEAF = 1.0, 4.0, 4.0    # seconds
running: ContextVar[Node | None] = ContextVar("running", default=None)


class Selector(selectors.SelectSelector):
    """Waits for nothing: time jumps to the next thing that is due."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "nothing will ever happen again"
        self.passed += max(timeout, 0.0)
        return []


class Loop(asyncio.SelectorEventLoop):
    """Virtual time, and work in threads done here, after a while; a process that is gone hears nothing of it."""

    def __init__(self, dice: QuickDice) -> None:
        self._dice = dice
        self._jumping = Selector()
        self.tasks: dict[Node, set[asyncio.Task[Any]]] = {}
        super().__init__(self._jumping)
        self.set_task_factory(self._new_task)

    def time(self) -> float:
        return self._jumping.passed

    def _new_task(self, loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> asyncio.Task[Any]:
        task = asyncio.Task(work, loop=loop, **named)
        node = running.get()
        if node is not None:
            tasks = self.tasks.setdefault(node, set())
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        return task

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *given: Any) -> Any:
        node, future = running.get(), self.create_future()

        def do() -> None:
            if node is not None and node.dead:
                return
            try:
                outcome: Any = func(*given)
            except Exception as error:
                self.call_later(self._while(), tell, error)
            else:
                self.call_later(self._while(), tell, outcome)

        def tell(outcome: Any) -> None:
            if future.done() or (node is not None and node.dead):
                return
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

        self.call_later(self._while(), do)
        return future

    def _while(self) -> float:
        return self._dice.below(40) / 1000


class VirtualClock(WallClock):
    """The database's, which all processes follow: somebody may set it."""

    def __init__(self, world: World) -> None:
        self._world = world

    def now(self) -> float:
        return START + asyncio.get_running_loop().time() + self._world.clock_set_by

    def elapsed(self) -> float:
        return asyncio.get_running_loop().time()


class FencedStore(SqliteStore):
    """Fails now and then, before or after it has written; and what a keeper enters that is one no more it refuses."""

    def __init__(self, folder: Path, world: World) -> None:
        super().__init__(folder)
        event.listen(self._engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
        self._world = world

    def _commit(self, batch: list[Append | Work]) -> list[Exception | None]:
        fails = self._world.fails(40)
        if fails == 0:
            raise OperationalError("append", {}, Exception("disk full"))
        outcomes = super()._commit(batch)
        if fails == 1:
            raise OperationalError("commit", {}, Exception("the line went dead"), connection_invalidated=True)
        return outcomes

    def _append(self, connection: Connection, appends: list[Append]) -> dict[TableId, Exception]:
        keepers = self._world.keepers
        late: dict[TableId, Exception] = {
            append.table: Fenced() for append in appends if append.keeper not in (0, keepers.get(append.table, 0))
        }
        return late | super()._append(connection, [append for append in appends if append.table not in late])


class World:
    """What all processes share, and what goes wrong."""

    def __init__(self, folder: Path, dice: QuickDice) -> None:
        self.dice = dice
        self.calm = False
        self.clock_set_by = 0.0    # seconds
        self.keepers: dict[TableId, int] = {}
        self.nodes: list[Node] = []
        self._folder = folder
        self._last = 0

    def fails(self, chance: int) -> int:
        """A number below `chance`: whoever asks says which of them are failures. None of them in calm times."""
        return chance if self.calm else self.dice.below(chance)

    async def begin(self) -> Node:
        """One more process."""
        self._last += 1
        node = Node(self, self._last)
        token = running.set(node)
        try:
            store, clock = FencedStore(self._folder, self), VirtualClock(self)
            node.house = House(store, SECRET, WorkersInPlace(), clock, node)
            while True:
                try:
                    await node.house.open()
                    break
                except Exception:    # the store failed: systemd would try again
                    await asyncio.sleep(0.5)
        finally:
            running.reset(token)
        self.nodes.append(node)
        return node

    def kill(self, node: Node) -> None:
        node.dead = True
        self.nodes.remove(node)
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Loop)
        for task in loop.tasks.pop(node, set()):
            task.cancel()
        for other in self.nodes:    # what it has written and told nobody is read once it is known to be gone
            loop.call_later(STRUCK_OUT + BEAT, other.missed)

    def alive(self, number: int) -> bool:
        return any(node.number == number for node in self.nodes)


class Node:
    """A process among the others."""

    alone = False
    house: House

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.dead = False
        self._mine: set[TableId] = set()
        self._listener: Listener | None = None

    async def open(self, listener: Listener) -> None:
        self._listener = listener
        self._living = asyncio.get_running_loop().create_task(self._live(listener))

    async def close(self) -> None:
        self._living.cancel()

    def well(self) -> bool:
        return True

    def keeper(self, table: TableId) -> int:
        return self.number if table in self._mine else 0

    def lost(self, table: TableId) -> None:
        self._mine.discard(table)

    async def claim(self, table: TableId) -> float:
        await asyncio.sleep(self.world.dice.below(40) / 1000)
        if not self.world.alive(self.world.keepers.get(table, 0)):
            self.world.keepers[table] = self.number
        (self._mine.add if self.world.keepers[table] == self.number else self._mine.discard)(table)
        return 0.0

    async def _live(self, listener: Listener) -> None:
        """Orphans are taken once their keeper must be gone; which games are one's own is counted anew."""
        orphaned: dict[TableId, float] = {}
        while True:
            await asyncio.sleep(BEAT)
            now, keepers = asyncio.get_running_loop().time(), self.world.keepers
            orphans = [table for table, keeper in keepers.items() if not self.world.alive(keeper)]
            orphaned = {table: orphaned.get(table, now) for table in orphans}
            for table in [table for table, since in orphaned.items() if now - since >= STRUCK_OUT]:
                keepers[table] = self.number
            mine = {table for table, keeper in keepers.items() if keeper == self.number}
            taken, self._mine = mine - self._mine, mine
            listener.takes(dict.fromkeys(sorted(taken), 0.0))

    def tell(self, kind: Kind, table: TableId = "", number: int = 0) -> None:
        later = asyncio.get_running_loop().call_later
        for node in self.world.nodes:
            if node is self or self.dead:
                continue
            if self.world.fails(5) == 0:    # its ear was cut off, and it listens anew
                later(DEAF, node.missed)
            else:
                later(self.world.dice.below(300) / 1000, node.hears, kind, table, number)

    def hears(self, kind: Kind, table: TableId, number: int) -> None:
        self._notice(lambda listener: listener.hears(kind, table, number))

    def missed(self) -> None:
        self._notice(lambda listener: listener.missed())

    def _notice(self, what: Callable[[Listener], None]) -> None:
        if not self.dead and self._listener is not None:
            token = running.set(self)
            what(self._listener)
            running.reset(token)

    def told(self, table: TableId, there: Presence) -> None:
        self.tell("presence", table)

    async def present(self, tables: Sequence[TableId]) -> dict[TableId, list[Presence]]:
        return {}

    async def may_make(self, asker: str, rate: float, brim: float) -> bool:
        return True
