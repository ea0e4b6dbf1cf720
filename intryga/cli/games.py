"""`intryga games`"""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import msgspec
from rich.padding import Padding
from rich.text import Text

from intryga import games
from intryga.cli.output import console, print_json
from intryga.kernel.game import AnyGame, Value
from intryga.texts.language import choose
from intryga.texts.library import GameTexts, house


class ListedOption(msgspec.Struct, frozen=True):
    """What a table may choose; the first value is the default."""

    name: str
    choices: list[Value]
    ruling: str


class ListedGame(msgspec.Struct, frozen=True):
    id: str
    title: dict[str, str]
    players: tuple[int, int]
    minutes: list[int]
    designer: str
    publisher: str
    version: int
    rules: int
    options: list[ListedOption]
    reconstructed: list[str]


def about(game: AnyGame) -> ListedGame:
    data: dict[str, Any] = game.components["game"]
    minutes = data["minutes"]
    return ListedGame(
        id=game.id,
        title=data["title"],
        players=(game.seats[0], game.seats[-1]),
        minutes=minutes if isinstance(minutes, list) else [minutes],
        designer=data["designer"],
        publisher=data["publisher"],
        version=game.version,
        rules=len(game.rulebook["rule"]),
        options=[
            ListedOption(name, option["choices"], option["ruling"])
            for name, option in game.components.get("options", {}).items()
        ],
        reconstructed=game.reconstructed(),
    )


def run(json: bool, lang: str | None) -> None:
    language = choose(lang, os.environ)
    found = [games.find(name) for name in games.names()]
    if json:
        print_json([about(game) for game in found])
        return
    out = console()
    for game in found:
        texts, facts = GameTexts(game, language), about(game)
        out.print(Text(f"{game.id}: {texts.title}", "bold"))
        minutes = "–".join(str(minute) for minute in facts.minutes)
        lines = [
            texts.say("games.players", least=facts.players[0], most=facts.players[1], minutes=minutes),
            texts.say("games.designer", designer=facts.designer, publisher=facts.publisher),
            texts.say("games.rules", n=facts.rules, game=game.id, version=facts.version),
        ]
        for option in facts.options:
            words = [f"{str(choice).lower()} ({texts.choice(option.name, choice)})" for choice in option.choices]
            block = game.components["options"][option.name]
            title, help = texts.translated(block["name"]), texts.translated(block["help"])
            lines.append(texts.say("games.option", name=option.name, title=title, choices=", ".join(words), help=help))
        if facts.reconstructed:
            lines.append(texts.say("games.reconstructed", parts=", ".join(groups(facts.reconstructed, texts))))
        for line in lines:
            out.print(Padding(line, (0, 0, 0, 2)))
    out.print(house(language).say("games.unofficial"))


def groups(reconstructed: list[str], texts: GameTexts) -> list[str]:
    """`card bankier`, `card biskup`, `place 1` as groups with how many there are of each."""
    counts = Counter(part.partition(" ")[0] for part in reconstructed)
    return [f"{texts.say(f'components.{group}')} ({count})" for group, count in counts.items()]
