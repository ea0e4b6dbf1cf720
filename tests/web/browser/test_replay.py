"""After the game: the replay by links, slider and keys, through anybody's eyes, for a stranger too; and the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from intryga import games
from intryga.tables import record as files
from tests.web.browser.conftest import Visit
from tests.web.browser.guest import BOT, OVER, PHONE, TOP_SEATS, expect

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", games.names())
def test_the_replay_of_a_finished_game(visit: Visit, game: str, tmp_path: Path) -> None:
    ola = visit("Ola", locale="en-GB")
    seats = TOP_SEATS[game]
    ola.page.goto(ola.table(*[BOT] * seats, game=game))    # bots among themselves: one watches them to the end
    ola.page.wait_for_selector(OVER)
    with ola.page.expect_download() as saved:
        ola.page.click(".seed a")
    saved.value.save_as(tmp_path / "game.json")
    moves = len(files.load(tmp_path / "game.json").moves)
    ola.page.click(f"{OVER} a.btn")
    head = ola.page.locator("#decide h2")
    expect(head).to_have_text(f"Move {moves} of {moves}")
    ola.page.focus("#move")
    ola.page.keyboard.press("Home")
    expect(head).to_have_text("Before the first move")
    ola.page.click("[data-key=ArrowRight]")
    expect(head).not_to_have_text("Before the first move")
    first = head.inner_text()
    ola.page.keyboard.press("ArrowRight")    # steps lead past answers of which nothing came
    expect(head).not_to_have_text(first)
    expect(ola.page.locator("#story .now").first).to_be_visible()
    ola.page.keyboard.press("ArrowLeft")
    expect(head).to_have_text(first)
    ola.page.keyboard.press("End")
    expect(head).to_have_text(f"Move {moves} of {moves}")
    ola.page.keyboard.press("Home")
    expect(head).to_have_text("Before the first move")
    ola.page.goto(f"{ola.page.url.split('?')[0]}?move={moves * 2 // 3}&seen=-2")
    stranger = visit(viewport=PHONE)    # whoever has the link sees the same, in their own language
    shown = set()
    for viewpoint in (*range(seats), -1, -2):
        ola.page.select_option("#seen", str(viewpoint))
        ola.page.wait_for_url(f"**seen={viewpoint}")
        expect(head).to_have_text(f"Move {moves * 2 // 3} of {moves}")
        assert ola.page.locator("#own").count() == (viewpoint >= 0)
        assert ola.page.locator("button[form=act]").count() == 0
        ola.fits()
        shown.add(ola.page.inner_html("#main") + (ola.page.inner_html("#own") if viewpoint >= 0 else ""))
    assert len(shown) > seats    # Konspiracja has no secrets: there everything open is what all see
    stranger.page.goto(ola.page.url)
    expect(stranger.page.locator("#decide h2")).to_contain_text(f"{moves * 2 // 3}")
    stranger.fits()


def test_an_unfinished_game_has_no_replay(visit: Visit) -> None:
    ola = visit("Ola")
    table = ola.against_bots("spiskowcy")
    answer = ola.page.goto(f"{table}/replay?move=0&seen=1")
    assert answer is not None
    assert answer.status == 404
    ola.page.click("main a.btn")
    assert ola.page.url == table
