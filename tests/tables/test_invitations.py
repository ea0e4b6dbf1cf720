"""Words that find a table, a host who fills seats or begins with fewer, and what is left of finished games."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from intryga.tables import codes
from intryga.tables.house import Refused
from tests.tables.support import BOT, EWA, JAN, ME, OLA, OPEN, opened, play, wish


def test_words_find_a_table_as_long_as_it_gathers_people(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN))
            page = await house.page(table, OLA)
            assert codes.is_code(page.code)
            assert (await house.page(table, JAN, token=page.invite)).code == "", "words are the creator's to say"
            found = await house.invited(page.code)
            assert found is not None
            assert found[0] == table
            await house.join(table, 1, JAN, found[1])    # as good as a link
            assert await house.invited(page.code) == (table, ""), "who comes late finds the table, and no seat"
            assert await house.invited("axe-axe-axe") is None
        async with opened(tmp_path) as house:    # after a restart
            assert await house.invited(page.code) == (table, "")

    asyncio.run(scene())


def test_no_two_tables_that_gather_have_the_same_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        monkeypatch.setattr(codes, "draw", lambda: iter(["axe-book-carp", "rose-key-toad", "eye-mask-coin"]))
        async with opened(tmp_path) as house:
            one, two = [await house.create(OLA, wish(ME, OPEN)) for _ in range(2)]
            assert [(await house.page(table, OLA)).code for table in (one, two)] == ["axe-book-carp", "rose-key-toad"]
            await house.seat_bot(one, OLA, 1)
            three = await house.create(OLA, wish(ME, OPEN))
            assert (await house.page(three, OLA)).code == "axe-book-carp", "begun games leave their words to others"

    asyncio.run(scene())


def test_the_host_fills_seats_with_bots_or_begins_with_fewer(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, OPEN, OPEN, public=True))
            with pytest.raises(Refused, match="only whoever made"):
                await house.seat_bot(table, JAN, 1)
            assert (await house.page(table, OLA)).startable == 0, "nobody plays alone"
            await house.seat_bot(table, OLA, 2, "random")
            await house.join(table, 3, JAN)
            page = await house.page(table, OLA)
            assert [info.kind for info in page.seats] == ["human", "open", "bot", "human"]
            assert page.startable == 3
            await house.send_bot_away(table, OLA, 2)
            await house.seat_bot(table, OLA, 2, "random")
            await house.start(table, OLA)
            begun = await house.page(table, JAN)
            assert (begun.status, len(begun.seats), begun.viewer) == ("playing", 3, 2)
            with pytest.raises(Refused, match="already begun"):
                await house.start(table, OLA)
        async with opened(tmp_path) as house:    # the log tells the same again
            assert len((await house.page(table, JAN)).seats) == 3
            await play(house, table, OLA, JAN)
            assert len((await house.finished.replay(table, OLA, 0, -2)).names) == 3

    asyncio.run(scene())


def test_results_stay_until_they_are_put_away(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, BOT))
            with pytest.raises(Refused, match="not over"):
                await house.put_away(table, OLA)
            await play(house, table, OLA)
            (done,) = await house.history(OLA)
            page = await house.page(table, OLA)
            assert page.view is not None
            assert page.view.scores is not None
            assert done.scores == [sum(points.values()) for points in page.view.scores]
            assert done.seat == 0
            with pytest.raises(Refused, match="no seat"):
                await house.put_away(table, EWA)
            await house.put_away(table, OLA)
            await house.put_away(table, OLA)    # a second click
            assert await house.history(OLA) == []
            assert (await house.lobby(OLA)).mine == []

    asyncio.run(scene())
