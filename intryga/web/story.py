"""The story as lines to draw: whose pennant, which sentence, which cards."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

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
from intryga.web.moments import RECENT, moment_of, show_moments

NOBODY = -1
MOVES_KEPT = 20_000    # with their drawings, of all tables


class _Drawn(NamedTuple):
    """The lines of one move."""

    lines: list[DrawnLine]
    as_news: list[DrawnLine]
    telling: bool    # one of them is a moment
    looks_back: bool    # one of them shows what all moves before it have led to


def drawn_lines(
    moves: Sequence[ToldMove], fresh: int, narrator: Narrator, look: Look, viewer: int = NOBODY
) -> list[DrawnLine]:
    """The lines of a story, newest first, with the moments of this viewer. The last `fresh` moves are news."""
    told: list[DrawnLine] = []
    entries: list[StoryLine] = []
    names = tuple(narrator.names)
    for number, move in enumerate(moves):
        found = _of_move(move.entries, narrator.texts, names, look)
        news = number >= len(moves) - fresh
        entries += move.entries
        if found.telling:
            _tell_moments(found, move.entries, news, told, entries, narrator, names, look, viewer)
        else:
            told += found.as_news if news else found.lines
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


_drawn_moments: OrderedDict[tuple[Any, ...], tuple[list[StoryLine], list[DrawnLine]]] = OrderedDict()


def _tell_moments(found: _Drawn, move: list[StoryLine], news: bool, told: list[DrawnLine], entries: list[StoryLine],
                  narrator: Narrator, names: tuple[str, ...], look: Look, viewer: int) -> None:  # fmt: skip
    """Add the lines of a move with its plates. What stands on a plate follows from the move and from what was told
    before it: of one move the same, as far back as the story goes, and few plates look further than some lines."""
    first, back = len(told), len(entries) if found.looks_back else 0
    key = (id(move), len(move), narrator.texts, names, viewer, news, min(first, RECENT), back)
    known = _drawn_moments.get(key)
    if known is not None:
        told += known[1]
        return
    told += found.as_news if news else found.lines
    show_moments(told, first, entries, narrator, look, viewer)
    _drawn_moments[key] = (move, told[first:])
    if len(_drawn_moments) > MOVES_KEPT:
        _drawn_moments.popitem(last=False)


def _as_news(line: DrawnLine) -> DrawnLine:
    return line if line.head else line._replace(fresh=True)


@lru_cache(maxsize=MOVES_KEPT)
def _of_one_move(
    move: tuple[StoryLine, ...], texts: GameTexts, names: tuple[str, ...], look: Look
) -> _Drawn:
    """Drawn once, shown many times: after every later move, to every viewer who saw the same."""
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
    moments = [known[line.moment] for line in told if line.moment]
    return _Drawn(told, [*map(_as_news, told)], bool(moments), any(moment.orders for moment in moments))


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
