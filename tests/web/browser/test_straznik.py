"""Strażnik Kluczy alone against the AI of its rules, by clicking on what can be seen."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import ME, SIZES, expect
from tests.web.browser.test_games import play_through

pytestmark = pytest.mark.browser


def test_a_whole_solo_game_by_clicking(visit: Visit) -> None:
    """The AI sits at the table, moves by itself, and stands in the ranking."""
    ola = visit("Ola", viewport=SIZES["desktop"])
    ola.page.goto(ola.table(ME, game="straznik_kluczy"))
    expect(ola.page.locator("#ai .who")).to_contain_text("SI")
    assert len(play_through(ola, "straznik_kluczy")) > 5
