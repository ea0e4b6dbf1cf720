"""Every table fills every window: in crowded positions of each game every choice can be clicked on, no word is cut or
covered, nothing scrolls sideways, and the question and one's hand are in sight.

The positions stand in `tests/web/crowded`, one file for each game, as scenarios write them. Each is looked at in every
third window, the next one in the windows beside those: so every game meets every window, and every position windows of
all shapes. `make sizes` looks at each in all windows.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from intryga import games
from intryga.kernel.position import laid_out
from intryga.kernel.view import awaited, view
from intryga.tables.types import SeatInfo, TablePage
from intryga.texts.language import LANGUAGES
from intryga.web import render
from tests.web.browser.conftest import Visit
from tests.web.browser.guest import COMPLETE, PHONE, expect

SIZES = [
    (2560, 1440), (1920, 1080), (1600, 900), (1366, 768), (1280, 800), (1100, 700), (1099, 700), (1024, 768),
    (900, 640), (820, 1180), (768, 1024), (844, 390), (740, 360), (667, 375), (430, 932), (390, 844), (360, 740),
    (320, 568),
]  # fmt: skip
APART = 1 if os.environ.get("INTRYGA_SIZES") else 3
NAMES = ("Jadwiga", "Bogna", "Zbigniew", "Kazimierz", "Halszka", "Mikołaj", "Teodor", "Rycheza")
MEASURE = Path(__file__).with_name("measure.js").read_text("utf-8")
CROWDED = Path(__file__).parents[1] / "crowded"


def page_of(game: str, written: dict[str, Any]) -> TablePage:
    """The table in this position, as who is asked sees it: against bots, on a clock, with a move to take back."""
    found = games.find(game)
    s = laid_out(found, written["given"])
    for move in written.get("do", []):
        s.answer(awaited(s)[0], found.space.parse(move))
    me, waiting = int(s.seat), awaited(s)
    seats = [
        SeatInfo(seat, NAMES[(seat - me) % len(NAMES)], *(("human", "") if seat == me else ("bot", "random")), True,
                 seat == me, 75, None, False, awaited=seat in waiting)
        for seat in range(s.seats)
    ]  # fmt: skip
    return TablePage(
        table="t", game=game, name="", options=found.options(), status="playing", version=1, seats=seats, viewer=me,
        view=view(found, s, me), story=[], can_undo=True, chat=[], commitment="", secret=None, invite=None,
        deadline=None, creator=True, hot_seat=False,
    )  # fmt: skip


def crowded(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((CROWDED / f"{game}.toml").read_text("utf-8"))["position"]
    return found


def test_what_may_be_chosen_is_brought_into_sight(visit: Visit) -> None:
    """On phones a court and the orders behind it are one row, and longer than the screen."""
    ola = visit("Ola", viewport=PHONE)
    ola.page.goto(ola.against_bots("spiskowcy"))
    ola.page.evaluate("socket.onmessage = null")
    written = next(position for position in crowded("spiskowcy") if position["name"] == "full courts, two orders")
    html = render.draw(page_of("spiskowcy", written), "pl").whole
    ola.page.evaluate("html => { document.getElementById('page').outerHTML = html; begin(); }", html)
    expect(ola.page.locator(".own .orders button[form=act]").first).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("game", COMPLETE)
def test_a_table_fits_every_window(measure: Visit, game: str) -> None:
    ola = measure("Ola")
    ola.open(ola.against_bots(game))    # the right styles; then one table after another instead of this one
    ola.page.evaluate("socket.onmessage = null")
    wrong = []
    for number, written in enumerate(crowded(game)):
        windows = SIZES[number % APART :: APART]
        for turn, language in enumerate(LANGUAGES):    # beside each other, so that phones and desktops show both
            html = render.draw(page_of(game, written), language).whole
            ola.page.evaluate("html => { document.getElementById('page').outerHTML = html; }", html)
            for width, height in windows[(number + turn) % 2 :: 2]:
                ola.page.set_viewport_size({"width": width, "height": height})
                found = ola.page.evaluate(MEASURE)
                wrong += [f"{written['name']}, {language}, {width} × {height}: {sentence}" for sentence in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", COMPLETE)
def test_a_table_fits_letters_of_twice_the_size(measure: Visit, game: str) -> None:
    """Which form the frame has follows from how many letters a window holds, not from its pixels."""
    ola = measure("Ola", handed_on=False)
    ola.open(ola.against_bots(game))
    ola.page.evaluate("socket.onmessage = null")
    ola.context.new_cdp_session(ola.page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    written = crowded(game)[0]
    html = render.draw(page_of(game, written), LANGUAGES[0]).whole
    ola.page.evaluate("html => { document.getElementById('page').outerHTML = html; }", html)
    wrong = []
    for width, height in [(667, 375), (1024, 768), (390, 844)]:
        ola.page.set_viewport_size({"width": 2 * width, "height": 2 * height})
        wrong += [f"{width} × {height}, twice: {found}" for found in ola.page.evaluate(MEASURE)]
    assert not wrong, "\n".join(wrong)
