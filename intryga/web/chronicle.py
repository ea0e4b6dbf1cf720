"""The journal as lines to draw: whose pennant, which sentence, which cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from intryga.kernel.view import Entry
from intryga.texts.catalogue import fields, forms
from intryga.texts.library import GameTexts
from intryga.texts.narrator import Narrator, route
from intryga.web.heraldry import Face, Look

NOBODY = -1


class Told(NamedTuple):
    seat: int    # -1: nobody's doing
    sentence: Markup
    head: bool
    fresh: bool
    drawn: Markup    # what stands in its line


def lines(moves: Sequence[Sequence[Entry]], fresh: int, narrator: Narrator, look: Look, sprite: str) -> list[Told]:
    """Newest first. The last `fresh` moves are news. `sprite` is the file with all charges."""
    told: list[Told] = []
    for number, move in enumerate(moves):
        new = number >= len(moves) - fresh
        found = _of_one_move(tuple(move), narrator.texts, tuple(narrator.names), look, sprite)
        told += [line._replace(fresh=new and not line.head) for line in found]
    return told[::-1]


@lru_cache(maxsize=20_000)
def _of_one_move(
    move: tuple[Entry, ...], texts: GameTexts, names: tuple[str, ...], look: Look, sprite: str
) -> list[Told]:
    """Told once, drawn many times: after every later move, for every viewer who saw the same."""
    told: list[Told] = []
    narrator = Narrator(texts, names)
    for sentence, entries in narrator.told(move):
        first = entries[0]
        moved = {entry.card for entry in entries}
        cards = [(kind, face) for kind, face in look.faces.items() if kind in moved]
        head = first.word in look.heads
        seat, said = doer(first, narrator), emphasised(sentence, names)
        told.append(Told(seat, said, head, False, said if head else _drawn(seat, said, cards, texts, sprite)))
    return told


def _drawn(seat: int, sentence: Markup, cards: list[tuple[str, Face]], texts: GameTexts, sprite: str) -> Markup:
    """Whose pennant, the sentence, and the cards it is about. Drawn by hand: most of a page is its chronicle."""

    def picture(kind: str, name: str) -> Markup:
        return Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>').format(kind, sprite, name)

    def corner(face: Face) -> Markup:
        if face.sign:
            return picture("i", f"c-{face.sign}")
        return Markup("<b>{}</b>").format(face.index) if face.index else Markup()

    chips = Markup().join(
        Markup('<span class="chip t-{}" title="{}" aria-describedby="lex-{}">{}{}</span>').format(
            face.tincture,
            texts.word(kind),
            kind,
            picture("i", f"c-{face.charge}"),
            corner(face),
        )
        for kind, face in cards
    )
    mark = picture("flag", f"f-{seat % 8 + 1}") if seat >= 0 else picture("i", "c-log")
    shown = Markup('<span class="chs">{}</span>').format(chips) if cards else Markup()
    return Markup("{}<span>{}{}</span>").format(mark, sentence, shown)


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
