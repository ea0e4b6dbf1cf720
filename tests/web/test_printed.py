"""What is printed on components is read from them, also where an owner of a box has others."""

from __future__ import annotations

import html
import re

import msgspec
import pytest

from intryga import games
from intryga.tables.types import TablePage
from intryga.web import render
from tests.web.positions import of_every_kind, page_of


def a_page(name: str) -> TablePage:
    position = next(position for position in of_every_kind(name) if position.step)
    return page_of(position, position.viewers[0])


def with_own(page: TablePage, *changes: tuple[str, str]) -> TablePage:
    """The same page at a table with components of its own."""
    text = games.find(page.game).folder.joinpath("cards.toml").read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return msgspec.structs.replace(page, components=games.find(page.game, text).components_mark())


def test_spiskowcy_has_as_many_coins_as_points() -> None:
    page = a_page("spiskowcy")
    six = with_own(page, ("[victory_points]\ncopies = 8", "[victory_points]\ncopies = 6"))
    for shown, coins in ((page, 8), (six, 6)):
        bank = render.draw(shown, "en").sections["bank"]
        assert bank.count("#c-coin") == coins


@pytest.mark.parametrize(("keeps", "said"), [(2, "+2"), (3, "+3")])
def test_who_holds_the_majority_of_princes_keeps_as_many_more_as_the_card_says(keeps: int, said: str) -> None:
    page = a_page("spiskowcy")
    assert page.view is not None
    facts = {**page.view.facts, "majorities": {"ksiaze": page.viewer}}
    page = msgspec.structs.replace(page, view=msgspec.structs.replace(page.view, facts=facts))
    own = render.draw(with_own(page, ("keeps = 2", f"keeps = {keeps}")), "en").sections["own"]
    assert f"<small>{said}</small>" in own


@pytest.mark.parametrize(
    ("owned", "language", "price"),
    [
        ([], "en", "2 keys alike, or any 3"),
        ([], "pl", "2 jednakowe klucze albo 3 dowolne"),
        (["any_two_keys"], "en", "any 2 keys"),
        (["any_two_keys"], "pl", "2 dowolne klucze"),
    ],
)
def test_konspiracja_tells_its_owner_that_any_keys_serve(owned: list[str], language: str, price: str) -> None:
    page = a_page("konspiracja")
    assert page.view is not None
    zones = {**page.view.zones, f"locations {page.viewer}": owned}
    page = msgspec.structs.replace(page, view=msgspec.structs.replace(page.view, zones=zones))
    heading = re.search(r"<h2 class=\"cap\">(.*?)</h2>", render.draw(page, language).sections["locations"])
    assert heading
    assert html.unescape(heading.group(1)).endswith(f"</svg> {price}</b>")
