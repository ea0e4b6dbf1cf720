"""What one looks up: the rules and the cards of a game, or those of a table that plays with cards of its own."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from intryga import games
from intryga.texts.library import GameTexts
from intryga.web import render
from intryga.web.cardbook import CardInfo, card_book
from intryga.web.identity import person_of
from intryga.web.lessons import lessons
from intryga.web.request import answer, house_of, language_of
from intryga.web.table_pages import Refusable, looked_at, missing, refused, texts_for

LONGEST_SEARCH = 60    # letters


class Chapter(NamedTuple):
    id: str
    title: str
    rules: list[tuple[str, str]]


class Ruling(NamedTuple):
    """Something a table may decide otherwise."""

    name: str
    help: str
    choices: list[str]    # first the one that holds if nobody decides
    rule: str


async def rules(request: Request) -> Response:
    game = request.path_params["game"]
    if game not in games.names():
        return missing(request)
    texts = render.game_texts(game, language_of(request))
    wanted = request.query_params.get("q", "").strip()[:LONGEST_SEARCH]
    chapters = [chapter for chapter in _chapters(texts, wanted) if chapter.rules]
    options = [
        Ruling(
            texts.translated(option["name"]),
            texts.translated(option["help"]),
            [texts.choice(name, choice) for choice in option["choices"]],
            option["ruling"],
        )
        for name, option in texts.game.components.get("options", {}).items()
    ]
    taught = lessons(texts.game)
    return answer(
        request, "rules.html", texts=texts, sections=chapters, options=options, wanted=wanted, taught=taught,
        taught_game=game,
    )  # fmt: skip


def _chapters(texts: GameTexts, wanted: str) -> list[Chapter]:
    """The rules by chapter; of a search only those that have all its words."""
    book, words = texts.game.rulebook, wanted.casefold().split()
    told = [(rule["section"], rule["id"], texts.translated(rule)) for rule in book["rule"]]
    found = [one for one in told if all(word in f"{one[1]} {one[2]}".casefold() for word in words)]
    return [
        Chapter(
            f"s-{section['id']}",
            texts.translated(section["title"]),
            [(number, sentence) for place, number, sentence in found if place == section["id"]],
        )
        for section in book["section"]
    ]


class Group(NamedTuple):
    id: str
    title: str
    cards: list[CardInfo]


async def cards(request: Request) -> Response:
    game = request.path_params["game"]
    if game not in games.names():
        return missing(request)
    texts = render.game_texts(game, language_of(request))
    return answer(request, "cards.html", texts=texts, groups=groups(texts), own="", file=f"/cards/{game}/file")


async def table_cards(request: Request) -> Response:
    """The cards this table is played with."""
    try:
        page = await looked_at(request, person_of(request), _token(request))
    except Refusable as error:
        return refused(request, error, 404)
    texts = await texts_for(page, language_of(request))
    file = f"/table/{page.table}/components" + (f"?token={_token(request)}" if _token(request) else "")
    return answer(request, "cards.html", texts=texts, groups=groups(texts), own=page.components, file=file)


def groups(texts: GameTexts) -> list[Group]:
    return [
        Group(f"g-{name}", texts.say(f"components.{name}") if name else "", found)
        for name, found in card_book(texts).items()
    ]


# --- component files: to begin one's own with, and to replay a game file with ---


async def file(request: Request) -> Response:
    game = request.path_params["game"]
    if game not in games.names():
        return missing(request)
    return _toml(game, games.find(game).folder.joinpath("cards.toml").read_text("utf-8"))


async def table_file(request: Request) -> Response:
    table = request.path_params["table"]
    try:
        text = await house_of(request).components(table, person_of(request), _token(request) or None)
    except Refusable as error:
        return refused(request, error, 404)
    return _toml(table, text)


def _token(request: Request) -> str:
    return request.query_params.get("token", "")[:400]


def _toml(name: str, text: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}.toml"', "cache-control": "no-store"}
    return Response(text, 200, headers, "application/toml")


routes: list[BaseRoute] = [
    Route("/rules/{game}", rules),
    Route("/cards/{game}", cards),
    Route("/cards/{game}/file", file),
    Route("/table/{table}/cards", table_cards),
    Route("/table/{table}/components", table_file),
]
