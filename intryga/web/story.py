"""The story as lines to draw: whose pennant, which sentence, which cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from intryga.kernel.layout import SEAT
from intryga.kernel.view import StoryLine
from intryga.tables.types import ToldLines, ToldMove
from intryga.texts.catalogue import fields, forms
from intryga.texts.library import GameTexts
from intryga.texts.moments import declared, name_of
from intryga.texts.narrator import Narrator, route
from intryga.web.filters import icon
from intryga.web.lines import DrawnLine, emphasised
from intryga.web.look import Look
from intryga.web.moments import RECENT, moment_of, show_moments

NOBODY = -1
REPLAYED = 1000    # moves with their drawings
CARDS = 2000    # more kinds than all games have


class _Drawn(NamedTuple):
    """The lines of one move."""

    lines: list[DrawnLine]
    telling: bool    # one of them is a moment
    looks_back: bool    # one of them shows what all moves before it have led to

    def as_news(self) -> list[DrawnLine]:
        """Made anew for each page: a table keeps forty moves, of which one or two are news."""
        return [line if line.head else line._replace(fresh=True) for line in self.lines]


def drawn_lines(
    moves: Sequence[ToldMove], fresh: int, narrator: Narrator, look: Look, viewer: int = NOBODY
) -> list[DrawnLine]:
    """The lines of a story, newest first, with the moments of this viewer. The last `fresh` moves are news."""
    told: list[DrawnLine] = []
    key = _key(narrator.texts, tuple(narrator.names))
    for number, move in enumerate(moves):
        found = _of_move(move.entries, key, look)
        news = number >= len(moves) - fresh
        if found.telling:
            before = [entry for each in moves[: number + 1] for entry in each.entries] if found.looks_back else []
            _tell_moments(found, move.entries, news, told, before, narrator, key, look, viewer)
        else:
            told += found.as_news() if news else found.lines
    told.reverse()
    return told


_Key = tuple[GameTexts, tuple[str, ...]]
"""By which the drawing of a move is kept: the language and the game, and the players' names."""


@lru_cache(maxsize=REPLAYED)
def _key(texts: GameTexts, names: tuple[str, ...]) -> _Key:
    """One and the same for all moves of a table."""
    return texts, names


def _of_move(entries: list[StoryLine], key: _Key, look: Look) -> _Drawn:
    """A table tells a move by the same lines after every later one, to all who may know the same: drawn once, and kept
    with them for as long as a page can show it."""
    kept = entries.kept if isinstance(entries, ToldLines) else {}
    found: _Drawn | None = kept.get(key)
    if found is None:
        found = kept[key] = _of_one_move(tuple(entries), _public(entries), *key, look)
    return found


def _public(entries: list[StoryLine]) -> tuple[StoryLine, ...]:
    """What of a move is told to who only looks on; of moves that no table keeps nobody knows."""
    if not isinstance(entries, ToldLines):
        return ()
    return tuple(entries if entries.public is None else entries.public)


def _tell_moments(found: _Drawn, move: list[StoryLine], news: bool, told: list[DrawnLine], entries: list[StoryLine],
                  narrator: Narrator, key: _Key, look: Look, viewer: int) -> None:  # fmt: skip
    """Add the lines of a move with its plates. What stands on a plate follows from the move and from what was told
    before it: of one move the same, as far back as the story goes, and few plates look further than some lines.
    `entries`: all that was told so far, for those that do."""
    first, stamp = len(told), (news, min(len(told), RECENT), len(entries))
    kept = move.kept if isinstance(move, ToldLines) else {}
    known = kept.get((key, viewer))
    if known is not None and known[0] == stamp:
        told += known[1]
        return
    told += found.as_news() if news else found.lines
    show_moments(told, first, entries, narrator, look, viewer)
    kept[key, viewer] = (stamp, told[first:])


@lru_cache(maxsize=REPLAYED)
def _of_one_move(
    move: tuple[StoryLine, ...], public: tuple[StoryLine, ...], texts: GameTexts, names: tuple[str, ...], look: Look
) -> _Drawn:
    """Remembered for replays, which tell the same moves by other lists at every click."""
    told: list[DrawnLine] = []
    narrator, known = Narrator(texts, names), declared(texts.game)
    for sentence, entries in narrator.told(move):
        told.append(_line(sentence, tuple(entries), all(entry in public for entry in entries), texts, names, look))
    moments = [known[line.moment] for line in told if line.moment]
    return _Drawn(told, bool(moments), any(moment.orders for moment in moments))


@lru_cache(maxsize=REPLAYED)
def _line(sentence: str, entries: tuple[StoryLine, ...], public: bool, texts: GameTexts, names: tuple[str, ...],
          look: Look) -> DrawnLine:  # fmt: skip
    """One and the same for all who are told it."""
    first, moved = entries[0], {entry.card for entry in entries}
    head, seat = first.word in look.heads, doer(first, Narrator(texts, names))
    cards = () if head else tuple(_card(kind, look) for kind in look.faces if kind in moved)
    mark = hash((head, seat, emphasised(sentence, names), cards))
    name, moment = name_of(first), moment_of(first, declared(texts.game))
    plate = _again(texts, sentence) if head else ""
    return DrawnLine(seat, sentence, names, cards, head, mark, entries, name, moment, public=public, plate=plate)


def _again(texts: GameTexts, sentence: str) -> str:
    label = escape(f"{texts.say('web.moments.again')}: {sentence}")
    return f'<button type="button" class="again live-only" aria-label="{label}">{icon("again")}</button>'


@lru_cache(maxsize=CARDS)
def _card(kind: str, look: Look) -> Markup:
    face = look.faces[kind]
    corner = icon(face.sign) if face.sign else f"<b>{escape(face.index)}</b>" if face.index else ""
    described = f'aria-describedby="lex-{kind}"'
    return Markup(f'<span class="chip t-{face.tincture}" {described}>{icon(face.charge)}{corner}</span>')


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
