"""A whole game of each kind, by clicking on what can be seen, on a wide and on a narrow screen."""

from __future__ import annotations

import pytest

from intryga import games
from tests.web.browser.conftest import Visit
from tests.web.browser.guest import COMPLETE, MANY, OVER, SIZES, TOP_SEATS, Guest, expect

pytestmark = pytest.mark.browser


def play_through(ola: Guest, game: str) -> set[str]:
    """To the end. In every kind of question the page fits the screen, all choices can be clicked, and what was kept up
    to date is what would be loaded anew. Every rule that a refusal names is in the rules. Gives what was asked."""
    asked: set[str] = set()
    rules: set[str] = set()
    for number in range(MANY):
        if not ola.wait():
            break
        seen = ola.glance()
        rules.update(seen.rules)
        if seen.question not in asked:
            asked.add(seen.question)
            ola.fits()
            ola.page.mouse.move(0, 0)
            assert ola.page.evaluate("hands.covered()") == [], seen.question
            assert ola.page.evaluate("hands.outdated()") == "", seen.question
        ola.choose(number * 5)
    expect(ola.page.locator(OVER)).to_be_visible()
    expect(ola.page.locator(".score .dvs .rk")).to_have_count(TOP_SEATS[game])
    points = ola.page.locator(".pts text").all()
    assert not points or any(number.is_visible() for number in points), "bars that do not say their points"
    ola.fits()
    ola.page.goto(f"{ola.address}/rules/{game}")
    there = set(ola.page.evaluate("[...document.querySelectorAll('dl [id]')].map(e => `${location.pathname}#${e.id}`)"))
    assert rules <= there
    return asked


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", COMPLETE)
def test_a_whole_game_by_clicking(visit: Visit, game: str, size: str) -> None:
    ola = visit("Ola", viewport=SIZES[size])
    ola.page.goto(ola.against_bots(game))
    assert len(play_through(ola, game)) > (2 if games.find(game).stage == "complete" else 0)


@pytest.mark.parametrize("size", SIZES)
def test_a_game_without_a_layout_plays_too(visit: Visit, plain_game: str, size: str) -> None:
    ola = visit("Ola", viewport=SIZES[size])
    ola.page.goto(ola.against_bots(plain_game))
    expect(ola.page.locator("#page.plain")).to_be_visible()
    play_through(ola, plain_game)
