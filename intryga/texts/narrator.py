"""What leaves the rules, put into words: options, what happened, what lies on the table.

Games name things (`orders.tableau`, `Raid`, `limit`); their texts say what these mean. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from intryga.kernel.layout import SEAT as A_SEAT
from intryga.kernel.seen import Cards
from intryga.kernel.view import COUNT, MOVE, StoryLine
from intryga.texts.catalogue import Noun
from intryga.texts.language import NATIVE
from intryga.texts.library import GameTexts, person

SEAT = "seat"    # a parameter of this name is a player


class Narrator:
    """Speaks one language at one table. `names` are the players, by seat."""

    def __init__(self, texts: GameTexts, names: Sequence[str]) -> None:
        self.texts = texts
        self.names = [person(texts.language, name) for name in names]

    def name(self, seat: int) -> str:
        """Of a seat, or of the guest whom the rules play."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        guest = self.texts.say("table.guest") if seat >= 0 and "table.guest" in self.texts.messages else ""
        return Noun(guest, {})

    # --- choices ---

    def prompt(self, step: str, variant: str = "") -> str:
        """The question. Where it turns on something else (`variant`), it may have other words for that."""
        return self._asked("prompts", step, variant)

    def hint(self, step: str, variant: str = "") -> str:
        """What follows from the choice, where the game has something to say about it."""
        return self._asked("hints", step, variant) if f"hints.{step}" in self.texts.messages else ""

    def _asked(self, group: str, step: str, variant: str) -> str:
        key = f"{group}.{step}.{variant}"
        return self.texts.say(key if key in self.texts.messages else f"{group}.{step}")

    def option(self, action: int, facts: Mapping[str, Any] | None = None) -> str:
        """An action in the reader's words. A number among its arguments chooses the plural form. With the facts of a
        view a game may say more: what it costs now, what it does."""
        game = self.texts.game
        plain = _option(self.texts, tuple(self.names), action)
        if facts is None or game.wording is None:
            return plain
        return game.wording(
            self.texts, facts, game.space.verb(action).name, game.space.arguments(action), plain
        )

    def worded(self, action: int) -> str:
        """The same, worked out."""
        space = self.texts.game.space
        arguments: dict[str, Any] = {}
        for parameter, word in space.arguments(action).items():
            if parameter == SEAT:
                arguments[parameter] = self.name(int(word))
            elif word.isdigit():
                arguments["n"] = int(word)
            else:
                arguments[parameter] = self.texts.word(word)
        return self.texts.say(f"verbs.{space.verb(action).name}", **arguments)

    def reason(self, term: str, difference: float) -> str:
        """Why a move is better or worse than others: the term of the game's advice in which it differs most."""
        if not term:
            return self.texts.say("hint.unexplained")
        way = "more" if difference > 0 else "less"
        points = f"{abs(difference):.1f}"
        points = points.replace(".", ",") if self.texts.language == NATIVE else points
        if f"reasons.{term}.{way}" in self.texts.messages:
            return self.texts.say(f"reasons.{term}.{way}", points=points)
        return self.texts.say(f"hint.{way}", what=self.texts.say(f"scores.{term}"), points=points)

    def refusal(self, rule: str) -> str:
        """A rule with its number: what a player hears who tries what may not be done."""
        return f"{rule}: {self.texts.rule(rule)}"

    # --- what happened ---

    def story(self, entries: Iterable[StoryLine]) -> list[str]:
        """One sentence for each thing that happened, without those that are not worth telling."""
        return [sentence for sentence, _ in self.told(entries)]

    def told(self, entries: Iterable[StoryLine]) -> list[tuple[str, list[StoryLine]]]:
        """The sentences of a story, each with what it tells. Cards that went the same way together are told together
        where the sentence has room for them (`{cards}`)."""
        lines: list[tuple[str, list[StoryLine]]] = []
        for (key, _), group in groupby(entries, route):
            together = list(group)
            if together[0].word == COUNT and key not in self.texts.messages:
                continue    # most counters are seen, not told
            parts = [together] if self.texts.mentions(key, "cards") else [[entry] for entry in together]
            lines.extend((self.sentence(key, part), part) for part in parts)
        return [line for line in lines if line[0]]

    def sentence(self, key: str, entries: list[StoryLine]) -> str:
        """What is told together, in the words of this key."""
        first = entries[0]
        if first.word == COUNT:
            seat = self.name(first.source_seat)
            return self.texts.say(key, n=first.number, seat=seat, **first.about)
        if first.word != MOVE:
            return self.texts.say(key, **self._about(first))
        key = self._at_home(key, first)
        counts: dict[str, int] = {}
        for entry in entries:
            counts[entry.card] = counts.get(entry.card, 0) + entry.number
        return self.texts.say(
            key,
            n=sum(entry.number for entry in entries),
            source=self.name(first.source_seat),
            target=self.name(first.target_seat),
            card=self.texts.word(first.card),
            cards=self.counted(counts),
        )

    def _about(self, line: StoryLine) -> dict[str, Any]:
        """The parameters of a told word in the reader's words."""
        said: dict[str, Any] = {}
        for parameter in self.texts.game.told.by_name[line.word].parameters:
            value = line.about[parameter.name]
            if isinstance(value, str):
                said[parameter.name] = self.texts.word(value) if value else ""
            else:
                said[parameter.name] = self.name(value) if parameter.meaning == A_SEAT else value
        return said

    def _at_home(self, key: str, entry: StoryLine) -> str:
        """What stays with the same person may be told in other words (`.own`)."""
        own = f"{key}.own"
        return own if entry.source_seat == entry.target_seat >= 0 and own in self.texts.messages else key

    def verdict(self, winners: Sequence[int]) -> str:
        """Who has won; a victory may be shared."""
        names = [self.name(seat) for seat in winners]
        if len(names) == 1:
            return self.texts.say("end.winner", name=names[0])
        return self.texts.say("end.shared", names=", ".join(names))

    # --- what lies on the table ---

    def cards(self, content: Cards) -> list[str]:
        """The contents of a zone, a line each; of a closed one only how many there are."""
        if isinstance(content, int):
            return [self.texts.say("table.closed", n=content)] if content else []
        if isinstance(content, list):
            return [self.texts.word(card) for card in content]
        return [self._counted(card, n) for card, n in self._in_order(content)]

    def counted(self, counts: dict[str, int]) -> str:
        return ", ".join(self._counted(card, n) for card, n in self._in_order(counts))

    def _counted(self, card: str, n: int) -> str:
        return self.texts.say("table.counted", n=n, card=self.texts.word(card))

    def _in_order(self, counts: dict[str, int]) -> list[tuple[str, int]]:
        """As the components are listed, whatever came first."""
        places = self.texts.places
        return sorted(counts.items(), key=lambda item: places.get(item[0], len(places)))

    def fact(self, group: str, name: str, value: Any) -> str:
        """A counter or a fact for a line of its own (`Limit: 5`); empty if there is nothing to say."""
        title = self.texts.say(f"{group}.{name}.title")
        said = "" if self.by_seat(name) else self._said(f"{group}.{name}.item", parts(value))
        return f"{title}: {said}" if title and said else ""

    def by_seat(self, name: str) -> bool:
        """Do the game's texts tell this fact in front of the seats it is about?"""
        return f"facts.{name}.seat" in self.texts.messages

    def fact_of(self, seat: int, name: str, value: Any) -> str:
        """What such a fact says of one seat."""
        return self._said(f"facts.{name}.seat", [part for part in parts(value) if part.number == seat])

    def _said(self, key: str, items: Iterable[FactPart]) -> str:
        """Whether a number is a seat is for the message to say."""
        said = [
            self.texts.say(key, n=item.number, seat=self.name(item.number), card=self.texts.word(item.word))
            for item in items
        ]
        return ", ".join(text for text in said if text)


@lru_cache(maxsize=4_000)
def _option(texts: GameTexts, names: tuple[str, ...], action: int) -> str:
    """The same options are offered to the same people again and again."""
    return Narrator(texts, names).worded(action)


class FactPart(NamedTuple):
    """One piece of a fact: a number, a word, or a word with its number."""

    number: int
    word: str


def parts(value: Any) -> list[FactPart]:
    if isinstance(value, dict):
        return [FactPart(part.number, word) for word, content in value.items() for part in parts(content)]
    if isinstance(value, list):
        return [part for content in value for part in parts(content)]
    return [FactPart(0, value) if isinstance(value, str) else FactPart(int(value), "")]


def route(line: StoryLine) -> tuple[str, object]:
    """The key of the sentence that tells it, and what lines told together have in common."""
    if line.word == COUNT:
        return f"story.counters.{line.source}", (line.source_seat, *line.about.items())
    if line.word != MOVE:
        return f"story.{line.word}", tuple(line.about.items())
    key = f"story.{line.source}.{line.target}" + ("" if line.card else ".hidden")
    return key, (line.source_seat, line.target_seat)
