"""The table of a deal, when it is over: one way more leads on from there."""

from __future__ import annotations

import pytest

from tests.web.browser.guest import BOT, ME, PHONE, Visit, hurry

HANGS_OUT = """() => [...document.querySelectorAll("#victory .acts .btn")]
    .filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"""

LOWEST = "Math.max(...[...document.querySelectorAll('#main > *')].map(one => one.getBoundingClientRect().bottom))"


@pytest.mark.parametrize("locale", ["pl-PL", "en-GB"])
def test_every_way_on_has_room_for_its_name(visit: Visit, locale: str) -> None:
    guest = visit("Ola", viewport=PHONE, locale=locale)
    table = guest.table(ME, BOT, deal=f"phone-{locale.lower()}")
    hurry(table, guest)
    assert guest.page.locator("#victory .acts .btn").count() == 4
    assert guest.evaluate(HANGS_OUT) == []
    guest.fits()
    guest.evaluate("window.scrollTo(0, document.body.scrollHeight)")    # nothing stays below them for good
    assert guest.evaluate(LOWEST) <= guest.evaluate("document.querySelector('.acts').getBoundingClientRect().top")
