"""Whatever leaves the house depends on nothing its reader may not know: pages, lists, replays, questions to bots.

A world is put in the place of the true one that the reader cannot tell from it. Every answer must stay the same to the
byte. (Pages in HTML, updates and the API are made from these answers and nothing else.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from intryga import games
from intryga.bots.hints import Hints
from intryga.kernel.dice import quick
from intryga.kernel.snapshot import fingerprint
from intryga.kernel.state import AnyState
from intryga.tables.house import House, Person
from intryga.tables.model.table import Table
from intryga.tables.output import replay
from intryga.tables.output.table_page import card, summary
from intryga.tables.runtime.bot_question import BotQuestion, question
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.tables.types import Refused
from tests.support import complete
from tests.tables.support import BOT, ME, OLA, OPEN, PEOPLE, clock_of, opened, play, wish

WORLDS = 2
MOMENTS = 12    # of each game


def another_world(table: Table, viewer: int, number: int) -> Table:
    twin = table.copy()
    twin.played.state = table.state.resample(viewer, quick(7, number))
    return twin


def answers(house: House, table: Table, who: Person | None) -> Iterator[bytes]:
    """All that the house tells one person of a table."""
    room = house._tables._rooms[table.header.table]
    before, room.table = room.table, table
    room._pages.clear()
    try:
        yield msgspec.json.encode(room.page(who, None, None))
        yield msgspec.json.encode(card(summary(table), who.id if who else ""))
        yield repr([table.version(room.viewpoint(who.id if who else "", None)), table.window_ends(0.0)]).encode()
    finally:
        room.table = before
        room._pages.clear()


@pytest.mark.parametrize("name", games.names())
def test_pages_and_lists(tmp_path: Path, name: str) -> None:
    async def scene() -> None:
        people, differs = PEOPLE[: min(4, games.find(name).seats[-1])], 0
        async with opened(tmp_path) as house:
            seats = [ME, *[OPEN for _ in people[1:]]]
            made = await house.create(OLA, wish(*seats, game=name, public=True, window=20, spectators="delayed"))
            for seat, who in enumerate(people[1:], 1):
                await house.join(made, seat, who)
            for moment in range(MOMENTS):
                await play(house, made, *people, moves=5, seed=moment)
                table = house._tables._rooms[made].table
                if table.status == "over":
                    break
                for who in (*people, None):
                    viewer = table.seats_of(who.id)[0] if who else -1
                    told = list(answers(house, table, who))
                    for world in range(WORLDS):
                        other = another_world(table, viewer, world)
                        differs += fingerprint(other.state) != fingerprint(table.state)
                        assert list(answers(house, other, who)) == told, f"{who} after {len(table.file_moves)} moves"
            assert differs > MOMENTS, "worlds that are all alike would prove nothing"

    asyncio.run(scene())


@pytest.mark.parametrize("name", games.names())
def test_questions_to_bots(tmp_path: Path, name: str) -> None:
    """A bot that is asked in another world is asked the same; neither true cards nor the table's secret go along."""

    async def scene() -> None:
        people = PEOPLE[: min(4, games.find(name).seats[-1])]
        async with opened(tmp_path) as house:
            made = await house.create(OLA, wish(ME, *[OPEN for _ in people[1:]], game=name, public=True, window=0))
            for seat, who in enumerate(people[1:], 1):
                await house.join(made, seat, who)
            for moment in range(MOMENTS):
                await play(house, made, *people, moves=5, seed=moment)
                table = house._tables._rooms[made].table
                for seat in range(len(table.chairs)):
                    if table.step_of(seat) is None:
                        continue
                    asked = question(table, seat)
                    assert question(another_world(table, seat, moment), seat) == asked
                    secret = table.header.dice.split()[1]
                    assert secret not in repr(asked)
                    assert str(int(secret, 16)) not in repr(asked)

    asyncio.run(scene())


class Overheard(WorkersInPlace):
    """Notes all that is asked."""

    def __init__(self) -> None:
        self.asked: list[BotQuestion] = []

    async def choose(self, question: BotQuestion, components: str) -> int:
        self.asked.append(question)
        return await super().choose(question, components)

    async def hints(self, question: BotQuestion, components: str) -> Hints:
        self.asked.append(question)
        return Hints([], 0)    # what it would say is tested elsewhere


@pytest.mark.parametrize("name", games.names())
def test_whoever_thinks_for_a_table_is_asked_in_a_drawn_world(tmp_path: Path, name: str) -> None:
    """Bots that move, the counsellor of a lesson and the lamp: none is sent the true cards, with the secret beside."""

    async def scene() -> None:
        workers = Overheard()
        async with opened(tmp_path, workers=workers) as house:
            bots = [BOT for _ in range(max(1, games.find(name).seats[0] - 1))]
            made = await house.create(OLA, wish(ME, *bots, game=name, hints=True, window=0))
            counsel = lamp = 0
            for _ in range(6):
                await clock_of(house).advance(0.0)
                counsel += await house.counsel.move(made, OLA) is not None
                with suppress(Refused):    # where there is no choice
                    await house.counsel.hints(made, OLA)
                    lamp += 1
                await play(house, made, OLA, moves=1)
            table = house._tables._rooms[made].table
            assert counsel
            assert lamp or name not in complete(), "a draft's hand may leave no choice"
            assert len({question.seat for question in workers.asked}) > 1, "bots have moved too"
            for question in workers.asked:
                assert table.header.dice.split()[1] not in repr(question)

    asyncio.run(scene())


@pytest.mark.parametrize("name", games.names())
def test_replays(tmp_path: Path, name: str) -> None:
    class InAnotherWorld(replay.Replay):
        viewer = -1

        def state(self, at: int) -> AnyState:
            return super().state(at).resample(self.viewer, quick(9, at))

    async def scene() -> None:
        async with opened(tmp_path) as house:
            seats = [ME, *[OPEN for _ in range(games.find(name).seats[0] - 1)]]
            made = await house.create(OLA, wish(*seats, game=name, public=True, window=0))
            people = PEOPLE[: len(seats)]
            for seat, who in enumerate(people[1:], 1):
                await house.join(made, seat, who)
            await play(house, made, *people)
            finished = replay.finished_game(house._tables._rooms[made].table)
            truth, other = replay.Replay(finished), InAnotherWorld(finished)
            for at in range(0, len(finished.moves), max(1, len(finished.moves) // MOMENTS)):
                for viewer in range(-1, len(seats)):
                    other.viewer = viewer
                    page, same = truth.page(at, viewer), other.page(at, viewer)
                    assert msgspec.json.encode(same) == msgspec.json.encode(page), f"{viewer} at {at}"

    asyncio.run(scene())


@pytest.mark.parametrize("name", games.names())
def test_a_world_drawn_from_a_world_is_as_good_as_one_from_the_truth(name: str) -> None:
    """What is drawn depends on the viewer's knowledge alone: with the same dice it is the same world."""
    game = games.find(name)
    for seats in (game.seats[0], game.seats[-1]):
        state: AnyState = game.new_game(game.chosen_rules(), seats, game.quick_dice(seats))
        chooser, moves = quick(seats, 1), 0
        while not state.over() and moves < 150:
            if moves % 10 == 0:
                for viewer in range(-1, seats):
                    once = state.resample(viewer, quick(5, moves))
                    twice = state.resample(viewer, quick(6, moves)).resample(viewer, quick(5, moves))
                    assert fingerprint(twice) == fingerprint(once), (moves, viewer)
            state.apply(state.options[chooser.below(len(state.options))])
            moves += 1
