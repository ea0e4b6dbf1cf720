"""What is drawn: every kind of decision of every game, on its own table and on the one that any game has, for who is
asked, for somebody else and for a spectator, in both languages."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources
from typing import NamedTuple

import msgspec
import pytest

from intryga import games
from intryga.kernel.dice import quick
from intryga.tables.types import TablePage
from intryga.texts.language import LANGUAGES
from intryga.web import render
from intryga.web.invitation import Invitation, picture
from intryga.web.look import look
from tests.web.positions import Position, by_kind, looks, of_every_kind, page_of
from tests.web.words import mixed

BUTTON = re.compile(r'<button[^>]*form="act" name="action" value="(\d+)"')
RULE = re.compile(r'<a class="rule" href="/rules/(\w+)#([^"]+)"')
ID = re.compile(r'\sid="([^"]+)"')
AGAIN = re.compile(r'ev head"><span>(.*?)</span><button type="button" class="again live-only" aria-label="([^"]+)"')
TAG = re.compile("<[^>]+>")
TEMPLATE = re.compile(r"<template.*?</template>", re.DOTALL)    # not part of the page until a script copies it
NASTY = "<script>alert(1)</script>"
GAMES = games.names()
# What a table does not mark as refused, though the rules tell why: powers of majorities that one lacks, and a deck that
# one has drawn from already.
UNMARKED = {"spiskowcy": {"szpieg", "biskup", "bankier"}, "konspiracja": {"draw", "draw_locations", "with"}}


class Buttons(NamedTuple):
    """How often each action can be chosen, and which can on the table as well as in the bar."""

    all: Counter[str]
    twins: Counter[str]


OWN = "own layout"


@pytest.fixture(params=[OWN, "generic"])
def layouts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every game also plays on the table that is built from its zones and decisions alone."""
    if request.param == "generic":
        for name in GAMES:
            appearance = look(games.find(name))
            monkeypatch.setattr(appearance, "own_table", False)
            monkeypatch.setattr(appearance, "points", {})
    return str(request.param)


@pytest.mark.parametrize("name", GAMES)
def test_every_question_is_met(name: str) -> None:
    """Or the tests below would draw less than they say. A draft may have questions that chance meets rarely."""
    asked = {position.step for position in of_every_kind(name)}
    texts = render.game_texts(name, "en")
    known = {"", *(key.split(".")[1] for key in texts.messages if key.startswith("prompts."))}
    assert asked == known if games.find(name).stage == "complete" else asked <= known


@pytest.mark.parametrize("name", GAMES)
def test_every_page_is_whole_and_tells_no_secret(name: str, layouts: str) -> None:
    """Every kind of decision to every viewer: on its own table in both languages, on the other in one of them. What the
    viewer cannot see changes no byte."""
    seen = list(looks(name))[:: 1 if layouts == OWN else 2]
    for number, (position, viewer, language) in enumerate(seen):
        page = page_of(position, viewer, name="Anna")
        drawn = render.draw(page, language)
        is_whole(position, page, drawn, language)
        other = Position(position.game, position.state.resample(viewer, quick(number, 2)))
        same = page_of(other, viewer, position.state, "Anna")    # all that a drawing knows
        assert msgspec.json.encode(same) == msgspec.json.encode(page), str(position)
        if layouts == OWN and viewer == position.viewers[0]:
            refusals_lead_to_their_rules(position, page, drawn.whole)


def is_whole(position: Position, page: TablePage, drawn: render.Drawn, language: str) -> None:
    """Every choice is one button and nothing else is, no text is missing or of the other language, ids are unique and
    sections make the whole."""
    assert buttons(drawn.whole) == buttons_wanted(position, page), str(position)
    assert mixed(drawn.whole, language) == [], str(position)
    for head, named in AGAIN.findall(drawn.whole):    # many such buttons stand in a chronicle
        assert named.endswith(TAG.sub("", head))
    ids = Counter(ID.findall(TEMPLATE.sub("", drawn.whole)))
    assert [id for id, n in ids.items() if n > 1] == []
    for id, html in drawn.sections.items():
        assert ID.findall(html)[0] == id
        assert html in drawn.whole


def buttons(html: str) -> Buttons:
    table, _, bar = html.partition('id="decide"')
    on_table, in_bar = Counter(BUTTON.findall(table)), Counter(BUTTON.findall(bar))
    return Buttons(on_table + in_bar, Counter(on_table.keys() & in_bar.keys()))


def buttons_wanted(position: Position, page: TablePage) -> Buttons:
    """Twins stand on the table and in the bar."""
    decision, appearance = page.view and page.view.decision, look(position.game)
    offered = Counter(str(option.action) for option in decision.options) if decision else Counter[str]()
    twins = Counter(
        action
        for action in offered
        if appearance.own_table and position.game.space.verb(int(action)).name in appearance.twins
    )
    return Buttons(offered + twins, twins)


def refusals_lead_to_their_rules(position: Position, page: TablePage, html: str) -> None:
    name, decision = position.game.id, page.view.decision if page.view else None
    marked = {
        (name, refusal.rule)
        for refusal in (decision.refused if decision else [])
        if position.game.space.verb(refusal.action).name not in UNMARKED.get(name, ())
    }
    every = {(name, rule["id"]) for rule in position.game.rulebook["rule"]}
    assert marked <= set(RULE.findall(html)) <= every, str(position)


@pytest.mark.parametrize("name", GAMES)
def test_names_and_talk_are_escaped_and_nothing_runs(name: str, layouts: str) -> None:
    for number, (position, *_) in enumerate(by_kind(name)):
        html = render.draw(page_of(position, position.viewers[0], name=NASTY), LANGUAGES[number % 2]).whole
        assert "<script" not in html
        assert " style=" not in html
        assert not re.search(r"<[^>]*\son\w+=", html)
        assert "&lt;script&gt;" in html


@pytest.mark.parametrize("name", GAMES)
def test_every_card_is_drawn(name: str) -> None:
    """A game that has a look says it of every card; the rest of the sprite is the house's."""
    game = games.find(name)
    sprite = resources.files("intryga.web").joinpath("static/charges.svg").read_text("utf-8")
    for face in look(game).faces.values():
        assert f'id="c-{face.charge}"' in sprite
        assert f'id="h-{face.tincture}"' in sprite
        assert f'id="s-{face.tincture}"' in sprite


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("status", ["waiting", "over"])
def test_before_and_after_the_game(name: str, status: str) -> None:
    end = next(position for position in of_every_kind(name) if not position.step)
    page = page_of(end, 0)
    if status == "waiting":
        page = msgspec.structs.replace(page, status="waiting", view=None, story=[], invite="token")
    shown = Invitation("http://x/join/a-b-c", "x", [("key", "gules", "klucz")], picture("http://x/join/a-b-c"), "world")
    html = render.draw(page, "pl", invitation=shown).whole
    assert ("http://x/join/a-b-c" in html) == (status == "waiting")
    assert ("/replay" in html) == (status == "over")


@pytest.mark.parametrize("name", GAMES)
def test_an_end_says_what_decided(name: str) -> None:
    """The source of points by which the only winner is furthest ahead of who came second, and of no other."""
    decided = 0
    for end in [position for position in of_every_kind(name) if not position.step]:
        page = page_of(end, 0)
        assert page.view
        scores, winners = page.view.scores or [], page.view.winners
        html = render.draw(page, "en").whole
        found = re.search(r"What decided: ([^,]+), (\S+)\u00a0:\u00a0(\S+)\.", html)
        assert bool(found) <= (len(winners) == 1 and len(scores) > 1)
        if found:
            decided += 1
            sources = {render.game_texts(name, "en").say(f"scores.{source}"): source for source in scores[0]}
            source = sources[found.group(1)]
            won, lost = (int(found.group(n).replace("−", "-")) for n in (2, 3))
            assert won == scores[winners[0]][source] > lost
            others = [other for seat, other in enumerate(scores) if seat != winners[0]]
            second = max(others, key=lambda points: sum(points.values()))
            assert all(scores[winners[0]][other] - second[other] <= won - lost for other in sources.values())
    assert decided or len(scores[0]) == 1
