"""What one looks up: the rules and the cards of a game, or those of a table that plays with cards of its own."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from intryga import games
from intryga.texts.library import GameTexts
from intryga.web import render
from intryga.web.drawing import number
from intryga.web.heraldry import Face, look
from intryga.web.reader import answer, house_of, language_of
from intryga.web.security import person_of
from intryga.web.table_pages import Refusable, looked_at, missing, refused


class Chapter(NamedTuple):
    id: str
    title: str
    rules: list[tuple[str, str]]


async def rules(request: Request) -> Response:
    game = request.path_params["game"]
    if game not in games.names():
        return missing(request)
    texts = render.game_texts(game, language_of(request))
    book = texts.game.rulebook
    chapters = [
        Chapter(
            f"s-{section['id']}",
            texts.translated(section["title"]),
            [(rule["id"], texts.translated(rule)) for rule in book["rule"] if rule["section"] == section["id"]],
        )
        for section in book["section"]
    ]
    return answer(request, "rules.html", texts=texts, sections=chapters)


class CardInfo(NamedTuple):
    name: str
    text: str
    short: str
    face: Face
    foot: str
    facts: list[str]


async def cards(request: Request) -> Response:
    game = request.path_params["game"]
    if game not in games.names():
        return missing(request)
    texts = render.game_texts(game, language_of(request))
    return answer(request, "cards.html", texts=texts, cards=card_infos(texts), own="", file=f"/cards/{game}/file")


async def table_cards(request: Request) -> Response:
    """The cards this table is played with."""
    try:
        page = await looked_at(request, person_of(request), _token(request))
    except Refusable as error:
        return refused(request, error, 404)
    texts = render.game_texts(page.game, language_of(request), page.components)
    file = f"/table/{page.table}/components" + (f"?token={_token(request)}" if _token(request) else "")
    return answer(
        request, "cards.html", texts=texts, cards=card_infos(texts), own=page.components, file=file
    )


def card_infos(texts: GameTexts) -> list[CardInfo]:
    faces = look(texts.game).faces
    blocks = [block for group in texts.game.components.values() if isinstance(group, list) for block in group]
    shown = []
    for block in blocks:
        if block.get("id") not in faces or "name" not in block:
            continue
        facts = [f"{texts.say(f'components.{name}')}: {number(value)}" for name, value in block.items()
                 if type(value) is int]  # fmt: skip
        copies = f"×{block['copies']}" if "copies" in block else ""
        face = faces[block["id"]]
        shown.append(
            CardInfo(
                texts.word(block["id"]),
                texts.translated(block.get("text", {})),
                texts.translated(face.short),
                face,
                copies,
                facts,
            )
        )
    told = {block.get("id") for block in blocks}
    for kind, face in faces.items():    # cards that the components do not list one by one
        if kind not in told and face.short:
            text = texts.translated(face.short)
            shown.append(CardInfo(texts.word(kind), text, text, face, "", []))
    return shown


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
