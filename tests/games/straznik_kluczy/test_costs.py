"""Strażnik Kluczy: what a click spends stands on its button, and no action is offered that cannot be paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from intryga import games
from intryga.games.straznik_kluczy.cards import PASS, PURSE
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.kernel import position
from intryga.kernel.dice import quick
from intryga.texts.language import LANGUAGES
from intryga.texts.library import GameTexts
from intryga.texts.narrator import Narrator

GAME = games.find("straznik_kluczy")
SPEAKERS = {language: Narrator(GameTexts(GAME, language), ["Ola", "Jan", "Ewa", "Ida"]) for language in LANGUAGES}
ACTS = {"trade", "construct", "place", "transcribe"}
PAID_BY_CLICK = {*ACTS, "dismiss", "exchange", "build", "public", "workers", "copy", "ride", "recruit", "spend"}
MOST_BROUGHT = 8
TABLES = [(1, True), (2, True), (2, False), (3, True), (4, False)]


def said(s: Kingdom, action: int, language: str) -> str:
    return SPEAKERS[language].option(action, s.facts(s.seat))


def tells(s: Kingdom, action: int, language: str, name: str, gone: int) -> bool:
    """So much of it, or more, if what was bought has brought some back; or that it can be paid in several ways."""
    told, texts = said(s, action, language), SPEAKERS[language].texts
    counts = range(gone, gone + MOST_BROUGHT)
    return any(texts.say(f"wording.{kind}", n=n) in told for kind in (name, "any") for n in counts)


def after(s: Kingdom, action: int) -> Kingdom:
    found = s.clone()
    found.apply(action)
    return found


def standing(s: Kingdom) -> tuple[list[int], str]:
    """How things lie, and what is asked."""
    return [int(cell) for cell in s.cells], type(s.awaiting(s.seat)).__name__


def decisions(seats: int, expansion: bool) -> Iterator[Kingdom]:
    s = GAME.new_game(GAME.chosen_rules({"expansion": expansion}), seats, GAME.quick_dice(seats))
    assert isinstance(s, Kingdom)
    chooser = quick(seats, 1)
    while not s.over():
        yield s
        s.apply(s.options[chooser.below(len(s.options))])


@pytest.mark.parametrize(("seats", "expansion"), TABLES)
def test_what_a_click_spends_is_told_before_it(seats: int, expansion: bool) -> None:
    met = set()
    for s in decisions(seats, expansion):
        seat = int(s.seat)
        for action in s.options:
            verb = GAME.space.verb(action).name
            if verb not in PAID_BY_CLICK:
                continue
            then = after(s, action)
            for what, name in enumerate(PURSE):
                if verb == "spend" and name != GAME.space.arguments(action)["what"]:
                    continue    # the same click pays the rest, which its question tells
                gone = int(s.coins(seat, what) - then.coins(seat, what))
                if gone > 0:
                    met.add(verb)
                    assert all(tells(s, action, language, name, gone) for language in LANGUAGES), (verb, name, gone)
    assert met & ACTS, "no purchase followed an action unasked"


@pytest.mark.parametrize(("seats", "expansion"), TABLES)
def test_STR_076_an_action_that_is_offered_can_be_taken(seats: int, expansion: bool) -> None:
    for s in decisions(seats, expansion):
        for action in s.options:
            if GAME.space.verb(action).name in ACTS:
                assert standing(after(s, action)) != standing(after(s, PASS)), GAME.space.text(action)


@pytest.mark.parametrize(("seats", "expansion"), TABLES)
def test_where_no_action_is_possible_is_told_before_the_ride(seats: int, expansion: bool) -> None:
    """Who rides there is not asked for one, and the turn goes on to what cannot be taken back."""
    met = set()
    for s in decisions(seats, expansion):
        for action in s.options:
            if GAME.space.verb(action).name != "ride" or not s.facts(s.seat)["reach"]:
                continue
            then = after(s, action)
            while not then.over() and then.seat != s.seat:    # somebody is met there, and asked first
                then.apply(then.options[0])
            asked = any(GAME.space.verb(option).name in ACTS for option in then.options)
            met.add(asked)
            for language in LANGUAGES:
                told = SPEAKERS[language].texts.say("wording.idle") in said(s, action, language)
                assert told != asked, GAME.space.text(action)
    assert met == {True, False}


def building_at_five(given: dict[str, Any]) -> Kingdom:
    """Two Builders on the belt, and the third segment to build in."""
    belt = {"first": [["labourer"], []], "second": [["woodcutter_2"], []], "third": [["abbot"], []]}
    viscounts = {"viscount": [["at_5"], ["at_10"]]}
    s = position.laid_out(GAME, {"seats": 2, "phase": "act", "to_act": 0, **viscounts, **belt, **given})
    assert isinstance(s, Kingdom)
    return s


def in_both(s: Kingdom, verb: str) -> list[str]:
    return [said(s, GAME.space.parse(verb), language) for language in LANGUAGES]


ONLY_GUILDHALLS = {"workshops 0": {"A1": 1, "B1": 1, "D1": 1}, "trading_posts 0": {"A2": 1, "B2": 1, "D2": 1}}


@pytest.mark.parametrize(
    ("given", "polish", "english"),
    [
        ({"stone 0": 1}, "Budowa (Budowniczy: 2 z 3, 1 Kamień)", "Construct (Builder: 2 of 3, 1 Stone)"),
        (
            {"stone 0": 5, **ONLY_GUILDHALLS},
            "Budowa (Budowniczy: 2 z 7, 5 Kamieni)",
            "Construct (Builder: 2 of 7, 5 Stone)",
        ),
        ({"silver 0": 1, "townsfolk_C": ["mason"]}, "Budowa", "Construct"),    # only with a dismissal
    ],
)
def test_what_the_least_of_an_action_costs(given: dict[str, Any], polish: str, english: str) -> None:
    assert in_both(building_at_five(given), "construct") == [polish, english]


@pytest.mark.parametrize(
    ("given", "polish", "english"),
    [
        (
            {"silver 0": 1, "townsfolk_C": ["mason"]},
            "Odpraw: Murarz, 1 Srebrnik (Budowniczy: 3 z 3, za darmo)",
            "Dismiss: Mason, 1 Silver (Builder: 3 of 3, free)",
        ),
        (
            {"silver 0": 1, "stone 0": 4, "townsfolk_left_C": -1, **ONLY_GUILDHALLS},
            "Odpraw: nadrukowana karta, 1 Srebrnik (Budowniczy: 3 z 7, 4 Kamienie)",
            "Dismiss: the printed card, 1 Silver (Builder: 3 of 7, 4 Stone)",
        ),
    ],
)
def test_what_a_dismissal_costs_and_the_action_after_it(given: dict[str, Any], polish: str, english: str) -> None:
    s = building_at_five(given)
    s.apply(GAME.space.parse("construct"))
    assert in_both(s, "dismiss") == [polish, english]


def test_a_building_says_what_its_slot_does() -> None:
    s = building_at_five({"stone 0": 5})
    s.apply(GAME.space.parse("construct"))
    polish, english = in_both(s, "build workshop_3")
    assert polish == "Zbuduj Warsztat 3 (Budowniczy: 2 z 3, 1 Kamień): Limit ręki większy o 1 kartę"
    assert english == "Build Workshop 3 (Builder: 2 of 3, 1 Stone): Hand limit 1 card higher"
