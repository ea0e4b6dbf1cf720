"""Work that takes longer than others should wait: bots think and replays are worked out in processes of their own.

A thread would not do: while it computes, whoever plays waits for the interpreter again and again. See decision 20.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol, TypeVar

from intryga.bots.hints import Hints
from intryga.bots.review import Answer, Review, Task
from intryga.kernel.layout import SPECTATOR
from intryga.tables.output import replay
from intryga.tables.output.replay import FinishedGame
from intryga.tables.runtime import bot_question, review_work
from intryga.tables.runtime.bot_question import BotQuestion
from intryga.tables.runtime.review_work import GameToReview
from intryga.tables.types import ReplayPage, TableId

THINKERS = 2

T = TypeVar("T")


class Workers(Protocol):
    """Whoever does such work."""

    async def choose(self, question: BotQuestion, components: str) -> int:
        """What a bot chooses. `components`: the text of the table's own component file, if it has one."""

    async def hints(self, question: BotQuestion, components: str) -> Hints:
        """What somebody in a seat might do."""

    def get_ready(self) -> None:
        """The server has begun: whoever asks first shall not wait until a process has."""

    def expect_replay(self, table: TableId, game: Callable[[], FinishedGame]) -> None:
        """Somebody looks at a game that is over, and may ask for its replay soon."""

    async def replay(
        self, table: TableId, move: int, viewpoint: int, game: Callable[[], FinishedGame]
    ) -> ReplayPage:
        """A page of a replay; `game` is asked for what was played where that is not yet known."""

    async def review_tasks(self, game: GameToReview, everything: bool) -> list[Task]:
        """What there is to work out for the review of a finished game."""

    async def review_answers(self, game: GameToReview, tasks: Sequence[Task]) -> list[Answer]:
        """Some of it, worked out."""

    async def put_review_together(self, game: GameToReview, answers: Mapping[Task, Answer]) -> Review:
        """All of it."""

    async def close(self) -> None: ...


class WorkersInPlace:
    """Works where it is asked: for tests and measurements."""

    async def choose(self, question: BotQuestion, components: str) -> int:
        action = bot_question.answer(question, components)
        assert action is not None
        return action

    async def hints(self, question: BotQuestion, components: str) -> Hints:
        found = bot_question.hints_for(question, components)
        assert found is not None
        return found

    def get_ready(self) -> None:
        pass

    def expect_replay(self, table: TableId, game: Callable[[], FinishedGame]) -> None:
        pass

    async def replay(
        self, table: TableId, move: int, viewpoint: int, game: Callable[[], FinishedGame]
    ) -> ReplayPage:
        page = replay.page(table, move, viewpoint) or replay.page(table, move, viewpoint, game())
        assert page is not None
        return page

    async def review_tasks(self, game: GameToReview, everything: bool) -> list[Task]:
        return review_work.tasks(game, everything)

    async def review_answers(self, game: GameToReview, tasks: Sequence[Task]) -> list[Answer]:
        return review_work.work_out(game, tasks)

    async def put_review_together(self, game: GameToReview, answers: Mapping[Task, Answer]) -> Review:
        return review_work.put_together(game, answers)

    async def close(self) -> None:
        pass


class WorkerProcesses:
    """Two processes for bots, one for hints, one for replays and one for reviews: no game waits for who asks for advice
    or looks back."""

    def __init__(self, thinkers: int = THINKERS) -> None:
        self._thinkers = Processes(thinkers)
        self._adviser = Processes(1)
        self._reviewer = Processes(1, niceness=10)    # nobody sits and waits for it
        self._replayer = Processes(1)    # one, so that it finds again what it worked out before
        self._expected: deque[TableId] = deque(maxlen=replay.REPLAYS)

    async def choose(self, question: BotQuestion, components: str) -> int:
        if question.level == "random":    # quicker done than sent
            return await WorkersInPlace().choose(question, components)
        action = await self._thinkers.run(bot_question.answer, question)
        if action is None:
            action = await self._thinkers.run(bot_question.answer, question, components)
        assert action is not None
        return action

    async def hints(self, question: BotQuestion, components: str) -> Hints:
        found = await self._adviser.run(bot_question.hints_for, question)
        if found is None:
            found = await self._adviser.run(bot_question.hints_for, question, components)
        assert found is not None
        return found

    def get_ready(self) -> None:
        self._replayer.start(replay.get_ready)

    def expect_replay(self, table: TableId, game: Callable[[], FinishedGame]) -> None:
        if table not in self._expected and self._replayer.idle():
            self._expected.append(table)
            self._replayer.start(replay.page, table, 0, SPECTATOR, game())

    async def replay(
        self, table: TableId, move: int, viewpoint: int, game: Callable[[], FinishedGame]
    ) -> ReplayPage:
        page = await self._replayer.run(replay.page, table, move, viewpoint)
        if page is None:
            page = await self._replayer.run(replay.page, table, move, viewpoint, game())
        assert page is not None
        return page

    async def review_tasks(self, game: GameToReview, everything: bool) -> list[Task]:
        return await self._reviewer.run(review_work.tasks, game, everything)

    async def review_answers(self, game: GameToReview, tasks: Sequence[Task]) -> list[Answer]:
        return await self._reviewer.run(review_work.work_out, game, tasks)

    async def put_review_together(self, game: GameToReview, answers: Mapping[Task, Answer]) -> Review:
        return await self._reviewer.run(review_work.put_together, game, answers)

    async def close(self) -> None:
        await self._thinkers.close()
        await self._reviewer.close()
        await self._adviser.close()
        await self._replayer.close()


class Processes:
    """Started when first needed. Spawned, not forked: a fork would copy the threads and locks of a running server."""

    def __init__(self, count: int, niceness: int = 0) -> None:
        self._count = count
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None
        self._ahead: Future[object] | None = None

    def idle(self) -> bool:
        return self._ahead is None or self._ahead.done()

    def start(self, work: Callable[..., object], *given: object) -> None:
        """Work of which nobody awaits the outcome: one at a time, so that it never keeps others waiting for long."""
        try:
            self._ahead = self._begin().submit(work, *given)
        except (BrokenProcessPool, OSError):    # no more processes can be had; who awaits something later is told so
            self._pool = None

    def _begin(self) -> ProcessPoolExecutor:
        self._pool = self._pool or ProcessPoolExecutor(
            self._count, multiprocessing.get_context("spawn"), _belong_to_the_server, (self._niceness,)
        )
        return self._pool

    async def run(self, work: Callable[..., T], *given: object) -> T:
        for _ in range(2):
            pool = self._begin()
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *given)
            except BrokenProcessPool:    # a worker was killed; the next pool has new ones
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("worker processes end as soon as they begin")

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:    # one piece of work is waited for at most; left alone it leaves its semaphores behind
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)


def _belong_to_the_server(niceness: int) -> None:
    """Interrupts are for the server to answer; and where it is killed, nobody else would end its workers."""
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
