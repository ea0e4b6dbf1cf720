"""The pages around the tables: home, a new table, rules, cards, and who one is."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from intryga import bots, games
from intryga.kernel.game import Mistake
from intryga.tables.names import nickname
from intryga.tables.shapes import Person, TableCard
from intryga.texts.language import LANGUAGES, other
from intryga.texts.library import house
from intryga.web import forms, render, table_pages
from intryga.web.drawing import number
from intryga.web.files import game_css, static_files
from intryga.web.guard import turned_away
from intryga.web.heraldry import Face, Look, look
from intryga.web.reader import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    answer,
    house_of,
    language_of,
    sentence,
)
from intryga.web.security import YEAR, new_person, passport, person_of, remember

SEE_OTHER = 303
SHOWN = 8    # tables of each list on the home page


class Title(NamedTuple):
    """A game on the shelf."""

    id: str
    title: str
    subtitle: str
    look: Look
    seats: range
    players: str
    minutes: int
    line: str


class Listed(NamedTuple):
    card: TableCard
    look: Look
    title: str
    players: str


async def home(request: Request) -> Response:
    return await show_home(request)


async def show_home(request: Request, error: str = "") -> Response:
    language = language_of(request)
    shelf = [title(name, language) for name in games.names()]
    wanted = request.query_params.get("game", "")
    chosen = next((game for game in shelf if game.id == wanted), shelf[0])
    lobby = await house_of(request).lobby(person_of(request))

    def listed(tables: list[TableCard]) -> list[Listed]:
        return [entry(card, language) for card in tables[:SHOWN]]

    return answer(
        request,
        "home.html",
        400 if error else 200,
        shelf=shelf,
        chosen=chosen,
        levels=list(bots.BOTS),
        open=listed(lobby.open),
        mine=listed(lobby.mine),
        finished=listed(lobby.finished)[:4],
        error=error,
    )


def title(name: str, language: str) -> Title:
    texts = render.game_texts(name, language)
    about = texts.game.components["game"]
    appearance = look(texts.game)
    seats = texts.game.seats
    return Title(
        name,
        texts.title,
        about["title"][other(language)],
        appearance,
        seats,
        f"{seats[0]}–{seats[-1]}",
        about["minutes"],
        texts.translated(appearance.line) if appearance.line else "",
    )


def entry(card: TableCard, language: str) -> Listed:
    texts = render.game_texts(card.game, language)
    players = ", ".join(name or texts.say("web.table.free") for name in card.players)
    return Listed(card, look(texts.game), texts.title, players)


# --- a new table ---


def somebody(request: Request, name: str) -> Person:
    """Whoever asks; somebody new gets the name they gave, or a guest's."""
    language = language_of(request)
    return person_of(request) or new_person(name or house(language).say("names.player"), language)


def redirect(request: Request, path: str, person: Person | None = None) -> Response:
    response = RedirectResponse(path, SEE_OTHER)
    if person is not None:
        remember(request, response, person)
    return response


async def play(request: Request) -> Response:
    """One click: a game against bots."""
    form = await forms.read(request)
    try:
        person = somebody(request, forms.text(form, "name"))
        table = await house_of(request).create(person, forms.quick_wish(form))
    except Mistake as error:
        return await show_home(request, sentence(error, language_of(request)))
    return redirect(request, f"/table/{table}", person)


async def new(request: Request) -> Response:
    return show_new(request, request.query_params.get("game", games.names()[0]))


def show_new(request: Request, game: str, error: str = "") -> Response:
    language = language_of(request)
    if game not in games.names():
        return missing(request)
    texts = render.game_texts(game, language)

    return answer(
        request,
        "new.html",
        400 if error else 200,
        game=game,
        title=texts.title,
        levels=list(bots.BOTS),
        least_seats=texts.game.seats[0],
        most_seats=texts.game.seats[-1],
        options=texts.game.components.get("options", {}),
        translated=texts.translated,
        choice_word=lambda choice: render.chosen(texts, choice),
        clocks=list(forms.CLOCKS),
        paces=list(forms.PACES),
        error=error,
    )


async def create(request: Request) -> Response:
    form = await forms.read(request)
    try:
        person = somebody(request, forms.text(form, "nickname"))
        table = await house_of(request).create(person, forms.table_wish(form))
    except Mistake as error:
        return show_new(request, forms.text(form, "game", 40), sentence(error, language_of(request)))
    return redirect(request, f"/table/{table}", person)


# --- rules and cards ---


class Chapter(NamedTuple):
    id: str
    title: str
    rules: list[tuple[str, str]]


async def rules(request: Request) -> Response:
    game = request.path_params["game"]
    if game not in games.names():
        return missing(request)
    language = language_of(request)
    texts = render.game_texts(game, language)
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
    language = language_of(request)
    texts = render.game_texts(game, language)
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
    return answer(request, "cards.html", texts=texts, cards=shown)


# --- who one is ---


async def me(request: Request) -> Response:
    return show_me(request)


def show_me(request: Request, error: str = "") -> Response:
    person = person_of(request)
    origin = f"{request.url.scheme}://{request.url.netloc}"
    link = f"{origin}/return/{passport(request).return_token(person)}" if person else ""
    return answer(request, "me.html", 400 if error else 200, return_url=link, error=error)


async def rename(request: Request) -> Response:
    form = await forms.read(request)
    name = forms.text(form, "name")
    try:
        known = person_of(request)
        person = (
            msgspec.structs.replace(known, name=nickname(name)) if known else new_person(name, language_of(request))
        )
    except Mistake as error:
        return show_me(request, sentence(error, language_of(request)))
    return redirect(request, "/", person)


async def come_back(request: Request) -> Response:
    """A personal link, opened on another device."""
    person = passport(request).from_return(request.path_params["token"])
    if person is None:
        return table_pages.failed(request, "web.error.return_link", 403)
    return redirect(request, "/", person)


async def change_settings(request: Request) -> Response:
    form = await forms.read(request)
    language, theme = forms.text(form, "language"), forms.text(form, "theme")
    person = person_of(request)
    if person is not None and language in LANGUAGES:
        person = Person(person.id, person.name, "en" if language == "en" else "pl")
    response = redirect(request, forms.back(form), person)
    secure = request.url.scheme == "https"
    if language in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, samesite="lax", secure=secure)
    if theme in THEMES:
        response.set_cookie(THEME_COOKIE, theme, max_age=YEAR, samesite="lax", secure=secure)
    return response


async def follow(request: Request) -> Response:
    """A pasted invite: only its path counts, so that it never leads elsewhere."""
    path = urlsplit(request.query_params.get("link", "")[:400].strip()).path
    if path.startswith(("/join/", "/table/")):
        return RedirectResponse(path, SEE_OTHER)
    return await show_home(request, house(language_of(request)).say("web.error.no_link"))


def missing(request: Request) -> Response:
    return table_pages.failed(request, "web.error.missing", 404)


async def not_understood(request: Request, error: HTTPException) -> Response:
    """No such page, or nothing that one can do there, or a form that is none."""
    key = "missing" if error.status_code == 404 else "request"
    if request.url.path.startswith("/api/"):
        return turned_away(request.scope, key, error.status_code)
    return table_pages.failed(request, f"web.error.{key}", error.status_code)


handlers: dict[Any, Any] = {HTTPException: not_understood}

routes: list[BaseRoute] = [
    Route("/", home),
    Route("/play", play, methods=["POST"]),
    Route("/new", new),
    Route("/new", create, methods=["POST"]),
    Route("/rules/{game}", rules),
    Route("/cards/{game}", cards),
    Route("/me", me),
    Route("/me", rename, methods=["POST"]),
    Route("/return/{token}", come_back),
    Route("/settings", change_settings, methods=["POST"]),
    Route("/join", follow),
    *table_pages.routes,
    Route("/look/{game}.css", game_css),
    Mount("/static", static_files),
]
