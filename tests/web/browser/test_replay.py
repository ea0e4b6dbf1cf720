"""After the game: the replay by links, slider and keys, through anybody's eyes, for a stranger too; and the file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from intryga.tables.output import game_file as files
from tests.web.browser.conftest import Visit
from tests.web.browser.eye import Eye
from tests.web.browser.guest import BOT, COMPLETE, OVER, PHONE, TOP_SEATS, Guest, expect

HEAD = "#decide h2"
# What stands on a page that would be loaded: its head, through whose eyes it looks, whether somebody's own things lie
# there, how many choices it has, and all of the table.
READ = """
async address => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
  const found = selector => [...page.querySelectorAll(selector)];
  return [found('#decide h2')[0].textContent.trim(), found('#seen')[0].value, found('#own').length,
          found('button[form=act]').length, found('#main, #own').map(e => e.innerHTML).join('')];
}
"""


def next_move(ola: Guest, key: str) -> int:
    """Where this key leads."""
    found = re.search(r"move=(\d+)", ola.page.get_attribute(f"#step-{key}", "href") or "")
    assert found
    return int(found[1])


def test_the_replay_of_a_finished_game(visit: Visit, tmp_path: Path) -> None:
    """By its buttons, its slider and its keys, which every game has."""
    ola = visit("Ola", locale="en-GB")
    table = ola.table(BOT, BOT)
    ola.until_over(table)
    ola.page.goto(table)
    with ola.page.expect_download() as saved:
        ola.page.click(".seed > summary")
        ola.page.click(".seed a")
    saved.value.save_as(tmp_path / "game.json")
    moves = len(files.load(tmp_path / "game.json").moves)
    ola.page.click(f"{OVER} a.btn")
    ola.shows(HEAD, "Before the first move")
    ola.page.locator("#main").focus()
    ola.page.click("[data-speed='4']")
    ola.page.locator("#main").focus()
    ola.page.keyboard.press("Space")    # it plays by itself
    expect(ola.page.locator("#play")).to_have_attribute("aria-pressed", "true")
    expect(ola.page.locator(HEAD)).not_to_have_text("Before the first move")
    ola.page.keyboard.press("End")    # whoever steps has stopped it
    expect(ola.page.locator("#play")).to_have_attribute("aria-pressed", "false")
    ola.shows(HEAD, f"Move {moves} of {moves}")
    ola.page.focus("#move")
    ola.page.keyboard.press("Home")
    ola.shows(HEAD, "Before the first move")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):    # past moves of which nothing came
        target = next_move(ola, key)
        ola.page.click(f"#step-{key}")
        ola.shows(HEAD, f"Move {target} of {moves}")
    ola.page.locator("#main").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End"):
        target = next_move(ola, key)
        ola.page.keyboard.press(key)
        ola.shows(HEAD, f"Move {target} of {moves}")
    ola.page.goto(f"{ola.page.url.split('?')[0]}?move={moves // 2}&seen=-2")
    ola.page.select_option("#seen", "0")
    ola.page.wait_for_url("**seen=0")
    ola.shows(HEAD, f"Move {moves // 2} of {moves}")
    ola.page.reload()    # all of it stands in the address
    assert ola.page.input_value("#seen") == "0"


@pytest.mark.parametrize("game", COMPLETE)
def test_a_game_is_seen_again_through_everybodys_eyes(measure: Visit, game: str) -> None:
    """Two thirds into it. A stranger who has the link sees the same, in their own language."""
    ola, stranger = measure("Ola", locale="en-GB"), measure(viewport=PHONE)
    eye, seats = Eye(ola, COMPLETE.index(game)), TOP_SEATS[game]
    table = ola.table(*[BOT] * seats, game=game)
    ola.until_over(table)
    moves = len(ola.asked(f"{table}/file")["moves"])
    then, shown = moves * 2 // 3, set()
    for viewpoint in (*range(seats), -1, -2):
        address = f"{table}/replay?move={then}&seen={viewpoint}"
        if viewpoint <= 0:    # a seat is laid out like any other
            ola.open(address)
            ola.shows(HEAD, f"Move {then} of {moves}")
            ola.fits()
        head, seen, own, choices, everything = ola.evaluate(READ, address)
        assert (head, seen) == (f"Move {then} of {moves}", str(viewpoint))
        assert (own, choices) == (int(viewpoint >= 0), 0)
        shown.add(everything)
    assert len(shown) > seats    # Konspiracja has no secrets: there everything open is what all see
    eye.look(f"the replay of {game}")
    eye.saw_nothing()
    stranger.open(ola.page.url)
    expect(stranger.page.locator(HEAD)).to_contain_text(f"{then}")
    stranger.fits()
    last_row = "document.querySelector('#seen').getBoundingClientRect()"
    assert stranger.evaluate(f"{last_row}.bottom <= innerHeight"), "the bar is cut"


def test_an_unfinished_game_has_no_replay(visit: Visit) -> None:
    ola = visit("Ola")
    table = ola.against_bots("spiskowcy")
    answer = ola.page.goto(f"{table}/replay?move=0&seen=1")
    assert answer is not None
    assert answer.status == 404
    ola.page.click("main a.btn")
    assert ola.page.url == table
