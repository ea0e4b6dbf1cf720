"""Everything without a mouse."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import COMPLETE, MANY, OVER, Guest, expect

# `make keyboard` plays a game of each kind to its end by the Tab key; here some moves of one have to do.
WHOLE = bool(os.environ.get("INTRYGA_KEYBOARD"))
SOME = 8
# What is read aloud from now on. Whatever changes at once is one message, however many moves it brings.
LISTEN = """
window.heard = [];
window.told_before = document.querySelectorAll('#story > li').length;
const herald_place = document.getElementById('herald');
new MutationObserver(() => heard.push(herald_place.textContent)).observe(herald_place, {childList: true});
"""
CHOICE = "document.activeElement.matches('button[form=act]')"


def tab_to(page: Page, selector: str) -> None:
    for _ in range(MANY):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    pytest.fail(f"the Tab key does not lead to {selector}")


def play_by_keys(ola: Guest, key: str, moves: int = MANY) -> None:
    """So many moves, or all."""
    for number in range(moves):
        seen = ola.turn()
        if seen.over:
            break
        for _ in range(1 + number % 3):
            ola.page.keyboard.press(key)
        while not ola.evaluate(CHOICE):    # what is refused takes the focus too
            ola.page.keyboard.press(key)
        ola.page.keyboard.press("Enter" if number % 2 else "Space")
        ola.settle(seen.version)


def test_from_the_home_page_to_the_end(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """No click anywhere: how many play, against whom, the name, and the whole game."""
    monkeypatch.setattr("intryga.web.forms.BRISK", 0.0)
    ola = visit()    # Chromium moves the focus to a place of the page with its next picture, which must come
    ola.page.goto(f"{ola.address}/?game=spiskowcy")
    ola.page.keyboard.press("Tab")
    ola.page.keyboard.press("Enter")    # the first thing is a way past the head of the page
    ola.until("() => document.activeElement.id === 'main'")
    tab_to(ola.page, "[name=seats]")
    ola.page.keyboard.press("ArrowRight")    # from the last to the first: two
    tab_to(ola.page, "[name=level]")
    ola.page.keyboard.press("ArrowLeft")
    tab_to(ola.page, "#nick")
    ola.page.keyboard.type("Ola")
    tab_to(ola.page, "form.pick button.main")
    ola.page.keyboard.press("Enter")
    expect(ola.page.locator("#own")).to_be_visible()
    expect(ola.page.locator(".seat.opp")).to_have_count(1)
    play_by_keys(ola, "ArrowRight")
    expect(ola.page.locator(OVER)).to_be_visible()


@pytest.mark.parametrize("game", COMPLETE if WHOLE else ["konspiracja"])
def test_another_game_by_the_tab_key_alone(measure: Visit, game: str) -> None:
    ola = measure("Ola")
    ola.open(ola.against_bots(game))
    play_by_keys(ola, "Tab", MANY if WHOLE else SOME)
    if WHOLE:
        expect(ola.page.locator(OVER)).to_be_visible()


def test_the_focus_stays_where_it_was_and_letters_open_help(visit: Visit) -> None:
    ola = visit("Ola")
    ola.page.goto(ola.against_bots("spiskowcy"))
    assert ola.wait()
    for letter, path in (("r", "/rules/spiskowcy"), ("c", "/cards/spiskowcy")):
        ola.page.keyboard.press(letter)
        expect(ola.page.locator(f".drawer[data-address='{path}']")).to_be_focused()
        assert ola.page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.drawer'))") == 0
        ola.page.keyboard.press("Escape")
        expect(ola.page.locator(".drawer")).to_be_hidden()
    ola.page.focus("[data-chat] input")
    version = ola.glance().version
    ola.page.keyboard.type("rcu")    # letters are letters where one writes
    ola.page.evaluate("document.querySelector('button[form=act]').click()")
    ola.settle(version)
    assert ola.evaluate("document.activeElement.value") == "rcu"


def test_the_focus_goes_on_to_the_next_choice_and_only_what_is_new_is_announced(visit: Visit) -> None:
    ola = visit("Ola")
    ola.page.goto(ola.against_bots("spiskowcy"))
    assert ola.wait()
    ola.page.keyboard.press("Tab")
    assert ola.page.inner_text(".skip:focus") == "Do mojego ruchu"
    ola.page.keyboard.press("Enter")
    ola.until("() => document.activeElement.id === 'move'")
    ola.evaluate(LISTEN)
    for _ in range(4):
        version = ola.turn().version
        ola.page.keyboard.press("ArrowRight")
        assert ola.evaluate(CHOICE)
        ola.page.keyboard.press("Enter")
        ola.settle(version)
        assert ola.wait()
        assert ola.evaluate(f"document.activeElement.id === 'move' || {CHOICE}")
    heard, lines = ola.evaluate("[heard.join(' '), all('#story > li').slice(told_before).map(sentence)]")
    assert len(lines) > 4
    for line in lines:    # some say the same, or the beginning of another one
        assert heard.count(line) == sum(other.count(line) for other in lines), f"{line!r} in {heard!r}"
