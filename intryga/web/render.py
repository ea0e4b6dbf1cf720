"""From a page of the house to HTML: whole for the first load, section by section for live updates.

A layout marks what changes together with `{% call section("id") %}`; one rendering gives both the whole and the parts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

import msgspec
from jinja2 import BaseLoader, ChoiceLoader, Environment, FunctionLoader, PackageLoader, StrictUndefined
from markupsafe import Markup

from intryga import games
from intryga.kernel.game import Value
from intryga.kernel.view import Cards, Entry, View
from intryga.tables.shapes import SeatInfo, TablePage
from intryga.texts.library import GameTexts, house
from intryga.texts.narrator import Narrator
from intryga.web import chronicle
from intryga.web.heraldry import Look, look
from intryga.web.scene import Scene, since_my_move

MINUS = "\u2212"
STORY_LINES = 60


class Drawn(NamedTuple):
    whole: Markup
    sections: dict[str, str]


def table_sections(page: TablePage, language: str) -> dict[str, str]:
    """Every section of the table by the id of its element; the first thing in it is that element."""
    return draw(page, language).sections


def draw(page: TablePage, language: str, **extra: Any) -> Drawn:
    """`extra` is what the reader has chosen for all pages (theme), and what led here (an invite)."""
    scenery = table_scenery(page, language)
    return _draw(_layout(page, scenery["look"]), {**DEFAULTS, **scenery, **extra})


def draw_view(view: View, seats: list[SeatInfo], story: list[list[Entry]], language: str, **extra: Any) -> Drawn:
    """A table that nobody is asked anything at, for replays."""
    view = msgspec.structs.replace(view, decision=None)
    page = TablePage(
        table="", game=view.game, name="", options={}, status="playing", version=0, seats=seats, viewer=view.viewer,
        view=view, story=story, can_undo=False, chat=[], commitment="", secret=None, invite=None, deadline=None,
        creator=False, hot_seat=False,
    )  # fmt: skip
    scenery = table_scenery(page, language)
    return _draw(_layout(page, scenery["look"]), {**DEFAULTS, **scenery, "still": True, **extra})


DEFAULTS: dict[str, Any] = {"theme": "auto", "here": "/", "token": "", "person_name": "", "origin": "", "still": False}


def _draw(template: str, context: Mapping[str, Any]) -> Drawn:
    sections: dict[str, str] = {}

    def section(id: str, caller: Callable[[], str]) -> str:
        sections[id] = str(caller()).strip()
        return Markup(sections[id])

    whole = environment().get_template(template).render({**context, "section": section})
    return Drawn(Markup(whole), sections)


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


def game_scenery(game: str, language: str) -> dict[str, Any]:
    """What every page about one game needs."""
    texts = game_texts(game, language)
    appearance = look(texts.game)
    return {
        **house_scenery(language),
        "say": texts.say,
        "word": texts.word,
        "short": lambda kind: texts.translated(appearance.faces[kind].short),
        "title": texts.title,
        "look": appearance,
        "cloth": appearance.cloth,
        "rules_url": f"/rules/{game}",
        "cards_url": f"/cards/{game}",
        "game_css": f"/look/{game}.css?{version_of_css(game)}" if css(game) else "",
    }


@cache
def icon(name: str, cls: str = "") -> Markup:
    return Markup('<svg class="i {}" aria-hidden="true"><use href="/static/{}/charges.svg#c-{}"/></svg>').format(
        cls, assets_version(), name
    )


@cache
def flag(seat: int) -> Markup:
    return Markup('<svg class="flag" aria-hidden="true"><use href="/static/{}/charges.svg#f-{}"/></svg>').format(
        assets_version(), seat % 8 + 1
    )


def house_scenery(language: str) -> dict[str, Any]:
    return {
        "language": language,
        "say": house(language).say,
        "static": f"/static/{assets_version()}",
        "sprite": f"/static/{assets_version()}/charges.svg",
        "draw_icon": icon,
        "draw_flag": flag,
        "duration": duration,
        "number": number,
    }


def table_scenery(page: TablePage, language: str) -> dict[str, Any]:
    texts = game_texts(page.game, language)
    appearance = look(texts.game)
    names = [info.name for info in page.seats]
    narrator = Narrator(texts, names)
    news = since_my_move(page.story, page.viewer)
    around = game_scenery(page.game, language)
    scenery = {
        **around,
        "page": page,
        "view": page.view,
        "lines": chronicle.lines(page.story, len(news), narrator, appearance, around["sprite"])[:STORY_LINES],
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


# --- filters and small words ---


def duration(seconds: float) -> str:
    whole = max(int(seconds), 0)
    if whole >= 2 * 86400:
        return f"{whole // 86400} d"
    if whole >= 3600:
        return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 60}:{whole % 60:02}"


def number(n: int) -> str:
    """With a minus sign as wide as the plus sign."""
    return f"{MINUS}{-n}" if n < 0 else str(n)


def holding(zones: Mapping[str, Cards], name: str) -> bool:
    """Does anybody have something in a zone of this name?"""
    return any(content for label, content in zones.items() if label.split()[0] == name)


def most(zones: Mapping[str, Cards], name: str, card: str) -> int:
    """The most cards of one kind in front of anybody."""
    open_to_all = [zone for label, zone in zones.items() if label.split()[0] == name and isinstance(zone, dict)]
    return max((zone.get(card, 0) for zone in open_to_all), default=0)


# --- templates and files ---


@cache
def environment() -> Environment:
    made = Environment(
        loader=ChoiceLoader([PackageLoader("intryga.web"), _game_layouts()]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["holding"] = holding
    made.filters["most"] = most
    return made


def _game_layouts() -> BaseLoader:
    def load(name: str) -> str | None:
        parts = name.split("/")
        if len(parts) != 3 or parts[0] != "games" or parts[1] not in games.names():
            return None
        file = games.find(parts[1]).folder.joinpath(parts[2])
        return file.read_text("utf-8") if file.is_file() else None

    return FunctionLoader(load)


@cache
def css(game: str) -> str:
    """What a game's own table adds to the house's looks."""
    file = games.find(game).folder.joinpath("table.css")
    return file.read_text("utf-8") if file.is_file() else ""


def version_of_css(game: str) -> str:
    return _digest([css(game).encode()])


@cache
def assets_version() -> str:
    """Part of their address, so that browsers may keep them for ever."""
    folder = resources.files("intryga.web").joinpath("static")
    files = sorted((file for file in folder.iterdir() if file.is_file()), key=lambda file: file.name)
    return _digest([file.read_bytes() for file in files])


def _digest(parts: Sequence[bytes]) -> str:
    return hashlib.blake2b(b"".join(parts), digest_size=5).hexdigest()
