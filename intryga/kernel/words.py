"""What the rules tell aloud: things that no card shows by moving.

A game declares its words once, with named parameters, so that texts can be checked for completeness and whatever reads
a journal (stories, animations, moments) knows what each number means.
"""

from __future__ import annotations

from mypy_extensions import i64

from intryga.kernel.layout import NUMBER, SEAT


class WordParameter:
    """A named number: a seat, a quantity, or a place in a list of words."""

    def __init__(self, name: str, meaning: str, words: list[str]) -> None:
        self.name = name
        self.meaning = meaning    # SEAT, NUMBER, or empty where `words` say it
        self.words = words

    def read(self, value: i64) -> int | str:
        """A seat or a number as it is; a word by its name, or empty for none."""
        if self.words:
            return self.words[value] if 0 <= value < len(self.words) else ""
        return value


def seat(name: str) -> WordParameter:
    return WordParameter(name, SEAT, [])


def number(name: str) -> WordParameter:
    """A quantity; one called `n` chooses the plural form of its sentence."""
    return WordParameter(name, NUMBER, [])


def one_of(name: str, words: list[str]) -> WordParameter:
    """A card, a place, a resource: any word of the game."""
    return WordParameter(name, "", words)


class Word:
    def __init__(self, name: str, parameters: list[WordParameter]) -> None:
        self.name = name
        self.parameters = parameters

    def about(self, values: list[i64]) -> dict[str, int | str]:
        """Its parameters by name, from the numbers it was told with."""
        return {self.parameters[i].name: self.parameters[i].read(values[i]) for i in range(len(values))}


class Words:
    """All that one game tells, by name."""

    def __init__(self) -> None:
        self.by_name: dict[str, Word] = {}

    def word(self, name: str, *parameters: WordParameter) -> Word:
        assert name not in self.by_name, f"'{name}' is declared twice"
        declared = Word(name, list(parameters))
        self.by_name[name] = declared
        return declared
