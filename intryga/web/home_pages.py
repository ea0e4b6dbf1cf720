"""The pages around the tables: home, a new table, and who one is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, get_args
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Mount, Route

from intryga import bots, games
from intryga.kernel.components import COMPONENTS_LENGTH
from intryga.kernel.game import Mistake
from intryga.tables.plain_text import nickname
from intryga.tables.types import Person, Refused, Spectators, TableCard
from intryga.texts.language import LANGUAGES, other
from intryga.texts.library import house
from intryga.web import (
    deal_pages,
    forms,
    hint_pages,
    learn_pages,
    picture,
    puzzle_pages,
    reference_pages,
    render,
    review_pages,
    signal_pages,
    table_pages,
)
from intryga.web.api import ANYTHING
from intryga.web.assets.files import game_css, static_files
from intryga.web.guard import turned_away
from intryga.web.identity import COOKIE, YEAR, new_person, passport, person_of, remember
from intryga.web.invitation import code_from
from intryga.web.lessons import lessons
from intryga.web.limits import Guesses
from intryga.web.lists import Listed, by_month, listed, rest_of_title, short_title, tallies
from intryga.web.look import Look, look
from intryga.web.request import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    answer,
    house_of,
    language_of,
    sentence,
)

SEE_OTHER = 303
SEATS_COOKIE = "seats."    # and the name of a game
MOST_SEATS = 8    # of any game
SHOWN = 8    # tables of each list on the home page
TOLD = 3    # variants that a closed fold tells of
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
    """A new table; who comes from the home page has already said how many, with whom, and under which name."""
    asked = request.query_params
    seats, level = asked.get("seats", ""), asked.get("level", "")
    game = asked.get("game", games.names()[0])
    typed = {"nickname": asked.get("name", "")[:40]}
    if not seats:
        typed |= _seats_before(request, game)
    if seats.isdecimal() and len(seats) < 3:
        typed |= {f"seat{place}": "none" for place in range(int(seats), max(MOST_SEATS, int(seats)))}
    if level in bots.LEVELS:
        typed = {f"seat{place}": level for place in range(2, MOST_SEATS)} | typed
    return show_new(request, game, typed=typed)


class OptionField(NamedTuple):
    field: str
    name: str
    help: str
    choices: list[tuple[str, str]]    # as it is sent, as it is read
    parts: list[tuple[str, str]]    # where several things may be chosen one by one instead: these
    parts_how: str


def show_new(
    request: Request,
    game: str,
    error: Exception | None = None,
    typed: Mapping[str, Any] | None = None,
    picked: Sequence[str] = (),
) -> Response:
    """`typed`: what was chosen before a mistake was found in it, or for the last table. `picked`: of what is chosen one
    by one."""
    language = language_of(request)
    if game not in games.names():
        return table_pages.missing(request)
    texts = render.game_texts(game, language)
    options = [
        OptionField(
            f"option.{name}",
            texts.translated(option["name"]),
            texts.translated(option["help"]),
            [(str(choice).lower(), texts.choice(name, choice)) for choice in option["choices"]],
            [(part["id"], texts.word(part["id"])) for part in texts.game.components[option["of"]]]
            if "of" in option
            else [],
            texts.say(f"by_hand.{name}") if "of" in option else "",
        )
        for name, option in texts.game.components.get("options", {}).items()
    ]

    def named(words: Iterable[str], key: str) -> list[tuple[str, str]]:
        return [(word, texts.say(f"web.new.{key}.{word}")) for word in words]

    clocks, watching = named(forms.CLOCKS, "clocks"), named(get_args(Spectators), "watching")
    who_may_sit = [("no", texts.say("web.new.by_link")), ("yes", texts.say("web.new.for_all"))]
    usually = [clocks[0][1], f"{texts.say('web.new.spectators')} {watching[0][1]}", who_may_sit[0][1]]
    return answer(
        request,
        "new.html",
        400 if error else 200,
        game=game,
        title=texts.title,
        look=look(texts.game),
        players=f"{texts.game.seats[0]}–{texts.game.seats[-1]}",
        levels=bots.LEVELS,
        usual=bots.USUAL,
        least_seats=texts.game.seats[0],
        most_seats=texts.game.seats[-1],
        options=options,
        agreed=", ".join(option.choices[0][1] for option in options[:TOLD]) + ("…" if len(options) > TOLD else ""),
        usually=" · ".join(usually),
        picked=picked,
        who_may_sit=who_may_sit,
        clocks=clocks,
        paces=named(forms.PACES, "paces"),
        windows=named(forms.WINDOWS, "windows") if texts.game.chain_ends else [],
        watching=watching,
        most_kilobytes=COMPONENTS_LENGTH // 1024,
        wrong_file=isinstance(error, Refused) and error.key.startswith("components"),
        typed={name: value for name, value in (typed or {}).items() if isinstance(value, str)},
        error=sentence(error, language) if error else "",
    )


async def create(request: Request) -> Response:
    form = await forms.read(request, files=1)
    try:
        person = somebody(request, forms.text(form, "nickname"))
        table = await house_of(request).create(person, await forms.table_wish(form))
    except Mistake as error:
        picked = [part for name in form if name.endswith(forms.PART) for part in map(str, form.getlist(name))]
        name = forms.text(form, "game", 40)
        if picked and not isinstance(error, Refused):
            error = Refused("parts", "what was chosen one by one does not go together")
        return show_new(request, name, error, form, picked)
    finally:
        await form.close()
    response = redirect(request, f"/table/{table}", person)
    _remember_seats(request, response, form)
    return response


def _remember_seats(request: Request, response: Response, form: FormData) -> None:
    """Whoever opens a table of this game again finds the same company."""
    chosen = [forms.text(form, f"seat{place}", 20) for place in range(MOST_SEATS)]
    wanted = ".".join(kind if kind in (*bots.BOTS, "open", "guest") else "none" for kind in chosen[1:])
    secure = request.url.scheme == "https"
    name = SEATS_COOKIE + forms.text(form, "game", 40)
    response.set_cookie(name, wanted, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def _seats_before(request: Request, game: str) -> dict[str, str]:
    """As they were at one's last table of this game; a guest's name is asked for again."""
    kinds = request.cookies.get(SEATS_COOKIE + game, "").split(".")
    known = (*bots.BOTS, "open", "guest", "none")
    return {f"seat{place}": kind for place, kind in enumerate(kinds[: MOST_SEATS - 1], 1) if kind in known}


# --- who one is ---


async def me(request: Request) -> Response:
    return show_me(request)


def show_me(request: Request, error: str = "") -> Response:
    person = person_of(request)
    origin = f"{request.url.scheme}://{request.url.netloc}"
    link = f"{origin}/return/{passport(request).return_token(person)}" if person else ""
    push_key = signal_pages.public_key(request) if person else ""
    return answer(request, "me.html", 400 if error else 200, return_url=link, push_key=push_key, error=error)


async def history(request: Request) -> Response:
    person, language = person_of(request), language_of(request)
    cards = await house_of(request).history(person) if person else []
    return answer(request, "history.html", months=by_month(cards, language), tallies=tallies(cards, language))


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
    """A personal link, opened on another device. It takes a click: another site could lead here, too, and whoever was
    known in this browser would be lost."""
    person = passport(request).from_return(request.path_params["token"])
    if person is None:
        return table_pages.failed(request, "web.error.return_link", 403)
    if request.method == "POST":
        return redirect(request, "/", person)
    return answer(request, "return.html", returning=person.name)


async def renew(request: Request) -> Response:
    """Whatever was signed for this person before is void; this browser gets a new cookie."""
    person = person_of(request)
    if person is None:
        return table_pages.failed(request, "web.error.nobody", 403)
    await house_of(request).renew(person)
    return redirect(request, "/me", person)


async def sign_out(request: Request) -> Response:
    response = RedirectResponse("/", SEE_OTHER)
    response.delete_cookie(COOKIE)
    return response


async def change_settings(request: Request) -> Response:
    form = await forms.read(request)
    language, theme = forms.text(form, "language"), forms.text(form, "theme")
    person = person_of(request)
    if person is not None and language in LANGUAGES:
        person = msgspec.structs.replace(person, language=language)
    response = redirect(request, forms.back(form), person)
    secure = request.url.scheme == "https"
    if language in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, samesite="lax", secure=secure)
    if theme in THEMES:
        response.set_cookie(THEME_COOKIE, theme, max_age=YEAR, samesite="lax", secure=secure)
    return response


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
    Route("/new", new),
    Route("/new", create, methods=["POST"]),
    Route("/history", history),
    Route("/me", me),
    Route("/me", rename, methods=["POST"]),
    Route("/me/renew", renew, methods=["POST"]),
    Route("/me/sign-out", sign_out, methods=["POST"]),
    Route("/return/{token}", come_back, methods=["GET", "POST"]),
    Route("/settings", change_settings, methods=["POST"]),
    Route("/join", follow),
    Route("/join/{code}", join_by_words),
    *signal_pages.routes,
    *hint_pages.routes,
    *learn_pages.routes,
    *deal_pages.routes,
    *puzzle_pages.routes,
    *reference_pages.routes,
    *review_pages.routes,
    *picture.routes,
    *table_pages.routes,
    Route("/look/{game}.css", game_css),
    Mount("/static", static_files),
]
