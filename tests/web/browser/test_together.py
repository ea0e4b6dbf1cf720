"""Several people: at their own screens, at one screen, watching, losing the line and coming back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute

from tests.tables.clock import HeldClock
from tests.web.browser.conftest import Visit
from tests.web.browser.guest import (
    BOT,
    HERE,
    ME,
    MY_TURN,
    OPEN,
    OVER,
    PHONE,
    Guest,
    expect,
    held_port,
    hurry,
    play_on,
    service,
    visits,
)
from tests.web.browser.screens import Screens

WINDOW = "[data-deadline]:visible"    # the table has no other clock
BELL = 20    # seconds


def sit_down(host: Guest, friend: Guest, table: str) -> None:
    host.page.goto(table)
    friend.page.goto(host.page.input_value("#link"))
    friend.page.click("text=Usiądź tutaj")
    host.page.wait_for_selector("#decide")    # the game begins without a reload by hand


def test_two_browsers_and_a_spectator(visit: Visit, measure: Visit) -> None:
    ola, jan, watcher = visit("Ola"), visit(), measure(viewport=PHONE)
    table = ola.table(ME, OPEN)
    ola.page.goto(table)
    jan.page.goto(ola.page.input_value("#link"))
    jan.page.fill("#nick", "Jan")
    jan.page.click("text=Usiądź tutaj")
    ola.page.wait_for_selector("#decide")
    watcher.open(table)
    expect(ola.page.locator("#seat-1 .gone")).to_have_count(0)    # Jan is there
    jan.page.fill("[data-chat] input", "Dzień dobry <b>")
    jan.page.keyboard.press("Enter")
    for guest in (ola, watcher):
        expect(guest.page.locator("#chat")).to_contain_text("Dzień dobry <b>")
    expect(watcher.page.locator("[data-chat]")).to_have_count(0)
    ola.page.click("#chat .mute")
    expect(ola.page.locator("#chat")).not_to_contain_text("Dzień dobry")
    play_on(ola, jan, moves=5)
    assert watcher.glance().choices == 0
    assert not watcher.sees("#own")
    hurry(table, ola, jan)
    for guest in (ola, jan, watcher):
        expect(guest.page.locator(OVER)).to_be_visible()
        guest.fits()
    assert len({guest.page.inner_text("#victory h2") for guest in (ola, jan, watcher)}) == 1
    # Once more, everybody on their own seat: who asks first opens the table, the other follows.
    ola.page.click("#victory form button")
    ola.page.wait_for_selector("#gather")
    jan.page.click("#victory a.main")
    jan.page.click("text=Usiądź tutaj")
    ola.page.wait_for_selector("#own")
    assert ola.page.input_value("#act [name=seat]") == "0"


def test_a_page_that_has_missed_a_message_looks_anew(visit: Visit) -> None:
    """What comes after it builds on what the page does not have."""
    ola, jan = visit("Ola"), visit("Jan")
    sit_down(ola, jan, ola.table(ME, OPEN))
    for text in ("raz", "dwa"):
        jan.page.fill("[data-chat] input", text)
        jan.page.keyboard.press("Enter")
        expect(ola.page.locator("#chat")).to_contain_text(text)
    ola.page.evaluate("() => { const hears = socket.onmessage; socket.onmessage = () => socket.onmessage = hears }")
    for text in ("trzy", "cztery"):
        jan.page.fill("[data-chat] input", text)
        jan.page.keyboard.press("Enter")
        expect(jan.page.locator("#chat")).to_contain_text(text)
    for text in ("raz", "dwa", "trzy", "cztery"):
        expect(ola.page.locator("#chat")).to_contain_text(text)
    play_on(ola, jan, moves=2)


ORDERS_COVERED = "() => hands.visible('.orders [name=order]').map(e => hands.reach(e).covered).filter(Boolean)"


def test_a_reaction_window_for_all_at_once(screens: Screens, tmp_path: Path) -> None:
    """Both are asked, and neither sees whether the other has answered. With these cards both may act at once."""
    clock = HeldClock()
    with service(tmp_path, clock=clock) as address, visits(screens, address) as visit:
        ola, jan = visit("Ola"), visit("Jan", viewport=PHONE)
        table = ola.table(ME, OPEN, BOT, BOT, game="smierc_jasniepanu", window=BELL, cards=404)
        sit_down(ola, jan, table)
        for guest in (ola, jan):
            assert guest.wait()
            expect(guest.page.locator(WINDOW).first).to_be_visible()
            guest.fits()
            guest.page.click(".orders > summary")    # what one may say in advance opens over the bar, whole
            expect(guest.page.locator(".orders form")).to_be_in_viewport(ratio=1)
            assert not guest.evaluate(ORDERS_COVERED)
            guest.page.keyboard.press("Escape")
            expect(guest.page.locator(".orders form")).to_be_hidden()
        before = ola.glance()
        jan.choose()
        expect(jan.page.locator("#decide.wait")).to_be_visible()
        assert ola.glance() == before
        answered = jan.glance()
        ola.choose()
        expect(ola.page.locator("#decide.wait")).to_be_visible()
        assert jan.glance() == answered    # not before the bell
        clock.ahead += BELL
        jan.settle(answered.version)
        assert not jan.asked(table)["view"]["sealed"]


def test_a_server_that_goes_away_and_comes_back(screens: Screens, tmp_path: Path) -> None:
    """In the middle of a game with an open reaction window: the page says that the line is lost, finds the server again
    by itself, and the game goes on."""
    with held_port() as port, visits(screens, f"http://{HERE}:{port}") as visit:
        with service(tmp_path, port):
            ola = visit("Ola")
            ola.page.goto(ola.against_bots("smierc_jasniepanu"))
            for _ in range(60):
                asked = ola.turn()
                if ola.sees("#stage.react"):
                    break
                ola.choose()
        expect(ola.page.locator("#lost")).to_be_visible()
        with service(tmp_path, port):
            expect(ola.page.locator("#lost")).to_have_count(0)
            assert ola.glance().question == asked.question
            play_on(ola, moves=4)


def test_a_move_made_while_the_server_is_away_is_kept_and_made_once(screens: Screens, tmp_path: Path) -> None:
    with held_port() as port, visits(screens, f"http://{HERE}:{port}") as visit:
        with service(tmp_path, port):
            ola = visit("Ola")
            table = ola.against_bots("spiskowcy")
            ola.page.goto(table)
            before = ola.turn()
        here = ola.page.url
        ola.page.evaluate("hands.choices()[0].click(); hands.choices()[0].click()")
        expect(ola.page.locator("#lost")).to_contain_text("Twój ruch czeka")
        ola.page.evaluate("document.querySelector('.sure form').requestSubmit()")    # this is not kept
        assert ola.page.url == here
        with service(tmp_path, port):
            ola.settle(before.version)
            expect(ola.page.locator("#lost")).to_have_count(0)
            expect(ola.page.locator(".oops")).to_have_count(0)
            assert ola.page.url == here
            seats = ola.asked(table)["seats"]
            assert not seats[0]["resigned"]
            laid = [line for line in ola.page.locator("#story .ev").all_inner_texts() if line.startswith("Ola wykłada")]
            assert len(laid) <= 1


def test_a_late_refusal_is_not_that_of_the_next_move(visit: Visit) -> None:
    """The line is lost before the first choice is answered. It was made all the same, so it is refused when it is sent
    again; that is heard when the next one is on its way, just before this is lost with its line."""
    ola = visit("Ola", handed_on=False)
    clicks: list[str | bytes] = []
    late: list[str | bytes] = []

    def carry(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def up(message: str | bytes) -> None:
            clicks.append(message)
            if len(clicks) != 3:
                server.send(message)
            else:
                line.send(late.pop())
            if len(clicks) in (1, 3):
                line.close(code=1012)

        def down(message: str | bytes) -> None:
            if "refused" in json.loads(message):
                late.append(message)
            elif len(clicks) != 1:
                line.send(message)

        line.on_message(up)
        server.on_message(down)

    ola.page.route_web_socket("**/live?*", carry)
    ola.page.goto(ola.against_bots("spiskowcy"))
    for _ in range(2):
        asked = ola.turn()
        ola.page.evaluate("hands.choices()[0].click()")
        ola.settle(asked.version)
        while len(clicks) == 2 and not late:
            ola.page.wait_for_timeout(10)
    assert clicks[0] == clicks[1] != clicks[2] == clicks[3]
    expect(ola.page.locator(".oops")).to_have_count(0)


def test_a_move_made_offline_is_said_to_wait(visit: Visit) -> None:
    ola = visit("Ola")
    ola.page.goto(ola.against_bots("spiskowcy"))
    before = ola.turn()
    ola.context.set_offline(True)
    ola.page.evaluate("hands.choices()[0].click()")
    expect(ola.page.locator("#lost")).to_be_visible()
    ola.context.set_offline(False)
    ola.settle(before.version)
    expect(ola.page.locator("#lost")).to_have_count(0)
    again = "() => { lost(true); const due = slow; lost(true); const same = due === slow; lost(false); return same; }"
    assert ola.evaluate(again), "another try that fails puts off that it is said"


def test_a_lost_connection_catches_up(visit: Visit) -> None:
    """The same person at two screens: one of them loses the line and finds the table as it is now."""
    ola = visit("Ola")
    ola.page.goto(ola.against_bots("spiskowcy"))
    ola.wait()
    away = ola.context.new_page()
    away.goto(ola.page.url)
    away.evaluate("socket.close()")
    play_on(ola, moves=2)
    now = ola.turn()
    away.wait_for_function("v => document.querySelector('[form=act][name=version]')?.value === v", arg=now.version)
    expect(away.locator("#decide h2")).to_have_text(now.question)


def test_a_stale_click_is_harmless_and_says_so(visit: Visit) -> None:
    """Two screens of one person: what the slower one clicks on is gone already."""
    ola = visit("Ola")
    ola.page.goto(ola.against_bots("spiskowcy"))
    old = ola.turn().version
    play_on(ola, moves=1)
    now = ola.turn()
    ola.page.evaluate("v => send({do: 0, version: +v})", old)
    expect(ola.page.locator(".oops")).to_contain_text("już")
    assert ola.glance() == now


def test_undo_until_somebody_has_learnt_something(visit: Visit) -> None:
    """Orders laid all at once may be taken back until the last of them lies there."""
    ola, jan = visit("Ola"), visit("Jan")
    sit_down(ola, jan, ola.table(ME, OPEN, options={"orders": "simultaneous"}))
    ola.choose()
    ola.page.wait_for_selector("#decide.wait")
    ola.page.keyboard.press("u")
    ola.page.wait_for_selector(MY_TURN)
    for guest in (ola, jan):
        guest.choose()
    for guest in (ola, jan):
        expect(guest.page.locator("[data-undo]")).to_have_count(0)


def test_undo_of_an_open_choice_and_its_barrier(visit: Visit) -> None:
    """In Dworzanie one may change one's mind about the place; once a new card is drawn it is too late."""
    ola = visit("Ola")
    ola.page.goto(ola.against_bots("dworzanie"))
    first = ola.turn()
    ola.choose()
    expect(ola.page.locator("#decide h2")).not_to_have_text(first.question)
    ola.page.click("[data-undo]")
    expect(ola.page.locator("#decide h2")).to_have_text(first.question)
    assert ola.glance().choices == first.choices
    expect(ola.page.locator("[data-undo]")).to_have_count(0)
    for _ in range(12):    # three cards, each to its place, and perhaps a dagger
        ola.choose()
        if ola.turn().question == first.question and not ola.sees("[data-undo]"):
            return
    pytest.fail("everything could be taken back")


def test_a_hot_seat_has_a_curtain(measure: Visit) -> None:
    ola = measure("Ola")
    ola.open(ola.table(ME, ME | {"name": "Ewa"}))
    heads: set[str] = set()
    for number in range(4):
        curtain = "#decide a.btn.main"
        expect(ola.page.locator(curtain)).to_be_visible()
        assert ola.glance().choices == 0, "nothing shows before the button"
        assert not ola.sees("#own")
        heads.add(ola.page.inner_text("#decide h2"))
        assert ola.press(curtain)
        expect(ola.page.locator("#own")).to_be_visible()
        while ola.sees("#own"):    # as long as the same person is asked
            ola.choose(number)
    assert len(heads) == 2
    ola.fits()
