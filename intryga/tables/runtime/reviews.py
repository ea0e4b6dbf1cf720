"""Reviews of finished games: worked out when somebody asks for one, one after another, and remembered for a while."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from intryga.bots.review import Answer, Review, Task
from intryga.tables.runtime.review_work import GameToReview
from intryga.tables.runtime.workers import Workers
from intryga.tables.types import TableId

log = logging.getLogger("intryga.tables")

KEPT = 50    # the one looked at longest ago is let go first
AT_ONCE = 6    # tasks sent to the process together


class UnderWay:
    """One review, finished or not."""

    def __init__(self) -> None:
        self.done = 0
        self.total = 0    # 0: not yet known
        self.review: Review | None = None
        self.failed = False


class Reviews:
    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._found: OrderedDict[tuple[TableId, bool], UnderWay] = OrderedDict()
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, table: TableId, game: GameToReview, everything: bool) -> UnderWay:
        """How far it is; the first who asks starts it. One that has failed stays so as long as it is remembered: pages
        ask every few seconds, and would have it fail again each time."""
        key = (table, everything)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = UnderWay()
            task = asyncio.get_running_loop().create_task(self._work(found, game, everything))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            while len(self._found) > KEPT:
                self._found.popitem(last=False)
        self._found.move_to_end(key)
        return found

    def known(self, table: TableId) -> Review | None:
        """If it is worked out already. Nothing is started."""
        found = self._found.get((table, False))
        return found.review if found else None

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, found: UnderWay, game: GameToReview, everything: bool) -> None:
        try:
            async with self._turn:
                todo = await self._workers.review_tasks(game, everything)
                found.total = len(todo)
                answers: dict[Task, Answer] = {}
                for first in range(0, len(todo), AT_ONCE):
                    some = todo[first : first + AT_ONCE]
                    answers.update(zip(some, await self._workers.review_answers(game, some), strict=True))
                    found.done = len(answers)
                found.review = await self._workers.put_review_together(game, answers)
        except Exception:
            found.failed = True
            log.exception("the review of a game of %s failed", game.game)
