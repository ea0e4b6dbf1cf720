"""Card first or place first, by mouse, key or drag, with a look at what would change."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import BOT, ME, expect

pytestmark = pytest.mark.browser


def test_a_card_may_be_touched_before_its_place(visit: Visit) -> None:
    ola = visit("Ola")
    page = ola.page
    page.goto(ola.table(ME, BOT, BOT, game="dworzanie"))
    assert ola.wait()
    page.wait_for_function("met")
    cards, place, held = page.locator("[data-later]"), page.locator("#z-above-go"), 3
    expect(page.locator(".hand .stack")).to_have_count(held)
    cards.nth(1).click()    # a noble; a spy would change nothing that is seen
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "true")
    place.hover()
    expect(page.locator("#decide .ahead li").first).to_be_visible()    # what would change
    page.mouse.move(0, 0)
    expect(page.locator("#decide .ahead li")).to_have_count(0)    # nothing is pointed at
    place.click()    # both are sent
    expect(page.locator(".hand .stack")).to_have_count(held - 1)

    page.locator("#decide:not(.wait)").wait_for()
    if cards.count() == held - 1:    # unless it was an assassin, who asks for a victim first
        cards.nth(0).focus()
        page.keyboard.press("Enter")
        expect(cards.nth(0)).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")
        expect(cards.nth(0)).to_have_attribute("aria-pressed", "false")
        before = ola.glance().version
        cards.nth(0).drag_to(page.locator(".over[form=act]").first)
        ola.settle(before)
