"""Strażnik Kluczy: cards.py and cards.toml agree, own files are read with care, components say what they do."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from intryga import games
from intryga.games.straznik_kluczy import cards
from intryga.games.straznik_kluczy.check import GROUPS, check
from intryga.games.straznik_kluczy.zones import CHEST_UNDER
from intryga.kernel.components import WrongComponent
from intryga.texts.library import GameTexts

GAME = games.find("straznik_kluczy")
Change = Callable[[dict[str, Any]], None]


def block(components: dict[str, Any], group: str, id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in components[group] if one["id"] == id)
    return found


def setting(group: str, id: str, key: str, value: Any) -> Change:
    return lambda components: block(components, group, id).update({key: value})


@pytest.mark.parametrize("group", [group for group in GROUPS if group not in ("slot", "cleric_bonus")])
def test_kinds_stand_in_the_order_of_the_file(group: str) -> None:
    assert [one["id"] for one in GAME.components[group]] == GROUPS[group]


def test_the_words_that_only_pages_and_programs_use_are_known() -> None:
    assert {slot["id"] for slot in GAME.components["slot"]} == set(cards.SLOTS)
    assert {f"bonus_{ribbon}" for ribbon in cards.RIBBONS} == set(cards.BONUSES)
    assert len(cards.ORDERS) == len(cards.ORDER_OF) == 6
    assert (cards.SPACE.size, len(cards.SPACE.verbs)) == (648, 41)


def test_STR_023_boards_of_the_expansion_have_three_slots_for_chests() -> None:
    assert len(CHEST_UNDER) == GAME.components["setup"]["chest_slots"] == 3


WRONG = [
    (setting("townsfolk", "friar", "cost", 10), "cost", "a whole number from 0 to 9"),
    (setting("townsfolk", "friar", "icons", ["monk"]), "icons", "'monk' is no icon"),
    (setting("townsfolk", "friar", "icons", ["cleric"] * 4), "icons", "at most 3 icons"),
    (setting("townsfolk", "friar", "when", "sometimes"), "when", "'sometimes' is not known here"),
    (setting("townsfolk", "friar", "when", ""), "when", "an effect needs its moment"),
    (setting("townsfolk", "friar", "effect", [["vertue:1"]]), "effect", "did you mean 'virtue'"),
    (setting("townsfolk", "friar", "effect", [["virtue:0"]]), "effect", "a whole number from 1 to 20"),
    (setting("townsfolk", "friar", "effect", [["ai_build"]]), "effect", "'ai_build' cannot stand here"),
    (setting("townsfolk", "friar", "effect", [["start_discard:3"]]), "effect", "'start_discard' cannot stand here"),
    (setting("townsfolk", "friar", "effect", [["remove_self", "virtue:1"]]), "effect", "'remove_self' comes last"),
    (setting("townsfolk", "friar", "effect", [["ink:1"], ["gold:1"], ["stone:1"], ["deed:1"]]), "effect", "at most 3"),
    (setting("townsfolk", "friar", "hire", [["act_trade"]]), "hire", "'act_trade' cannot stand here"),
    (setting("townsfolk", "friar", "kind", "hero"), "kind", "one of the neutral ones"),
    (setting("townsfolk", "artist", "standing", ["double:ink:noble"]), "standing", "only what pays for an icon anyway"),
    (setting("townsfolk", "emma", "standing", ["also:gold:builder"]), "standing", "the cleric icon alone"),
    (setting("townsfolk", "emma", "standing", ["hand_limit:1"]), "standing", "'hand_limit:1' is not known here"),
    (setting("manuscript", "ms08", "effect", [["manuscript:5"]]), "effect", "two numbers from 1 to 9"),
    (setting("manuscript", "ms03", "grey_back", True), "grey_back", "5 have a grey back"),
    (setting("manuscript", "ms04", "counts", "friends"), "counts", "'friends' is not known here"),
    (setting("manuscript", "ms04", "per", 0), "per", "a whole number from 1 to 9"),
    (setting("chest", "double_cleric", "condition", "cleric==1"), "condition", "one icon, as in cleric>=1"),
    (setting("player_card", "card_3", "start", "11"), "start", "a space of the board"),
    (setting("slot", "workshop_2", "condition", "criminal<1"), "condition", "as in criminal>=1"),
    (setting("slot", "workshop_3", "when", "on_hire"), "when", "another one works at the moment 'on_hire'"),
    (setting("public_building", "public_guildhall", "when", "on_hero"), "when", "another one works at the moment"),
    (setting("segment", "B", "few", []), "few", "4 spots, not 0"),
    (setting("ai_board", "ai_noble", "chart", ["silver:3"]), "chart", "a resource, perhaps with the number"),
    (setting("ai_board", "ai_noble", "slots", []), "slots", "one each"),
    (lambda components: components["scheme"].pop(), "", "'f8' is missing"),
    (setting("slot", "guildhall_2", "number", 4), "number", "are those that its id says"),
    (setting("slot", "guildhall_2", "type", []), "number", "of 'guildhall_2' are those"),
]


@pytest.mark.parametrize(("change", "key", "sentence"), WRONG, ids=[sentence for _, _, sentence in WRONG])
def test_a_mistake_in_an_own_file_gets_a_sentence(change: Change, key: str, sentence: str) -> None:
    components = copy.deepcopy(GAME.components)
    check(components)
    change(components)
    with pytest.raises(WrongComponent) as mistake:
        check(components)
    assert mistake.value.key == key
    assert sentence in str(mistake.value)


def test_blocks_may_stand_in_any_order() -> None:
    turned = copy.deepcopy(GAME.components)
    for group in GROUPS:
        turned[group].reverse()
    rules = GAME.rules(turned, GAME.options())
    assert list(rules.folk.cost) == list(GAME.chosen_rules().folk.cost)


@pytest.mark.parametrize("language", ["pl", "en"])
def test_everything_that_does_something_says_so(language: str) -> None:
    texts = GameTexts(GAME, language, strict=True)
    assert GAME.sentence is not None
    for group in GROUPS:
        for one in GAME.components[group]:
            said = GAME.sentence(texts, GAME.components, group, one)
            does = any(one.get(key) for key in ("effect", "hire", "standing", "counts", "becomes"))
            assert said or not does, one["id"]
            assert "{" not in said


def test_a_card_says_what_it_does() -> None:
    english, polish = (GameTexts(GAME, language, strict=True) for language in ("en", "pl"))
    assert GAME.sentence is not None
    zesiro = block(GAME.components, "townsfolk", "zesiro")
    assert GAME.sentence(english, GAME.components, "townsfolk", zesiro) == (
        "When it drops off: take a Debt and take a chest from the display, or take a Deed."
    )
    assert GAME.sentence(polish, GAME.components, "townsfolk", zesiro) == (
        "Po wyrzuceniu z planszy: weź Dług i weź wyłożoną Skrzynię albo weź Lenno."
    )
