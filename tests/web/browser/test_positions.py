"""Every kind of decision of every game fits a wide and a narrow screen, and all its choices can be reached there: also
those that a game by hand comes to once in a hundred, and tables with the most seats. A kind that is met twice, where it
came first and last, is looked at wide in one place and narrow in the other."""

from __future__ import annotations

import itertools

import pytest

from intryga.texts.language import LANGUAGES
from intryga.web import render
from tests.web.browser.conftest import Visit
from tests.web.browser.guest import COMPLETE, SIZES
from tests.web.positions import Position, by_kind, page_of

pytestmark = pytest.mark.browser

NAME = "Wielisława Świętopełkówna"    # as long as names get in earnest


def layout_of(position: Position, language: str) -> str:
    """The table, as who is asked would see it."""
    return render.draw(page_of(position, position.viewers[0], name=NAME), language).whole


@pytest.mark.parametrize("game", COMPLETE)
def test_every_kind_of_decision_fits_the_screen(measure: Visit, game: str) -> None:
    ola = measure("Ola")
    ola.open(ola.against_bots(game))    # the right styles; then one table after another instead of this one
    ola.page.evaluate("socket.onmessage = null")
    kinds = by_kind(game)
    for number, (size, places) in enumerate(itertools.product(SIZES, kinds)):
        position = places[number // len(kinds) % len(places)]
        layout = layout_of(position, LANGUAGES[number % 2])
        ola.resize(size)
        ola.page.evaluate("html => { document.getElementById('page').outerHTML = html; }", layout)
        wide, covered = ola.evaluate("[hands.wide(), hands.covered()]")
        assert (wide, covered) == ([], []), str(position)
