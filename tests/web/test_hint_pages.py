"""The lamp and the review in the browser, as pages that need no script."""

from __future__ import annotations

import html
import re
import time
from pathlib import Path

import pytest

from intryga.bots import review as reviewing
from intryga.tables.runtime import bot_question
from intryga.texts.language import LANGUAGES
from intryga.texts.library import house
from tests.support import review_quickly
from tests.web.support import BOTS, Player, client


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_names_moves_that_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setattr(bot_question, "HINT_SECONDS", 0.02)
    with client(tmp_path) as http:
        http.cookies.set("language", language)
        ola, jan = Player(http, "Ola", language), Player(http, "Jan", language)
        table = ola.table({**BOTS, "hints": True}).replace("/api/tables", "")
        while not ola.get(f"/api/tables{table}").json()["view"]["decision"]:
            pass
        assert f"/table{table}/hint" in ola.get(f"/table{table}").text
        page = html.unescape(ola.get(f"/table{table}/hint").text)
        say = house(language).say
        assert page.count('<li class="hm') == 3
        assert any(say(f"web.hint.sure.{word}") in page for word in ("close", "quite", "rather", "guess"))
        assert page.count('name="action"') == 3
        refused = jan.get(f"/table{table}/hint")
        assert refused.status_code == 409
        assert say("web.hint.allowed") in jan.get(f"/table{table}").text, "who looks on sees that hints are allowed"
        none = ola.table(BOTS).replace("/api/tables", "")
        assert say("web.refused.no_hints") in ola.get(f"/table{none}/hint").text
        assert "/hint" not in ola.get(f"/table{none}").text


def over(ola: Player) -> str:
    """The path of a table at which a game was played to its end."""
    table = ola.table(BOTS).replace("/api/tables", "")
    while (page := ola.get(f"/api/tables{table}").json())["status"] == "playing":
        if decision := page["view"]["decision"]:
            ola.post(f"/api/tables{table}/act", action=decision["options"][-1]["action"], version=page["version"])
    return table


def test_the_end_page_leads_to_the_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    review_quickly(monkeypatch)
    for limit in ("CLEAR", "LEAST"):    # whatever was measured decided the game
        monkeypatch.setattr(reviewing, limit, 0.0)
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = over(ola)
        assert f'data-review="/table{table}/review"' in ola.get(f"/table{table}").text
        while (answer := ola.get(f"/table{table}/review")).status_code == 202:
            time.sleep(0.05)
        assert answer.text.count("<polyline") >= 4    # two curves and their legend
        points = set(re.findall(r"/replay\?move=(\d+)", answer.text))
        assert ola.get(f"/table{table}/replay").text.count('class="turning"') == len(points) > 0
        assert ola.get("/table/nowhere/review").status_code == 404


def test_a_review_that_failed_is_told_once_and_not_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    say = house("en").say
    begun = []

    def broken(*asked: object) -> None:
        begun.append(asked)
        raise RuntimeError("this game cannot be looked at")

    monkeypatch.setattr(reviewing, "tasks", broken)
    with client(tmp_path) as http:
        ola = Player(http, "Ola")
        table = over(ola)
        while (answer := ola.get(f"/table{table}/review")).status_code == 202:
            time.sleep(0.05)
        assert say("review.failed") in answer.text
        assert "http-equiv" not in answer.text, "the page does not ask again by itself"
        assert say("review.failed") in ola.get(f"/table{table}/review").text
        assert len(begun) == 1
