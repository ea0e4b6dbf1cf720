"""From a page of the house to HTML: whole for the first load, section by section for live updates.

A layout marks what changes together with `{% call section("id") %}`; one rendering gives both the whole and the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from markupsafe import Markup

from intryga import games
from intryga.kernel.game import Value
from intryga.kernel.view import Entry, View
from intryga.tables.shapes import SeatInfo, TablePage
from intryga.texts.library import GameTexts
from intryga.texts.narrator import Narrator
from intryga.web import chronicle
from intryga.web.chronicle import Told
from intryga.web.drawing import environment, number
from intryga.web.heraldry import Look, look
from intryga.web.scene import Scene, since_my_move

STORY_LINES = 60


class Drawn(NamedTuple):
    whole: Markup
    sections: dict[str, str]    # by the id of its element; the first thing in it is that element
    story: list[Told]    # not a section: only new lines are sent


def draw(page: TablePage, language: str, **extra: Any) -> Drawn:
    """`extra` is what the reader has chosen for all pages (theme), and what led here (an invite)."""
    sections: dict[str, str] = {}

    def section(id: str, caller: Callable[[], str]) -> str:
        sections[id] = str(caller()).strip()
        return Markup(sections[id])

    texts = game_texts(page.game, language)
    scenery = table_scenery(page, texts)
    template = environment(texts).get_template(_layout(page, look(texts.game)))
    whole = template.render({**DEFAULTS, **scenery, **extra, "section": section})
    return Drawn(Markup(whole), sections, scenery["lines"])


def draw_view(view: View, seats: list[SeatInfo], story: list[list[Entry]], language: str, **extra: Any) -> Drawn:
    """A table that nobody is asked anything at, for replays."""
    view = msgspec.structs.replace(view, decision=None)
    page = TablePage(
        table="", game=view.game, name="", options={}, status="playing", version=0, seats=seats, viewer=view.viewer,
        view=view, story=story, can_undo=False, chat=[], commitment="", secret=None, invite=None, deadline=None,
        creator=False, hot_seat=False,
    )  # fmt: skip
    return draw(page, language, still=True, **extra)


DEFAULTS: dict[str, Any] = {"theme": "auto", "here": "/", "token": "", "person_name": "", "still": False}


def _layout(page: TablePage, appearance: Look) -> str:
    if page.status == "waiting":
        return "waiting.html"
    if page.status == "over" or page.view is None:
        return "over.html"
    return f"games/{page.game}/table.html" if appearance.own_table else "generic.html"


# --- what the templates are given ---


@cache
def game_texts(game: str, language: str) -> GameTexts:
    return GameTexts(games.find(game), language)


def table_scenery(page: TablePage, texts: GameTexts) -> dict[str, Any]:
    appearance = look(texts.game)
    names = [info.name for info in page.seats]
    narrator = Narrator(texts, names)
    news = since_my_move(page.story, page.viewer)
    lines = chronicle.lines(page.story, len(news), narrator, appearance)[:STORY_LINES]
    scenery = {
        "page": page,
        "view": page.view,
        "lines": lines,
        "story": Markup("".join(line.item for line in lines)),
        "latest": next((line for line in lines if not line.head), None),
        "here_table": f"/table/{page.table}",
        "seating": page.seats,
        "seated": any(info.mine for info in page.seats),
        "may_talk": any(info.mine for info in page.seats),
        "free": sum(1 for info in page.seats if info.kind == "open"),
        "invite_url": f"/join/{page.table}/{page.invite}" if page.invite else "",
        "chosen": _chosen_options(texts, page.options),
    }
    if page.view is not None:
        scenery |= _scene(page, page.view, narrator, appearance, [entry for move in news for entry in move])
    return scenery


def _scene(page: TablePage, view: View, narrator: Narrator, appearance: Look, news: list[Entry]) -> dict[str, Any]:
    decision = view.decision
    seats = page.seats
    me = max(page.viewer, -1)
    space = narrator.texts.game.space
    scenery: dict[str, Any] = {
        "scene": Scene(view, narrator, appearance, news),
        "mine": seats[me] if me >= 0 else None,
        "others": [seats[(me + 1 + i) % len(seats)] for i in range(len(seats) - (me >= 0))],
        "my_decision": decision is not None,
        "prompt": narrator.prompt(decision.step) if decision else "",
        "seal": appearance.seals.get(decision.step, appearance.mark) if decision else appearance.mark,
        "sealed": ", ".join(narrator.option(space.parse(text)) for text in view.sealed),
        "awaited": ", ".join(narrator.name(seat) for seat in view.awaited),
    }
    if page.status == "over" and view.scores:
        scenery |= _result(view, view.scores, narrator)
    return scenery


class Rank(NamedTuple):
    rank: int
    seat: int
    name: str
    points: list[int]
    total: int
    won: bool
    mine: bool


def _result(view: View, scores: list[dict[str, int]], narrator: Narrator) -> dict[str, Any]:
    totals = [sum(points.values()) for points in scores]
    order = sorted(range(view.seats), key=lambda seat: (seat not in view.winners, -totals[seat], seat))
    ranking = [
        Rank(
            place,
            seat,
            narrator.name(seat),
            list(scores[seat].values()),
            totals[seat],
            seat in view.winners,
            seat == view.viewer,
        )
        for place, seat in enumerate(order, 1)
    ]
    texts = narrator.texts
    return {
        "ranking": ranking,
        "sources": [texts.say(f"scores.{source}") for source in scores[0]],
        "verdict": narrator.verdict(view.winners),
        "margin": texts.say("web.end.margin", points=" : ".join(number(row.total) for row in ranking)),
    }


def _chosen_options(texts: GameTexts, options: Mapping[str, Any]) -> list[tuple[str, str]]:
    known = texts.game.components.get("options", {})
    told = [(known[name], value) for name, value in options.items() if name in known]
    return [(texts.translated(option["name"]), chosen(texts, value)) for option, value in told]


def chosen(texts: GameTexts, value: Value) -> str:
    """A choice of an option as players read it."""
    return texts.say(f"web.new.{str(value).lower()}") if isinstance(value, bool) else str(value)
