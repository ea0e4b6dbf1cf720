"""What a card does is one hover away: its name, its words, and the chip by which the chronicle shows it."""

from __future__ import annotations

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import expect


def test_a_card_is_explained_under_the_pointer(visit: Visit) -> None:
    ola = visit("Ola")
    ola.page.goto(ola.against_bots("spiskowcy"))
    assert ola.wait()
    card = ola.page.locator("#own [aria-describedby^='lex-']").first
    words = ola.page.locator(f"#{card.get_attribute('aria-describedby')}")    # not its name, which was said before
    expect(words.locator("dt")).to_have_count(0)
    line = words.locator("..")
    card.hover()
    about = ola.page.locator(".about")
    expect(about).to_be_visible()
    expect(about.locator("dt")).to_contain_text(str(line.locator("dt").text_content()).strip())
    expect(about.locator("dd")).to_have_text(str(line.locator("dd").text_content()).strip())
    _, charge = str(line.get_attribute("data-face")).split()
    drawn = about.locator(".chip use").get_attribute("href")
    assert drawn == f"{ola.page.locator('#lexicon').get_attribute('data-sprite')}#c-{charge}"
    expect(about.locator(".chip b")).to_have_text(str(line.get_attribute("data-index")))
