"""The pages of deals and puzzles, as a browser without script uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from starlette.testclient import TestClient

from intryga import games
from intryga.games.puzzles import puzzles
from intryga.texts.language import LANGUAGES
from tests.web.support import EN, PL, Player, client

WITH_PUZZLES = [name for name in games.names() if puzzles(name)]
both_languages = pytest.mark.parametrize("language", [PL, EN], ids=LANGUAGES)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("house")) as found:
        yield found


@both_languages
def test_deals_are_listed_and_named(house: TestClient, language: dict[str, str]) -> None:
    listed = house.get("/deals", headers=language).text
    for name in games.names():
        assert f"/deal/{name}/{games.find(name).seats[0]}/" in listed
    named = house.get("/deals?game=spiskowcy&seats=3&name=club-7", headers=language, follow_redirects=False)
    assert named.headers["location"] == "/deal/spiskowcy/3/club-7"
    wrong = house.get("/deals?game=spiskowcy&seats=3&name=%3Cb%3E", headers=language)
    assert wrong.status_code == 400
    assert 'role="alert"' in wrong.text
    many = house.get("/deals?game=spiskowcy&seats=8&name=club-7", headers=language)
    assert many.status_code == 400
    assert ("od 2 do 4 osób" if language == PL else "for 2 to 4 players") in many.text
    for path in ("/deal/spiskowcy/9/club-7", "/deal/nothing/3/x", "/deal/spiskowcy/3/9999-01-01"):
        assert house.get(path, headers=language).status_code == 404


def played_to_its_end(house: TestClient, name: str, language: str, path: str) -> tuple[Player, str, dict[str, Any]]:
    """Somebody who sat down to a deal, their table, and its last page."""
    somebody = Player(house, name, language)
    table = somebody.table({"game": "spiskowcy", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}],
                            "pace": 0, "deal": path.rpartition("/")[2]})  # fmt: skip
    somebody.post(f"{table}/resign")    # a bot ends it
    while (page := somebody.get(table).json())["status"] != "over":
        pass
    return somebody, table, page


@both_languages
def test_a_deal_is_played_once_and_compared(house: TestClient, language: dict[str, str]) -> None:
    house.cookies.clear()
    path = f"/deal/spiskowcy/2/{LANGUAGES[language == EN]}-evening"
    assert 'method="post"' in house.get(path, headers=language).text
    sat = house.post(path, data={"others": "random", "name": "Ola"}, headers=language)
    assert "/table/" in str(sat.url)
    assert str(sat.url).removeprefix("http://intryga.test") in house.get(path, headers=language).text    # the way back
    again = house.post(path, data={"others": "random"}, headers=language)
    assert again.status_code == 400
    assert 'role="alert"' in again.text
    house.cookies.clear()
    somebody, table, page = played_to_its_end(house, "Jan", LANGUAGES[language == EN], path)
    assert page["deal"] == path.removeprefix("/deal/")
    told = somebody.get(f"/api/deals/{page['deal']}").json()
    assert (told["finished"], told["playing"], len(told["tables"])) == (1, 1, 1)
    shown = house.get(path, headers={**language, **somebody.headers}).text
    assert "<table>" in shown
    assert "Jan" in shown
    assert "Jan" not in house.get(path, headers=language).text    # for who has not played it
    somebody_else, _, _ = played_to_its_end(house, "Ewa", LANGUAGES[language == EN], path)
    both = house.get(path, headers=somebody_else.headers).text
    assert "Jan" in both
    assert re.search(r"średnio −?\d+,\d\spkt" if language == PL else r"made −?\d+\.\d on average", both)
    assert path in house.get(table.removeprefix("/api").replace("tables", "table"),
                             headers={**language, **somebody.headers}).text  # fmt: skip


@pytest.mark.parametrize(("name", "language"), list(zip(WITH_PUZZLES, cycle([PL, EN]))), ids=WITH_PUZZLES)
def test_a_puzzle_is_asked_and_judged(house: TestClient, name: str, language: dict[str, str]) -> None:
    assert f"/puzzles/{name}/1" in house.get("/puzzles", headers=language).text
    path, puzzle = f"/puzzles/{name}/1", puzzles(name)[0]
    asked = house.get(path, headers=language).text
    assert f'action="{path}/act"' in asked
    assert f"{path}/live" not in asked    # nothing happens here by itself
    space = puzzle.played_by().space
    offered = {int(action) for action in re.findall(r'name="action" value="(\d+)"', asked)}
    assert offered == {space.parse(answer.action) for answer in puzzle.answers}
    for answer, best in ((puzzle.answers[0], True), (puzzle.answers[-1], False)):
        judged = house.post(f"{path}/act", data={"action": str(space.parse(answer.action))}, headers=language)
        assert judged.status_code == 200
        assert ("right1" in judged.text) == best
        assert f"{round(100 * puzzle.answers[0].share)} %" in judged.text
        assert 'name="action"' not in judged.text
    for wrong in ("99999", "x", "-1"):
        assert f'action="{path}/act"' in house.get(f"{path}?answer={wrong}", headers=language).text
    assert house.get(f"/puzzles/{name}/999", headers=language).status_code == 404
    assert house.get("/puzzles/nothing/1", headers=language).status_code == 404
