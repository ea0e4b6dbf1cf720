"""The same deal at several tables: the same cards, each person once, results for those who have played."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from intryga.tables.house import House, Refused
from intryga.tables.output import deals
from intryga.tables.storage.store import Summary
from tests.tables.support import BOT, EWA, JAN, ME, OLA, OPEN, opened, play, wish

CLUB = "club-7"


async def first_hand(house: House, table: str, who) -> object:
    page = await house.page(table, who)
    assert page.view is not None
    return page.view.zones


def test_two_tables_get_the_same_cards_and_compare_their_results(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            one = await house.create(OLA, wish(ME, BOT, BOT, deal=CLUB))
            other = await house.create(JAN, wish(ME, BOT, BOT, deal=CLUB, spectators="public", public=True))
            unlike = await house.create(EWA, wish(ME, BOT, BOT))
            hands = [await first_hand(house, *at) for at in ((one, OLA), (other, JAN), (unlike, EWA))]
            assert hands[0] == hands[1] != hands[2]
            with pytest.raises(Refused, match="only those who play"):    # who has not played it shall not see it
                await house.page(other, EWA)

            before = await house.deals.page("spiskowcy", 3, CLUB, OLA)
            assert (before.finished, before.playing, before.mine, before.tables) == (0, 2, one, [])
            await play(house, other, JAN)
            assert (await house.deals.page("spiskowcy", 3, CLUB, OLA)).tables == []    # hers goes on
            assert (await house.deals.page("spiskowcy", 3, CLUB, None)).finished == 1
            await play(house, one, OLA, seed=2)
            after = await house.deals.page("spiskowcy", 3, CLUB, OLA)
            assert (after.finished, after.playing, len(after.tables)) == (2, 0, 2)
            mine = next(table for table in after.tables if table.seat == 0)
            page = await house.page(one, OLA)
            assert page.view is not None
            assert page.view.scores is not None
            assert mine.table == one == after.mine
            assert mine.scores == [sum(points.values()) for points in page.view.scores]
            assert mine.winners == page.view.winners
            assert (page.deal, mine.bots) == (after.deal, [False, True, True])
            assert [table.table for table in after.tables if table.seat < 0] == [""]    # nobody finds the other table
            assert (await house.lobby(EWA)).finished == []
        async with opened(tmp_path) as house:    # after a restart
            assert len((await house.deals.page("spiskowcy", 3, CLUB, JAN)).tables) == 2

    asyncio.run(scene())


def test_equal_results_share_a_place() -> None:
    """By the viewer's seat: a victory comes before points, one's own table first among equals, and after two that are
    second nobody is third."""

    def played(table: str, points: int, won: bool) -> Summary:
        return Summary(table, "spiskowcy", "", "over", False, [table, "bot"], [table, ""], 0, [], [0 if won else 1], 0,
                       [points, 20])  # fmt: skip

    tables = [played("ewa", 30, True), played("jan", 9, False), played("ola", 30, True), played("iza", 31, True),
              played("leo", 40, False)]  # fmt: skip
    compared = deals.page("spiskowcy/2/club", tables, "ola").tables
    assert [(table.rank, table.players[0]) for table in compared] == [
        (1, "iza"), (2, "ola"), (2, "ewa"), (4, "leo"), (5, "jan"),
    ]  # fmt: skip


def test_nobody_plays_a_deal_twice_and_a_rematch_is_another(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, deal=CLUB))
            await house.join(table, 1, JAN, (await house.page(table, OLA)).invite)
            for who in (OLA, JAN):
                with pytest.raises(Refused, match="already"):
                    await house.create(who, wish(ME, BOT, deal=CLUB))
            await house.create(OLA, wish(ME, BOT, BOT, deal=CLUB))    # with three it is another deal
            free = await house.create(EWA, wish(ME, OPEN, deal=CLUB))
            invite = (await house.page(free, EWA)).invite
            with pytest.raises(Refused, match="already"):
                await house.join(free, 1, JAN, invite)
            await house.leave(free, EWA)    # closed before it began: it counts for nothing
            await play(house, table, OLA, JAN)
            again = await house.rematch(table, OLA)
            assert (await house.page(again, OLA)).deal == ""
            await play(house, await house.create(EWA, wish(ME, BOT, deal=CLUB)), EWA)
            assert (await house.deals.page("spiskowcy", 2, CLUB, EWA)).finished == 2

    asyncio.run(scene())


def test_what_is_no_deal(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            assert house.deals.today() == "2027-01-15"
            with pytest.raises(Refused, match="from that day on"):
                await house.create(OLA, wish(ME, BOT, deal="2027-01-16"))
            with pytest.raises(Refused, match="usual options"):
                await house.create(OLA, wish(ME, BOT, deal=CLUB, options={"orders": "simultaneous"}))
            with pytest.raises(Refused, match="small letters"):
                await house.deals.page("spiskowcy", 3, "../etc", OLA)
            await house.create(OLA, wish(ME, BOT, deal=house.deals.today()))
            assert (await house.deals.page("spiskowcy", 2, "2027-01-15", None)).playing == 1

    asyncio.run(scene())


def test_another_house_deals_otherwise(tmp_path: Path) -> None:
    """Who knows the cards of a deal here knows nothing of them elsewhere."""

    async def hand(folder: Path, secret: str) -> object:
        async with opened(folder, secret=secret) as house:
            return await first_hand(house, await house.create(OLA, wish(ME, BOT, deal=CLUB)), OLA)

    async def scene() -> None:
        here, there = tmp_path / "here", tmp_path / "there"
        for folder in (here, there):
            folder.mkdir()
        assert await hand(here, "one") != await hand(there, "another")

    asyncio.run(scene())
