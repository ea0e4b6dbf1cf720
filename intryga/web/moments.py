"""Plates and ribbons: the big things of a story, drawn for one reader from what the story tells them and nothing else.

They hang, unseen, at their lines of the chronicle; `moments.js` shows them one after another, and again when asked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from intryga.kernel.layout import EVERYBODY
from intryga.kernel.view import MOVE, StoryLine
from intryga.texts.library import GameTexts
from intryga.texts.moments import ShownMoment, declared, name_of
from intryga.texts.narrator import Narrator
from intryga.web.jinja import environment
from intryga.web.lines import DrawnLine
from intryga.web.look import Look

RECENT = 12    # lines before a moment among which its cause is looked for


class Passage(NamedTuple):
    """Somebody's card before and after an exchange, by the order of the cards."""

    seat: int
    name: str
    mine: bool
    before: int    # a place among the cards; -1: unknown
    after: int
    card: str


def show_moments(
    lines: list[DrawnLine], first: int, entries: Sequence[StoryLine], narrator: Narrator, look: Look, viewer: int
) -> None:
    """Hang plates at the lines from `first` on, which are those of one move. `entries`: all that this reader was told
    so far, also what no sentence says, for moments that look so far back."""
    known = declared(narrator.texts.game)
    for place in range(first, len(lines)):
        name = lines[place].moment
        if not name:
            continue
        moment = known[name]
        told = lines[place].entries[0]
        whom = _who(told, moment.whom)
        mine = viewer >= 0 and whom == viewer
        after, cause = _following(lines, place, moment), _last(lines, place, moment.because, whom)
        theirs = cause is not None and cause.entries[0].source_seat == viewer
        if moment.only_theirs and (not mine or theirs or told.source_seat == told.target_seat >= 0):
            continue    # nobody needs to be told what they did to themselves
        plate = _plate(name, moment, lines, place, after, cause, entries, narrator, look, viewer, mine)
        followed = [lines[place], *(lines[n] for n in after), *([cause] if cause else [])]
        public = all(line.public for line in followed) and _is_open(moment.orders, narrator.texts)
        waits = " data-mine" if mine else ""
        before = " data-before" if moment.before else ""
        marks = f' data-moment="{moment.shape}" data-sound="{moment.sound}"{waits}{before}'
        lines[place] = lines[place]._replace(attributes=marks, plate=plate, public=public)
        for n in after:
            lines[n] = lines[n]._replace(attributes=" data-with", public=public)


def moment_of(told: StoryLine, known: Mapping[str, ShownMoment]) -> str:
    """Empty: it is none. A way of cards may be a moment for one card only (`"centre.character.overlord"`)."""
    name = name_of(told)
    exact = f"{name}.{told.card}"
    return exact if told.word == MOVE and exact in known else name if name in known else ""


def _who(line: StoryLine, part: str) -> int:
    """Who has this part in what the line tells; -1: nobody."""
    people = {"source": line.source_seat, "target": line.target_seat}
    return people.get(part, -1) if line.word == MOVE else line.seat(part)


def _following(lines: Sequence[DrawnLine], place: int, moment: ShownMoment) -> list[int]:
    found = []
    for after in range(place + 1, len(lines)):
        if lines[after].name not in moment.follows:
            break
        if not lines[after].moment:
            found.append(after)
    return found


def _plate(name: str, moment: ShownMoment, lines: Sequence[DrawnLine], place: int, after: Sequence[int],
           cause: DrawnLine | None, entries: Sequence[StoryLine], narrator: Narrator, look: Look, viewer: int,
           mine: bool) -> str:  # fmt: skip
    follows = [lines[n].drawn for n in after] if not moment.orders else []
    passages = _passages(moment.orders, lines, place, entries, narrator, look, viewer) if moment.orders else []
    because = cause.sentence if cause else ""
    names = tuple(narrator.names)
    return _drawn_plate(
        name, lines[place].entries, narrator.texts, names, look, mine, because, tuple(follows), tuple(passages)
    )


@lru_cache(maxsize=500)
def _drawn_plate(name: str, entries: tuple[StoryLine, ...], texts: GameTexts, names: tuple[str, ...], look: Look,
                 mine: bool, because: str, follows: tuple[str, ...], passages: tuple[Passage, ...]) -> str:  # fmt: skip
    """Drawn once for all who are told the same at the same time; then it is kept with its line."""
    narrator, moment = Narrator(texts, names), declared(texts.game)[name]

    def say(part: str) -> str:
        return narrator.sentence(f"moments.{name}.{part}", list(entries))

    card = next((entry.card for entry in entries if entry.card in look.faces), "")
    word = next((word for word in entries[0].about.values() if isinstance(word, str)), "")
    face = look.faces.get(card) or look.faces.get(f"{word}_plain")
    draw: Any = environment(texts).globals["plate"]
    return str(
        draw(
            shape=moment.shape,
            ground=moment.ground,
            charge=moment.charge or (face.charge if face else look.mark),
            tincture=face.tincture if face else "",
            seat=_who(entries[0], moment.whom),
            kicker=say("kicker"),
            title=say("mine") if mine else say("title"),
            text=say("text"),
            because=because,
            follows=follows,
            passages=passages,
        )
    )


def _is_open(zone: str, texts: GameTexts) -> bool:
    """Is everybody told of all cards that come into this zone or leave it? No zone is as good as an open one."""
    return all(place.seen_by == EVERYBODY for place in texts.game.layout.zones if place.name == zone)


def _last(lines: Sequence[DrawnLine], place: int, causes: Collection[str], whom: int) -> DrawnLine | None:
    """The last line before this one that tells one of these, if it is near."""
    near = range(place - 1, max(-1, place - RECENT - 1), -1)
    return next((lines[n] for n in near if any(_causes(lines[n], cause, whom) for cause in causes)), None)


def _causes(line: DrawnLine, cause: str, whom: int) -> bool:
    name, _, part = cause.partition(":")
    told = line.entries[0]
    return name in (line.name, f"{line.name}.{told.card}") and (not part or _who(told, part) == whom)


def _passages(zone: str, lines: Sequence[DrawnLine], place: int, entries: Sequence[StoryLine], narrator: Narrator,
              look: Look, viewer: int) -> list[Passage]:  # fmt: skip
    """Who had which card of a zone before it was told that they change hands, and who has it since."""
    told = lines[place].entries[0]
    earlier = sum(line.entries[0] == told for line in lines[:place])
    at = [n for n, entry in enumerate(entries) if entry == told][earlier]
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    for entry in entries[:at]:
        if entry.target == zone:
            before[entry.target_seat] = entry.card
        if entry.source == zone:
            before[entry.source_seat] = entry.card
    for entry in entries[at:]:
        if entry.source == zone:
            before[entry.source_seat] = entry.card
        if entry.target == zone and entry.target_seat not in after:
            after[entry.target_seat] = entry.card
    order = sorted(after.values(), key=lambda card: look.places[card])
    found = []
    for seat, card in after.items():
        had = order.index(before[seat]) if before.get(seat) in order else -1
        name = narrator.texts.word(card)
        found.append(Passage(seat, narrator.name(seat), seat == viewer, had, order.index(card), str(name)))
    return sorted(found, key=lambda passage: passage.after)
