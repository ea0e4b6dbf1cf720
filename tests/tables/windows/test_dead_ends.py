"""Cards of somebody's own may lead nowhere. Such a game is over with a sentence, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from intryga.kernel.state import Endless
from intryga.kernel.steps import Automatic, Offers
from intryga.tables.runtime import clockwork
from intryga.tables.types import Refused
from tests.tables.support import BOT, EWA, IDA, JAN, ME, OLA, clock_of, four, opened, wish
from tests.tables.windows.support import TOYS, answer
from tests.toys import windows


def nothing(_: object, __: windows.Table, ___: Offers) -> None:
    """No option at all."""


def test_where_nobody_can_move_the_game_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with four(tmp_path, window=0) as (house, table):
            await answer(house, table, OLA, "deed 1")
            monkeypatch.setattr(windows.Commit, "offers", nothing)
            for who in (JAN, EWA, IDA):
                await answer(house, table, who, "pass")
            await clock_of(house).settle()
            page = await house.page(table, JAN)
            assert (page.status, page.halted, page.view, page.secret) == ("over", "stuck", None, None)
            over = house.finished
            for refused in (over.replay(table, OLA, 0, 0), over.game_file(table, OLA), house.rematch(table, OLA)):
                with pytest.raises(Refused, match="not over"):
                    await refused
        async with opened(tmp_path) as house:
            assert (await house.page(table, OLA)).halted == "stuck"
            assert [card.status for card in (await house.lobby(OLA)).mine] == ["over"]

    asyncio.run(scene())


def test_a_game_that_never_stops_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intryga.tables.model.table.MOST_MOVES", 5)

    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(BOT, BOT, BOT, BOT, game="windows"))
            await clock_of(house).advance(60)
            assert (await house.page(table, OLA)).halted == "endless"

    asyncio.run(scene())


class AgainAndAgain(Automatic[windows.Table]):
    def run(self, s: windows.Table) -> None:
        s.push(AgainAndAgain(0))


def test_steps_without_end_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    game = windows.GAME
    state = game.new_game(game.chosen_rules({}), 4, game.quick_dice(1))
    state.push(AgainAndAgain(0))
    with pytest.raises(Endless, match="never comes to an end"):
        state.advance()


def test_rules_that_fail_are_tried_a_few_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With cards of somebody's own the game is given up then; the log stays short."""

    async def scene() -> None:
        async with opened(tmp_path) as house:
            monkeypatch.setattr(TOYS["windows"], "own_components", "cards of somebody's own")
            monkeypatch.setattr(TOYS["windows"], "components_mark", lambda: "")
            table = await house.create(OLA, wish(ME, BOT, BOT, BOT, game="windows", window=0))
            monkeypatch.setattr(windows.Table, "resample", None)
            with caplog.at_level(logging.CRITICAL):
                await answer(house, table, OLA, "deed 1")
                await clock_of(house).advance(2 ** (clockwork.GIVEN_UP + 2))
            assert (await house.page(table, OLA)).halted == "stuck"

    asyncio.run(scene())
