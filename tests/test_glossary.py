"""One name for one thing, in the texts of the house and of every game."""

from __future__ import annotations

import pytest

from intryga import games
from intryga.kernel.game import AnyGame
from intryga.texts import glossary
from intryga.texts.language import LANGUAGES
from intryga.texts.library import game_messages, person

ALL_GAMES = [games.find(name) for name in games.names()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_a_game_has_one_name_for_one_thing(game: AnyGame, language: str) -> None:
    assert glossary.misnamed(game, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_house_has_one_name_for_one_thing(language: str) -> None:
    assert glossary.house_misnamed(language) == []


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.id)
def test_a_glossary_is_about_the_same_things_in_every_language(game: AnyGame) -> None:
    entries = [{key for key in game_messages(game, language) if key.startswith("glossary.")} for language in LANGUAGES]
    assert all(found == entries[0] for found in entries)


def test_a_second_name_and_an_unused_one_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("smierc_jasniepanu")
    real = game_messages(game, "pl")
    worse = {**real, "prompts.Act": "Masz Wyrok.", "glossary.order.use": "Rozkaz króla"}
    monkeypatch.setattr(glossary, "game_messages", lambda *of: worse)
    assert glossary.misnamed(game, "pl") == [
        "prompts.Act: 'Wyrok' should be 'Rozkaz króla'",
        "glossary.order.use: nobody says 'Rozkaz króla'",
    ]


def test_names_that_we_give_are_declined_and_others_stand_behind_a_word() -> None:
    bona, ola = person("pl", "Bona"), person("pl", "Ola")
    assert f"{bona} {bona:gen} {bona:dat} {bona:acc}" == "Bona Bony Bonie Bonę"
    assert f"{ola} {ola:gen} {ola:dat} {ola:acc}" == "Ola gracza Ola graczowi Ola gracza Ola"
    assert f"{person('pl', 'Gość'):gen}" == "Gościa", "who has said no name bears one of ours"
    assert f"{person('en', 'Bona'):gen}" == "Bona"
