"""Card first or place first, by mouse, key or drag, with a look at what would change."""

from __future__ import annotations

import re

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import BOT, ME, PHONE, expect


def test_a_card_may_be_touched_before_its_place(visit: Visit) -> None:
    ola = visit("Ola")
    page = ola.page
    page.goto(ola.table(ME, BOT, BOT, game="dworzanie"))
    assert ola.wait()
    cards, place, held = page.locator("[data-later]"), page.locator("#z-above-go"), 3
    expect(page.locator(".hand .stack")).to_have_count(held)
    cards.nth(1).click()    # a noble; a spy would change nothing that is seen
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "true")
    place.hover()
    expect(page.locator("#decide .ahead li").first).to_be_visible()    # what would change
    page.mouse.move(0, 0)
    expect(page.locator("#decide .ahead li")).to_have_class("kept")    # nothing is pointed at
    name = cards.nth(1).get_attribute("aria-label")
    expect(page.locator("#decide .ahead")).to_have_text(f"Wybrane: {name}")
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


def test_on_a_phone_a_whole_seat_may_be_touched_before_the_card_that_gives_it_the_order(visit: Visit) -> None:
    ola = visit("Ola", viewport=PHONE, has_touch=True)
    ola.page.goto(ola.table(ME, BOT, BOT, BOT, game="smierc_jasniepanu", cards=4))
    while not ola.sees(".give.later"):
        assert ola.wait()
        ola.choose()
    seat = ola.page.locator(".sj:has(.later)").first
    whole, touched = seat.bounding_box(), seat.locator(".later").bounding_box()
    assert whole
    assert touched
    assert all(whole[side] - touched[side] < 4 for side in ("width", "height"))    # its edges
    ola.tap(seat.locator(".later"))
    expect(seat.locator(".later")).to_have_attribute("aria-pressed", "true")


def test_a_finger_sees_what_would_change_before_it_is_done(visit: Visit) -> None:
    """Card first: the touch on the place only aims. Place first: so does the touch on the card."""
    ola = visit("Ola", viewport=PHONE, has_touch=True)
    page, held = ola.page, 3
    page.goto(ola.table(ME, BOT, BOT, game="dworzanie"))
    assert ola.wait()
    cards, place, before = page.locator("[data-later]"), page.locator("#z-above-go"), ola.glance().version
    ola.tap(cards.nth(1))
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#decide .ahead .kept")).to_be_visible()
    ola.tap(place)
    expect(page.locator("#decide .ahead .again")).to_be_visible()
    expect(page.locator(".about")).to_be_hidden()    # what a card does lies over no place while one is chosen
    other = page.locator("#z-below-go")
    ola.tap(other)    # not the same: it is aimed at instead
    expect(other).to_have_class(re.compile("is-aimed"))
    expect(place).not_to_have_class(re.compile("is-aimed"))
    assert ola.glance().version == before, "one touch has ended a pair"
    ola.tap(other)
    expect(page.locator(".hand .stack")).to_have_count(held - 1)

    page.locator("#decide:not(.wait)").wait_for()
    if cards.count() == held - 1:    # unless it was an assassin, who asks for a victim first
        free, before = page.locator(".over[form=act]").first, ola.glance().version
        ola.tap(free)    # the first of two: nothing is lost, it can be taken back
        ola.settle(before)
        card, before = page.locator(".hand button[form=act]").first, ola.glance().version
        ola.tap(card)
        expect(page.locator("#decide .ahead .again")).to_be_visible()
        assert ola.glance().version == before, "one touch has ended a pair"
        ola.tap(card)
        ola.settle(before)
