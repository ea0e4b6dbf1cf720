"""A whole game of each kind, by clicking on what can be seen, on a screen that is now wide and now narrow. Nothing is
painted there; in `test_refusals.py` a real mouse plays some moves of every game."""

from __future__ import annotations

import pytest

from intryga import games
from tests.web.browser.conftest import Visit
from tests.web.browser.eye import Eye
from tests.web.browser.guest import COMPLETE, MANY, OVER, SIZES, TOP_SEATS, expect

pytestmark = pytest.mark.browser

LOOKED_AT = 3    # kinds of questions of each game that axe looks at


def play_through(eye: Eye, game: str) -> set[str]:
    """To the end. In every kind of question the page fits both screens, all choices can be clicked, and what was kept
    up to date is what would be loaded anew. axe finds nothing in the first of them, nor at the end. Every rule that a
    refusal names is in the rules. Gives what was asked."""
    ola = eye.guest
    asked: set[str] = set()
    rules: set[str] = set()
    for number in range(MANY):
        seen = ola.turn()
        if seen.over:
            break
        rules.update(seen.rules)
        if seen.question not in asked:
            asked.add(seen.question)
            ola.point_at_nothing()
            for size in sorted(SIZES, reverse=len(asked) % 2 == 0):    # it goes on now wide and now narrow
                ola.resize(size)
                ola.fits()
                assert ola.evaluate("hands.covered()") == [], f"{seen.question}, {size}"
            assert ola.evaluate("hands.outdated()") == "", seen.question
            if len(asked) <= LOOKED_AT:
                eye.look(f"{game}: {seen.question}")
        ola.choose(number * 5)
    expect(ola.page.locator(OVER)).to_be_visible()
    expect(ola.page.locator(".score .dvs .rk")).to_have_count(TOP_SEATS[game])
    points = ola.page.locator(".pts text").all()
    assert not points or any(number.is_visible() for number in points), "bars that do not say their points"
    for size in SIZES:
        ola.resize(size)
        ola.fits()
    ola.point_at_nothing()
    eye.look(f"{game}: over")
    eye.saw_nothing()
    ola.open(f"{ola.address}/rules/{game}")
    there = set(ola.evaluate("[...document.querySelectorAll('dl [id]')].map(e => `${location.pathname}#${e.id}`)"))
    assert rules <= there
    return asked


@pytest.mark.parametrize("game", COMPLETE)
def test_a_whole_game_by_clicking(measure: Visit, game: str) -> None:
    ola = measure("Ola")
    eye = Eye(ola, COMPLETE.index(game))
    ola.open(ola.against_bots(game))
    assert len(play_through(eye, game)) > (2 if games.find(game).stage == "complete" else 0)


def test_a_game_without_a_layout_plays_too(measure: Visit, plain_game: str) -> None:
    ola = measure("Ola")
    eye = Eye(ola)
    ola.open(ola.against_bots(plain_game))
    expect(ola.page.locator("#page.plain")).to_be_visible()
    play_through(eye, plain_game)
