"""A whole game of each kind, by clicking on what can be seen, on a screen that is now wide and now narrow. Nothing is
painted there; in `test_refusals.py` a real mouse plays some moves of every game."""

from __future__ import annotations

import pytest

from intryga import games
from tests.web.browser.conftest import Visit
from tests.web.browser.eye import Eye
from tests.web.browser.guest import COMPLETE, MANY, OVER, SIZES, TOP_SEATS, expect, hurry

SOME = 15    # moves
LOOKED_AT = 3    # kinds of questions of each game that axe looks at


def play_through(eye: Eye, game: str) -> set[str]:
    """To the end. Every rule that a refusal names is in the rules. Gives what was asked."""
    asked, rules = click_on(eye, game, MANY)
    stands_at_the_end(eye, game)
    ola = eye.guest
    ola.open(f"{ola.address}/rules/{game}")
    there = set(ola.evaluate("[...document.querySelectorAll('dl [id]')].map(e => `${location.pathname}#${e.id}`)"))
    assert rules <= there
    return asked


def click_on(eye: Eye, game: str, moves: int) -> tuple[set[str], set[str]]:
    """So many moves, or all. In every kind of question the page fits both screens, all choices can be clicked, and what
    was kept up to date is what would be loaded anew; axe finds nothing in the first of them. Gives what was asked, and
    the rules that refusals named."""
    ola = eye.guest
    asked: set[str] = set()
    rules: set[str] = set()
    for number in range(moves):
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
    return asked, rules


def stands_at_the_end(eye: Eye, game: str) -> None:
    """The ranking, on both screens; axe finds nothing there."""
    ola = eye.guest
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


@pytest.mark.parametrize("game", COMPLETE)
def test_a_whole_game_by_clicking(measure: Visit, game: str) -> None:
    ola = measure("Ola")
    eye = Eye(ola, COMPLETE.index(game))
    ola.open(ola.against_bots(game))
    assert len(play_through(eye, game)) > (2 if games.find(game).stage == "complete" else 0)


def test_a_game_without_a_layout_plays_too(measure: Visit, plain_game: str) -> None:
    """Some moves, and the end: how such a table is drawn in every position is seen in `test_render.py`."""
    ola = measure("Ola")
    eye = Eye(ola)
    table = ola.against_bots(plain_game)
    ola.open(table)
    expect(ola.page.locator("#page.plain")).to_be_visible()
    click_on(eye, plain_game, SOME)
    hurry(table, ola)
    stands_at_the_end(eye, plain_game)
