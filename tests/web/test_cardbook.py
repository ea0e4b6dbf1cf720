"""The book of cards tells in words all that is printed, also what is drawn elsewhere or has no picture."""

from __future__ import annotations

import pytest

from intryga import games
from intryga.games.straznik_kluczy.cards import ICONS
from intryga.texts.library import GameTexts
from intryga.web.cardbook import card_book, cards_told


@pytest.mark.parametrize("language", ["pl", "en"])
def test_icons_are_told_in_words(language: str) -> None:
    """Whoever cannot see the pictures has nothing else to pay actions by."""
    game = games.find("straznik_kluczy")
    texts = GameTexts(game, language)
    told = cards_told(texts)
    for one in game.components["townsfolk"]:
        sentence = told[one["id"]].text.partition(".")[0]
        for icon in ICONS:
            assert sentence.count(texts.word(icon)) == one["icons"].count(icon), sentence


def test_what_is_no_card_is_told_too() -> None:
    book = card_book(GameTexts(games.find("straznik_kluczy"), "en"))
    assert [card.name for card in book["public_building"]] == [
        "Public Trading Post", "Public Guildhall", "Public Workshop"
    ]  # fmt: skip
    assert all(card.text and card.facts for card in book["collision"])
