"""Lessons hold: the guide's tables can be, ask what the guide says and show what it lights; the first game can be
played to its end by its own counsel."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from intryga import games
from intryga.kernel.dice import secret_of
from intryga.kernel.view import view
from intryga.tables.model import requests
from intryga.texts.language import LANGUAGES
from intryga.web import lessons as lesson_settings
from intryga.web.lessons import VIEWER, GameLessons, lessons
from intryga.web.look import look
from tests.support import PATIENCE
from tests.web.support import EN, FRIENDS, PL, Player, client

# A game without lessons yet shows no way to them.
GAMES = [name for name in games.names() if lessons(games.find(name))]
UNTAUGHT = sorted(set(games.names()) - set(GAMES))
STEPS = 5
WORDS = 20


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("house")) as found:
        yield found


def taught(name: str) -> GameLessons:
    found = lessons(games.find(name))
    assert found is not None, f"{name} teaches nothing"
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_guide_shows_positions_that_can_be(name: str) -> None:
    game, known = games.find(name), {rule["id"] for rule in games.find(name).rulebook["rule"]}
    assert len(taught(name).step) == STEPS
    for step in taught(name).step:
        asked = view(game, taught(name).position(game, step), VIEWER).decision
        assert (asked.step if asked else "") == step.asks, step.title["en"]
        assert set() < set(step.rules) <= known, step.title["en"]


@pytest.mark.parametrize("name", GAMES)
def test_a_guide_is_short_in_both_languages(name: str) -> None:
    for step in taught(name).step:
        for language in LANGUAGES:
            assert step.title[language]
            assert 5 < len(step.text[language].split()) <= WORDS, step.text[language]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", [PL, EN], ids=LANGUAGES)
def test_a_guide_is_walked_by_plain_links(name: str, language: dict[str, str], house: TestClient) -> None:
    way, seen = f"/learn/{name}", 0
    begun = house.get(way, headers=language, follow_redirects=False)
    assert begun.headers["location"] == f"/learn/{name}/1#{taught(name).step[0].light}"
    while way:
        page = house.get(way, headers=language)
        assert page.status_code == 200
        assert page.text.count(" data-lit") == 1
        assert f' id="{taught(name).step[seen].light}" data-lit' in page.text
        assert 'form id="act"' not in page.text    # nothing on it can be played
        seen += 1
        following = re.search(r'class="btn main" data-key="ArrowRight" href="([^"#]+)#', page.text)
        way = following.group(1) if following else ""
    assert seen == STEPS
    assert f'action="/learn/{name}/play"' in page.text


@pytest.mark.parametrize("path", ["/learn/nothing", "/learn/spiskowcy/0", "/learn/spiskowcy/6"])
def test_there_is_no_other_guide(path: str, house: TestClient) -> None:
    assert house.get(path).status_code == 404


@pytest.mark.parametrize("name", GAMES)
def test_a_summary_shows_cards_that_there_are(name: str) -> None:
    faces = look(games.find(name)).faces
    for panel in taught(name).summary:
        assert all(panel.title[language] for language in LANGUAGES)
        for point in panel.point:
            assert all(point.text[language] for language in LANGUAGES)
            assert bool(point.sign) != bool(point.cards), point.text["en"]
            assert faces.keys() >= set(point.cards)


def test_the_way_to_a_guide_is_at_hand(house: TestClient) -> None:
    home = house.get("/").text
    for name in games.names():
        assert (f'href="/learn/{name}"' in home) == (name in GAMES)
    for name in UNTAUGHT:
        assert house.get(f"/learn/{name}").status_code == 404
    friends = Player(house, "Ola").table(FRIENDS).removeprefix("/api/tables/")
    assert 'href="/learn/spiskowcy"' in house.get(f"/table/{friends}").text


# --- the first game ---

ADVISED = re.compile(r'name="action" value="(\d+)" data-advised')
CHOICE = re.compile(r'name="action" value="(\d+)"')
VERSION = re.compile(r'name="version" value="(\d+)"')
LONGEST = 400    # choices of one person


@pytest.mark.parametrize("name", GAMES)
def test_a_first_game_is_played_to_its_end_by_its_counsel(
    name: str, house: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every choice comes with counsel, which names one of the choices and says why. Nothing else on the page does:
    neither a list of what one may do nor the lamp."""
    monkeypatch.setattr(lesson_settings, "PACE", 0.0)
    house.cookies.clear()
    way = house.post(f"/learn/{name}/play", headers=PL, follow_redirects=False).headers["location"]
    languages = (PL, EN)
    for turn in range(LONGEST):
        page = until_asked(house, way, languages[turn % 2])
        if 'id="victory"' in page:
            break
        advised = set(ADVISED.findall(page))
        assert len(advised) == 1, name
        told = re.search(r'<p class="counsel">.*?<b>(.*?)</b> ?(.*?)</p>', page)
        assert told, name
        assert len(told.group(2)) > 10, f"{name}: no reason for {told.group(1)}"
        assert not [other for other in ("You may:", "Możesz:", "/hint") if other in page], name
        found = VERSION.search(page)
        assert found
        form = {"version": found.group(1), "seat": "0", "action": advised.pop()}
        assert house.post(f"{way}/act", data=form, follow_redirects=False).status_code == 303, told.group(1)
    else:
        raise AssertionError("the game does not end")


def until_asked(house: TestClient, way: str, language: dict[str, str]) -> str:
    """The table when it is one's move, or the game is over."""
    until = time.monotonic() + PATIENCE
    while True:
        page = house.get(way, headers=language).text
        if CHOICE.search(page) or 'id="victory"' in page:
            return page
        assert time.monotonic() < until, "the bots do not move"
        time.sleep(0.005)


def test_nobody_else_is_counselled(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither at another table nor who looks on at this one."""
    monkeypatch.setattr(requests, "new_secret", lambda: secret_of(1000))    # no lesson has these cards
    house.cookies.clear()
    other = house.post("/play", data={"game": "spiskowcy", "seats": "2"}, follow_redirects=False).headers["location"]
    assert CHOICE.search(until_asked(house, other, PL))
    assert "data-advised" not in house.get(other).text
    assert 'class="counsel"' not in house.get(other).text


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_choice_has_a_reason(name: str) -> None:
    why = taught(name).first.why
    for verb in games.find(name).space.verbs:
        written = [both for key, both in why.items() if key.split()[0] == verb.name]
        assert written, f"{name}: {verb.name}"
        assert all(both.get(language) for both in written for language in LANGUAGES)


# --- the rules ---


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", [PL, EN], ids=LANGUAGES)
def test_rules_begin_with_a_summary_and_can_be_searched(name: str, language: dict[str, str], house: TestClient) -> None:
    whole = house.get(f"/rules/{name}", headers=language).text
    rules = [rule["id"] for rule in games.find(name).rulebook["rule"]]
    assert all(f'id="{rule}"' in whole for rule in rules)
    assert whole.count('class="pan1"') == len(taught(name).summary)
    one = house.get(f"/rules/{name}", params={"q": rules[3].lower()}, headers=language).text
    assert [rule for rule in rules if f'id="{rule}"' in one] == [rules[3]]
    none = house.get(f"/rules/{name}", params={"q": "<b>nothing</b>"}, headers=language).text
    assert not [rule for rule in rules if f'id="{rule}"' in none]
    assert "<b>nothing" not in none
