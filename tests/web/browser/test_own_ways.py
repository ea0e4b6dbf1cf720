"""What a person may wish for at a table of their own: to be left alone in windows, and to play with their own cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tables.clock import HeldClock
from tests.web.browser.conftest import Visit
from tests.web.browser.guest import BOT, ME, OPEN, PHONE, Guest, expect, service, visits
from tests.web.browser.screens import PATIENCE, Screens
from tests.web.test_new_table import OWN


def test_passing_for_the_rest_of_an_execution(screens: Screens, tmp_path: Path) -> None:
    """By one click; nobody else's screen changes, and it can be taken back. With these cards one may act at once, and
    no bell rings before all is looked at."""
    with service(tmp_path, clock=HeldClock()) as address, visits(screens, address) as visit:
        passes_for_the_rest(visit("Ola"), visit("Jan", viewport=PHONE))


def passes_for_the_rest(asked: Guest, other: Guest) -> None:
    table = asked.table(ME, OPEN, BOT, BOT, game="smierc_jasniepanu", window=120, cards=30)
    asked.page.goto(table)
    other.page.goto(asked.page.input_value("#link"))
    other.page.click("text=Usiądź tutaj")
    rest = asked.page.locator("#decide button[name=rest]")
    expect(rest).to_be_visible()
    assert asked.wait()
    expect(other.page.locator("[form=act][name=version]")).to_have_value(str(other.asked(table)["version"]))
    before = other.glance()
    rest.click()
    expect(asked.page.locator("#decide")).to_contain_text("Do końca tej egzekucji nie reagujesz.")
    asked.fits()
    assert asked.asked(table)["passing"]
    assert other.glance() == before
    asked.page.click("text=Pytaj mnie znowu")
    expect(rest).to_be_visible()
    assert not asked.asked(table)["passing"]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_component_file_of_ones_own(visit: Visit, tmp_path: Path, size: str) -> None:
    right, wrong = tmp_path / "right.toml", tmp_path / "wrong.toml"
    right.write_text(OWN, "utf-8")
    wrong.write_text(OWN.replace("copies = 9", 'copies = "nine"'), "utf-8")
    ola = visit("Ola", **({"viewport": PHONE} if size == "phone" else {}))
    ola.page.goto(f"{ola.address}/new?game=spiskowcy")
    ola.page.select_option("#seat1", "easy")
    for place in (2, 3):
        ola.page.select_option(f"#seat{place}", "none")
    ola.page.click("text=Własne komponenty")
    ola.page.set_input_files("#components", wrong)
    ola.page.click("text=Załóż stół")
    expect(ola.page.locator(".oops")).to_contain_text("must be a whole number, not 'nine'")
    ola.fits()
    assert ola.page.input_value("#seat1") == "easy"
    ola.page.set_input_files("#components", right)
    ola.page.click("text=Załóż stół")
    ola.page.wait_for_selector("#own")
    table = ola.page.url
    assert ola.asked(table)["components"]
    ola.fits()
    ola.page.goto(f"{table}/cards")
    expect(ola.page.locator("main")).to_contain_text("<script>alert(1)</script>")    # the name of a card, and no more
    ola.fits()


def test_equal_cards_are_revealed_by_one_click(visit: Visit) -> None:
    """Of an order of three; what may be done next, even while they are revealed, is asked once they lie open."""
    ola = visit("Ola")
    made = ola.context.request.post(f"{ola.address}/learn/spiskowcy/play", timeout=PATIENCE)
    ola.open(made.url)
    assert ola.wait()
    ola.page.click("button[form=act][value='47']")    # three Bankers
    ola.page.click("[data-all]")
    expect(ola.page.locator("#z-orders-0-bankier")).to_have_count(0)
    expect(ola.page.locator("#z-tableau-0-bankier")).to_contain_text("3")
    expect(ola.page.locator("[data-all]")).to_have_count(0)
