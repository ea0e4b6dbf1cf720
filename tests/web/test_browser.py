"""Whole games and everything around them, by clicking in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, sync_playwright

from tests.web.browser import DESKTOP, MY_TURN, OVER, PHONE, Guest, chromium, expect, expect_fine, service

ME, BOT, OPEN = {"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "open"}
CHECKED = 18    # choices after which axe has seen the questions that come often
MANY = 400    # more choices than any game has


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = chromium(playwright)
        yield found
        found.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with service(tmp_path_factory.mktemp("house")) as found:
        yield found


def play_on(*guests: Guest) -> None:
    """Everybody clicks something, now this and now that, until the game is over."""
    for number in range(MANY):
        for guest in guests:
            try:
                if guest.page.query_selector(OVER):
                    return
                choices = guest.choices() if guest.page.query_selector(MY_TURN) else []
                if choices:
                    version = guest.version()
                    choices[number * 7 % len(choices)].click(force=True)
                    guest.settle(version)
            except Error:    # the game has ended under our hands: the page with the result is on its way
                guest.page.wait_for_selector(OVER)
        guests[0].page.wait_for_timeout(20)
    pytest.fail("the game does not end")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_whole_game_by_clicking(browser: Browser, address: str, size: dict[str, int]) -> None:
    ola = Guest(browser, address, "Ola", viewport=size)
    ola.page.goto(ola.table(ME, BOT, BOT))
    for number in range(MANY):
        if not ola.wait():
            break
        ola.fits()
        version, choices = ola.version(), ola.choices()
        choices[number * 5 % len(choices)].click()
        ola.settle(version)
    expect(ola.page.locator(OVER)).to_be_visible()
    expect(ola.page.locator(".score tbody tr")).to_have_count(3)
    ola.fits()
    expect_fine(ola)
    ola.context.close()


def test_a_whole_game_by_keyboard_alone(browser: Browser, address: str) -> None:
    ola = Guest(browser, address, "Ola")
    ola.page.goto(ola.table(ME, BOT))
    for number in range(MANY):
        if not ola.wait():
            break
        version = ola.version()
        for _ in range(1 + number % 3):
            ola.page.keyboard.press("ArrowRight")
        while not ola.page.evaluate("document.activeElement.matches('button[form=act]')"):    # refused ones take focus
            ola.page.keyboard.press("ArrowRight")
        ola.page.keyboard.press("Enter")
        ola.settle(version)
    expect(ola.page.locator(OVER)).to_be_visible()
    expect_fine(ola)
    ola.context.close()


def test_a_whole_game_without_script(browser: Browser, address: str) -> None:
    ola = Guest(browser, address, "Ola", java_script_enabled=False)
    table = ola.table(ME, BOT)
    ola.page.goto(table)
    for number in range(MANY):
        if ola.page.query_selector(OVER):
            break
        choices = ola.choices()
        if choices:
            choices[number * 3 % len(choices)].click()
        else:
            ola.page.goto(table)
    expect(ola.page.locator(OVER)).to_be_visible()
    ola.context.close()


def test_two_browsers_and_a_spectator(browser: Browser, address: str) -> None:
    ola, jan = Guest(browser, address, "Ola"), Guest(browser, address, "")
    watcher = Guest(browser, address, "", viewport=PHONE)
    table = ola.table(ME, OPEN)
    ola.page.goto(table)
    jan.page.goto(ola.page.input_value("#link"))
    jan.page.fill("#nick", "Jan")
    jan.page.click("text=Usiądź tutaj")
    ola.page.wait_for_selector("#decide")    # the game begins without a reload by hand
    watcher.page.goto(table)
    assert watcher.choices() == []
    assert watcher.page.query_selector("#own") is None
    jan.page.fill("[data-chat] input", "Dzień dobry <b>")
    jan.page.keyboard.press("Enter")
    expect(ola.page.locator("#chat")).to_contain_text("Dzień dobry <b>")
    play_on(ola, jan)
    for guest in (ola, jan, watcher):
        guest.page.wait_for_selector(OVER)
        expect_fine(guest)
    verdicts = {guest.page.inner_text("#victory h2") for guest in (ola, jan, watcher)}
    assert len(verdicts) == 1
    for guest in (ola, jan, watcher):
        guest.context.close()


def test_a_lost_connection_catches_up(browser: Browser, address: str) -> None:
    """The same person at two screens: one of them loses the line and finds the table as it is now."""
    ola = Guest(browser, address, "Ola")
    ola.page.goto(ola.table(ME, BOT))
    ola.wait()
    away = ola.context.new_page()
    away.goto(ola.page.url)
    away.evaluate("socket.close()")
    version = ola.version()
    ola.choices()[0].click()
    ola.settle(version)
    ola.wait()
    away.wait_for_function("v => document.querySelector('#act [name=version]').value === v", arg=ola.version())
    assert away.inner_text("#decide h2") == ola.page.inner_text("#decide h2")
    expect_fine(ola)
    ola.context.close()


def test_a_refusal_shows_its_rule(browser: Browser, address: str) -> None:
    ola = Guest(browser, address, "Ola")
    ola.page.goto(ola.table(ME, BOT, options={"min_orders": 1}))    # laying nothing is refused from the first choice on
    ola.wait()
    refused = [thing for thing in ola.page.query_selector_all(".is-refused") if thing.is_visible()]
    refused[0].focus()
    tip = ola.page.locator(f"#{refused[0].get_attribute('aria-describedby')}")
    expect(tip).to_be_visible()
    rule = tip.locator("a.rule").first
    number = rule.inner_text()
    assert re.fullmatch(r"SPI-\w+", number)
    rule.click()
    expect(ola.page.locator(f"#{number}")).to_be_in_viewport()
    ola.context.close()


def test_undo_until_somebody_has_learnt_something(browser: Browser, address: str) -> None:
    """Orders laid all at once may be taken back until the last of them lies there."""
    ola, jan = Guest(browser, address, "Ola"), Guest(browser, address, "Jan")
    ola.page.goto(ola.table(ME, OPEN, options={"orders": "simultaneous"}))
    jan.page.goto(ola.page.input_value("#link"))
    jan.page.click("text=Usiądź tutaj")
    ola.page.wait_for_selector("#own")
    ola.choices()[0].click()
    ola.page.wait_for_selector("#decide.wait")
    ola.page.keyboard.press("u")
    ola.page.wait_for_selector(MY_TURN)
    for guest in (ola, jan):
        guest.wait()
        version = guest.version()
        guest.choices()[0].click()
        guest.settle(version)
    for guest in (ola, jan):
        expect(guest.page.locator("[data-undo]")).to_have_count(0)
        expect_fine(guest)
        guest.context.close()


def test_a_hot_seat_has_a_curtain(browser: Browser, address: str) -> None:
    ola = Guest(browser, address, "Ola")
    table = ola.table(ME, ME | {"name": "Ewa"})
    ola.page.goto(table)
    for _ in range(12):
        if ola.page.query_selector(OVER):
            break
        ola.page.goto(table)
        assert ola.choices() == [], "nothing shows before the button"
        assert ola.page.query_selector("#own") is None
        ola.page.click("#decide a.btn.main")
        ola.page.wait_for_selector("#own")
        ola.choices()[0].click()
        ola.page.wait_for_timeout(150)
    expect_fine(ola)
    ola.context.close()


def test_the_replay_steps_through_a_finished_game(browser: Browser, address: str) -> None:
    ola = Guest(browser, address, "Ola", locale="en-GB")
    ola.page.goto(ola.table(ME, BOT))
    play_on(ola)
    ola.page.click("text=Replay")
    ola.page.goto(f"{ola.page.url}?move=3&seen=0")
    expect(ola.page.locator("#decide h2")).to_contain_text("Move 3 of")
    ola.page.locator("#main").focus()
    ola.page.keyboard.press("ArrowRight")
    expect(ola.page.locator("#decide h2")).to_contain_text("Move 4 of")
    ola.page.select_option("#seen", "-1")
    expect(ola.page.locator("#decide h2")).to_contain_text("Move 4 of")
    assert "seen=-1" in ola.page.url
    expect_fine(ola)
    ola.context.close()


def test_the_language_is_the_browsers_and_can_be_switched(browser: Browser, address: str) -> None:
    guest = Guest(browser, address, "", locale="en-GB")
    guest.page.goto(address)
    expect(guest.page.locator("h1")).to_contain_text("Trust nobody")
    guest.page.click(".lang button[value=pl]")
    expect(guest.page.locator("h1")).to_contain_text("Nikomu nie ufaj")
    guest.context.close()


def test_cards_fly_unless_the_reader_wants_none_of_it(browser: Browser, address: str) -> None:
    for wanted in ("no-preference", "reduce"):
        ola = Guest(browser, address, "Ola", reduced_motion=wanted)
        ola.page.add_init_script(
            "window.flown = 0; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (...all) { window.flown++; return animate.apply(this, all); };"
        )
        ola.page.goto(ola.table(ME, BOT))
        for _ in range(3):
            ola.wait()
            version = ola.version()
            ola.choices()[0].click()
            ola.settle(version)
        assert bool(ola.page.evaluate("window.flown")) == (wanted == "no-preference")
        ola.context.close()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(browser: Browser, address: str, theme: str, size: dict[str, int]) -> None:
    ola = Guest(browser, address, "Ola", color_scheme=theme, viewport=size)
    axe, found = Axe(), []

    def check(where: str) -> None:
        ola.page.mouse.move(0, 0)
        ola.fits()
        result = axe.run(ola.page, options={"resultTypes": ["violations"]})
        for violation in result.response["violations"]:
            places = [node["html"][:160] for node in violation["nodes"][:3]]
            found.append(f"{where}: {violation['id']} {places}")

    for path in ("/", "/new?game=spiskowcy", "/rules/spiskowcy", "/cards/spiskowcy", "/me", "/nowhere"):
        ola.page.goto(address + path)
        check(path)
    ola.page.goto(ola.table(ME, OPEN))
    check("waiting")
    ola.page.goto(ola.table(ME, BOT, BOT, BOT))
    seen: set[str] = set()
    for number in range(CHECKED):
        if not ola.wait():
            break
        question = ola.page.inner_text("#decide h2")
        if question not in seen:
            seen.add(question)
            check(question)
        version, choices = ola.version(), ola.choices()
        choices[number * 5 % len(choices)].click(force=True)
        ola.settle(version)
    if ola.wait():    # seen enough: a bot ends the game
        ola.page.click(".leave summary")
        ola.page.click(".leave form:last-child button")
        ola.page.wait_for_selector(OVER)
    check("over")
    ola.page.goto(f"{ola.page.url}/replay?move=20")
    check("replay")
    assert not found, "\n".join(found)
    ola.context.close()
