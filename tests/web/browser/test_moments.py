"""Moments are shown one after another, wait where they are one's own, and can be skipped and seen again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.web.browser.conftest import Visit
from tests.web.browser.guest import Guest, expect, hurry, play_on

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
LINES = {
    "beat": '<li class="ev now"><span>Ola odkrywa kartę.</span></li>',
    "plate": '<li class="ev now" data-moment="plate"{}><span>{}</span><div class="kept" hidden>'
    '<div class="mo mo-blood"><div><p class="mo-k">Najazd</p><p class="mo-h">{}</p></div></div></div></li>',
}
RECEIVE = """([lines, question]) => receive({
  sections: {decide: `<section id="decide" class="decide"><h2 id="move" tabindex="-1">${question}</h2></section>`},
  story: {lines: lines.reverse(), keep: document.querySelectorAll('#story > li').length, fresh: lines.length},
})"""


def plate(sentence: str, mine: str = "") -> str:
    return LINES["plate"].format(mine, sentence, sentence.upper())


def happen(guest: Guest, question: str, *lines: str) -> None:
    guest.page.evaluate(RECEIVE, [list(lines), question])


def test_moments_one_after_another(visit: Visit) -> None:
    ola = visit("Ola", reduced_motion="no-preference", handed_on=False)
    page = ola.page
    page.clock.install(time=NOON)
    page.goto(ola.against_bots("spiskowcy", pace=1))
    assert ola.wait()
    page.evaluate("socket.onmessage = null")    # what happens from here on we tell ourselves
    page.clock.pause_at(NOON + timedelta(hours=1))    # from here on time passes when we say so
    bar, shown, heard = page.locator("#decide h2"), page.locator("#moment .mo-h"), page.locator("#herald")
    happen(ola, "Co teraz?", LINES["beat"], plate("Najazd na Jana."), plate("Spisek."))
    expect(bar).to_have_text("Ola odkrywa kartę.")
    expect(heard).to_have_text("Ola odkrywa kartę.")
    page.clock.run_for(400)
    expect(shown).to_have_text("NAJAZD NA JANA.")
    expect(heard).to_have_text("Najazd na Jana.")    # the new sentence alone
    expect(bar).to_have_text("NAJAZD NA JANA.")
    page.clock.run_for(2700)
    expect(shown).to_have_text("SPISEK.")
    page.keyboard.press("Escape")
    expect(bar).to_have_text("Co teraz?")
    expect(shown).to_have_count(0)
    assert page.locator("#story > li").last.inner_text() == "Spisek."

    happen(ola, "A teraz?", plate("Najazd na ciebie.", " data-mine"))
    page.clock.run_for(60_000)
    expect(shown).to_have_text("NAJAZD NA CIEBIE.")    # one's own waits
    page.click("[data-queue=go]")
    expect(bar).to_have_text("A teraz?")

    page.evaluate("document.querySelector('.me').classList.add('out')")    # who has resigned is not waited for
    happen(ola, "A beze mnie?", plate("Najazd na ciebie.", " data-mine"))
    page.clock.run_for(2_700)
    expect(bar).to_have_text("A beze mnie?")
    page.evaluate("document.querySelector('.me').classList.remove('out')")
    happen(ola, "A teraz?", plate("Najazd na ciebie.", " data-mine"))
    page.click("[data-queue=go]")
    expect(bar).to_have_text("A teraz?")

    page.evaluate("document.querySelector('[data-sound-switch]').hidden = true; begin()")    # as it is drawn anew
    page.locator(".tempo > summary").click()
    expect(page.locator("[data-sound-switch]")).to_be_visible()
    page.click("[data-again-last]")    # seen again; nothing on the table changes by it
    expect(shown).to_have_text("NAJAZD NA CIEBIE.")
    page.keyboard.press("Shift+Escape")
    expect(bar).to_have_text("A teraz?")
    assert page.locator("#story > li").last.inner_text() == "Najazd na ciebie."

    page.emulate_media(reduced_motion="reduce")    # all on one plate, which stays until it is read
    happen(ola, "I co?", LINES["beat"], plate("Najazd."), plate("Spisek."))
    page.clock.run_for(60_000)
    expect(page.locator("#moment .mo-h")).to_have_text(["NAJAZD.", "SPISEK."])
    expect(heard).to_have_text("Ola odkrywa kartę. Najazd. Spisek.")
    happen(ola, "A potem?", LINES["beat"])
    happen(ola, "I jeszcze?", LINES["beat"])
    page.keyboard.press("Escape")
    expect(bar).to_have_text("A potem?")    # not the plate's words while smaller things go on
    expect(page.locator("[data-queue]:visible")).to_have_count(0)
    page.clock.run_for(2_000)
    expect(bar).to_have_text("I jeszcze?")

    page.reload()    # a page that comes late has nothing to wait for
    assert ola.wait()
    expect(shown).to_have_count(0)


def test_a_press_is_a_click_whatever_comes_in_between(visit: Visit) -> None:
    """The table changes once the hand is up; what has come meanwhile and does not concern the choice costs nothing."""
    ola = visit("Ola")
    page = ola.page
    page.goto(ola.against_bots("spiskowcy"))
    assert ola.wait()
    page.evaluate("socket.onmessage = null")
    page.evaluate("document.addEventListener('submit', e => { window.sent = e.submitter.id; })")
    bar, card = page.locator("#decide h2"), page.locator("button[form=act]").first
    asked = bar.inner_text()
    card.hover()
    page.mouse.down()
    page.evaluate("pressed_until = Infinity")    # however long this machine takes over what follows
    happen(ola, "Co teraz?", LINES["beat"])
    page.wait_for_timeout(100)
    expect(bar).to_have_text(asked)
    page.mouse.up()
    expect(bar).to_have_text("Co teraz?")
    assert ola.until("() => window.sent") == card.get_attribute("id")


def test_the_tempo_is_chosen_at_the_table(visit: Visit) -> None:
    ola, jan = visit("Ola"), visit("Jan")
    table = ola.table({"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}, public=True, pace=1)
    jan.join(table, 1)
    for guest in (ola, jan):
        guest.page.goto(table)
        guest.page.locator(".tempo > summary").click()
    ola.page.click("#tempo [value=slow]")
    ola.page.wait_for_load_state()
    for guest in (ola, jan):
        expect(guest.page.locator("#act")).to_have_attribute("data-tempo", "1.5")
    expect(jan.page.locator("#tempo [aria-pressed=true]")).to_have_attribute("value", "slow")


def test_the_last_moments_are_seen_before_the_end(visit: Visit) -> None:
    ola = visit("Ola", reduced_motion="no-preference", handed_on=False)
    table = ola.table({"kind": "me"}, {"kind": "bot", "level": "random"}, game="spiskowcy", pace=0.1)
    hurry(table, ola, until=lambda: ola.asked(table)["view"]["counters"]["round"] == 8)
    ola.evaluate("""() => {
      const laid = lay;
      lay = plate => { sessionStorage.setItem('seen', plate.textContent); laid(plate); };
      mine = () => false;    // nobody is there to press
    }""")
    play_on(ola)
    assert "Koniec gry" in ola.evaluate("sessionStorage.getItem('seen')")
