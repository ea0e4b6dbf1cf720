"""Bots think in processes of their own, never where people wait for an answer."""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple, Protocol

from intryga import bots, games
from intryga.bots.bot import Perspective
from intryga.kernel.dice import quick
from intryga.kernel.game import Value
from intryga.kernel.snapshot import Snapshot, thaw

WORKERS = 2


class Question(NamedTuple):
    """All it takes to ask a bot in another process. The bot itself gets its seat's view and a sampler, no more."""

    game: str
    components: str    # of one's own, or empty
    options: Mapping[str, Value]
    state: Snapshot
    seat: int
    level: str
    seed: int
    stream: int


class BotPool(Protocol):
    async def choose(self, question: Question) -> int: ...

    async def close(self) -> None: ...


def answer(question: Question) -> int:
    game = games.find(question.game, question.components)
    state = thaw(game, game.chosen_rules(question.options), question.state)
    perspective = Perspective(game, state, question.seat)
    return int(bots.find(question.level).choose(perspective, quick(question.seed, question.stream)))


class BotsInPlace:
    """Thinks where it is asked: for tests, and for bots that only choose at random."""

    async def choose(self, question: Question) -> int:
        return answer(question)

    async def close(self) -> None:
        pass


class BotProcesses:
    """Spawned, not forked: a fork would copy the threads and locks of a running server."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, question: Question) -> int:
        if question.level == "random":    # quicker done than sent
            return answer(question)
        for _ in range(2):
            pool = self._pool = self._pool or ProcessPoolExecutor(
                self._workers, multiprocessing.get_context("spawn"), _leave_interrupts_to_the_server
            )
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, answer, question)
            except BrokenProcessPool:    # a worker was killed; the next pool has new ones
                if self._pool is pool:
                    self._pool = None
        raise RuntimeError("the bots' processes end as soon as they begin")

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:    # at most one move is waited for; a pool that is left alone leaves its semaphores behind
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)


def _leave_interrupts_to_the_server() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
