"""A catalogue of messages in one language, read from TOML.

A message is found by its key, the path of its table (`[play]`, `quit = "…"` is `play.quit`), and filled with named
arguments. A message that depends on a number has one text for each plural form of the language, by its CLDR name:

    cards = { one = "{n} karta", few = "{n} karty", many = "{n} kart" }

Then the argument `n` chooses. An empty message means that there is nothing to say.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import cache
from typing import Any

CASES = ("gen", "dat", "acc", "ins", "loc", "voc", "the")
AT_THE_START = "The"    # of a sentence
PLURALS = ("zero", "one", "two", "few", "many", "other")

Message = str | dict[str, str]


class MissingText(KeyError):
    """A message that no catalogue has; only strict catalogues, in tests, complain."""


class Noun(str):
    """A name with its cases: `{card:acc}` gives the accusative, or the name itself where none is written down. English
    has one, `{card:the}`: with its article, unless another form is written down, as of people."""

    forms: Mapping[str, str]

    def __new__(cls, name: str, forms: Mapping[str, str]) -> Noun:
        word = super().__new__(cls, name)
        word.forms = forms
        return word

    def __format__(self, spec: str) -> str:
        if spec == AT_THE_START:
            said = format(self, "the")
            return said[0].upper() + said[1:]
        if spec in CASES:
            return self.forms.get(spec, f"the {self!s}" if spec == "the" else str(self))
        return super().__format__(spec)


class Catalogue:
    def __init__(self, language: str, messages: dict[str, Message], fallback: Catalogue | None) -> None:
        """Without a fallback a missing message is an error; with one it is looked up there."""
        self.language = language
        self.messages = messages
        self.fallback = fallback

    def say(self, key: str, **arguments: Any) -> str:
        message = self.messages.get(key)
        if message is not None:
            return self._form(message, arguments.get("n", 0)).format(**arguments)
        if self.fallback is None:
            raise MissingText(f"{self.language}: {key}")
        return self.fallback.say(key, **arguments) if key in self.fallback.messages else key

    def mentions(self, key: str, argument: str) -> bool:
        """Has the message a place for this argument?"""
        message = self.messages.get(key, "")
        return any(argument in dict(fields(form)) for form in forms(message))

    def _form(self, message: Message, n: int) -> str:
        if isinstance(message, str):
            return message
        return message.get(plural(self.language, n)) or message["other"]


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Message]:
    """A TOML document as messages by key."""
    messages: dict[str, Message] = {}
    for name, content in table.items():
        if isinstance(content, str) or all(form in PLURALS for form in content):
            messages[prefix + name] = content
        else:
            messages.update(flatten(content, f"{prefix}{name}."))
    return messages


def forms(message: Message) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


@cache
def fields(message: str) -> list[tuple[str, str]]:
    """The places to fill, each with its case: `{card:acc}` is ("card", "acc")."""
    return [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(message) if name is not None]


@cache
def plural(language: str, n: int) -> str:
    from babel import Locale  # slow to import, and many commands count nothing

    return str(Locale.parse(language).plural_form(n))
