"""Sections of a table, kept with what they were drawn from.

A section sees the values that stand in it by name (`given`: who sits there, a number the layout has worked out) and may
ask the scene, the view and the page. We note what it asks. As long as it is given the same and the same questions have
the same answers, it looks the same, whoever looks at whatever table: so it is found again by asking them, one after
another, and drawn only where an answer is new.

Nothing can show that its reader may not see: all answers come from the reader's own view and page, and every one that
the drawing followed from is part of the key. What is constant for a language and a game (texts, components, pieces) is
not: an environment has its own store.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from jinja2 import Undefined
from markupsafe import Markup

MOST = 4_000_000    # characters of drawings of one game in one language; at most as many again that were kept before


class Question:
    """Who is asked, by which attribute or method, with which arguments. Equal ones are one and the same (`question`):
    a table asks some four hundred after every move."""

    __slots__ = ("arguments", "attribute", "of")

    def __init__(self, of: str, attribute: str, arguments: tuple[Any, ...] | None) -> None:
        self.of = of
        self.attribute = attribute
        self.arguments = arguments


@cache    # as many as the templates have
def question(of: str, attribute: str, arguments: tuple[Any, ...] | None = None) -> Question:
    return Question(of, attribute, arguments)


Told = bytes | str | int
"""What an answer says: texts and whole numbers as they are, all else written down. Equal ones say the same."""


class Answers:
    """What can be asked while one page is drawn. No answer is worked out twice."""

    def __init__(self, **asked: Any) -> None:
        self._asked = asked
        self._found: dict[Question, Any] = {}
        self.told: dict[Question, Told] = {}
        self.noted: list[Question] = []

    def answer(self, question: Question) -> Any:
        self.noted.append(question)
        found = self._found.get(question, self)    # which is never an answer
        return self._find(question) if found is self else found

    def _find(self, question: Question) -> Any:
        found = getattr(self._asked[question.of], question.attribute)
        if question.arguments is not None:
            found = found(*question.arguments)
        self._found[question] = found
        return found

    def tell(self, question: Question) -> Told:
        """What the answer says, to be looked up in `told` from now on."""
        found = self._found.get(question, self)
        if found is self:
            found = self._find(question)
        kind = type(found)
        plain = kind is str or kind is int
        told: Told = found if plain else found.told if hasattr(kind, "told") else content(found)
        self.told[question] = told
        return told


class Written(list[Any]):
    """An answer that is given again and again, with what it says."""

    told = b""

    def __init__(self, answer: list[Any]) -> None:
        super().__init__(answer)
        self.told = content(answer)


class Asked:
    """The scene, the view or the page as templates get it: whatever is asked is noted."""

    def __init__(self, name: str, of: Any, answers: Answers) -> None:
        self._name = name
        self._of = of
        self._answers = answers

    def __getattr__(self, attribute: str) -> Any:
        method = getattr(type(self._of), attribute, None)
        if not callable(method):
            return self._answers.answer(question(self._name, attribute))
        if attribute in getattr(self._of, "DERIVED", ()):    # works with what was asked before, and asks more itself
            return lambda *arguments: method(self, *arguments)
        name, answer = self._name, self._answers.answer
        asked = self.__dict__[attribute] = lambda *arguments: answer(question(name, attribute, arguments))
        return asked


class Node:
    """A question, with what comes after each answer; or, at the end, the drawing."""

    __slots__ = ("after", "html", "question")

    def __init__(self) -> None:
        self.question: Question | None = None
        self.after: dict[Told, Node] = {}
        self.html: str | None = None


Trees = dict[tuple[str, bytes], Node]
"""Where each begins: by the place in the templates and the given values."""


class Sections:
    """The drawings of all sections of one game in one language. When there are too many, those go that were not looked
    at since the last time there were."""

    def __init__(self) -> None:
        self._kept: Trees = {}
        self._before: Trees = {}
        self._size = 0

    def draw(self, place: str, given: tuple[Any, ...], answers: Answers, draw: Callable[[], str]) -> str:
        """`place` is where in the templates it stands."""
        key = (place, content([value for value in given if type(value) is not Asked]))
        answers.noted.clear()
        html = _found(self._kept.get(key), answers)
        if html is None:
            answers.noted.clear()
            html = _found(self._before.get(key), answers)
            if html is None:
                answers.noted.clear()
                html = str(draw()).strip()
            self._keep(key, answers, html)
        return html

    def _keep(self, key: tuple[str, bytes], answers: Answers, html: str) -> None:
        if self._size >= MOST:
            self._before, self._kept, self._size = self._kept, {}, 0
        self._size += len(html)
        node = self._kept.setdefault(key, Node())
        for question in dict.fromkeys(answers.noted):    # which one is next follows from the answers before
            node.question = question
            node = node.after.setdefault(answers.tell(question), Node())
        node.html = html


def _found(node: Node | None, answers: Answers) -> str | None:
    """The drawing at the end of these questions and the reader's answers, if there is one."""
    told = answers.told.get
    while node is not None and (question := node.question) is not None:
        answers.noted.append(question)
        answer = told(question)
        node = node.after.get(answers.tell(question) if answer is None else answer)
    return None if node is None else node.html


def _as_text(value: object) -> msgspec.msgpack.Ext | str:
    """Words with cases, what is marked as safe HTML (which is not the same as the text it consists of), and a name that
    stands for nothing. Nothing else: it might look the same and be another."""
    if isinstance(value, Markup):
        return msgspec.msgpack.Ext(1, value.encode())
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Undefined):
        return msgspec.msgpack.Ext(2, b"")
    raise TypeError(f"a drawing cannot be kept by {value!r}")


content: Callable[[Any], bytes] = msgspec.msgpack.Encoder(enc_hook=_as_text).encode
"""What a value says. Types count: True is not 1."""
