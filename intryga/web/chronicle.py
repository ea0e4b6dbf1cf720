"""The journal as lines to draw: whose pennant, which sentence, which cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import Markup, escape

from intryga.kernel.view import Entry
from intryga.texts.catalogue import fields, forms
from intryga.texts.narrator import Narrator, route
from intryga.web.heraldry import Face, Look

NOBODY = -1


class Told(NamedTuple):
    seat: int    # -1: nobody's doing
    sentence: Markup
    cards: list[tuple[str, Face]]
    head: bool
    fresh: bool


def lines(moves: Sequence[Sequence[Entry]], fresh: int, narrator: Narrator, look: Look) -> list[Told]:
    """Newest first. The last `fresh` moves are news."""
    told: list[Told] = []
    for number, move in enumerate(moves):
        new = number >= len(moves) - fresh
        for _, group in groupby(move, route):
            entries = list(group)
            for sentence in narrator.story(entries):
                first = entries[0]
                moved = {entry.card for entry in entries}
                kinds = [kind for kind in look.faces if kind in moved]
                head = first.word in look.heads
                cards = [(str(narrator.texts.word(kind)), look.faces[kind]) for kind in kinds]
                told.append(Told(doer(first, narrator), emphasised(sentence, narrator.names), cards, head, new and not head))
    return told[::-1]


def doer(entry: Entry, narrator: Narrator) -> int:
    """Whom the sentence begins with."""
    people = {"seat": entry.seat, "source": entry.source_seat, "target": entry.target_seat}
    for form in forms(narrator.texts.messages.get(route(entry)[0], "")):
        for name, _ in fields(form):
            if name in people:
                return people[name]
    return NOBODY


def emphasised(sentence: str, names: Sequence[str]) -> Markup:
    """The players' names stand out. Names are untrusted: everything is escaped first."""
    text = str(escape(sentence))
    known = sorted({str(escape(name)) for name in names if name}, key=len, reverse=True)
    if known:
        pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in known)
        text = re.sub(pattern, lambda found: f"<b>{found.group()}</b>", text)
    return Markup(text)
