"""Work in other processes: what is sent, what is remembered, and that nobody else waits for it."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
from pathlib import Path

import pytest

from intryga import games
from intryga.kernel.dice import quick
from intryga.tables.house import House, SeatWish
from intryga.tables.model.table import Table
from intryga.tables.output import replay
from intryga.tables.runtime import bot_question
from intryga.tables.runtime.bot_question import question
from intryga.tables.runtime.workers import Processes, WorkerProcesses, WorkersInPlace
from intryga.tables.storage.sqlite import SqliteStore
from intryga.tables.types import COMPONENTS_LENGTH
from tests.tables.support import BOT, ME, OLA, opened, play, wish

CARDS = games.find("spiskowcy").folder.joinpath("cards.toml").read_text("utf-8")
OWN = CARDS + "# mine\n" * ((COMPONENTS_LENGTH - len(CARDS.encode())) // 8)    # nearly as long as may be


async def finished(house: House, **more: object) -> Table:
    made = await house.create(OLA, wish(ME, BOT, **more))
    await play(house, made, OLA)
    return house._tables._rooms[made].table


def test_a_replay_from_a_process_is_the_same(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await finished(house)
            game = replay.finished_game(table)
            made, end = table.header.table, len(game.moves)
            workers = WorkerProcesses()
            asked: list[str] = []

            def send() -> replay.FinishedGame:
                asked.append(made)
                return game

            for at in (0, end, end // 2):
                page = await workers.replay(made, at, 0, send)
                assert page == await WorkersInPlace().replay(made, at, 0, lambda: game)
            assert asked == [made], "what was played is sent once"
            assert workers._replayer._pool is not None
            for process in list(workers._replayer._pool._processes.values()):
                assert process.pid is not None
                os.kill(process.pid, signal.SIGKILL)
            assert (await workers.replay(made, end, -2, send)).view.over, "another process takes over"
            await workers.close()

    asyncio.run(scene())


def test_any_move_is_shown_from_a_copy_nearby(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whatever order one jumps, it is the state after so many moves."""
    monkeypatch.setattr(replay, "EVERY", 7)

    async def scene() -> None:
        async with opened(tmp_path) as house:
            game = replay.finished_game(await finished(house))
            shown, dice = replay.Replay(game), quick(1)
            truth = replay.Replay(game._replace(moves=[]))
            after = [truth.page(0, -2).view]
            state = truth.copies[0]
            for seat, action in game.moves:
                state.answer_for(seat, action)
                after.append(replay.opened_view(shown.game, state))
            for _ in range(40):
                at = dice.below(len(after))
                assert shown.page(at, -2).view == after[at]

    asyncio.run(scene())


def test_replays_that_are_remembered_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "REPLAYS", 2)
    replay._replays.clear()

    async def scene() -> None:
        async with opened(tmp_path) as house:
            made = [(await finished(house)).header.table for _ in range(3)]
            for table in made:
                await house.finished.replay(table, OLA, None, -2)
            assert list(replay._replays) == made[1:]
            assert (await house.finished.replay(made[0], OLA, 0, -2)).move == 0, "and worked out again when asked for"

    asyncio.run(scene())


def test_the_text_of_a_component_file_is_sent_once(tmp_path: Path) -> None:
    """Of as many bytes as may be; it stands in no header and in no question."""

    async def scene() -> None:
        async with opened(tmp_path) as house:
            made = await house.create(OLA, wish(ME, SeatWish("bot", "heuristic"), components=OWN))
            table = house._tables._rooms[made].table
            assert len(table.header.components) == 32
            seat = next(seat for seat in range(2) if table.step_of(seat) is not None)
            asked = question(table, seat)._replace(level="heuristic")
            assert len(repr(asked)) < 10_000
            bot_question._texts.clear()
            assert bot_question.answer(asked) is None, "it asks for the text"
            action = bot_question.answer(asked, OWN)
            assert action is not None
            assert bot_question.answer(asked) == action
            await play(house, made, OLA, moves=4)
        async with opened(tmp_path) as house:
            await play(house, made, OLA)
            assert (await house.page(made, OLA)).status == "over"
            assert await house.components(made, OLA) == OWN
            assert (await house.finished.replay(made, OLA, None, -2)).view.over
            again = await house.rematch(made, OLA)
            assert await house.components(again, OLA) == OWN

    asyncio.run(scene())


def test_bots_in_processes_choose_as_they_would_here(tmp_path: Path) -> None:
    async def scene() -> None:
        workers = WorkerProcesses()
        async with opened(tmp_path) as house:
            made = await house.create(OLA, wish(ME, SeatWish("bot", "heuristic"), components=OWN))
            table = house._tables._rooms[made].table
            seat = next(seat for seat in range(2) if table.step_of(seat) is not None)
            asked = question(table, seat)._replace(level="heuristic")
            there = [await workers.choose(asked, OWN) for _ in range(2)]
            assert there == [await WorkersInPlace().choose(asked, OWN)] * 2
        await workers.close()

    asyncio.run(scene())


def test_a_house_with_processes(tmp_path: Path) -> None:
    """As it is served: bots and replays elsewhere, time as it passes."""

    async def scene() -> None:
        workers = WorkerProcesses()
        house = House(SqliteStore(tmp_path), "a secret", workers)
        await house.open()
        assert workers._replayer._pool is not None, "whoever asks for the first replay does not wait for its process"
        bots = [SeatWish("bot", "heuristic"), SeatWish("bot", "random")]
        made = await house.create(OLA, wish(*bots, public=True))
        while (await house.page(made, None)).status != "over":
            await asyncio.sleep(0.01)
        assert (await house.finished.replay(made, None, None, -2)).view.over
        await house.close()

    asyncio.run(scene())


def test_where_no_process_can_be_had_only_who_awaits_one_is_told() -> None:
    """For real: no more files can be opened, as each process needs some."""

    async def scene() -> None:
        processes = Processes(1)
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (len(os.listdir("/dev/fd")) - 1, limits[1]))
        try:
            processes.start(len, "abc")    # ahead of time, for nobody
            with pytest.raises(OSError, match="open files"):
                await processes.run(len, "abc")
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        assert await processes.run(len, "abc") == 3
        await processes.close()

    asyncio.run(scene())
