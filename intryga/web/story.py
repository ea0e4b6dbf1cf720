"""The story as lines to draw: whose pennant, which sentence, which cards."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from intryga.kernel.layout import SEAT
from intryga.kernel.view import StoryLine
from intryga.tables.types import ToldMove
from intryga.texts.catalogue import Noun, fields, forms
from intryga.texts.library import GameTexts
from intryga.texts.moments import declared, name_of
from intryga.texts.narrator import Narrator, route
from intryga.web.filters import flag, icon
from intryga.web.lines import DrawnLine
from intryga.web.look import Face, Look
from intryga.web.moments import moment_of, show_moments

NOBODY = -1
MOVES_KEPT = 20_000    # with their drawings, of all tables

_Drawn = tuple[list[DrawnLine], bool]
"""The lines of one move, and whether one of them is a moment."""


def drawn_lines(
    moves: Sequence[ToldMove], fresh: int, narrator: Narrator, look: Look, viewer: int = NOBODY
) -> list[DrawnLine]:
    """The lines of a story, newest first, with the moments of this viewer. The last `fresh` moves are news."""
    told: list[DrawnLine] = []
    entries: list[StoryLine] = []
    names = tuple(narrator.names)
    for number, move in enumerate(moves):
        found, telling = _of_move(move.entries, narrator.texts, names, look)
        entries += move.entries
        first = len(told)
        told += map(_as_news, found) if number >= len(moves) - fresh else found
        if telling:
            show_moments(told, first, entries, narrator, look, viewer)
    return told[::-1]


_drawn_moves: OrderedDict[tuple[int, int, GameTexts, tuple[str, ...]], tuple[list[StoryLine], _Drawn]] = OrderedDict()


def _of_move(entries: list[StoryLine], texts: GameTexts, names: tuple[str, ...], look: Look) -> _Drawn:
    """A table tells a move by the same list after every later one, so that the list itself is known again: what stands
    in it is looked at once. The list is kept with its drawing, so no other can have its id; a story only grows."""
    key = (id(entries), len(entries), texts, names)
    found = _drawn_moves.get(key)
    if found is None:
        found = _drawn_moves[key] = (entries, _of_one_move(tuple(entries), texts, names, look))
        if len(_drawn_moves) > MOVES_KEPT:
            _drawn_moves.popitem(last=False)
    return found[1]


def _as_news(line: DrawnLine) -> DrawnLine:
    return line if line.head else line._replace(fresh=True)


@lru_cache(maxsize=MOVES_KEPT)
def _of_one_move(
    move: tuple[StoryLine, ...], texts: GameTexts, names: tuple[str, ...], look: Look
) -> _Drawn:
    """Drawn once, shown many times: after every later move, to every viewer who saw the same. Is a moment among it?"""
    told: list[DrawnLine] = []
    narrator, known = Narrator(texts, names), declared(texts.game)
    for sentence, entries in narrator.told(move):
        first = entries[0]
        moved = {entry.card for entry in entries}
        cards = [(kind, face) for kind, face in look.faces.items() if kind in moved]
        head, seat, said = first.word in look.heads, doer(first, narrator), emphasised(sentence, names)
        drawn = Markup(f"<span>{said}</span>") if head else _drawn(seat, said, cards)
        name, moment = name_of(first), moment_of(first, known)
        again = _again(texts) if head else ""
        told.append(DrawnLine(seat, sentence, drawn, head, tuple(entries), name, moment, plate=again))
    return told, any(line.moment for line in told)


def _again(texts: GameTexts) -> str:
    label = escape(texts.say("web.moments.again"))
    return f'<button type="button" class="again live-only" aria-label="{label}">{icon("again")}</button>'


def _drawn(seat: int, sentence: Markup, cards: Sequence[tuple[str, Face]]) -> Markup:
    """Drawn by hand: most of a page is its chronicle."""
    chips = "".join(
        f'<span class="chip t-{face.tincture}" aria-describedby="lex-{kind}">{icon(face.charge)}{_corner(face)}</span>'
        for kind, face in cards
    )
    shown = f'<span class="chs" aria-hidden="true">{chips}</span>' if cards else ""
    return Markup(f"{flag(seat) if seat >= 0 else icon('log')}<span>{sentence}{shown}</span>")


def _corner(face: Face) -> str:
    return icon(face.sign) if face.sign else f"<b>{escape(face.index)}</b>" if face.index else ""


def doer(entry: StoryLine, narrator: Narrator) -> int:
    """Whose doing it is: the first person that the sentence names, or of a card that goes somewhere whom it begins
    with (else it names who suffers)."""
    people = {"source": entry.source_seat, "target": entry.target_seat}
    declared = narrator.texts.game.told.by_name.get(entry.word)
    if declared is not None:
        people = {word.name: entry.seat(word.name) for word in declared.parameters if word.meaning == SEAT}
    for form in forms(narrator.texts.messages.get(route(entry)[0], "")):
        if declared is None and not form.startswith("{"):
            continue
        for name, _ in fields(form):
            if name in people:
                return people[name]
    return NOBODY


def emphasised(sentence: str, names: Sequence[str]) -> Markup:
    """The players' names stand out. Names are untrusted: everything is escaped first."""
    text = str(escape(sentence))
    declined = {form for name in names if isinstance(name, Noun) for form in name.forms.values() if name not in form}
    known = sorted({str(escape(name)) for name in {*names, *declined} if name}, key=len, reverse=True)
    if known:
        pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in known)
        text = re.sub(pattern, lambda found: f"<b>{found.group()}</b>", text)
    return Markup(text)
