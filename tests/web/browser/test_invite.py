"""Friends come together by three words, and are called when it is their move."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import ME, OPEN, PHONE, Guest, expect, service

WAITING = "#decide.wait"
# The next notification as the browser is given it: without a desktop it keeps none that one could look at.
WRITE_DOWN = """() => {
  const show = self.registration.showNotification.bind(self.registration);
  self.shown = new Promise(done => {
    self.registration.showNotification = (title, more) => {
      done([title, more.body, more.data]);
      return show(title, more);
    };
  });
}"""


def test_friends_gather_by_words_and_are_told_when_it_is_their_move(visit: Visit) -> None:
    ola, jan = visit("Ola"), visit("Jan", viewport=PHONE, has_touch=True)
    table = ola.table(ME, OPEN, OPEN, game="spiskowcy")
    ola.page.goto(table)
    words = ola.page.locator(".word b").all_inner_texts()
    assert len(words) == 3
    jan.page.goto(jan.address)
    jan.fits()
    jan.page.fill("#lnk", "róża róża róża")
    jan.page.click(".join button")
    expect(jan.page.locator(".oops")).to_be_visible()
    assert jan.page.input_value("#lnk") == "róża róża róża"
    jan.page.fill("#lnk", " ".join(words).upper())
    jan.page.click(".join button")
    jan.fits()
    jan.page.click("#gather button.main >> nth=0")
    expect(ola.page.locator(".chairs")).to_contain_text("Jan")    # by itself
    ola.page.click("form[action$=start] button")
    for guest in (ola, jan):    # who only waited is led to the table too
        guest.page.wait_for_selector("#act", state="attached")
    mover, other = (ola, jan) if ola.page.locator(WAITING).count() == 0 else (jan, ola)
    expect(mover.page).to_have_title("● Twój ruch · Spiskowcy · Intryga")
    expect(mover.page.locator("link[rel=icon]")).to_have_attribute("href", _ends("icon-turn.svg"))
    expect(other.page).to_have_title("● Zaczynamy · Spiskowcy · Intryga")
    while mover.page.locator(WAITING).count() == 0:
        mover.choose()
    expect(other.page).to_have_title("● Twój ruch · Spiskowcy · Intryga")
    expect(mover.page).to_have_title("Spiskowcy · Intryga")
    expect(mover.page.locator("link[rel=icon]")).to_have_attribute("href", _ends("icon.svg"))
    mover.page.goto(mover.address)
    expect(mover.page.locator(".back1 a.btn")).to_be_in_viewport()    # back to the game, above all else


def _ends(name: str) -> re.Pattern[str]:
    return re.compile(re.escape(name) + "$")


def test_a_notification_is_shown_while_no_page_is_open_and_a_page_when_no_server_is(
    browser: Browser, tmp_path: Path
) -> None:
    with service(tmp_path) as address:
        ola = Guest(browser, address, "Ola")
        ola.context.grant_permissions(["notifications"], origin=address)
        ola.page.goto(f"{address}/me")
        expect(ola.page.locator("#signals")).to_be_visible()
        manifest = ola.page.request.get(f"{address}/manifest.webmanifest").json()
        assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
        line = ola.context.new_cdp_session(ola.page)
        known: list[str] = []
        line.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
        )
        line.send("ServiceWorker.enable")
        ola.page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
        ola.page.wait_for_function("navigator.serviceWorker.controller !== null")
        (worker,) = ola.context.service_workers
        worker.evaluate(WRITE_DOWN)
        message = '{"title": "Twój ruch", "body": "Spiskowcy", "url": "/table/abc"}'
        line.send("ServiceWorker.deliverPushMessage", {"origin": address, "registrationId": known[0], "data": message})
        assert worker.evaluate("() => self.shown") == ["Twój ruch", "Spiskowcy", "/table/abc"]
    ola.page.goto(address)    # the server is gone
    expect(ola.page.locator("h1")).to_have_text("Brak połączenia")
    assert ola.page.evaluate("getComputedStyle(document.querySelector('.btn.main')).display") == "flex"
    ola.context.close()
