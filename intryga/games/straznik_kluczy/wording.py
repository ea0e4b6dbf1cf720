"""Options in words, with what they do and what they cost as things are now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intryga.games.straznik_kluczy.sentences import deed
from intryga.kernel.language import Texts

KEPT = "abc"    # the order of cards that changes nothing
HIRING = ("hire", "recruit")
PIECE = {"silver": 2}    # so much of it stands for an icon (STR-165)
OF_SLOTS = ("build", "cover")    # what a slot does begins when it is uncovered, and ends when it is covered
IN_THE_BAR = ("exchange", "workers")    # several buttons beside each other: short ones


def of_option(texts: Texts, facts: Mapping[str, Any], verb: str, words: Mapping[str, str], plain: str) -> str:
    """`plain` is what the verb alone says."""
    word = next(iter(words.values()), "")
    if verb == "option" and facts["offered"]:
        said = deed(texts, [facts["offered"][int(word) - 1]])
        return said[:1].upper() + said[1:]
    if verb == "ride" and word in facts["reach"]:
        far = texts.say("wording.steps", n=facts["steps"][word])
        said = f"{plain}: {far}, {silver(texts, facts['reach'][word])}"
        return f"{said}; {texts.say('wording.idle')}" if word in facts["idle"] else said
    if word in facts["gains"]:
        return f"{plain} ({deed(texts, facts['gains'][word])})"
    if verb == "arrange" and word != KEPT and facts["belt"]:
        return belt(texts, facts["belt"], word)
    if verb in HIRING and (found := facts["people"].get(word or "here")):
        card, value = found
        where = {"segment": texts.word(word)} if word else {}
        return texts.say(f"wording.{verb}", card=texts.word(card), cost=silver(texts, value), **where)
    if verb == "dismiss" and "helped" in facts["purchase"]:
        return dismissal(texts, facts["people"], facts["purchase"])
    if verb in facts["acts"]:
        deal = facts["acts"][verb]
        return f"{plain} ({(budget if verb == 'trade' else cost)(texts, deal, deal['price'])})"
    if verb == "spend":
        return texts.say("wording.spend", what=texts.say(f"wording.{word}", n=int(words["count"]) * PIECE.get(word, 1)))
    if word in facts["prices"]:
        deal, price = facts["purchase"], facts["prices"][word]
        if verb in IN_THE_BAR:
            return texts.say(f"wording.{verb}", n=int(word), cost=rest(texts, deal, price))
        plain = f"{plain} ({cost(texts, deal, price)})"
    return f"{plain}: {texts.does(word).rstrip('.')}" if verb in OF_SLOTS else plain


def dismissal(texts: Texts, people: Mapping[str, Any], purchase: Mapping[str, Any]) -> str:
    """Whom for how much, and what the action then costs."""
    card = texts.word(people["here"][0]) if "here" in people else texts.say("wording.printed")
    said = texts.say("wording.dismiss", card=card, cost=silver(texts, purchase["dismissal"]))
    return f"{said} ({cost(texts, {**purchase, 'have': purchase['helped']}, purchase['least'])})"


def silver(texts: Texts, n: int) -> str:
    return texts.say("wording.silver", n=n) if n else texts.say("wording.free")


def belt(texts: Texts, cards: list[str], order: str) -> str:
    """The cards as they would lie: `order` has a letter for where each lies now."""
    laid = [texts.word(cards[KEPT.index(letter)]) for letter in order if cards[KEPT.index(letter)]]
    short = [name.partition(" (")[0] for name in laid]
    return ", ".join(short if len(set(short)) == len(short) else laid)    # what tells namesakes apart, only for them


def rest(texts: Texts, purchase: Mapping[str, Any], price: int) -> str:
    """What pays for the icons that are missing."""
    short = price - purchase["have"]
    if short <= 0:
        return texts.say("wording.free")
    return texts.say(f"wording.{purchase['pays'] or 'any'}", n=short)


def budget(texts: Texts, purchase: Mapping[str, Any], price: int) -> str:
    """All the icons one has: a trade may be made more than once."""
    icon, have = texts.word(purchase["icon"]), purchase["have"]
    return texts.say("wording.trade", icon=icon, have=have, price=price, more=rest(texts, purchase, price))


def cost(texts: Texts, purchase: Mapping[str, Any], price: int) -> str:
    """`Builder 5 of 7, and 2 Stone`: the icons one has, and what pays for those that are missing."""
    icon, have = texts.word(purchase["icon"]), min(purchase["have"], price)
    return texts.say("wording.icons", icon=icon, have=have, price=price, more=rest(texts, purchase, price))
