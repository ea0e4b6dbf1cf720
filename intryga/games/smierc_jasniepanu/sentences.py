"""The sentence on a card, made from what the card does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intryga.games.smierc_jasniepanu import gives
from intryga.games.smierc_jasniepanu.compile import abilities, discards_own
from intryga.games.smierc_jasniepanu.operations import LANGUAGE
from intryga.games.smierc_jasniepanu.people import MAY, YOU, CourtTeller
from intryga.kernel.language import Texts, sentence

Table = Mapping[str, Any]

# Who "you" are, beside the player of a card and the owner of an ability.
OWN_ROLE = {"on_give": "giver", "on_given": "receiver", "holding": "giver"}
MENTIONS_ORDER = ("on_give", "on_given", "holding")


def of_component(texts: Texts, components: Table, group: str, block: Table) -> str:
    """What a card or a character says; empty for what says nothing."""
    if group == "plot_cards":
        return plot_card(texts, block)
    if group == "characters":
        usual = components["setup"]["default_hand_limit"]
        return " ".join(sentence(_ability(texts, one, block["hand_limit"], usual)) for one in abilities(block))
    return ""


def plot_card(texts: Texts, card: Table) -> str:
    if not card["give"] and not card["then"]:
        return texts.say("effects.blank")
    confession = card["type"] == "confession"
    order = "order_again" if confession or card["give"] else "order_first"
    people = {"player": YOU, "giver": YOU}
    deed = CourtTeller(LANGUAGE, texts, people, YOU, order).program(card["then"])
    if card["give"]:
        give = _give(texts, card["give"], "give.you")
        deed = texts.say("effects.then", before=give, last=deed) if deed else give
    if card["requires"]:
        deed = texts.say(f"effects.requires.{card['requires']}", deed=deed)
    return sentence(texts.say("effects.stopped", deed=deed) if confession else deed)


def _ability(texts: Texts, ability: Table, limit: int, usual: int) -> str:
    trigger = ability["trigger"]
    if trigger == "passive":
        return texts.say("effects.limit", n=limit) if limit != usual else texts.say("effects.nothing")
    people = {"self": YOU}
    if trigger in OWN_ROLE:
        people[OWN_ROLE[trigger]] = YOU
    order = "order_again" if trigger in MENTIONS_ORDER else "order_first"
    optional = ability.get("optional", False) or trigger == "holding"
    deed = _deed(CourtTeller(LANGUAGE, texts, people, MAY if optional else YOU, order), ability)
    if "limit" in ability:
        deed = texts.say("effects.once", deed=deed)
    condition = f".{ability['condition']}" if ability.get("condition") else ""
    return texts.say(f"effects.when.{trigger}{condition}", deed=deed)


def _deed(teller: CourtTeller, ability: Table) -> str:
    texts, ops = teller.texts, ability["ops"]
    if ability["trigger"] == "holding":
        return _passing_on(teller, ability)
    if teller.mood != MAY:
        return teller.program(ops)
    if discards_own(ability) and len(ops) > 1:
        cost, gain = teller.program(ops[:1]), teller.program(ops[1:])
        return texts.say("effects.may", deed=texts.say("effects.in_order_to", deed=cost, gain=gain))
    first = LANGUAGE.by_name[ops[0]["op"]].parameters[0] if ops else None
    own = first is not None and teller.people.get(ops[0].get(first.name, "")) == YOU
    # Where somebody else does it first, the owner lets it happen.
    return texts.say("effects.may" if own else "effects.may_let", deed=teller.program(ops))


def _passing_on(teller: CourtTeller, ability: Table) -> str:
    """A character who may give the Order, at a price."""
    texts = teller.texts
    give = _give(texts, ability["give"], "give.may")
    cost = ability.get("cost_gold", 0)
    deed = texts.say("effects.in_order_to", deed=texts.say("effects.pay", n=cost), gain=give) if cost else give
    deed = texts.say("effects.may", deed=deed)
    if not ability["ops"]:
        return deed
    after = CourtTeller(teller.language, texts, teller.people, YOU, teller.order)
    return texts.say("effects.then", before=deed, last=after.program(ability["ops"]))


def _give(texts: Texts, give: Table, message: str) -> str:
    key, n = gives.words(give)
    return texts.say(f"effects.{message}", to=texts.say(f"effects.to.{key}", n=n))
