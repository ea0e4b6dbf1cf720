"""What outsiders try in a real browser: scripts in names and talk run nowhere, and a refusal is a page with a way on.
What they try by hand-made requests is in tests/web/test_security.py."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import ME, OPEN, PHONE, Guest, expect, play_on

SCRIPT = "<script>window.ran=1</script>"
IMAGE = "\"'><img src=x onerror=ran=1>"
LINK = "javascript:window.ran=1"


def nothing_ran(*guests: Guest) -> None:
    for guest in guests:
        assert guest.evaluate("window.ran") is None
        assert not guest.sees("body script, body img, body iframe")


def test_scripts_in_names_table_names_and_chat_are_text(visit: Visit, measure: Visit) -> None:
    ola, jan, watcher = visit(IMAGE), visit(SCRIPT), measure(viewport=PHONE)
    table = ola.table(ME, OPEN, name=IMAGE, public=True)
    ola.page.goto(table)
    expect(ola.page.locator("h1.game")).to_have_text(IMAGE)
    jan.page.goto(table)
    nothing_ran(ola, jan)
    watcher.open(watcher.address)
    expect(watcher.page.locator(".tbl").first).to_contain_text("onerror")
    jan.page.click("text=Usiądź tutaj")
    watcher.open(table)
    for words in (SCRIPT, IMAGE, LINK):
        jan.page.fill("[data-chat] input", words)
        jan.page.keyboard.press("Enter")
        for guest in (ola, jan, watcher):
            expect(guest.page.locator("#chat")).to_contain_text(words)
    play_on(ola, jan, moves=4)
    for guest in (ola, jan, watcher):
        guest.fits()
    expect(watcher.page.locator("#main")).to_contain_text(SCRIPT)
    nothing_ran(ola, jan, watcher)
    jan.resign()
    for guest in (jan, watcher):
        guest.rest()    # bots play a whole game now, and one page that follows is enough
    ola.resign()
    expect(ola.page.locator("#victory")).to_be_visible()
    watcher.open(table)
    expect(watcher.page.locator("#victory")).to_be_visible()
    nothing_ran(ola, watcher)
    watcher.open(f"{table}/replay")
    expect(watcher.page.locator("#seen")).to_contain_text(SCRIPT)
    nothing_ran(watcher)


@pytest.mark.parametrize(("locale", "words"), [("pl-PL", "zaproszenie"), ("en-GB", "invitation")])
def test_a_refusal_is_a_page_with_a_way_on(visit: Visit, locale: str, words: str) -> None:
    ola, eve = visit("Ola"), visit("Ewa", locale=locale)
    table = ola.table(ME, OPEN, spectators="no").replace("/table/", "/join/")
    answer = eve.page.goto(f"{table}/forged")
    assert answer is not None
    assert 400 <= answer.status < 500
    expect(eve.page.locator("main p")).to_contain_text(words)
    eve.page.click("main a.btn.main")
    expect(eve.page.locator(".boxes")).to_be_visible()


def test_somebody_elses_buttons_do_nothing(visit: Visit) -> None:
    """A stranger forges the form of the one who is asked, and sends the same over the line."""
    ola, eve = visit("Ola"), visit("Ewa")
    table = ola.against_bots("spiskowcy")
    ola.page.goto(table)
    assert ola.wait()
    before = ola.asked(table)
    action = ola.page.locator("button[form=act]").first.get_attribute("value")
    eve.page.goto(table)
    eve.until("() => hands.live()")
    eve.page.evaluate("([a, v]) => send({do: +a, version: +v, seat: 0})", [action, before["version"]])
    expect(eve.page.locator(".oops")).to_be_visible()
    eve.page.evaluate(
        """([a, v]) => {
          socket.close();
          const form = document.getElementById('act');
          form.innerHTML = `<input name="action" value="${a}"><input name="version" value="${v}">
            <input name="seat" value="0">`;
          form.submit();
        }""",
        [action, str(before["version"])],
    )
    expect(eve.page.locator("p.oops")).to_be_visible()
    assert ola.asked(table)["view"] == before["view"]
