"""What a player looks up during a game: why something is refused, the rules, the cards."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from intryga.kernel.components import is_reconstructed
from intryga.kernel.view import Decision
from intryga.texts.library import GameTexts, component_groups
from intryga.texts.narrator import SEAT, Narrator

REBUILT = "◊"    # after the name of what is reconstructed


def why(asked: Sequence[str], choice: Decision, narrator: Narrator) -> list[tuple[str, str]]:
    """Every refused option that all these words have to do with, by the rule that refuses it, and every allowed one;
    lines with a mark before each."""
    texts = narrator.texts
    refused: dict[str, list[str]] = {}
    for refusal in choice.refused:
        if concerns(refusal.action, asked, narrator):
            refused.setdefault(refusal.rule, []).append(narrator.option(refusal.action))
    lines: list[tuple[str, str]] = []
    for rule, options in refused.items():
        lines += [("✗", "; ".join(options)), ("", narrator.refusal(rule))]
    for number, option in enumerate(choice.options, 1):
        if concerns(option.action, asked, narrator):
            lines.append(("✓", texts.say("play.why_allowed", n=number, option=narrator.option(option.action))))
    return lines or [("", texts.say("play.why_nothing", text=" ".join(asked)))]


def concerns(action: int, asked: Sequence[str], narrator: Narrator) -> bool:
    """Does each of these words begin the verb or something it points at, in either language?"""
    texts = narrator.texts
    space = texts.game.space
    arguments = space.arguments(action)
    words = [space.verb(action).name, *arguments.values()]
    names = [*words, *(texts.word(word) for word in words)]
    if isinstance(texts.fallback, GameTexts):
        names += [texts.fallback.word(word) for word in words]
    if SEAT in arguments:
        names.append(narrator.name(int(arguments[SEAT])))
    return all(any(simple(name).startswith(simple(word)) for name in names) for word in asked)


def simple(text: str) -> str:
    """Small letters without accents: what a hurried person types."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("ł", "l"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def rules(wanted: str, texts: GameTexts) -> RenderableType | None:
    """By section: all rules, the one with this number, or those with this word; None if there is none."""
    parts: list[RenderableType] = []
    for section in texts.game.rulebook["section"]:
        table = Table.grid(padding=(0, 2))
        table.add_column(no_wrap=True)
        for rule in texts.game.rulebook["rule"]:
            statement = texts.translated(rule)
            if rule["section"] == section["id"] and simple(wanted) in simple(f"{rule['id']} {statement}"):
                table.add_row(rule["id"], statement)
        if table.row_count:
            parts += [Text(texts.translated(section["title"]), "bold"), table, ""]
    return Group(*parts[:-1]) if parts else None


def cards(texts: GameTexts) -> RenderableType:
    """Every group of components with its figures and what it does; a mark for what we reconstructed."""
    parts: list[RenderableType] = []
    marked = False
    for group, blocks in component_groups(texts.game).items():
        title = texts.say(f"components.{group}")
        if title:
            figures = [field for field, value in blocks[0].items() if isinstance(value, int)]
            table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
            table.add_column()
            for field in figures:
                table.add_column(texts.say(f"components.{field}"), justify="right")
            table.add_column()
            for block in blocks:
                name = texts.translated(block.get("name", {}))
                if is_reconstructed(block):
                    name, marked = f"{name} {REBUILT}", True
                table.add_row(name, *(figure(block[field]) for field in figures), texts.explained(group, block))
            parts.append(table)
    if marked:
        parts.append(f"{REBUILT} {texts.say('games.rebuilt')}")
    return Group(*parts)


def figure(value: int) -> str:
    """A number, or a mark where something is so."""
    if isinstance(value, bool):
        return "✓" if value else ""
    return str(value)
