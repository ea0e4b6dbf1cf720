"""The home page: one click to a game, one's tables, the words of a friend's table. And the routes of all pages."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route

from intryga import bots, games
from intryga.kernel.game import Mistake
from intryga.tables.types import Refused, TableCard
from intryga.texts.language import other
from intryga.texts.library import house
from intryga.web import (
    ahead_page,
    deal_pages,
    forms,
    hint_pages,
    learn_pages,
    new_table_pages,
    picture,
    puzzle_pages,
    reference_pages,
    render,
    review_pages,
    signal_pages,
    table_pages,
    visitor_pages,
)
from intryga.web.api import ANYTHING
from intryga.web.assets.files import game_css, static_files
from intryga.web.guard import turned_away
from intryga.web.identity import person_of
from intryga.web.invitation import code_from
from intryga.web.lessons import lessons
from intryga.web.limits import Guesses
from intryga.web.lists import Listed, listed, rest_of_title, short_title
from intryga.web.look import Look, look
from intryga.web.request import SEE_OTHER, answer, house_of, language_of, redirect, sentence, somebody

SHOWN = 8    # tables of each list on the home page
SHOWN_PAST = 4    # of those that are over


class Title(NamedTuple):
    """A game as the home page shows it."""

    id: str
    title: str
    short: str
    subtitle: str    # the rest of the title, or what the game is called in the other language
    look: Look
    seats: range
    players: str
    minutes: int
    line: str
    taught: bool    # has a guide


async def home(request: Request) -> Response:
    return await show_home(request)


async def show_home(
    request: Request, error: str = "", typed: str = "", status: int = 400, watch: str = ""
) -> Response:
    """`typed`: what was said for a table's words, and led nowhere. `watch`: a table that can at least be looked at."""
    language = language_of(request)
    titles = [title(name, language) for name in games.names()]
    wanted = request.query_params.get("game", "")
    chosen = next((game for game in titles if game.id == wanted), titles[0])
    lobby = await house_of(request).lobby(person_of(request))

    running = [card for card in lobby.mine if card.status != "over"]

    def shown(cards: Iterable[TableCard], most: int = SHOWN) -> list[Listed]:
        return [listed(card, language) for card in islice(cards, most)]

    return answer(
        request,
        "home.html",
        status if error else 200,
        typed=typed,
        watch=watch,
        titles=titles,
        chosen=chosen,
        levels=bots.LEVELS,
        usual=bots.USUAL,
        open=shown(card for card in lobby.open if not card.mine),
        running=shown(sorted(running, key=lambda card: not card.my_turn)),
        past=shown((card for card in lobby.mine if card.status == "over"), SHOWN_PAST),
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
        short_title(texts.title),
        rest_of_title(texts.title) or about["title"][other(language)],
        appearance,
        seats,
        f"{seats[0]}–{seats[-1]}",
        about["minutes"],
        texts.translated(appearance.line) if appearance.line else "",
        lessons(texts.game) is not None,
    )


async def play(request: Request) -> Response:
    """One click: a game against bots."""
    form = await forms.read(request)
    try:
        person = somebody(request, forms.text(form, "name"))
        table = await house_of(request).create(person, forms.quick_wish(form))
    except Mistake as error:
        return await show_home(request, sentence(error, language_of(request)))
    return redirect(request, f"/table/{table}", person)


async def follow(request: Request) -> Response:
    """The words of a table, or a pasted invite: only its path counts, so that it never leads elsewhere."""
    typed = request.query_params.get("link", "")[:400].strip()
    path = urlsplit(typed).path
    if path.startswith(("/join/", "/table/")):
        return RedirectResponse(path, SEE_OTHER)
    return await _by_words(request, code_from(typed), typed)


async def join_by_words(request: Request) -> Response:
    """A link that holds the words of a table."""
    typed = request.path_params["code"]
    return await _by_words(request, code_from(typed), typed.replace("-", " "))


async def _by_words(request: Request, code: str, typed: str) -> Response:
    say = house(language_of(request)).say
    guesses: Guesses = request.app.state.guesses
    address = request.client.host if request.client else ""
    if not code:
        return await show_home(request, say("web.error.no_link"), typed)
    if not guesses.may(address):
        return await show_home(request, say("web.error.too_many"), typed, 429)
    found = await house_of(request).invited(code)
    if found is None:
        guesses.wrong(address)
        return await show_home(request, say("web.error.no_code"), typed, 404)
    table, token = found
    if token:
        return RedirectResponse(f"/join/{table}/{token}", SEE_OTHER)
    try:
        page = await house_of(request).page(table, person_of(request))
    except Refused:    # nobody may look on
        return await show_home(request, say("web.refused.begun"), typed, 409)
    if page.status == "over" or any(info.mine for info in page.seats):
        return RedirectResponse(f"/table/{table}", SEE_OTHER)
    return await show_home(request, say("web.refused.begun"), typed, 409, f"/table/{table}")


async def not_understood(request: Request, error: HTTPException) -> Response:
    """No such page, or nothing that one can do there, or a form that is none."""
    key = "missing" if error.status_code == 404 else "request"
    if request.url.path.startswith("/api/"):
        response = turned_away(request.scope, key, error.status_code)
    else:
        response = table_pages.failed(request, f"web.error.{key}", error.status_code)
    if error.status_code == 405:
        response.headers["allow"] = ", ".join(sorted(_methods(request)))
    return response


def _methods(request: Request) -> set[str]:
    """What can be done at this address, by any of its routes."""
    scope = {**request.scope, "path_params": {}}
    fitting = (route for route in request.app.routes if route.matches(scope)[0] is not Match.NONE)
    return {method for route in fitting if route.name != ANYTHING for method in getattr(route, "methods", ()) or ()}


handlers: dict[Any, Any] = {HTTPException: not_understood}

routes: list[BaseRoute] = [
    Route("/", home),
    Route("/play", play, methods=["POST"]),
    Route("/join", follow),
    Route("/join/{code}", join_by_words),
    *new_table_pages.routes,
    *visitor_pages.routes,
    *signal_pages.routes,
    *hint_pages.routes,
    *learn_pages.routes,
    *deal_pages.routes,
    *puzzle_pages.routes,
    *reference_pages.routes,
    *ahead_page.routes,
    *review_pages.routes,
    *picture.routes,
    *table_pages.routes,
    Route("/look/{game}.css", game_css),
    Mount("/static", static_files),
]
