"""Friends come together by three words, and are called when it is their move."""

from __future__ import annotations

import re
from pathlib import Path

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import HERE, ME, OPEN, PHONE, Guest, expect, held_port, service, visits
from tests.web.browser.screens import Screens

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
        guest.until("() => hands.live()")
    mover, other = (jan, ola) if ola.sees(WAITING) else (ola, jan)
    expect(mover.page).to_have_title("● Twój ruch · Spiskowcy · Intryga")
    expect(mover.page.locator("link[rel=icon]")).to_have_attribute("href", _ends("icon-turn.svg"))
    expect(other.page).to_have_title("● Zaczynamy · Spiskowcy · Intryga")
    other.page.keyboard.press("Shift")    # who does something at the table knows it
    expect(other.page).to_have_title("Spiskowcy · Intryga")
    while not mover.sees(WAITING):
        mover.choose()
    expect(other.page).to_have_title("● Twój ruch · Spiskowcy · Intryga")
    expect(mover.page).to_have_title("Spiskowcy · Intryga")
    expect(mover.page.locator("link[rel=icon]")).to_have_attribute("href", _ends("icon.svg"))
    mover.page.goto(mover.address)
    expect(mover.page.locator(".back1 a.btn")).to_be_in_viewport()    # back to the game, above all else


def _ends(name: str) -> re.Pattern[str]:
    return re.compile(re.escape(name) + "$")


def test_a_notification_is_shown_while_no_page_is_open_and_a_page_when_no_server_is(
    screens: Screens, tmp_path: Path
) -> None:
    with held_port() as port, visits(screens, f"http://{HERE}:{port}") as visit:
        with service(tmp_path, port) as address:
            ola = visit("Ola", handed_on=False)
            shows_a_notification(ola)
        ola.page.goto(address)    # the server is gone
        expect(ola.page.locator("h1")).to_have_text("Brak połączenia")
        assert ola.evaluate("getComputedStyle(document.querySelector('.btn.main')).display") == "flex"


def shows_a_notification(ola: Guest) -> None:
    ola.context.grant_permissions(["notifications"], origin=ola.address)
    ola.page.goto(f"{ola.address}/me")
    expect(ola.page.locator("#signals")).to_be_visible()
    manifest = ola.page.request.get(f"{ola.address}/manifest.webmanifest").json()
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    line = ola.context.new_cdp_session(ola.page)
    known: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    line.send("ServiceWorker.enable")
    ola.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    ola.until("() => navigator.serviceWorker.controller !== null")
    while not (known and ola.context.service_workers):    # the browser has yet to tell of them
        ola.page.wait_for_timeout(10)
    (worker,) = ola.context.service_workers
    worker.evaluate(WRITE_DOWN)
    message = '{"title": "Twój ruch", "body": "Spiskowcy", "url": "/table/abc"}'
    push = {"origin": ola.address, "registrationId": known[0], "data": message}
    line.send("ServiceWorker.deliverPushMessage", push)
    assert worker.evaluate("() => self.shown") == ["Twój ruch", "Spiskowcy", "/table/abc"]
