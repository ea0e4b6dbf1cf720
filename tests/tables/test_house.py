"""The house: sitting down, playing, what is told to whom, and what survives."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from intryga.kernel.game import Mistake
from intryga.kernel.state import IllegalMove
from intryga.tables.house import House, Refused, SeatWish, Stale, TablePage
from intryga.tables.model import snapshot
from intryga.tables.output import game_file as files
from tests.tables.clock import SetClock
from tests.tables.support import BOT, EWA, JAN, ME, OLA, OPEN, clock_of, new_house, opened, play, until, wish

pytestmark = pytest.mark.usefixtures("both_stores")


def test_alone_against_bots_to_the_end_and_the_file(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, BOT, BOT))
            page = await house.page(table, OLA)
            assert (page.status, page.viewer, page.secret) == ("playing", 0, None)
            with pytest.raises(Refused, match="not over"):
                await house.finished.game_file(table, OLA)
            await play(house, table, OLA)
            page = await house.page(table, OLA)
            assert page.view is not None
            assert page.view.over
            assert page.secret is not None
            record = await house.finished.game_file(table, None)
        path = tmp_path / "game.json"
        files.save(record, path)
        assert files.load(path) == record

    asyncio.run(scene())


def test_a_second_click_is_stale_and_does_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN))
            await house.join(table, 1, JAN, (await house.page(table, OLA)).invite)
            pages = [await house.page(table, who) for who in (OLA, JAN)]
            who, page = next((w, p) for w, p in zip((OLA, JAN), pages, strict=True) if p.asked >= 0)
            assert page.view is not None
            assert page.view.decision is not None
            action = page.view.decision.options[0].action
            outcomes = await asyncio.gather(
                *(house.act(table, who, action, page.version) for _ in range(5)), return_exceptions=True
            )
            assert sum(outcome is None for outcome in outcomes) == 1
            assert all(isinstance(outcome, Stale) for outcome in outcomes if outcome is not None)

    asyncio.run(scene())


def test_who_may_not(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, spectators="no"))
            invite = (await house.page(table, OLA)).invite
            assert invite is not None
            assert (await house.page(table, JAN, token=invite)).invite is None
            with pytest.raises(Refused, match="only those who play"):
                await house.page(table, JAN)
            for token in (None, "", "x" * 100_000, invite[:-2] + "xx"):
                with pytest.raises(Refused, match="not ours"):
                    await house.join(table, 1, JAN, token)
            other = await house.create(OLA, wish(ME, OPEN))
            with pytest.raises(Refused, match="another table"):
                await house.join(table, 1, JAN, (await house.page(other, OLA)).invite)
            for seat in (0, 2, -1, 10**9):
                with pytest.raises(Refused, match="taken"):
                    await house.join(table, seat, JAN, invite)
            with pytest.raises(Refused, match="already"):
                await house.join(table, 1, OLA)
            await house.join(table, 1, JAN, invite)
            with pytest.raises(Refused, match="no seat"):
                await house.act(table, EWA, 0, 10**6)
            with pytest.raises(Refused, match="not your seat"):
                await house.page(table, OLA, seat=1)
            page = await house.page(table, OLA)
            idle = OLA if page.asked < 0 else JAN
            mover = JAN if idle is OLA else OLA
            with pytest.raises((IllegalMove, Stale)):
                await house.act(table, idle, 0, (await house.page(table, idle)).version)
            for action in (-1, 10**9):
                with pytest.raises(Refused, match="no such action"):
                    await house.act(table, mover, action, (await house.page(table, mover)).version)
            for version in (-1, 0, 10**9):
                with pytest.raises(Stale):
                    await house.act(table, mover, 0, version)
            with pytest.raises(Refused, match="no such table"):
                await house.page("x" * 100, OLA)
            with pytest.raises(Mistake):
                await house.create(OLA, wish(ME))

    asyncio.run(scene())


def test_expired_invites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN))
            invite = (await house.page(table, OLA)).invite
            monkeypatch.setattr("intryga.tables.invites.INVITE_LASTS", -1)
            with pytest.raises(Refused, match="expired"):
                await house.join(table, 1, JAN, invite)

    asyncio.run(scene())


def test_a_page_is_the_same_after_a_restart_whatever_the_age(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by way of a snapshot, of which opening an old table reads only the end of the log."""
    monkeypatch.setattr(snapshot, "EVERY", 5)

    async def look(house: House, table: str) -> list[TablePage]:
        return [
            msgspec.structs.replace(await house.page(table, who), story_skipped=0, invite=None)
            for who in (OLA, JAN, None)
        ]

    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            await house.join(table, 1, JAN)
            await play(house, table, OLA, JAN, moves=5)
            await house.chat(table, OLA, "Dzień dobry")
        for _ in range(6):
            async with opened(tmp_path) as house:
                await play(house, table, OLA, JAN, moves=4)
                before = await look(house, table)
            async with opened(tmp_path) as house:
                assert await look(house, table) == before
        store = new_house(tmp_path, SetClock())._store
        await store.open()
        assert await store.snapshot(table) is not None
        await store.close()

    asyncio.run(scene())


def test_two_houses_on_one_store_one_wins(tmp_path: Path) -> None:
    """As if two processes served the same table: the loser hears that the table has moved on, and is up to date."""

    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            await house.join(table, 1, JAN)
            rival = new_house(tmp_path, SetClock())
            await rival._store.open()
            page = await rival.page(table, OLA)
            who = OLA if page.asked >= 0 else JAN
            page = await rival.page(table, who)
            await play(house, table, who, moves=1)
            assert page.view is not None
            assert page.view.decision is not None
            with pytest.raises(Stale):
                await rival.act(table, who, page.view.decision.options[0].action, page.version)
            assert (await rival.page(table, who)).version == (await house.page(table, who)).version
            await rival.chat(table, JAN, "I write next,")
            await house.chat(table, OLA, "and talk is tried again")
            assert [line.text for line in (await house.page(table, JAN)).chat] == [
                "I write next,",
                "and talk is tried again",
            ]
            await rival.close()

    asyncio.run(scene())


def test_a_failing_store_tells_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            await house.join(table, 1, JAN)
            before = [await house.page(table, who) for who in (OLA, JAN)]

            async def broken(*_: object) -> None:
                raise OSError("the disk is full")

            with monkeypatch.context() as patch:
                patch.setattr(house._store, "append", broken)
                with pytest.raises(OSError, match="full"):
                    await play(house, table, OLA, JAN, moves=1)
            assert [await house.page(table, who) for who in (OLA, JAN)] == before
            assert await play(house, table, OLA, JAN, moves=3) == 3

    asyncio.run(scene())


def test_a_caller_who_goes_away_does_not_stop_what_is_written(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            version = (await house.page(table, OLA)).version
            call = asyncio.create_task(house.chat(table, OLA, "I am already gone"))
            await asyncio.sleep(0.0005)
            call.cancel()
            page = await until(lambda: house.page(table, OLA), lambda page: page.version > version)
            assert [line.text for line in page.chat] == ["I am already gone"]

    asyncio.run(scene())


def test_undo_and_its_barrier(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            await house.join(table, 1, JAN)
            taken_back = 0
            for _ in range(30):
                before = {who: await house.page(table, who) for who in (OLA, JAN)}
                mover = next((who for who, page in before.items() if page.asked >= 0), None)
                if mover is None:
                    break
                await play(house, table, mover, moves=1)
                page = await house.page(table, mover)
                if page.can_undo:
                    taken_back += 1
                    await house.undo(table, mover)
                    after = await house.page(table, mover)
                    assert after.view == before[mover].view
                    assert after.version > before[mover].version
                    await play(house, table, mover, moves=1)
                elif page.status == "playing":
                    with pytest.raises(Refused, match="take back"):
                        await house.undo(table, mover)
            assert taken_back

    asyncio.run(scene())


def test_hot_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, SeatWish("me", name="Mama")))
            page = await house.page(table, OLA)
            assert page.hot_seat
            assert [seat.name for seat in page.seats] == ["Ola", "Mama"]
            assert page.viewer == page.asked
            curtain = await house.page(table, OLA, seat=-1)
            assert curtain.viewer == -1
            assert curtain.view is not None
            assert curtain.view.decision is None
            assert curtain.asked == page.asked
            with pytest.raises(Refused, match="which of your seats"):
                await house.act(table, OLA, 0, page.version)
            await play(house, table, OLA)
            assert (await house.page(table, OLA)).status == "over"

    asyncio.run(scene())


def test_leaving_resigning_and_coming_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            await house.join(table, 1, JAN)
            await house.leave(table, JAN)
            page = await until(lambda: house.page(table, OLA), lambda page: page.asked == 0)
            assert page.seats[1].away
            assert page.seats[1].level == "heuristic"
            await house.back(table, JAN)
            assert not (await house.page(table, OLA)).seats[1].away
            await house.resign(table, JAN)
            with pytest.raises(Refused, match="resigned"):
                await house.undo(table, JAN)
            await play(house, table, OLA)
            assert (await house.page(table, OLA)).status == "over"
            empty = await house.create(OLA, wish(ME, OPEN, public=True))
            assert [card.table for card in (await house.lobby(JAN)).open] == [empty]
            await house.leave(empty, OLA)
            closed = await house.page(empty, OLA)
            assert (closed.status, closed.view) == ("over", None)
            assert (await house.lobby(JAN)).open == []

    asyncio.run(scene())


def test_in_a_rematch_everybody_keeps_their_colours(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, BOT, public=True))
            await house.join(table, 1, JAN)
            with pytest.raises(Refused, match="not over"):
                await house.rematch(table, OLA)
            await play(house, table, OLA, JAN)
            new = await asyncio.gather(house.rematch(table, JAN), house.rematch(table, OLA))
            assert new[0] == new[1]
            page = await house.page(new[0], OLA)
            assert [seat.name for seat in page.seats] == ["Ola", "Jan", "Bona"]
            assert page.status == "playing"
            assert (await house.page(table, None)).rematch == new[0]

    asyncio.run(scene())


def test_chat_is_plain_short_and_can_be_muted(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            await house.join(table, 1, JAN)
            await house.chat(table, JAN, "<script>\x00\u202e a\n\tb")
            page = await house.page(table, OLA)
            assert [line.text for line in page.chat] == ["<script> a b"]
            for text in ("", " \n", "\x00", "x" * 501, "x" * 10_000_000):
                with pytest.raises(Refused):
                    await house.chat(table, JAN, text)
            with pytest.raises(Refused, match="no seat"):
                await house.chat(table, EWA, "let me in")
            author = page.chat[0].author
            await house.mute(table, OLA, author)
            assert (await house.page(table, OLA)).chat == []
            assert len((await house.page(table, JAN)).chat) == 1
            await house.mute(table, OLA, author, False)
            assert len((await house.page(table, OLA)).chat) == 1

    asyncio.run(scene())


def test_replay_from_every_seat(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, BOT))
            with pytest.raises(Refused, match="not over"):
                await house.finished.replay(table, OLA, None, 0)
            await play(house, table, OLA)
            end = await house.finished.replay(table, None, None, -2)
            assert end.move == end.moves > 10
            for move in (0, 1, end.moves):
                for viewpoint in (-2, -1, 0, 1):
                    page = await house.finished.replay(table, None, move, viewpoint)
                    assert page.view.viewer == viewpoint
            for move, viewpoint in ((-1, 0), (end.moves + 1, 0), (0, 2), (0, -3)):
                with pytest.raises(Refused):
                    await house.finished.replay(table, None, move, viewpoint)

    asyncio.run(scene())


def test_a_stranger_cannot_make_the_pages_of_others_be_built_anew(tmp_path: Path) -> None:
    """Neither by muting, nor by coming and going."""

    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, OPEN, public=True))
            await house.join(table, 1, JAN)
            before = await house.page(table, OLA)
            with pytest.raises(Refused, match="no seat"):
                await house.mute(table, EWA, before.seats[0].author)
            watching = house.watch(table, EWA)
            await anext(watching)
            await watching.aclose()
            await clock_of(house).advance(120)
            assert await house.page(table, OLA) is before
            jans = await house.page(table, JAN)
            await house.mute(table, OLA, before.seats[1].author)
            assert await house.page(table, OLA) is not before
            assert await house.page(table, JAN) is jans

    asyncio.run(scene())
