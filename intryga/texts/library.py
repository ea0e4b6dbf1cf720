"""The texts of the house and of each game, as a reader of one language gets them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from intryga.kernel.game import MANY, AnyGame, Value
from intryga.texts.catalogue import Catalogue, Message, Noun, flatten
from intryga.texts.language import NATIVE, other

FILES = 64    # of texts that are kept: the house's and those of all games, in every language


@cache
def house(language: str, strict: bool = False) -> Catalogue:
    """What every game needs. Strict: a missing message is an error instead of being said in the other language."""
    fallback = None if strict else Catalogue(other(language), house_messages(other(language)), None)
    return Catalogue(language, house_messages(language), fallback)


@lru_cache(maxsize=2_000)
def person(language: str, name: str) -> Noun:
    """Somebody at a table. Names that we give are known in their cases; others stand behind a word for a player."""
    say = house(language).say
    known = [*say("names.bots").split(", "), say("names.player")]
    forms = {}
    for case in ("gen", "dat", "acc"):
        declined = say(f"names.cases.{case}").split(", ")
        ours = name in known and len(declined) == len(known)
        forms[case] = declined[known.index(name)] if ours else say(f"names.somebody.{case}", name=name)
    return Noun(name, forms)


class GameTexts(Catalogue):
    """The house's texts and those of one game, with the names and rules that stand in its data."""

    def __init__(self, game: AnyGame, language: str, strict: bool = False) -> None:
        fallback = None if strict else GameTexts(game, other(language), strict=True)
        super().__init__(language, {**house_messages(language), **game_messages(game, language)}, fallback)
        self.game = game

    @cached_property
    def words(self) -> dict[str, Noun]:
        """Names by id: of every component, and what the game's texts list under `words`.

        Component files give cases for the language of the rulebooks; for another one they stand in its texts.
        """
        written: dict[str, dict[str, str]] = {}
        for key, text in self.messages.items():
            if key.startswith("words."):
                word, _, case = key.removeprefix("words.").rpartition(".")
                written.setdefault(word, {})[case] = str(text)
        found = {word: Noun(forms["name"], forms) for word, forms in written.items() if "name" in forms}
        for block in named_components(self.game):
            forms = block.get("forms", {}) if self.language == NATIVE else written.get(block["id"], {})
            found[block["id"]] = Noun(self.translated(block["name"]), forms)
        return found

    def word(self, name: str) -> Noun:
        if name in self.words:
            return self.words[name]
        return self.fallback.word(name) if isinstance(self.fallback, GameTexts) else Noun(name, {})

    def translated(self, both: Mapping[str, str]) -> str:
        """A text that the game's data holds in every language."""
        return both.get(self.language) or both.get(other(self.language), "")

    @property
    def title(self) -> str:
        return self.translated(self.game.components["game"]["title"])

    def choice(self, option: str, value: Value) -> str:
        """What a value of an option is called; components named by hand by their names."""
        if MANY in str(value):
            return ", ".join(self.word(name) for name in str(value).split(MANY))
        return self.say(f"options.{option}.{str(value).lower()}")

    def deed(self, group: str, block: Mapping[str, Any]) -> str:
        """What a component does: as its data say, or as the game makes the sentence from them."""
        if "text" in block or self.game.sentence is None:
            return self.translated(block.get("text", {}))
        return self.game.sentence(self, self.game.components, group, block)

    def explained(self, group: str, block: Mapping[str, Any]) -> str:
        """All that is printed on a component beside its figures: icons are drawn elsewhere, here they are words. A list
        of words is told if the texts have a name for it."""
        told = [
            self.say("components.listed", name=self.say(key), words=" + ".join(self.word(word) for word in value))
            for field, value in block.items()
            if value and isinstance(value, list) and (key := f"components.{field}") in self.messages
        ]
        return " ".join(part for part in [*told, self.deed(group, block)] if part)

    def does(self, name: str) -> str:
        """The same of a component whose sentence is made from its data, by its id."""
        return self._deeds.get(name, "")

    def short(self, kind: str, written: Mapping[str, str]) -> str:
        """What a card does in few words, written for the card as we print it. One that does something else (an earlier
        version, a component file of somebody's own) says that in full."""
        now = self.does(kind)
        return self.translated(written) if now == self._printed.get(kind, "") else now

    @cached_property
    def _deeds(self) -> dict[str, str]:
        return self._told_by(self.game.components)

    @cached_property
    def _printed(self) -> dict[str, str]:
        """The same as the newest cards of our own say it."""
        if not self._deeds:
            return {}
        return self._told_by(tomllib.loads(self.game.folder.joinpath("cards.toml").read_text("utf-8")))

    def _told_by(self, components: Mapping[str, Any]) -> dict[str, str]:
        """What each component says whose sentence is made from its data, by id."""
        make = self.game.sentence
        if make is None:
            return {}
        groups = ((group, blocks) for group, blocks in components.items() if isinstance(blocks, list))
        return {block["id"]: make(self, components, group, block) for group, blocks in groups for block in blocks}

    def rule(self, number: str) -> str:
        """The sentence of a numbered rule; empty if there is no such rule."""
        return self._rules.get(number, "")

    @cached_property
    def _rules(self) -> dict[str, str]:
        return {rule["id"]: self.translated(rule) for rule in self.game.rulebook["rule"]}

    @cached_property
    def places(self) -> dict[str, int]:
        """Of words: in which order the components are listed."""
        return {name: place for place, name in enumerate(self.words)}


def house_messages(language: str) -> dict[str, Message]:
    return _read(resources.files("intryga.texts"), f"{language}.toml")


def game_messages(game: AnyGame, language: str) -> dict[str, Message]:
    return _read(game.folder, f"texts.{language}.toml")


def component_groups(game: AnyGame) -> dict[str, list[dict[str, Any]]]:
    """The components that come in blocks (`[[card]]`), by group."""
    return {group: blocks for group, blocks in game.components.items() if isinstance(blocks, list)}


def named_components(game: AnyGame) -> Iterator[dict[str, Any]]:
    for content in game.components.values():
        for block in content if isinstance(content, list) else [content]:
            if "id" in block and "name" in block:
                yield block


def _read(folder: Traversable, name: str) -> dict[str, Message]:
    file = folder.joinpath(name)
    return _messages(file.read_text("utf-8")) if file.is_file() else {}


@lru_cache(maxsize=FILES)
def _messages(written: str) -> dict[str, Message]:
    """Once: every drawing of a board in the terminal or in the lab makes its texts anew, and to understand them takes
    longer than to draw. Nobody changes them."""
    return flatten(tomllib.loads(written))
