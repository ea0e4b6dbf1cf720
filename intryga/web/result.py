"""How a game ended: who won, by what, and which aims were reached."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from intryga.kernel.view import View
from intryga.tables.types import TablePage
from intryga.texts.narrator import Narrator
from intryga.web.filters import number
from intryga.web.look import Face, Look, look

MANY_SOURCES = 7    # of points: more are listed only where somebody has some
SIGNED = 3.5    # percent of the bars' width: a narrower part has no room for its charge, only for its number


class BarPart(NamedTuple):
    """A piece of the bar that pictures somebody's points: gains to the right of nothing, losses to its left."""

    source: str
    charge: str    # empty where there is no room for it
    points: int
    start: float    # in percent of the bars' width
    length: float


class Aim(NamedTuple):
    """Something that somebody strove for in secret."""

    name: str
    face: Face
    kept: bool


class Rank(NamedTuple):
    rank: int
    seat: int
    name: str
    points: list[int]
    bar: list[BarPart]
    total: int
    won: bool
    mine: bool
    aims: list[Aim]


def result(page: TablePage, view: View, scores: list[dict[str, int]], narrator: Narrator) -> dict[str, Any]:
    """What the page of the end and the picture of it are given."""
    texts, appearance = narrator.texts, look(narrator.texts.game)
    totals = [sum(points.values()) for points in scores]
    sources = list(scores[0])
    if len(sources) > MANY_SOURCES:
        sources = [source for source in sources if any(points[source] for points in scores)]
    named = [(texts.say(f"scores.{source}"), appearance.sources.get(source, "laurel")) for source in sources]
    order = sorted(range(len(scores)), key=lambda seat: (seat not in view.winners, -totals[seat], seat))
    best = [totals[seat] for seat in view.winners] or [0]
    rivals = [totals[seat] for seat in order if seat not in view.winners]
    lost = max(sum(-n for n in points.values() if n < 0) for points in scores)
    span = max(1, lost + max(sum(n for n in points.values() if n > 0) for points in scores))
    ranking = [
        Rank(
            1 + sum((other in view.winners, totals[other]) > (seat in view.winners, totals[seat]) for other in order),
            seat,
            narrator.name(seat),
            [scores[seat][source] for source in sources],
            _bar([scores[seat][source] for source in sources], named, lost, span),
            totals[seat],
            seat in view.winners,
            seat == page.viewer,
            _aims(view, seat, narrator, appearance),
        )
        for seat in order
    ]
    deciding = appearance.tie_alone if view.guests else appearance.tie
    tied = deciding if max(rivals, default=min(best) - 1) == max(best) else ""
    return {
        "ranking": ranking,
        "sources": named,
        "zero": round(100 * lost / span, 2),
        "verdict": narrator.verdict(view.winners),
        "ending": _ending(page, narrator, appearance),
        "margin": texts.say("web.end.margin", points=_against(row.total for row in ranking)),
        "decided": _decided(ranking, named, narrator),
        "tie": (tied, texts.rule(tied)) if tied else None,
    }


def _against(points: Iterable[int]) -> str:
    return "\u00a0:\u00a0".join(number(n) for n in points)


def _decided(ranking: Sequence[Rank], named: Sequence[tuple[str, str]], narrator: Narrator) -> str:
    """By which source of points the only winner is furthest ahead of who came second."""
    if len(ranking) < 2 or not ranking[0].won or ranking[1].won or len(named) < 2:
        return ""
    best, next_best = ranking[0].points, ranking[1].points
    ahead, source = max((best[n] - next_best[n], -n) for n in range(len(named)))
    if ahead <= 0:
        return ""
    points = _against((best[-source], next_best[-source]))
    return narrator.texts.say("web.end.decided", source=named[-source][0], points=points)


def _bar(points: Sequence[int], named: Sequence[tuple[str, str]], lost: int, span: int) -> list[BarPart]:
    parts, left, right = [], lost, lost
    for n, (source, charge) in zip(points, named, strict=True):
        length = round(100 * abs(n) / span, 2)
        left -= max(0, -n)
        if n:
            start = round(100 * (right if n > 0 else left) / span, 2)
            parts.append(BarPart(source, charge if length > SIGNED else "", n, start, length))
        right += max(0, n)
    return parts


def _aims(view: View, seat: int, narrator: Narrator, appearance: Look) -> list[Aim]:
    """The cards of the zone in which a game lays open what its players strove for (`aims` in its look)."""
    shown = view.zones.get(f"{appearance.aims} {seat}", []) if appearance.aims else []
    kept = view.facts.get("kept", {})
    cards = shown if isinstance(shown, list) else []
    return [Aim(str(narrator.texts.word(card)), appearance.faces[card], kept.get(card) == seat) for card in cards]


def _ending(page: TablePage, narrator: Narrator, appearance: Look) -> str:
    """What the story says of how the game came to its end."""
    told = [entry for move in page.story for entry in move.entries if entry.word in appearance.ends]
    return " ".join(narrator.story(told[-1:]))
