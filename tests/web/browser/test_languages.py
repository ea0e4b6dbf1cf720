"""The browser's language, the switch, and what somebody chose for all pages."""

from __future__ import annotations

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import ME, OPEN, expect


def test_the_language_is_the_browsers_and_can_be_switched(visit: Visit) -> None:
    guest = visit(locale="en-GB")
    guest.page.goto(guest.address)
    expect(guest.page.locator("h1")).to_contain_text("Trust nobody")
    guest.page.click(".lang button[value=pl]")
    expect(guest.page.locator("h1")).to_contain_text("Nikomu nie ufaj")
    expect(guest.page.locator("html")).to_have_attribute("lang", "pl")


def test_the_switch_stays_on_the_page_and_the_table_goes_on_in_the_new_language(visit: Visit) -> None:
    ola = visit("Ola")
    pages = ("/me", "/new?game=dworzanie", "/rules/konspiracja", "/cards/dworzanie")
    paths = [f"{ola.address}{path}" for path in pages]
    for number, path in enumerate((*paths, ola.table(ME, OPEN), ola.against_bots("spiskowcy"))):
        code = "pl" if number % 2 else "en"
        ola.page.goto(path)
        ola.page.click(f".lang button[value={code}]")
        expect(ola.page.locator("html")).to_have_attribute("lang", code)
        assert ola.page.url == path
    ola.page.click(".lang button[value=en]")
    expect(ola.page.locator("html")).to_have_attribute("lang", "en")
    ola.choose()    # what comes over the line is in the new language too
    ola.wait()
    expect(ola.page.locator("#decide .turnmark")).to_have_text("Your move")


def test_light_and_dark_can_be_chosen(visit: Visit) -> None:
    ola = visit("Ola", color_scheme="dark")
    ola.page.goto(ola.against_bots("spiskowcy"))
    ground = "getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).backgroundImage"
    dark = ola.evaluate(ground)
    for chosen, other in (("light", "dark"), ("dark", "light")):
        ola.page.click(f".theme[value={chosen}]")
        expect(ola.page.locator(f".theme[value={other}]")).to_be_visible()
        ola.until("() => hands.drawn()")
        assert (ola.evaluate(ground) == dark) == (chosen == "dark")
