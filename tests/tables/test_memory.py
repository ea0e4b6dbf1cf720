"""What a table keeps in memory does not grow with its age, nor with those who have seen it: by counts, not by size."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from intryga.kernel.journal import Moved
from intryga.tables.house import House, TablePage
from intryga.tables.model import table as tables
from intryga.tables.model.playthrough import STORY_SHOWN
from intryga.tables.model.table import STORY_MOVES
from intryga.tables.runtime.tables import REST
from intryga.web import render
from tests.tables.support import EWA, IDA, JAN, ME, OLA, OPEN, PEOPLE, clock_of, four, opened, play, wish


def told_at(house: House, table: str) -> dict[tuple[int, int], list[object]]:
    played = house._tables.rooms[table].table.playthrough
    assert played is not None
    return {(viewer, n): move.entries for viewer, told in played._told.items() for n, move in told.items()}    # type: ignore[misc]


async def look(house: House, table: str) -> list[TablePage]:
    return [msgspec.structs.replace(await house.page(table, who), invite=None) for who in (*PEOPLE, None)]


def test_an_old_table_keeps_what_its_pages_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And they look as if it had kept everything."""

    async def scene() -> None:
        async with four(tmp_path, "straznik_kluczy") as (house, table):
            await play(house, table, *PEOPLE, moves=60)
            monkeypatch.setattr(tables, "STORY_MOVES", 2 * STORY_SHOWN)
            await play(house, table, *PEOPLE, moves=60)
            shown, kept = await look(house, table), house._tables.rooms[table].table
            assert kept.dropped > 0
            assert STORY_SHOWN <= len(kept.played.moves) <= 2 * STORY_SHOWN
            moves = [move for _, move in told_at(house, table)]
            assert len(moves) <= STORY_SHOWN * (len(PEOPLE) + 1)
            await house._store.put_snapshot(table, b"of nothing")    # so that the whole log will be read
        monkeypatch.setattr(tables, "STORY_MOVES", 10_000)
        async with opened(tmp_path) as house:
            assert await look(house, table) == shown
            assert house._tables.rooms[table].table.dropped == 0

    asyncio.run(scene())
    assert STORY_MOVES >= 2 * STORY_SHOWN


def test_who_may_know_the_same_gets_the_same_lines_and_their_drawing_goes_with_them(tmp_path: Path) -> None:
    async def scene() -> None:
        async with four(tmp_path, "spiskowcy") as (house, table):
            await play(house, table, *PEOPLE, moves=30)
            pages = await look(house, table)
            same = 0
            for (viewer, move), lines in told_at(house, table).items():
                for (other, at), known in told_at(house, table).items():
                    if at == move and other > viewer:
                        assert (lines is known) == (lines == known)
                        same += lines is known
                        ids = {id(line) for line in known}
                        assert all(id(line) in ids for line in lines if line in known)
            assert same > 30
            for page in pages:
                render.update(page, "en")
            kept = [move.entries.kept for page in pages for move in page.story]    # type: ignore[attr-defined]
            assert all(kept)
            drawn = {id(found) for each in kept for found in each.values()}
            for page in pages:
                render.update(page, "en")
            assert drawn == {id(found) for each in kept for found in each.values()}, "drawn once"

    asyncio.run(scene())


def test_tables_share_what_they_tell_alike(tmp_path: Path) -> None:
    """Lines of stories and the ways of cards were a third of what a seat took."""

    async def scene() -> None:
        async with opened(tmp_path) as house:
            tables = []
            for _ in range(3):
                tables.append(await house.create(OLA, wish(ME, OPEN, public=True)))
                await house.join(tables[-1], 1, JAN)
                await play(house, tables[-1], OLA, JAN, moves=20)
            told = [line for table in tables for lines in told_at(house, table).values() for line in lines]
            assert len({id(line) for line in told}) == len(set(told)) < len(told) / 3    # type: ignore[arg-type]
            played = [house._tables.rooms[table].table.played for table in tables]
            moved = [e for each in played for e in each.journal.events[each.moves[0].events :] if isinstance(e, Moved)]
            ways = [(e.kind, e.count, e.source, e.target, e.place) for e in moved]
            assert len(set(map(id, moved))) == len(set(ways)) < len(ways) / 2

    asyncio.run(scene())


def test_a_line_that_is_kept_shares_its_cards_with_all_others(tmp_path: Path) -> None:
    """Whole drawings of lines were a quarter of what a seat took."""

    async def scene() -> None:
        async with four(tmp_path, "spiskowcy") as (house, table):
            await play(house, table, *PEOPLE, moves=30)
            lines = [line for page in await look(house, table) for line in render.update(page, "en").story]
            cards = [card for line in lines for card in line.cards]
            assert len(cards) > 30
            assert len({id(card) for card in cards}) == len(set(cards))
            assert all("<svg" not in text for line in lines for text in (line.sentence, line.said, line.attributes))
            assert len({line.mark for line in lines}) == len({line.drawn for line in lines})

    asyncio.run(scene())


def test_when_nobody_who_plays_looks_pages_and_stories_go(tmp_path: Path) -> None:
    """And with them their drawings; a game that is over goes altogether."""

    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            await house.join(table, 1, JAN)
            watching = [house.watch(table, who) for who in (OLA, JAN, EWA)]
            for news in watching:
                await anext(news)
            await play(house, table, OLA, JAN, moves=10)
            await watching[0].aclose()
            assert told_at(house, table), "Jan still looks"
            await watching[1].aclose()
            assert not told_at(house, table)
            await clock_of(house).advance(2 * REST)
            assert table in house._tables.rooms
            watching = [house.watch(table, who) for who in (OLA, IDA)]
            for news in watching:
                await anext(news)
            await play(house, table, OLA, JAN)
            end = await house.page(table, OLA)
            assert end.status == "over"
            await watching[0].aclose()
            await clock_of(house).advance(2 * REST)
            assert table in house._tables.rooms, "somebody looks on"
            await watching[1].aclose()
            await clock_of(house).advance(2 * REST)
            assert table not in house._tables.rooms
            again = await house.page(table, OLA)
            assert (again.view, again.story, again.version) == (end.view, end.story, end.version)

    asyncio.run(scene())


def test_busy_tables_keep_no_idle_one_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intryga.tables.runtime.tables.ROOMS", 3)

    async def scene() -> None:
        async with opened(tmp_path) as house:
            busy = [await house.create(OLA, wish(ME, OPEN, public=True)) for _ in range(3)]
            watching = [house.watch(table, OLA) for table in busy]
            for news in watching:
                await anext(news)
            idle = [await house.create(JAN, wish(ME, OPEN)) for _ in range(5)]
            assert house._tables.rooms.keys() >= set(busy)
            assert len(house._tables.rooms.keys() & set(idle)) <= 1
            for news in watching:
                await news.aclose()

    asyncio.run(scene())
