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

    def action(self, values: list[i64]) -> i64:
        """The action that points at these, one for each parameter."""
        rest: i64 = 0
        for i in range(len(values)):
            rest = rest * len(self.words[i]) + values[i]
        return self.first + rest

    def values(self, action: i64) -> list[i64]:
        """What an action points at, by the places of the words."""
        rest = action - self.first
        found: list[i64] = []
        for i in range(len(self.words) - 1, -1, -1):
            count: i64 = len(self.words[i])
            found.append(rest % count)
            rest = rest // count
        found.reverse()
        return found


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
        self._verbs: list[Verb] = []    # by action
        self._texts: list[str] = []    # by action, filled at first use
        self._actions: dict[str, i64] = {}    # by text

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

    def compound(self, name: str, **parameters: list[str]) -> Verb:
        """A verb with any number of parameters, each with its words."""
        return self._add(Verb(name, list(parameters), list(parameters.values()), self.size))

    def _add(self, verb: Verb) -> Verb:
        self.verbs.append(verb)
        self._verbs.extend([verb for _ in range(verb.size)])
        self.size = verb.end
        return verb

    def verb(self, action: i64) -> Verb:
        if not 0 <= action < self.size:
            raise UnknownAction(f"no action has the number {action}")
        return self._verbs[action]

    def arguments(self, action: i64) -> dict[str, str]:
        """The named arguments of an action, as words: `{"card": "bankier", "count": "2"}`."""
        verb = self.verb(action)
        values = verb.values(action)
        return {verb.parameters[i]: verb.words[i][values[i]] for i in range(len(values))}

    def text(self, action: i64) -> str:
        if len(self._texts) != self.size:
            self._texts = [
                " ".join([self.verb(one).name, *self.arguments(one).values()]) for one in range(self.size)
            ]
        if not 0 <= action < self.size:
            raise UnknownAction(f"no action has the number {action}")
        return self._texts[action]

    def parse(self, text: str) -> i64:
        """The action of a text; raises UnknownAction with a sentence that says what would be right."""
        if len(self._actions) != self.size:
            self._actions = {self.text(action): action for action in range(self.size)}
        words = text.split()
        found = self._actions.get(" ".join(words))
        if found is not None:
            return found
        raise UnknownAction(self._mistake(text, words))

    def _mistake(self, text: str, words: list[str]) -> str:
        if not words:
            return "an empty text names no action"
        named = [verb for verb in self.verbs if verb.name == words[0]]
        if not named:
            known = ", ".join(sorted({verb.name for verb in self.verbs}))
            return f"'{words[0]}' is not a verb of this game; its verbs are {known}"
        verb = named[0]
        if len(words) != len(verb.words) + 1:
            shape = " ".join([verb.name, *[parameter.upper() for parameter in verb.parameters]])
            return f"'{text}' should read '{shape}'"
        for choices, parameter, word in zip(verb.words, verb.parameters, words[1:], strict=True):
            if word not in choices:
                return f"'{word}' in '{text}' is not a {parameter}; write one of {', '.join(choices)}"
        return f"'{text}' names no action"
