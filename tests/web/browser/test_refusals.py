"""Pointing at what is not allowed shows why, with the number of the rule, and the number leads to the rule."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator

from intryga import games
from tests.web.browser.conftest import Visit
from tests.web.browser.guest import COMPLETE, PHONE, Guest, expect, hurry, play_on

MOVES = 4
REFUSED = re.compile(r'(?<!class="tool) is-refused')    # that nothing can be taken back stands in no rule
MARKED = """() => {
  const {x, y, width} = document.querySelector('#decide .turnmark').getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + 3).closest('.turnmark, .tip') !== null;
}"""    # on a phone nothing lies over "your move" but what is read
FROM_THE_START: dict[str, dict[str, Any]] = {"spiskowcy": {"min_orders": 1}}    # laying nothing is refused at once


def something_refused(ola: Guest, table: str) -> None:
    """Until the page that would be loaded has something of the kind."""
    hurry(table, ola, until=lambda: bool(REFUSED.search(ola.loaded(table))))
    assert ola.wait(), "nothing was ever refused"
    assert ola.refusals()


def tip_of(guest: Guest, thing: Locator) -> Locator:
    """What says why not. A card is described by what it does, too."""
    named = (thing.get_attribute("aria-describedby") or "").split()
    return guest.page.locator(f"[id='{next(name for name in named if name.startswith('tip-'))}']")


@pytest.mark.parametrize("game", COMPLETE)
def test_a_refusal_shows_its_rule(visit: Visit, game: str) -> None:
    """By mouse and keys; and to the same person at the same table by touch. Then some moves by mouse."""
    ola = visit("Ola")
    table = ola.against_bots(game, options=FROM_THE_START.get(game, {}))
    something_refused(ola, table)
    on_the_phone = visit(viewport=PHONE, has_touch=True, storage_state=ola.context.storage_state())
    on_the_phone.page.goto(table)
    shows_its_rule(ola, game, touch=False)
    shows_its_rule(on_the_phone, game, touch=True)
    ola.page.goto(table)
    play_on(ola, moves=MOVES)


def shows_its_rule(ola: Guest, game: str, touch: bool) -> None:
    ola.page.keyboard.press("Tab")    # from now on by keyboard
    for thing in ola.refusals():
        tip = tip_of(ola, thing)
        thing.focus()
        expect(tip).to_be_visible()
        assert not touch or ola.evaluate(MARKED)
        thing.evaluate("e => e.blur()")
    thing = ola.refusals()[0]
    tip = tip_of(ola, thing)
    if touch:
        ola.tap(thing)
    else:
        thing.hover()
    expect(tip).to_be_visible()
    ola.fits()
    rule = tip.locator("a.rule").first
    number = rule.inner_text()
    assert number.startswith(f"{games.find(game).prefix}-")
    said = tip.locator(".why1").first.inner_text().removesuffix(number).strip()
    rule.click()
    expect(ola.page.locator(f"[id='{number}']")).to_be_in_viewport()
    assert said in ola.page.locator(f"[id='{number}'] dd").inner_text()
