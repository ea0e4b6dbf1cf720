"""Strażnik Kluczy by clicking on what can be seen: alone against the AI of its rules; a turn taken back."""

from __future__ import annotations

from tests.web.browser.conftest import Visit
from tests.web.browser.eye import Eye
from tests.web.browser.guest import BOT, ME, expect, hurry
from tests.web.browser.test_games import click_on, stands_at_the_end

SOME = 40    # moves, three or four rounds


def test_a_solo_game_by_clicking(measure: Visit) -> None:
    """The AI sits at the table, moves by itself, and stands in the ranking. Some rounds by clicks: the questions are
    those of a game of two, of which every one is clicked in `test_games.py`."""
    ola = measure("Ola")
    eye = Eye(ola)
    table = ola.table(ME, game="straznik_kluczy")
    ola.open(table)
    expect(ola.page.locator("#ai .who")).to_contain_text("SI")
    asked, _ = click_on(eye, "straznik_kluczy", SOME)
    assert len(asked) > 5
    assert "SI" in ola.page.inner_text("#story"), "the AI has moved"
    hurry(table, ola)
    stands_at_the_end(eye, "straznik_kluczy")


def test_a_turn_is_taken_back_to_its_first_card(visit: Visit) -> None:
    """A played card too: who held it has learnt nothing. What a card brought to light stays, and the bar says what."""
    ola = visit("Ola")
    ola.page.goto(ola.table(ME, BOT, game="straznik_kluczy"))
    while "Zagraj kartę" not in ola.turn().question:
        ola.choose()
    expect(ola.page.locator("#tip-undo")).to_contain_text("Tego już nie cofniesz")
    expect(ola.page.locator("#tip-undo")).to_contain_text("Do wzięcia")
    hand = ola.page.inner_text("#own")
    ola.choose()
    expect(ola.page.locator("[data-undo-turn]")).to_have_count(0)
    ola.choose()
    ola.page.click("[data-undo-turn]")
    expect(ola.page.locator("#move")).to_contain_text("Zagraj kartę")
    assert ola.page.inner_text("#own") == hand
    expect(ola.page.locator("[data-undo]")).to_have_count(0)
