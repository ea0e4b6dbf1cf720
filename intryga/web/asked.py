"""The scene, the view and the page as templates get them."""

from __future__ import annotations

from typing import Any

from intryga.web.kept import Answers, question

ASKED = ("scene", "view", "page")
"""The names by which a template asks. They are no values that a section is given."""


class Asked:
    """Whatever is asked is noted (see kept.py). Templates of tables do so by `ask` (see compiling.py)."""

    def __init__(self, name: str, of: Any, answers: Answers) -> None:
        self._name = name
        self._of = of
        self._answers = answers
        self.ask = answers.answer

    def __getattr__(self, attribute: str) -> Any:
        method = getattr(type(self._of), attribute, None)
        if not callable(method):
            return self._answers.answer(question(self._name, attribute))
        if attribute in getattr(self._of, "DERIVED", ()):    # works with what was asked before, and asks more itself
            return lambda *arguments: method(self, *arguments)
        name, answer = self._name, self._answers.answer
        asked = self.__dict__[attribute] = lambda *arguments: answer(question(name, attribute, arguments))
        return asked
