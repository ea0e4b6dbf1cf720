"""Every question of every game fits the screen, and all its choices can be reached there: also those that a game by
hand comes to once in a hundred, and tables with the most seats. Where a question is asked in several ways, by other
choices or with something refused, they are looked at wide and narrow in turn, wide where they were met first, narrow
where they were met last. Whole games (`test_games.py`) look at every question they come to on both screens, `make
sizes` at all of them."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from intryga.tables.types import TablePage
from intryga.texts.language import LANGUAGES
from intryga.texts.narrator import Narrator
from intryga.web import render
from intryga.web.counsel import ShownCounsel
from intryga.web.lessons import lessons
from tests.web.browser.conftest import Visit
from tests.web.browser.guest import COMPLETE, SIZES
from tests.web.positions import Position, by_kind, page_of

ALL = bool(os.environ.get("INTRYGA_SIZES"))
NAME = "Wielisława Świętopełkówna"    # as long as names get in earnest
WINDOWS = [(1280, 800), (820, 1180), (900, 640)]    # where counsel stands beside the choices, not above them
FITS = """() => {
  const bar = document.querySelector('#decide'), said = bar.querySelector('.say');
  return said.scrollHeight <= said.clientHeight + 2
    && bar.querySelector('h2').getBoundingClientRect().top >= bar.getBoundingClientRect().top;
}"""


def layout_of(position: Position, language: str) -> str:
    """The table, as who is asked would see it."""
    return render.draw(page_of(position, position.viewers[0], name=NAME), language).whole


def looks(game: str) -> Iterator[tuple[str, Position]]:
    """Which position is looked at in which size."""
    met: dict[str, int] = {}
    for places in by_kind(game):
        question = places[0].step
        met[question] = met[question] + 1 if question in met else len(met)
        for number, size in enumerate(SIZES):
            if ALL or number == met[question] % len(SIZES):
                yield size, places[number % len(places)]


@pytest.mark.parametrize("game", COMPLETE)
def test_every_kind_of_decision_fits_the_screen(measure: Visit, game: str) -> None:
    ola = measure("Ola")
    ola.open(ola.against_bots(game))    # the right styles; then one table after another instead of this one
    ola.page.evaluate("socket.onmessage = null")
    for number, (size, position) in enumerate(sorted(looks(game), key=lambda look: look[0])):
        layout = layout_of(position, LANGUAGES[number % 2])
        ola.resize(size)
        ola.page.evaluate("html => { document.getElementById('page').outerHTML = html; }", layout)
        wide, covered = ola.evaluate("[hands.wide(), hands.covered()]")
        assert (wide, covered) == ([], []), str(position)


@pytest.mark.parametrize("game", COMPLETE)
def test_counsel_and_question_are_read_whole(measure: Visit, game: str) -> None:
    """In a guided first game, with the longest choice for advice: many choices once left its words no room."""
    ola = measure("Ola")
    ola.open(ola.against_bots(game))
    ola.page.evaluate("socket.onmessage = null")
    asked = {places[0].step: places[0] for places in by_kind(game) if places[0].step}
    for number, position in sorted(enumerate(asked.values()), key=lambda look: look[0] % len(WINDOWS)):
        language = LANGUAGES[number % 2]
        page = page_of(position, position.viewers[0])
        drawn = render.draw(page, language, counselled=True, counsel=longest_advice(page, language)).whole
        width, height = WINDOWS[number % len(WINDOWS)]
        ola.has_window(width, height)
        ola.page.evaluate("html => { document.getElementById('page').outerHTML = html; }", drawn)
        assert ola.evaluate(FITS), f"{position}, {width} × {height}"


def longest_advice(page: TablePage, language: str) -> ShownCounsel:
    texts = render.game_texts(page.game, language)
    taught, space = lessons(texts.game), texts.game.space
    assert taught is not None
    assert page.view is not None
    assert page.view.decision is not None
    narrator, facts = Narrator(texts, [info.name for info in page.seats]), page.view.facts
    said = {option.action: narrator.option(option.action, facts) for option in page.view.decision.options}
    action = max(said, key=lambda one: len(said[one]))
    why = taught.reason(space.verb(action).name, space.arguments(action).values())
    return ShownCounsel(action, said[action], texts.translated(why))
