"""What a component says, made from what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from intryga.games.straznik_kluczy.operations import LANGUAGE
from intryga.games.straznik_kluczy.pages import Table
from intryga.kernel.language import Teller, Texts, sentence


def of_component(texts: Texts, components: Table, group: str, block: Table) -> str:
    """Empty for what says nothing."""
    speak = SPEAKERS.get(group)
    return " ".join(sentence(part) for part in speak(texts, block) if part) if speak else ""


def deed(texts: Texts, content: Any) -> str:
    return Teller(LANGUAGE, texts).program(content) if content else ""


def said(texts: Texts, key: str, content: Any, **more: Any) -> str:
    """The message with the deed in it, or nothing where nothing is done."""
    return texts.say(f"effects.{key}", deed=deed(texts, content), **more) if content else ""


def standing(texts: Texts, modifiers: list[str]) -> list[str]:
    found = []
    for one in modifiers:
        word, *names = one.split(":")
        n = int(names[-1]) if names[-1].isdigit() else 1
        icon = names[0] if word == "icon" else names[-1]
        arguments = {"icon": texts.word(icon), "resource": texts.word(names[0]), "n": n}
        found.append(texts.say(f"effects.standing.{word}", **arguments))
    return found


def ability(texts: Texts, block: Table) -> list[str]:
    """An effect at its moment, and what holds as long as the thing lies open."""
    what = deed(texts, block["effect"])
    if what:
        what = provided(texts, block.get("condition", ""), what)
    if what and block["when"]:
        what = texts.say(f"effects.when.{block['when']}", deed=what)
    return [what, *standing(texts, block["standing"])]


def provided(texts: Texts, condition: str, what: str) -> str:
    if not condition:
        return what
    icon = texts.word(condition.partition("=" if "==" in condition else ">")[0])
    return texts.say("effects.if.none" if condition.endswith("==0") else "effects.if.least", icon=icon, deed=what)


def townsperson(texts: Texts, card: Table) -> list[str]:
    return [*ability(texts, card), said(texts, "hired", card["hire"])]


def manuscript(texts: Texts, tile: Table) -> list[str]:
    counted = tile["counts"]
    if not counted:
        return [deed(texts, tile["effect"])]
    kind, _, icon = counted.partition(":")
    what = texts.say(f"effects.counts.{kind}", n=tile["per"], **({"icon": texts.word(icon)} if icon else {}))
    return [deed(texts, tile["effect"]), texts.say("effects.point_for", what=what)]


def chest(texts: Texts, tile: Table) -> list[str]:
    icon, _, number = tile["condition"].partition(">=")
    name, n = texts.word(icon), int(number)
    if tile["becomes"]:
        becomes = " + ".join(texts.word(word) for word in tile["becomes"])
        return [texts.say("effects.turns", icon=name, becomes=becomes)]
    return [said(texts, "pays" if n == 1 else "pays_more", tile["effect"], icon=name, n=n)]


def player_card(texts: Texts, card: Table) -> list[str]:
    return [said(texts, "gains", card["gains"]), deed(texts, card["effect"])]


def public_building(texts: Texts, block: Table) -> list[str]:
    return [said(texts, "built", block["built"]), *ability(texts, block)]


def collision(texts: Texts, block: Table) -> list[str]:
    others = provided(texts, block["condition"], deed(texts, block["others"]))
    return [said(texts, "owner", block["owner"]), texts.say("effects.others", deed=others)]


def segment(texts: Texts, block: Table) -> list[str]:
    trades = [(side, block[f"trade_{side}"]) for side in ("left", "right")]
    return [
        said(texts, f"trade_{side}", trade["effect"], merchants=texts.say("effects.merchants", n=trade["merchants"]))
        for side, trade in trades
    ]


def scheme(texts: Texts, card: Table) -> list[str]:
    rows = [said(texts, row, card[row]) for row in ("row1", "row2")]
    return [*rows, texts.say("effects.move", n=card["move"]), said(texts, "row4", card["row4"])]


def ai_board(texts: Texts, board: Table) -> list[str]:
    slots = [part for slot in board["slots"] for part in ability(texts, slot)]
    return [said(texts, "focus", board["focus"]), *slots]


SPEAKERS: dict[str, Callable[[Texts, Table], list[str]]] = {
    "townsfolk": townsperson,
    "manuscript": manuscript,
    "chest": chest,
    "ai_chest": chest,
    "player_card": player_card,
    "slot": ability,
    "public_building": public_building,
    "cleric_bonus": lambda texts, block: standing(texts, block["standing"]),
    "castle_section": lambda texts, block: [deed(texts, block["effect"])],
    "collision": collision,
    "segment": segment,
    "scheme": scheme,
    "ai_board": ai_board,
}
