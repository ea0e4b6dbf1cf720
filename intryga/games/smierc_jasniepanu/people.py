"""Whom the operations of cards.toml may name: while they are run, and in the sentences on cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from intryga.games.smierc_jasniepanu.state import Court
from intryga.games.smierc_jasniepanu.zones import LAST_GIVER
from intryga.kernel.effects import Effects
from intryga.kernel.language import Book, Language, Parameter, Teller, Texts
from intryga.kernel.places import Place

# Whom an operation may name. The player of a card and the owner of an ability are the same place in a program.
NOBODY: Final = 0
OWNER: Final = 1
GIVER: Final = 2
RECEIVER: Final = 3
EXECUTED: Final = 4
THE_LAST_GIVER: Final = 5
CHOSEN: Final = 6
PEOPLE: Final = {"nobody": NOBODY, "player": OWNER, "self": OWNER, "giver": GIVER, "receiver": RECEIVER,
                 "executed": EXECUTED, "last_giver": THE_LAST_GIVER, "chosen_other": CHOSEN}  # fmt: skip


class Person(Parameter):
    """Somebody whom this place of the file may name, or one of some more."""

    def __init__(self, name: str, more: list[str], subject: bool = False) -> None:
        super().__init__(name)
        self.more = more
        self.subject = subject    # who does it

    def check(self, place: Place, scope: list[str], language: Language) -> None:
        place.word(self.name, [*scope, *self.more])

    def write(self, content: Any, book: Book) -> i64:
        return PEOPLE[content]

    def tell(self, content: Any, teller: Teller, said: dict[str, Any]) -> None:
        """In the reader's words; the subject decides between "take", "to take" and "that player takes"."""
        assert isinstance(teller, CourtTeller)
        who = teller.people.get(content, content)
        said[self.name] = teller.texts.word(f"person_{who}")
        if self.subject:
            said["mood"] = teller.mood if who == YOU else THEY


def person(s: Court, e: Effects, who: i64) -> i64:
    """A seat, or -1 for nobody: the eliminated take no part (SMI-010 to 012), but for their own execution."""
    seat: i64 = -1
    if who == OWNER:
        seat = e.seat
    elif who == GIVER:
        seat = e.one
    elif who == RECEIVER:
        seat = e.two
    elif who == EXECUTED:
        return e.three
    elif who == THE_LAST_GIVER:
        seat = s.cells[LAST_GIVER]
    return seat if seat < 0 or s.active(seat) or seat == e.three else -1


# --- in words ---

YOU: Final = "you"    # the reader, and the mood that tells them what to do: "take"
MAY: Final = "may"    # what they may do: "to take"
THEY: Final = "they"    # what somebody else does: "that player takes"


class CourtTeller(Teller):
    """Knows who the reader is, in which mood the reader is spoken to, and whether the Order was mentioned."""

    def __init__(self, language: Language, texts: Texts, people: Mapping[str, str], mood: str, order: str) -> None:
        super().__init__(language, texts)
        self.people = people    # by the word of the file: who that is here
        self.mood = mood
        self.order = order    # the Order, or "it"

    def naming(self, others: Mapping[str, str]) -> CourtTeller:
        """The same with some people called otherwise."""
        return CourtTeller(self.language, self.texts, {**self.people, **others}, self.mood, self.order)

    def say(self, name: str, said: dict[str, Any]) -> str:
        mood = said.pop("mood", "")
        return super().say(f"{name}.{mood}" if mood else name, {**said, "order": self.texts.word(self.order)})
