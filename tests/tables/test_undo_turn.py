"""Undo to the start of one's turn: as far as nobody has learnt anything, and no further."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from intryga.tables.house import House, Person, Refused, TakenBack
from tests.tables.support import JAN, ME, OLA, OPEN, PEOPLE, everybody, four, opened, play, wish

TWO = (OLA, JAN)


async def mover(house: House, table: str) -> Person:
    return OLA if (await house.page(table, OLA)).asked >= 0 else JAN


@pytest.mark.parametrize("name", ["spiskowcy", "konspiracja", "dworzanie"])
def test_it_is_the_same_as_taking_back_one_by_one(tmp_path: Path, name: str) -> None:
    """In one entry, with the same outcome; and it says why it stopped."""
    stops: set[str] = set()

    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, game=name, public=True, window=0))
            await house.join(table, 1, JAN)
            room = house._tables._rooms[table]
            for turn in range(40):
                if room.table.status == "over":
                    break
                who = await mover(house, table)
                for more in range(3):
                    if (await house.page(table, who)).asked >= 0:
                        await play(house, table, who, moves=1, seed=turn * 3 + more)
                if room.table.status == "over" or not room.table.can_undo(TWO.index(who)):
                    continue
                one_by_one, count = room.table, 0
                while one_by_one.can_undo(TWO.index(who)):
                    one_by_one, count = one_by_one._one_back(TWO.index(who)), count + 1
                number = room.table.number
                taken = await house.undo_turn(table, who)
                assert taken.moves == count
                assert room.table.number == number + 1
                assert room.table.state.cells == one_by_one.state.cells
                assert room.table.file_moves == one_by_one.file_moves
                assert not (await house.page(table, who)).can_undo
                stops.add(taken.stopped)
                await play(house, table, who, moves=1, seed=turn)
            before = [await house.page(table, who) for who in TWO]
        async with opened(tmp_path) as house:
            after = [await house.page(table, who) for who in TWO]
            assert [page.view for page in after] == [page.view for page in before]

    asyncio.run(scene())
    assert stops <= {"turn", "dice", "cards", "answers"}
    assert stops


def test_nothing_to_take_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            await house.join(table, 1, JAN)
            version = (await house.page(table, OLA)).version
            for who in TWO:
                with pytest.raises(Refused, match="nothing to take back"):
                    await house.undo_turn(table, who)
            assert (await house.page(table, OLA)).version == version

    asyncio.run(scene())


@pytest.mark.parametrize("window", [0.0, 60.0])
def test_in_a_window_only_ones_own_answer(tmp_path: Path, window: float) -> None:
    """Nobody else can notice."""

    async def scene() -> None:
        async with four(tmp_path, "smierc_jasniepanu", window=window) as (house, table):
            room = house._tables._rooms[table]
            while len({step.seat for step in room.table.state.run}) < 3:
                seat = room.table.awaited()[0]
                await play(house, table, PEOPLE[seat], moves=1)
            before = await everybody(house, table)
            seat = room.table.state.run[0].seat
            who = PEOPLE[seat]
            page = await house.page(table, who)
            assert page.view is not None
            assert page.view.decision is not None
            await answer_with(house, table, who, page.view.decision.options[-1].action)
            assert await house.undo_turn(table, who) == TakenBack(1, "window")
            after = await everybody(house, table)
            assert [one == two for one, two in zip(before, after, strict=True)] == [n != seat for n in range(5)]

    asyncio.run(scene())


async def answer_with(house: House, table: str, who: Person, action: int) -> None:
    page = await house.page(table, who)
    await house.act(table, who, action, page.version)
