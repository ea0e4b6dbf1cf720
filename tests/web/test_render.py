"""What a table's page holds: every choice once, nothing that its viewer may not know, nothing that runs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib import resources

import pytest

from intryga import games
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Journal
from intryga.kernel.layout import SPECTATOR
from intryga.kernel.state import State
from intryga.kernel.view import read, view
from intryga.tables.shapes import Line, SeatInfo, TablePage, ToldMove
from intryga.web import render
from intryga.web.heraldry import look
from tests.support import play

BUTTON = re.compile(r'<button[^>]*form="act" name="action" value="(\d+)"')
ID = re.compile(r'\sid="([^"]+)"')
NASTY = "<script>alert(1)</script>"
GAMES = games.names()


@pytest.fixture(params=["own layout", "generic"])
def layouts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every game also plays on the table that is built from its zones and decisions alone."""
    if request.param == "generic":
        for name in GAMES:
            appearance = look(games.find(name))
            monkeypatch.setattr(appearance, "own_table", False)
            monkeypatch.setattr(appearance, "points", {})
    return str(request.param)


SEEN = 5    # positions of a game that are drawn; all of a long one would take minutes


def positions(game: AnyGame, seats: int, seed: int) -> Iterator[State]:
    s: State = game.new_game(game.chosen_rules(), seats, quick(seed), Journal(game.layout))
    chooser = quick(seed, 1)
    every = max(1, play(s.clone(), quick(seed, 1)) // SEEN)
    move = 0
    while not s.over():
        if move % every == 0:
            yield s
        s.apply(s.options[chooser.below(len(s.options))])
        move += 1
    yield s


def page_of(game: AnyGame, s: State, viewer: int, story: list[ToldMove] | None = None, name: str = "") -> TablePage:
    assert s.journal is not None
    seats = [
        SeatInfo(seat, name or f"Gracz {seat}", "human", "", True, seat == viewer, 75, None, False)
        for seat in range(s.seats)
    ]
    return TablePage(
        table="t", game=game.id, name=name, options=game.options(), status="over" if s.over() else "playing",
        version=7, seats=seats, viewer=viewer, view=view(game, s, viewer),
        story=[ToldMove(-1, read(s.journal, viewer))] if story is None else story, can_undo=True, news=1,
        chat=[Line(1, 0.0, "x", name or "Ola", 0, name or "Cześć", False)], commitment="c" * 64, secret=None,
        invite=None, deadline=None, creator=True, hot_seat=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_is_one_button_and_nothing_else_is(name: str, layouts: str) -> None:
    game = games.find(name)
    for seats in game.seats:
        for s in positions(game, seats, seats):
            for viewer in range(s.seats):
                page = page_of(game, s, viewer)
                buttons = Counter(BUTTON.findall(render.draw(page, "pl").whole))
                decision = page.view.decision if page.view else None
                offered = [str(option.action) for option in decision.options] if decision else []
                assert buttons == Counter(offered)


@pytest.mark.parametrize("name", GAMES)
def test_ids_are_unique_and_sections_make_the_whole(name: str, layouts: str) -> None:
    game = games.find(name)
    for s in positions(game, game.seats[-1], 3):
        for viewer in (SPECTATOR, 0):
            page = page_of(game, s, viewer)
            drawn = render.draw(page, "en")
            ids = ID.findall(drawn.whole)
            assert [id for id, n in Counter(ids).items() if n > 1] == []
            for id, html in drawn.sections.items():
                assert ID.findall(html)[0] == id
                assert html in drawn.whole


@pytest.mark.parametrize("name", GAMES)
def test_what_a_viewer_cannot_see_changes_no_byte_of_the_page(name: str, layouts: str) -> None:
    game = games.find(name)
    for seats in game.seats:
        for number, s in enumerate(positions(game, seats, seats + 10)):
            for viewer in (SPECTATOR, number % seats):
                other = game.resample(s, viewer, quick(number, 2))
                other.journal = s.journal
                told = [ToldMove(-1, read(s.journal, viewer))] if s.journal else []
                pages = [render.draw(page_of(game, each, viewer, told), "pl").whole for each in (s, other)]
                assert pages[0] == pages[1]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["pl", "en"])
def test_names_and_talk_are_escaped_and_nothing_runs(name: str, language: str, layouts: str) -> None:
    game = games.find(name)
    for s in positions(game, game.seats[0], 5):
        html = render.draw(page_of(game, s, 0, name=NASTY), language).whole
        assert "<script" not in html
        assert " style=" not in html
        assert not re.search(r"\son\w+=", html)
        assert "&lt;script&gt;" in html


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_names_its_rule_and_leads_to_it(name: str) -> None:
    game = games.find(name)
    seen = 0
    for s in positions(game, game.seats[-1], 1):
        for viewer in range(s.seats):
            page = page_of(game, s, viewer)
            html = render.draw(page, "pl").whole
            for rule in re.findall(r'<a class="rule" href="([^"]+)"', html):
                assert rule.startswith(f"/rules/{name}#{game.prefix}-")
                seen += 1
    assert seen


@pytest.mark.parametrize("name", GAMES)
def test_every_card_is_drawn(name: str) -> None:
    """A game that has a look says it of every card; the rest of the sprite is the house's."""
    game = games.find(name)
    sprite = resources.files("intryga.web").joinpath("static/charges.svg").read_text("utf-8")
    for face in look(game).faces.values():
        assert f'id="c-{face.charge}"' in sprite
        assert f'id="h-{face.tincture}"' in sprite


@pytest.mark.parametrize("status", ["waiting", "over"])
def test_before_and_after_the_game(status: str) -> None:
    game = games.find(GAMES[0])
    s = list(positions(game, game.seats[0], 2))[-1]
    page = page_of(game, s, 0)
    if status == "waiting":
        fields = {field: getattr(page, field) for field in page.__struct_fields__}
        page = TablePage(**{**fields, "status": "waiting", "view": None, "story": [], "invite": "token"})
    html = render.draw(page, "pl", invite_url="http://x/join/t/token").whole
    assert ("/join/t/token" in html) == (status == "waiting")
    assert ("/replay" in html) == (status == "over")
