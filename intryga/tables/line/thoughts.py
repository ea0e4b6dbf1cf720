"""Bots that think on other machines: questions are rows of an unlogged table, answers are told on the line.

An answer follows from its question, so nothing has to survive: a question that nobody takes, or that dies with whoever
took it, is thought over by the process that asked. A question holds a world drawn for the bot's seat, never the true.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from itertools import count
from typing import Any

import msgspec
import psycopg
from psycopg.conninfo import make_conninfo

from intryga.tables.line.channel import AGAIN, Channel
from intryga.tables.runtime import bot_question
from intryga.tables.runtime.bot_question import BotQuestion
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.runtime.workers import Processes, WorkerProcesses
from intryga.tables.storage.postgres import PATIENCE, plain_url
from intryga.tables.storage.store import NotReached

TAKEN_WITHIN = 0.5    # seconds; else all thinkers are busy, or there are none
NOBODY_FOR = 10.0    # seconds for which nobody is asked who was not there
ANSWERED_WITHIN = 20.0

ASK = """
    with asked as (insert into questions (asker, number, question) values (%s, %s, %s) returning 1)
    select pg_notify('intryga_questions', '') from asked"""
TAKE_BACK = "delete from questions where asker = %s and number = %s returning number"
TAKE = """
    delete from questions where (asker, number) in (
        select asker, number from questions order by asked limit 1 for update skip locked
    ) returning asker, number, question"""
FORGET = "delete from questions where asked < now() - interval '1 minute'"
TEXT = "select text from components where mark = %s"

log = logging.getLogger("intryga.tables")
_questions = msgspec.msgpack.Decoder(BotQuestion)


class Thoughts:
    """What this process has asked and not been told yet."""

    def __init__(self, channel: Channel, clock: WallClock) -> None:
        self._channel = channel
        self._clock = clock
        self._numbers = count(1)
        self._waiting: dict[str, asyncio.Future[int]] = {}
        self._nobody_until = 0.0

    def hears(self, asked: str, action: int) -> None:
        waiting = self._waiting.pop(asked, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(action)

    async def choose(self, question: BotQuestion) -> int | None:
        """None if nobody has answered in good time."""
        if self._clock.elapsed() < self._nobody_until:
            return None
        me, number = self._channel.me, next(self._numbers)
        asked = f"{me}-{number}"
        answer = self._waiting[asked] = asyncio.get_running_loop().create_future()
        try:
            await self._channel.ask(ASK, me, number, msgspec.msgpack.encode(question))
            if not await self._comes(answer, TAKEN_WITHIN) and await self._channel.ask(TAKE_BACK, me, number):
                self._nobody_until = self._clock.elapsed() + NOBODY_FOR
                return None
            return answer.result() if await self._comes(answer, ANSWERED_WITHIN) else None
        except NotReached:
            return None
        finally:
            self._waiting.pop(asked, None)

    async def _comes(self, answer: asyncio.Future[int], seconds: float) -> bool:
        await asyncio.wait([answer], timeout=seconds)
        return answer.done()


class WorkersElsewhere(WorkerProcesses):
    """Bots think by whoever runs `intryga think`, if somebody does; everything else is done here."""

    def __init__(self, thoughts: Thoughts) -> None:
        super().__init__()
        self._thoughts = thoughts

    async def choose(self, question: BotQuestion, components: str) -> int:
        action = None if question.level == "random" else await self._thoughts.choose(question)
        return await super().choose(question, components) if action is None else action


# --- who thinks ---


class Thinker:
    """Takes questions and tells answers, as many at once as it has processes."""

    def __init__(self, url: str, jobs: int) -> None:
        self._conninfo = make_conninfo(plain_url(url), **PATIENCE)
        self._jobs = jobs
        self._processes = Processes(jobs)
        self._ended = asyncio.Event()

    async def run(self) -> None:
        """Until SIGTERM or SIGINT; what is being thought over is thought to its end."""
        for ending in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(ending, self._ended.set)
        await asyncio.gather(*(self._serve() for _ in range(self._jobs)))
        await self._processes.close()

    async def _serve(self) -> None:
        while not self._ended.is_set():
            try:
                async with (
                    await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True) as ear,
                    await psycopg.AsyncConnection.connect(self._conninfo, autocommit=True) as hands,
                ):
                    await hands.execute("set synchronous_commit = off")
                    await ear.execute("listen intryga_questions")
                    while not self._ended.is_set():
                        while not self._ended.is_set() and await self._think(hands):
                            pass
                        async for _ in ear.notifies(timeout=1.0, stop_after=1):
                            pass
                        await hands.execute(FORGET)
            except (psycopg.OperationalError, psycopg.InterfaceError, OSError) as error:
                log.warning("the database does not answer: %s", str(error).strip().partition("\n")[0])
                await asyncio.sleep(AGAIN)

    async def _think(self, hands: psycopg.AsyncConnection[Any]) -> bool:
        """One question, if there is one."""
        found = await (await hands.execute(TAKE)).fetchone()
        if found is None:
            return False
        asker, number, raw = found
        try:
            question = _questions.decode(raw)
            action = await self._processes.run(bot_question.answer, question)
            if action is None:    # it is played with cards of somebody's own
                text = await (await hands.execute(TEXT, [question.components])).fetchone()
                action = await self._processes.run(bot_question.answer, question, text[0] if text else "")
        except Exception:    # who asked will think it over
            log.exception("a question could not be answered")
            return True
        await hands.execute("select pg_notify('intryga', %s)", [f"0 thought:{asker}-{number}:{action}"])
        return True
