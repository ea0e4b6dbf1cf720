"""Every page as plain forms, in a browser that runs no script."""

from __future__ import annotations

import time

import pytest

from intryga.web import forms, table_pages
from tests.support import PATIENCE
from tests.web.browser.conftest import Visit
from tests.web.browser.guest import BOT, MANY, ME, OPEN, OVER, PHONE, Guest, expect, hurry


@pytest.fixture(autouse=True)
def _nothing_moves_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that looks again while a test reads it is gone under its hands."""
    monkeypatch.setattr(table_pages, "REFRESH", 3600)


def act(guest: Guest, number: int = 0) -> bool:
    """One choice by form; false if nobody asks."""
    return guest.press("button[form=act]", number)


def play_by_forms(table: str, ola: Guest) -> None:
    made, until = 0, time.monotonic() + PATIENCE
    while made < MANY and time.monotonic() < until:
        if ola.sees(OVER):
            return
        if act(ola, made * 3):
            made, until = made + 1, time.monotonic() + PATIENCE
        else:    # somebody else's turn: look again
            ola.open(table)
    pytest.fail("the game does not end")


def test_a_whole_game(visit: Visit, measure: Visit) -> None:
    plays = measure("Ola", java_script_enabled=False)
    table = plays.table(ME, BOT, game="konspiracja")
    plays.open(table)
    play_by_forms(table, plays)
    ola = visit(java_script_enabled=False, storage_state=plays.context.storage_state())
    ola.page.goto(table)
    expect(ola.page.locator(OVER)).to_be_visible()
    ola.page.click(f"{OVER} a.btn")    # the replay steps and slides by links and a form
    ola.page.select_option("#seen", "0")
    ola.page.fill("#move", "3")
    ola.page.click(".slide button")
    expect(ola.page.locator("#decide h2")).to_contain_text("Ruch 3 z")
    ola.page.click("[data-key=ArrowRight]")
    expect(ola.page.locator("#decide h2")).not_to_contain_text("Ruch 3 z")
    assert "seen=0" in ola.page.url


def test_two_people_from_the_home_page_to_a_rematch(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(forms.PACES, "normal", 0.0)    # bots need no pause here
    ola, jan = (visit(java_script_enabled=False, viewport=PHONE) for _ in range(2))
    ola.page.goto(ola.address)
    ola.page.click("text=Spiskowcy >> nth=0")
    ola.page.click("button[formaction='/new']")
    ola.page.fill("#nick", "Ola")
    for place in (2, 3):
        ola.page.select_option(f"#seat{place}", "none")
    ola.page.click("form.pick button.main")
    invite, table = ola.page.input_value("#link"), ola.page.url
    ola.page.fill("[data-chat] input", "Czekam")
    ola.page.press("[data-chat] input", "Enter")
    jan.page.goto(ola.address)
    jan.page.fill("#lnk", invite)
    jan.page.click(".join button")
    expect(jan.page.locator("#chat")).to_contain_text("Czekam")
    jan.page.fill("#nick", "Jan")
    jan.page.click("#gather button.main")
    jan.page.wait_for_selector("#own")
    ola.page.goto(table)
    mover = ola if ola.sees("button[form=act]") else jan
    act(mover)
    mover.page.goto(table)
    jan.page.goto(jan.address)
    jan.page.click(".lang button[value=en]")
    expect(jan.page.locator("html")).to_have_attribute("lang", "en")
    jan.page.click(".back1 a.btn")
    assert jan.page.url == table
    jan.resign()
    hurry(table, ola)
    ola.page.click(f"{OVER} form button")
    expect(ola.page.locator("#gather")).to_be_visible()
    assert ola.page.url != table
    jan.page.goto(table)
    jan.page.click(f"{OVER} a.main")
    jan.page.click("#gather button.main")
    jan.page.wait_for_selector("#own")


def test_a_hot_seat(measure: Visit) -> None:
    ola = measure("Ola", java_script_enabled=False)
    ola.open(ola.table(ME, ME | {"name": "Ewa"}))
    for _ in range(4):
        assert not act(ola)
        assert ola.press("#decide a.main")
        for number in range(MANY):
            if not act(ola, number):
                break
        assert not ola.sees("#own")


def test_undo_and_a_stale_form(visit: Visit) -> None:
    ola = visit("Ola", java_script_enabled=False)
    ola.page.goto(ola.against_bots("dworzanie"))
    while not ola.sees("button[form=act]"):
        ola.page.reload()
    question = ola.page.inner_text("#decide h2")
    other = ola.context.new_page()
    other.goto(ola.page.url)
    act(ola)
    other.locator("button[form=act]:visible").first.click()
    expect(other.locator(".oops")).to_be_visible()
    ola.page.click("[data-undo]")
    expect(ola.page.locator("#decide h2")).to_have_text(question)


def test_a_seat_is_free_again_when_somebody_leaves(visit: Visit) -> None:
    ola, jan = visit("Ola", java_script_enabled=False), visit("Jan", java_script_enabled=False)
    table = ola.table(ME, OPEN, OPEN, public=True)
    jan.page.goto(table)
    jan.page.click("#gather button.main >> nth=0")
    jan.page.click("#gather form button")
    ola.page.goto(table)
    expect(ola.page.locator(".chairs li", has_text="Jan")).to_have_count(0)


def test_who_waits_need_not_look_again(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long Jan takes to come: her page goes on looking, and is only read by what looks again itself."""
    monkeypatch.setattr(table_pages, "REFRESH", 1)
    ola, jan = visit("Ola", java_script_enabled=False), visit("Jan")
    table = ola.table(ME, OPEN, public=True)
    ola.page.goto(table)
    expect(ola.page.locator("#gather")).to_be_visible()
    jan.join(table, 1)
    expect(ola.page.locator("#own")).to_be_visible()
