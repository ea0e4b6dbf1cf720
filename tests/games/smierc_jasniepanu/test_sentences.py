"""The sentences that cards of Śmierć Jaśniepanu! say of themselves."""

from __future__ import annotations

from typing import Any

import pytest

from intryga.games.smierc_jasniepanu.cards import OCCASIONS
from intryga.games.smierc_jasniepanu.game import GAME
from intryga.games.smierc_jasniepanu.operations import LANGUAGE
from intryga.games.smierc_jasniepanu.people import MAY, YOU, CourtTeller
from intryga.games.smierc_jasniepanu.sentences import plot_card
from intryga.texts.language import LANGUAGES
from intryga.texts.library import GameTexts

TEXT = GAME.folder.joinpath("cards.toml").read_text("utf-8")


SENTENCES = {
    "captain": "When you give somebody the Order, that player discards 1 card of their choice.",
    "jester": "When you are given the Order, you may discard 1 card to draw 1 plot card.",
    "general": "While you hold the Order, once per round you may pay 2 gold to the treasury to give it to the player "
               "on your left or right.",
    "uprising": "Give the Order to any player, then a third player may discard a book card: if so, the receiver of "
                "the Order is eliminated; if nobody does, you are eliminated.",
    "confession": "While the Order is stopped: take it, gain 1 gold from the treasury and draw 1 plot card.",
}  # fmt: skip


def test_a_card_says_what_it_does() -> None:
    texts = GameTexts(GAME, "en", strict=True)
    said = {block["id"]: texts.deed(group, block) for group in ("characters", "plot_cards")
            for block in GAME.components[group]}  # fmt: skip
    assert {name: said[name] for name in SENTENCES} == SENTENCES


def test_another_number_is_said() -> None:
    two = 'op = "gain_gold", who = "player", amount = 2'
    own = GAME.with_components(TEXT.replace(two, two.replace("2", "5")))
    card = own.components["plot_cards"][0]
    assert "weź 5 złota" in GameTexts(own, "pl").deed("plot_cards", card)
    written = {"pl": "kilka słów", "en": "few words"}
    assert GameTexts(GAME, "pl").short("capitalize", written) == "kilka słów"
    assert "weź 5 złota" in GameTexts(own, "pl").short("capitalize", written)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_operation_can_be_said_of_everybody(language: str) -> None:
    """In every mood and with everybody it may name; nothing is left to be filled in."""
    texts = GameTexts(GAME, language, strict=True)
    people = ["self", "giver", "receiver", "executed", "last_giver"]
    one = {"op": "eliminate", "who": "receiver"}
    others: dict[str, Any] = {
        "from": "other_active",
        "volunteers": "third_parties",
        "what": "pending_plot_card",
        "cost": {"discard_type": "book", "amount": 1},
        "on_join": one,
        "on_none": one,
    }
    for mood in (YOU, MAY):
        teller = CourtTeller(LANGUAGE, texts, {"self": YOU}, mood, "order_first")
        for name, operation in LANGUAGE.by_name.items():
            for person in people:
                for other in people:
                    for amount in (1, 2, 5):
                        table: dict[str, Any] = {"op": name}
                        for parameter in operation.parameters:
                            subject = parameter.name in ("who", "a")
                            table[parameter.name] = others.get(parameter.name, amount if parameter.name == "amount"
                                                               else person if subject else other)  # fmt: skip
                        said = teller.program([table, table])
                        assert said
                        assert "{" not in said
                        assert "effects." not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_to_give_and_every_occasion_can_be_said(language: str) -> None:
    texts = GameTexts(GAME, language, strict=True)
    gives: list[dict[str, Any]] = [{"kind": "any"}, {"kind": "overlord"}]
    gives += [{"kind": "rank", "cmp": word} for word in ("higher", "lower")]
    gives += [{"kind": "seat", "distance": n, "dirs": dirs} for n in range(1, 8) for dirs in (["L"], ["R"], ["L", "R"])]
    card = {"type": "shield", "then": [], "requires": ""}
    assert len({plot_card(texts, {**card, "give": give}) for give in gives}) == len(gives)
    ops = [{"op": "draw", "who": "self", "amount": 1}]
    role = {"hand_limit": 4, "ability": {}}
    said = set()
    for trigger in OCCASIONS:
        for more in ({}, {"optional": True}, {"limit": "once_per_round"}):
            ability = {"trigger": trigger, "ops": ops, "give": {"kind": "any"}, "cost_gold": 1, **more}
            said.add(texts.deed("characters", {**role, "ability": ability}))
    assert len(said) == len(OCCASIONS) * 3 - 1    # to give the Order is never a duty
