"""The JSON API: the same pages and actions as in the browser, through the same house.

A program makes a person (`POST /api/people`) and sends the token it gets as `Authorization: Bearer TOKEN`; a browser's
cookie serves as well. Every endpoint is described here once, and the OpenAPI document follows from it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from intryga import __version__, games
from intryga.kernel.actions import UnknownAction
from intryga.kernel.game import Mistake
from intryga.kernel.layout import OMNISCIENT
from intryga.kernel.state import IllegalMove
from intryga.tables.model.entries import Damaged
from intryga.tables.output.game_file import GameFile
from intryga.tables.types import (
    CHAT_LENGTH,
    DealPage,
    Lobby,
    Person,
    Refused,
    ReplayPage,
    Stale,
    TableId,
    TablePage,
    TableWish,
    TakenBack,
    ToldMove,
)
from intryga.web.identity import new_person, passport, person_of
from intryga.web.render import game_texts
from intryga.web.request import house_of, language_of, sentence

ANYTHING = "anything else"    # the route for what the API does not have
Token = Annotated[str, Meta(max_length=500)]


class GameInfo(msgspec.Struct):
    id: str
    version: int
    title: dict[str, str]
    seats: list[int]
    options: dict[str, list[str | int | bool]]
    actions: int


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=200)]
    language: str = "en"


class NewToken(msgspec.Struct):
    name: str
    token: str    # a secret: whoever has it is this person


class NewTable(msgspec.Struct):
    table: TableId


class JoinBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: int
    token: Token | None = None    # of the invite; public tables need none


class ActBody(msgspec.Struct, forbid_unknown_fields=True):
    action: int
    version: int    # of the view that led to the choice; if the table has moved on, nothing happens
    seat: int | None = None    # needed by who holds several
    rest: bool = False    # a pass (`pass_on` of the table) in every further window of this chain too


class SeatBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: int | None = None


class OtherSeatBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: int


class ChatBody(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=CHAT_LENGTH)]


class MuteBody(msgspec.Struct, forbid_unknown_fields=True):
    author: Annotated[str, Meta(max_length=40)]
    muted: bool = True


class Story(msgspec.Struct):
    version: int
    skipped: int    # earlier moves, left out here
    story: list[ToldMove]


class ComponentFile(msgspec.Struct):
    components: str    # TOML


class Done(msgspec.Struct):
    done: bool = True


class Failure(msgspec.Struct, omit_defaults=True):
    error: str    # a sentence for a person
    key: str = ""    # a word for a program
    rule: str = ""    # the number of the rule that forbids a move


Handler = Callable[[Request, Any], Awaitable[Any]]


class Endpoint(NamedTuple):
    method: str
    path: str
    summary: str
    handler: Handler
    result: Any
    body: Any = None
    query: tuple[str, ...] = ()


# --- what each does ---


def _who(request: Request) -> Person:
    person = person_of(request)
    if person is None:
        raise Refused("who", "say who you are: make a person at /api/people and send its token")
    return person


def _table(request: Request) -> TableId:
    return str(request.path_params["table"])


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.lstrip("-").isdecimal() or len(text) > 9:
        raise Refused("no_number", f"'{name}' should be a number", field=name)
    return int(text)


async def list_games(request: Request, _: None) -> list[GameInfo]:
    found = [games.find(name) for name in games.names()]
    return [
        GameInfo(
            game.id,
            game.version,
            game.components["game"]["title"],
            list(game.seats),
            {name: option["choices"] for name, option in game.components.get("options", {}).items()},
            game.space.size,
        )
        for game in found
    ]


async def make_person(request: Request, body: NewPerson) -> NewToken:
    person = new_person(body.name, body.language)
    return NewToken(person.name, passport(request).return_token(person))


async def renew_person(request: Request, _: None) -> NewToken:
    person = _who(request)
    await house_of(request).people.renew(person.id)
    return NewToken(person.name, passport(request).return_token(person))


async def lobby(request: Request, _: None) -> Lobby:
    return await house_of(request).lobby(person_of(request))


async def create(request: Request, body: TableWish) -> NewTable:
    return NewTable(await house_of(request).create(_who(request), body))


async def view(request: Request, _: None) -> TablePage:
    token = request.query_params.get("token")
    await house_of(request).read_on(_table(request))
    return await house_of(request).page(_table(request), person_of(request), _number(request, "seat"), token)


async def journal(request: Request, _: None) -> Story:
    page = await view(request, None)
    return Story(page.version, page.story_skipped, page.story)


async def join(request: Request, body: JoinBody) -> Done:
    await house_of(request).join(_table(request), body.seat, _who(request), body.token)
    return Done()


async def act(request: Request, body: ActBody) -> Done:
    await house_of(request).act(_table(request), _who(request), body.action, body.version, body.seat, body.rest)
    return Done()


async def undo(request: Request, body: SeatBody) -> Done:
    await house_of(request).undo(_table(request), _who(request), body.seat)
    return Done()


async def undo_turn(request: Request, body: SeatBody) -> TakenBack:
    return await house_of(request).undo_turn(_table(request), _who(request), body.seat)


async def ask_again(request: Request, body: SeatBody) -> Done:
    await house_of(request).ask_again(_table(request), _who(request), body.seat)
    return Done()


async def chat(request: Request, body: ChatBody) -> Done:
    await house_of(request).chat(_table(request), _who(request), body.text)
    return Done()


async def mute(request: Request, body: MuteBody) -> Done:
    await house_of(request).mute(_table(request), _who(request), body.author, body.muted)
    return Done()


async def leave(request: Request, _: None) -> Done:
    await house_of(request).leave(_table(request), _who(request))
    return Done()


async def back(request: Request, _: None) -> Done:
    await house_of(request).back(_table(request), _who(request))
    return Done()


async def stand_in(request: Request, body: OtherSeatBody) -> Done:
    await house_of(request).stand_in(_table(request), _who(request), body.seat)
    return Done()


async def resign(request: Request, _: None) -> Done:
    await house_of(request).resign(_table(request), _who(request))
    return Done()


async def rematch(request: Request, _: None) -> NewTable:
    return NewTable(await house_of(request).rematch(_table(request), _who(request)))


async def replay(request: Request, _: None) -> ReplayPage:
    move, seen = _number(request, "move"), _number(request, "seen")
    viewpoint = OMNISCIENT if seen is None else seen
    return await house_of(request).finished.replay(_table(request), person_of(request), move, viewpoint)


async def file(request: Request, _: None) -> GameFile:
    return await house_of(request).finished.game_file(_table(request), person_of(request))


async def components(request: Request, _: None) -> ComponentFile:
    token = request.query_params.get("token")
    return ComponentFile(await house_of(request).components(_table(request), person_of(request), token))


async def events(request: Request, _: None) -> Response:
    """A line for every version: what to fetch is for the listener to decide."""
    page = await view(request, None)    # raises here, not in the middle of a stream
    house, who = house_of(request), person_of(request)

    async def lines() -> AsyncIterator[str]:
        async with aclosing(house.watch(page.table, who)) as news:
            async for version in news:
                yield f'data: {{"version": {version}}}\n\n'

    return StreamingResponse(lines(), media_type="text/event-stream", headers={"cache-control": "no-store"})


async def openapi(request: Request, _: None) -> dict[str, Any]:
    from intryga.web.openapi import document

    return document(ENDPOINTS, Failure, __version__)


async def deal(request: Request, _: None) -> DealPage:
    at = request.path_params
    seats = int(at["seats"]) if at["seats"].isdecimal() and len(at["seats"]) < 3 else 0
    return await house_of(request).deals.page(at["game"], seats, at["name"], person_of(request))


AT = "/api/tables/{table}"
ENDPOINTS = [
    Endpoint("GET", "/api/games", "The games and their options", list_games, list[GameInfo]),
    Endpoint("POST", "/api/people", "Become somebody: a name, and a token to keep", make_person, NewToken, NewPerson),
    Endpoint("POST", "/api/people/renew", "A new token; earlier ones and cookies are void", renew_person, NewToken),
    Endpoint("GET", "/api/tables", "Open tables, my tables, finished games", lobby, Lobby),
    Endpoint("POST", "/api/tables", "Create a table", create, NewTable, TableWish),
    Endpoint("GET", AT, "All I may know of a table", view, TablePage, query=("seat", "token")),
    Endpoint("GET", f"{AT}/journal", "What happened, as far as I may know", journal, Story, query=("seat", "token")),
    Endpoint("GET", f"{AT}/components", "The cards of a table as a file", components, ComponentFile, query=("token",)),
    Endpoint("GET", f"{AT}/events", "A stream of versions, one for every change", events, str, query=("token",)),
    Endpoint("POST", f"{AT}/join", "Sit down", join, Done, JoinBody),
    Endpoint("POST", f"{AT}/act", "Choose one of the options of my decision", act, Done, ActBody),
    Endpoint("POST", f"{AT}/undo", "Take my last choice back", undo, Done, SeatBody),
    Endpoint("POST", f"{AT}/undo-turn", "Take my choices back to the start of my turn", undo_turn, TakenBack, SeatBody),
    Endpoint("POST", f"{AT}/ask-again", "Pass for the rest of these windows no more", ask_again, Done, SeatBody),
    Endpoint("POST", f"{AT}/chat", "Say something", chat, Done, ChatBody),
    Endpoint("POST", f"{AT}/mute", "Hear somebody no more, or again", mute, Done, MuteBody),
    Endpoint("POST", f"{AT}/leave", "Leave; in a game a bot plays until I am back", leave, Done),
    Endpoint("POST", f"{AT}/back", "Take over from the bot again", back, Done),
    Endpoint("POST", f"{AT}/stand-in", "Let a bot play for somebody who has gone", stand_in, Done, OtherSeatBody),
    Endpoint("POST", f"{AT}/resign", "Give up; a bot ends the game", resign, Done),
    Endpoint("POST", f"{AT}/rematch", "The same people once more", rematch, NewTable),
    Endpoint("GET", f"{AT}/replay", "A finished game after any move", replay, ReplayPage, query=("move", "seen")),
    Endpoint("GET", f"{AT}/file", "The game file, which `intryga replay` reads", file, GameFile),
    Endpoint("GET", "/api/deals/{game}/{seats}/{name}", "How tables played the same deal", deal, DealPage),
    Endpoint("GET", "/api/openapi.json", "This description", openapi, dict[str, Any]),
]

STATUS = {"no_table": 404, "who": 401, "no_spectators": 403, "not_seated": 403, "not_your_seat": 403,
          "not_stored": 503, "unsure": 503, "not_reached": 503}


def _route(endpoint: Endpoint) -> BaseRoute:
    decoder = None if endpoint.body is None else msgspec.json.Decoder(endpoint.body)

    async def answer(request: Request) -> Response:
        try:
            body = None if decoder is None else decoder.decode(await request.body() or b"{}")
            result = await endpoint.handler(request, body)
        except (Mistake, IllegalMove, UnknownAction, msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            return failed(request, error)
        if isinstance(result, Response):
            return result
        return _json(result, 200)

    return Route(endpoint.path, answer, methods=[endpoint.method])


def failed(request: Request, error: Exception) -> Response:
    if isinstance(error, Refused):
        status = 409 if isinstance(error, Stale) else 503 if isinstance(error, Damaged) else STATUS.get(error.key, 400)
        return _json(Failure(sentence(error, language_of(request)), error.key), status)
    if isinstance(error, IllegalMove):
        said = sentence(error, language_of(request), _texts(request, error.rule))
        return _json(Failure(said, "illegal", error.rule), 422)
    return _json(Failure(str(error), "bad_request"), 400)


def _texts(request: Request, rule: str) -> Any:
    """The texts of the game whose rule this is."""
    prefix = rule.partition("-")[0]
    found = next((name for name in games.names() if games.find(name).prefix == prefix), None)
    return game_texts(found, language_of(request)) if found else None


def _json(value: Any, status: int) -> Response:
    return Response(msgspec.json.encode(value), status, {"cache-control": "no-store"}, "application/json")


async def _nothing(request: Request) -> Response:
    return _json(Failure("There is nothing here. See /api/openapi.json.", "nothing"), 404)


routes: list[BaseRoute] = [*map(_route, ENDPOINTS), Route("/api/{rest:path}", _nothing, name=ANYTHING)]
