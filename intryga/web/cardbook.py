"""The list of a game's cards: what each looks like, what it does, how many there are."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from intryga.kernel.components import is_reconstructed
from intryga.texts.library import GameTexts, component_groups
from intryga.web.look import Face, look


class CardInfo(NamedTuple):
    kind: str
    group: str    # which components it belongs to; empty if the game does not say
    name: str
    text: str    # all that is printed on it beside the facts
    deed: str    # what it does
    short: str    # the same, as it stands on the card
    face: Face | None    # in the card book only: what has no look of its own
    foot: str
    facts: list[tuple[str, int]]    # what else is printed: rank, copies
    rebuilt: bool    # something about it is reconstructed


@lru_cache(maxsize=64)    # as many as there are environments
def cards_told(texts: GameTexts) -> dict[str, CardInfo]:
    """By kind, in the order of the components. A kind that no component is named after may say which one it is like
    (`of` in its look); one of which nothing is known to tell is left out."""
    faces = look(texts.game).faces
    told: dict[str, CardInfo] = {}
    for group, blocks in component_groups(texts.game).items():
        # A fact of 0 is worth telling only where it stands between others.
        signed = {name for block in blocks for name, n in block.items() if type(n) is int and n < 0}
        for block in blocks:
            for kind, face in faces.items():
                if "name" in block and block.get("id") == (face.of or kind):
                    told[kind] = _info(texts, kind, group, block, face, signed)
    for kind, face in faces.items():
        if kind not in told and face.short:
            told[kind] = _info(texts, kind, "", {}, face, set())
    return told


def card_book(texts: GameTexts) -> dict[str, list[CardInfo]]:
    """By group, in the order of the components; those that belong to none follow. Last what is no card of the table (a
    building, a space of a track), if it does anything."""
    book: dict[str, list[CardInfo]] = {}
    for card in cards_told(texts).values():
        book.setdefault(card.group, []).append(card)
    for group, blocks in component_groups(texts.game).items():
        if group not in book:
            found = [_info(texts, block["id"], group, block, None, set()) for block in blocks if "id" in block]
            if any(one.text for one in found):
                book[group] = found
    return book


def _info(
    texts: GameTexts, kind: str, group: str, block: dict[str, Any], face: Face | None, signed: set[str]
) -> CardInfo:
    short = texts.short(kind, face.short) if face else ""
    return CardInfo(
        kind,
        group,
        texts.word(kind) if face or "name" in block else "",    # a space of a track has a number only
        texts.explained(group, block) or short,
        texts.deed(group, block) or short,
        short,
        face,
        "".join(f"×{block[name]}" for name in ("copies", "count") if name in block),
        [(texts.say(f"components.{name}"), n) for name, n in block.items() if type(n) is int and (n or name in signed)],
        is_reconstructed(block),
    )
