"""Sections of a table, kept with what they were drawn from.

A section sees the values that stand in it by name (`given`: who sits there, a number the layout has worked out) and may
ask the scene, the view and the page. We note what it asks. As long as it is given the same and the same questions have
the same answers, it looks the same, whoever looks at whatever table: so it is found again by asking them, one after
another, and drawn only where an answer is new.

Nothing can show that its reader may not see: all answers come from the reader's own view and page, and every one that
the drawing followed from is part of the key. What is constant for a language and a game (texts, components, pieces) is
not: an environment has its own store.

Most answers are the same after a move. The scene notes what it reads for an answer, and tells what has changed since
the last drawing of the same page: answers that follow from nothing of this are taken over (decision 74).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from functools import cache
from operator import attrgetter, methodcaller
from sys import getsizeof
from typing import Any

from intryga.web.written import content

MOST = 8_000_000    # bytes of drawings of one game in one language; at most as many again that were kept before
NODE = 360    # bytes of a question with an answer (counted at 500 tables): a third of what the drawings take


class Question:
    """Who is asked, and how. Equal ones are one and the same (`question`): a table asks some four hundred after every
    move."""

    __slots__ = ("ask", "of", "reads")

    def __init__(self, of: str, ask: Callable[[Any], Any]) -> None:
        self.of = of
        self.ask = ask
        self.reads: set[Hashable] = set()    # of a scene, for any answer so far


@cache    # as many as the templates have
def question(of: str, attribute: str, arguments: tuple[Any, ...] | None = None) -> Question:
    """By an attribute, or by a method with these arguments."""
    return Question(of, attrgetter(attribute) if arguments is None else methodcaller(attribute, *arguments))


Told = bytes | str | int
"""What an answer says: texts and whole numbers as they are, all else written down. Equal ones say the same."""


SCENE = "scene"
"""Whom most is asked: it works its answers out, and notes for each what it has read (`reads`)."""


def forget(told: dict[Question, Told], changed: Collection[Hashable]) -> None:
    """Answers that follow from any of this, and those that nobody can tell what they follow from."""
    for question in [each for each in told if not each.reads or not each.reads.isdisjoint(changed)]:
        del told[question]


class Answers:
    """What can be asked while one page is drawn. No answer of the scene is worked out twice."""

    def __init__(self, told: dict[Question, Told] | None = None, **asked: Any) -> None:
        """`told`: what answers of the scene say, as far as that is known."""
        self._asked = asked
        self._found: dict[Question, Any] = {}
        self.told = {} if told is None else told
        self.noted: list[Question] = []

    def answer(self, question: Question) -> Any:
        """For a drawing: it is noted that this was asked."""
        self.noted.append(question)
        found = self._found.get(question, self)    # which is never an answer
        return self._ask(question) if found is self else found

    def _ask(self, question: Question) -> Any:
        asked = self._asked[question.of]
        if question.of != SCENE:
            return question.ask(asked)
        asked.reads = question.reads
        found = self._found[question] = question.ask(asked)
        return found

    def tell(self, question: Question) -> Told:
        """What the answer says, to be looked up in `told` from now on."""
        found = self._found.get(question, self)
        if found is self:
            found = self._ask(question)
        kind = type(found)
        told: Told | None = found if kind is str or kind is int else getattr(found, "told", None)
        if told is None:
            told = content(found)
        self.told[question] = told
        return told


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
        key = (place, content(given))
        html = _found(self._kept.get(key), answers)
        if html is None:
            answers.noted.clear()
            html = _found(self._before.get(key), answers, answers.noted)
            if html is None:
                answers.noted.clear()
                html = str(draw()).strip()
            self._keep(key, answers, html)
        return html

    def _keep(self, key: tuple[str, bytes], answers: Answers, html: str) -> None:
        if self._size >= MOST:
            self._before, self._kept, self._size = self._kept, {}, 0
        self._size += getsizeof(html)
        node = self._kept.setdefault(key, Node())
        told = answers.told.get
        for question in dict.fromkeys(answers.noted):    # which one is next follows from the answers before
            node.question = question
            answer = told(question)
            if answer is None:
                answer = answers.tell(question)
            after = node.after.get(answer)
            if after is None:
                after = node.after[answer] = Node()
                self._size += NODE
            node = after
        node.html = html


def _found(node: Node | None, answers: Answers, asked: list[Question] | None = None) -> str | None:
    """The drawing at the end of these questions and the reader's answers, if there is one; `asked` notes them."""
    told = answers.told.get
    while node is not None and (question := node.question) is not None:
        if asked is not None:
            asked.append(question)
        answer = told(question)
        node = node.after.get(answers.tell(question) if answer is None else answer)
    return None if node is None else node.html
