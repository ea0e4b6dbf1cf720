"""Actions are small stable integers with names.

A game lists its verbs once, in an order that is never changed; each verb owns a block of integers. Blocks are sized
for the largest table, so an action means the same at every player count, in logs, masks and search statistics.
"""

from __future__ import annotations

from mypy_extensions import i64


class UnknownAction(ValueError):
    """A text that names no action; the message says what would be right."""


class Verb:
    """A verb and what it points at, each parameter with the words that may stand there."""

    def __init__(self, name: str, parameters: list[str], words: list[list[str]], first: i64) -> None:
        self.name = name
        self.parameters = parameters
        self.words = words
        self.first: i64 = first
        self.size: i64 = 1
        for choices in words:
            self.size *= len(choices)
        self.end: i64 = first + self.size

    def has(self, action: i64) -> bool:
        return self.first <= action < self.end


class Pick(Verb):
    """A verb that points at one thing: `reveal(card)`."""

    def of(self, x: i64) -> i64:
        return self.first + x

    def target(self, action: i64) -> i64:
        return action - self.first


class Pair(Verb):
    """A verb with two parameters: `raid(seat, card)`."""

    def __init__(self, name: str, parameters: list[str], words: list[list[str]], first: i64) -> None:
        super().__init__(name, parameters, words, first)
        self.width: i64 = len(words[1])

    def of(self, x: i64, y: i64) -> i64:
        return self.first + x * self.width + y

    def targets(self, action: i64) -> tuple[i64, i64]:
        rest = action - self.first
        return rest // self.width, rest % self.width


class ActionSpace:
    """All verbs of one game, with the words used in logs, scenarios and text mode."""

    def __init__(self) -> None:
        self.verbs: list[Verb] = []
        self.size: i64 = 0

    def button(self, name: str) -> i64:
        """A verb that points at nothing."""
        return self._add(Verb(name, [], [], self.size)).first

    def pick(self, name: str, parameter: str, words: list[str]) -> Pick:
        verb = Pick(name, [parameter], [words], self.size)
        self._add(verb)
        return verb

    def pair(self, name: str, parameter: str, words: list[str], second: str, second_words: list[str]) -> Pair:
        verb = Pair(name, [parameter, second], [words, second_words], self.size)
        self._add(verb)
        return verb

    def _add(self, verb: Verb) -> Verb:
        self.verbs.append(verb)
        self.size = verb.end
        return verb

    def verb(self, action: i64) -> Verb:
        for verb in self.verbs:
            if verb.has(action):
                return verb
        raise UnknownAction(f"no action has the number {action}")

    def arguments(self, action: i64) -> dict[str, str]:
        """The named arguments of an action, as words: `{"card": "bankier", "count": "2"}`."""
        verb = self.verb(action)
        rest = action - verb.first
        found: list[tuple[str, str]] = []
        for i in range(len(verb.words) - 1, -1, -1):
            words = verb.words[i]
            found.append((verb.parameters[i], words[rest % len(words)]))
            rest = rest // len(words)
        found.reverse()
        return dict(found)

    def text(self, action: i64) -> str:
        return " ".join([self.verb(action).name, *self.arguments(action).values()])

    def parse(self, text: str) -> i64:
        words = text.split()
        if not words:
            raise UnknownAction("an empty text names no action")
        named = [verb for verb in self.verbs if verb.name == words[0]]
        if not named:
            known = ", ".join(sorted({verb.name for verb in self.verbs}))
            raise UnknownAction(f"'{words[0]}' is not a verb of this game; its verbs are {known}")
        verb = named[0]
        if len(words) != len(verb.words) + 1:
            shape = " ".join([verb.name, *[parameter.upper() for parameter in verb.parameters]])
            raise UnknownAction(f"'{text}' should read '{shape}'")
        rest: i64 = 0
        for choices, parameter, word in zip(verb.words, verb.parameters, words[1:], strict=True):
            if word not in choices:
                raise UnknownAction(f"'{word}' in '{text}' is not a {parameter}; write one of {', '.join(choices)}")
            rest = rest * len(choices) + choices.index(word)
        return verb.first + rest
