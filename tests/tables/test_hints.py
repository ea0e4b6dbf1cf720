"""Hints while one plays, and the review when it is over: who gets them, and that they know what the seat knows."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from intryga.bots import hints as advising
from intryga.bots import review as reviewing
from intryga.bots.bot import Perspective
from intryga.kernel.dice import from_mark, quick, secret_of
from intryga.kernel.state import AnyState
from intryga.tables.runtime import bot_question
from intryga.tables.types import Refused, ReviewPage
from tests.support import all_games, cases, moments, review_quickly
from tests.tables.support import BOT, EWA, JAN, ME, OLA, OPEN, opened, play, until, wish

GAMES = all_games()


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_question, "HINT_SECONDS", 0.02)
    review_quickly(monkeypatch)


def test_hints_are_for_who_is_asked_at_a_table_that_allows_them(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            strict = await house.create(OLA, wish(ME, BOT))
            with pytest.raises(Refused, match="no hints at this table"):
                await house.counsel.hints(strict, OLA)
            table = await house.create(OLA, wish(ME, OPEN, hints=True))
            await house.join(table, 1, JAN, (await house.page(table, OLA)).invite)
            page = await until(lambda: house.page(table, OLA), lambda page: page.status == "playing")
            assert page.hints
            assert (await house.page(table, EWA)).hints, "everybody sees that they are allowed"
            asked, other = (OLA, JAN) if page.asked == 0 else (JAN, OLA)
            found = await house.counsel.hints(table, asked)
            shown = await house.page(table, asked)
            assert shown.view is not None
            assert shown.view.decision is not None
            assert {move.action for move in found.hints.moves} <= {one.action for one in shown.view.decision.options}
            assert len(found.hints.moves) == 3
            chances = [move.chance for move in found.hints.moves]
            assert chances == sorted(chances, reverse=True)
            assert await house.counsel.hints(table, asked) == found, "asked again, the same"
            with pytest.raises(Refused, match="nothing to choose"):
                await house.counsel.hints(table, other)
            with pytest.raises(Refused, match="no seat"):
                await house.counsel.hints(table, EWA)
            await house.act(table, asked, found.hints.moves[0].action, found.version, found.seat)

    asyncio.run(scene())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_hint_knows_what_its_seat_knows(game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "LEVEL", "easy")
    monkeypatch.setattr(advising, "TRIALS", 6)
    case = next(case for case in cases() if case.game is game)
    s = next(s for s in moments(case, 3, 40) if len(s.options) > 1)
    one, other = (
        advising.hints(Perspective(game, world, s.seat), quick(4)) for world in (s, s.resample(s.seat, quick(9)))
    )
    assert one == other


def test_games_of_one_deal_are_told_apart() -> None:
    """Or a review would look at the positions of another table."""
    game = GAMES[0]
    deal = game.sealed_dice(secret_of(1)).mark()
    games = []
    for chooser in (0, -1):
        s: AnyState = game.new_game(game.chosen_rules(), game.seats[0], from_mark(deal))
        moves: list[tuple[int, int]] = []
        while not s.over():
            moves.append((int(s.seat), int(s.options[chooser])))
            s.answer_for(*moves[-1])
        games.append(reviewing.Played({}, game.seats[0], deal, moves))
    assert games[0].moves != games[1].moves
    for played in games:
        assert len(reviewing.positions(game, played).states) == len(played.moves) + 1


def test_a_review_is_worked_out_when_somebody_asks(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as house:
            table = await house.create(OLA, wish(ME, BOT))
            with pytest.raises(Refused, match="not over"):
                await house.finished.review(table, OLA)
            await play(house, table, OLA)
            first = await house.finished.review(table, OLA)
            assert first.review is None
            found = await _reviewed(house, table)
            assert found.done == found.total > 0
            review = found.review
            assert review is not None
            assert review.points[0].move < review.points[-1].move
            assert sorted(review.points[-1].chances)[-1] == 1.0 or sum(review.points[-1].chances) == 1.0
            assert [one.seat for one in review.accounts] == [0, 1]
            for one in review.accounts:
                assert one.play is not None
            assert len(review.turning) <= 3

    async def _reviewed(house, table: str) -> ReviewPage:
        while (found := await house.finished.review(table, OLA, everything=True)).review is None:
            await asyncio.sleep(0.01)
        assert len(found.review.open) == len(found.review.points)
        return found

    asyncio.run(scene())
