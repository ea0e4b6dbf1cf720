"""Options in words, with what they do and what they cost as things are now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intryga.games.straznik_kluczy.sentences import deed
from intryga.kernel.language import Texts


def of_option(texts: Texts, facts: Mapping[str, Any], verb: str, words: Mapping[str, str], plain: str) -> str:
    """`plain` is what the verb alone says."""
    word = next(iter(words.values()), "")
    if verb == "option" and facts["offered"]:
        said = deed(texts, [facts["offered"][int(word) - 1]])
        return said[:1].upper() + said[1:]
    if verb == "ride" and word in facts["reach"]:
        return f"{plain}: {silver(texts, facts['reach'][word])}"
    if verb == "dismiss" and facts["purchase"]:
        return f"{plain}: {silver(texts, facts['purchase']['dismissal'])}"
    if word in facts["prices"]:
        return f"{plain} ({cost(texts, facts['purchase'], facts['prices'][word])})"
    return plain


def silver(texts: Texts, n: int) -> str:
    return texts.say("wording.silver", n=n) if n else texts.say("wording.free")


def cost(texts: Texts, purchase: Mapping[str, Any], price: int) -> str:
    """`Builder 5 of 7, and 2 Stone`: the icons one has, and what pays for those that are missing."""
    icon, have, short = texts.word(purchase["icon"]), purchase["have"], price - purchase["have"]
    if short <= 0:
        return texts.say("wording.enough", icon=icon, have=have, price=price)
    more = texts.say(f"wording.{purchase['pays']}", n=short) if purchase["pays"] else texts.say("wording.any", n=short)
    return texts.say("wording.short", icon=icon, have=have, price=price, more=more)
