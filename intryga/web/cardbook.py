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
    text: str    # all it does
    short: str    # the same, as it stands on the card
    face: Face
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


def _info(texts: GameTexts, kind: str, group: str, block: dict[str, Any], face: Face, signed: set[str]) -> CardInfo:
    short = texts.short(kind, face.short)
    return CardInfo(
        kind,
        group,
        texts.word(kind),
        texts.deed(group, block) or short,
        short,
        face,
        "".join(f"×{block[name]}" for name in ("copies", "count") if name in block),
        [(texts.say(f"components.{name}"), n) for name, n in block.items() if type(n) is int and (n or name in signed)],
        is_reconstructed(block),
    )
