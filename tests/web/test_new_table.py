"""The form of a new table: what it says, what it keeps, what comes of it."""

from __future__ import annotations

import html
from pathlib import Path

import pytest

from intryga import games
from intryga.texts.language import LANGUAGES
from intryga.texts.library import GameTexts
from tests.web.support import Player, client

GAMES = games.names()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_options_and_their_values_are_told_in_words(tmp_path: Path, name: str, language: str) -> None:
    game = games.find(name)
    texts = GameTexts(game, language, strict=True)
    with client(tmp_path) as http:
        http.cookies.set("language", language)
        ola = Player(http, "Ola")
        form = html.unescape(ola.get(f"/new?game={name}").text)
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (game.seats[0] - 1)]
        for option, block in game.components["options"].items():
            assert block["name"][language] in form
            assert block["help"][language] in form
            for value in block["choices"]:
                said = texts.choice(option, value)
                assert f"<span>{said}</span>" in form
                table = ola.table({"game": name, "seats": seats, "options": {option: value}})
                waiting = html.unescape(ola.get(table.replace("/api/tables", "/table")).text)
                assert f"<dt>{block['name'][language]}</dt><dd>{said}</dd>" in waiting
