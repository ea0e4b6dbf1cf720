"""A table's own pages: in play, before and after it, its replay, and every form on them. All work without script."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import cast, get_args

import msgspec
from babel.dates import format_date
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from intryga.kernel.game import Mistake
from intryga.kernel.layout import OMNISCIENT, SPECTATOR
from intryga.kernel.state import IllegalMove
from intryga.tables.house import House
from intryga.tables.storage.store import NotReached
from intryga.tables.types import Person, ReplayPage, SeatInfo, TablePage, Wish
from intryga.texts.library import GameTexts, house
from intryga.texts.narrator import Narrator
from intryga.web import forms, render
from intryga.web.counsel import counsel_for, lessons_of
from intryga.web.identity import new_person, person_of
from intryga.web.invitation import invitation
from intryga.web.request import SEE_OTHER, answer, house_of, language_of, redirect, sentence, settings

CONFLICT = 409
REFRESH = 4    # seconds, for browsers without script while somebody else is to move

Refusable = (Mistake, IllegalMove)


def failed(request: Request, key: str, status: int, way: str = "/") -> Response:
    say = house(language_of(request)).say
    return answer(request, "error.html", status, heading=say("web.error.title"), sentence=say(key), way=way)


def missing(request: Request) -> Response:
    return failed(request, "web.error.missing", 404)


def refused(request: Request, error: Exception, status: int, way: str = "/") -> Response:
    language = language_of(request)
    heading = house(language).say("web.error.title")
    return answer(request, "error.html", status, heading=heading, sentence=sentence(error, language), way=way)


# --- looking ---


async def table(request: Request) -> Response:
    return await show_table(request)


async def show_table(request: Request, error: Exception | None = None, token: str = "") -> Response:
    person = person_of(request)
    try:
        page = await looked_at(request, person, token)
    except NotReached:
        raise
    except Refusable as reason:
        return refused(request, reason, 404)
    language = language_of(request)
    texts = await texts_for(page, language)
    reader = {**settings(request, person), "token": token, "counselled": lessons_of(page) is not None}
    counsel = await counsel_for(house_of(request), page, person, language)
    drawn = render.draw(page, language, **reader, invitation=invitation(request, page, language), counsel=counsel)
    here = f"/table/{page.table}" if request.method == "POST" else f"{request.url.path}?{request.url.query}"
    return answer(
        request,
        "table_page.html",
        CONFLICT if error else 200,
        texts,
        drawn.public,
        layout=drawn.whole,
        stamp=page.stamp,
        refresh=_refresh(page),
        here=here.rstrip("?"),
        in_play=page.status == "playing",
        expires=_expires(page, texts, language),
        gathers=page.status == "waiting",
        over=page.status == "over",
        error=sentence(error, language, texts) if error else "",
    )


def _expires(page: TablePage, texts: GameTexts, language: str) -> str:
    if page.expires is None:
        return ""
    day = format_date(datetime.fromtimestamp(page.expires, UTC), "long", locale=language)
    return texts.say("web.table.expires", date=day)


def _refresh(page: TablePage) -> int:
    """After how many seconds a browser without script looks again: soon if somebody else is to move, in a window of
    reactions when it is over; 0: not by itself."""
    if page.status == "waiting" or (page.status == "playing" and page.view and not page.view.decision):
        return REFRESH
    return int(page.window) + 1 if page.window_ends else 0


async def texts_for(page: TablePage | ReplayPage, language: str) -> GameTexts:
    """The words of a table. They are written into its templates once, which takes a while: nobody at another table
    shall wait for it."""
    texts = render.game_texts(page.game, language, page.components, page.rules)
    if texts not in render.prepared:
        await asyncio.to_thread(render.prepare, texts)
    return texts


async def looked_at(request: Request, person: Person | None, token: str = "") -> TablePage:
    """At a table that several share on one screen, only who says so sees their secrets."""
    asked = request.query_params.get("seat", "")
    seat = int(asked) if asked.lstrip("-").isdecimal() and len(asked) < 4 else None
    await house_of(request).read_on(request.path_params["table"])
    page = await house_of(request).page(request.path_params["table"], person, seat, token or None)
    if page.hot_seat and seat is None and page.status == "playing":
        page = await house_of(request).page(request.path_params["table"], person, SPECTATOR, token or None)
    return page


async def look_again(request: Request) -> Response:
    """The address of a form, opened: by a reload, or from the history."""
    return RedirectResponse(f"/table/{request.path_params['table']}", SEE_OTHER)


async def join_page(request: Request) -> Response:
    """What an invite opens."""
    return await show_table(request, token=request.path_params["token"])


# --- doing ---

Deed = Callable[[House, str, Person, FormData], Awaitable[str | None]]


def form_for(deed: Deed, may_be_new: bool = False) -> Callable[[Request], Awaitable[Response]]:
    """A form of a table: does it, then shows the table again, with a sentence if it could not be done. A deed may name
    another page to go to."""

    async def handle(request: Request) -> Response:
        form = await forms.read(request)
        table = request.path_params["table"]
        person = person_of(request)
        token = forms.text(form, "token", 400)
        try:
            if person is None and may_be_new:
                person = new_person(forms.text(form, "name"), language_of(request))
            if person is None:
                return failed(request, "web.error.nobody", 403)
            way = await deed(house_of(request), table, person, form)
        except Refusable as error:
            return await show_table(request, error, token)
        return redirect(request, way or f"/table/{table}", person)

    return handle


def _seat(form: FormData) -> int | None:
    seat = forms.whole(form, "seat", -1)
    return seat if seat >= 0 else None


async def act(house: House, table: str, who: Person, form: FormData) -> str | None:
    seat, rest = _seat(form), "rest" in form    # a button sends one field: which one says how it is meant
    action = forms.whole(form, "rest" if rest else "action")
    await house.act(table, who, action, forms.whole(form, "version"), seat, rest)
    return await same_seat(house, table, who, seat)


async def undo(house: House, table: str, who: Person, form: FormData) -> str | None:
    await (house.undo_turn if "turn" in form else house.undo)(table, who, _seat(form))
    return await same_seat(house, table, who, _seat(form))


async def ask_again(house: House, table: str, who: Person, form: FormData) -> str | None:
    await house.ask_again(table, who, _seat(form))
    return await same_seat(house, table, who, _seat(form))


async def order(house: House, table: str, who: Person, form: FormData) -> str | None:
    """A button sends one field: `card.wish`."""
    card, _, wish = forms.text(form, "order", 60).rpartition(".")
    if wish not in get_args(Wish):
        raise Mistake("an order is to ask, to ask a target, or never")
    await house.order(table, who, card, cast(Wish, wish), _seat(form))
    return await same_seat(house, table, who, _seat(form))


async def same_seat(house: House, table: str, who: Person, seat: int | None) -> str | None:
    """Who shares a screen goes on in their seat as long as they are asked; then the curtain falls."""
    page = await house.page(table, who, seat)
    return f"/table/{table}?seat={seat}" if page.hot_seat and page.asked == seat else None


async def pace(house: House, table: str, who: Person, form: FormData) -> None:
    seconds = forms.PACES.get(forms.text(form, "pace"))
    if seconds is not None:
        await house.set_pace(table, who, seconds)


async def chat(house: House, table: str, who: Person, form: FormData) -> None:
    await house.chat(table, who, forms.text(form, "text", 1000))


async def mute(house: House, table: str, who: Person, form: FormData) -> None:
    await house.mute(table, who, forms.text(form, "author"))


async def join(house: House, table: str, who: Person, form: FormData) -> None:
    await house.join(table, forms.whole(form, "seat"), who, forms.text(form, "token", 400) or None)


async def bot(house: House, table: str, who: Person, form: FormData) -> None:
    await house.seat_bot(table, who, forms.whole(form, "seat"))


async def no_bot(house: House, table: str, who: Person, form: FormData) -> None:
    await house.send_bot_away(table, who, forms.whole(form, "seat"))


async def start(house: House, table: str, who: Person, form: FormData) -> None:
    await house.start(table, who)


async def put_away(house: House, table: str, who: Person, form: FormData) -> str:
    await house.put_away(table, who)
    return forms.back(form)


async def leave(house: House, table: str, who: Person, form: FormData) -> str:
    await house.leave(table, who)
    return "/"


async def back(house: House, table: str, who: Person, form: FormData) -> None:
    await house.back(table, who)


async def stand_in(house: House, table: str, who: Person, form: FormData) -> None:
    await house.stand_in(table, who, forms.whole(form, "seat"))


async def resign(house: House, table: str, who: Person, form: FormData) -> None:
    await house.resign(table, who)


async def rematch(house: House, table: str, who: Person, form: FormData) -> str:
    return f"/table/{await house.rematch(table, who)}"


# --- afterwards ---


async def replay(request: Request) -> Response:
    """Any move, through anybody's eyes."""
    table = request.path_params["table"]
    person = person_of(request)
    language = language_of(request)
    move = _number(request, "move") or 0
    seen = _number(request, "seen")
    viewpoint = OMNISCIENT if seen is None else seen
    try:
        page = await house_of(request).finished.replay(table, person, move, viewpoint)
    except Refusable as error:
        return refused(request, error, 404, f"/table/{table}")
    seats = [
        SeatInfo(seat, name, "human", "", True, False, None, None, False, awaited=seat in page.view.awaited)
        for seat, name in enumerate(page.names)
    ]
    texts = await texts_for(page, language)
    narrator = Narrator(texts, page.names)
    space = texts.game.space
    drawn = render.draw_view(
        page,
        seats,
        language,
        **settings(request, person),
        said=narrator.option(space.parse(page.said)) if page.said and page.said != "undo" else "",
        here_replay=f"/table/{table}/replay",
        turning=house_of(request).finished.turning(table),
        share=f"{request.base_url}table/{table}/replay?move={page.move}&seen={page.viewpoint}",
    )
    return answer(request, "replay.html", texts=texts, public=drawn.public, layout=drawn.whole)


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name, "")
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 7 else None


async def file(request: Request) -> Response:
    """The game file, which `intryga replay` reads."""
    table = request.path_params["table"]
    try:
        record = await house_of(request).finished.game_file(table, person_of(request))
    except Refusable as error:
        return refused(request, error, 404, f"/table/{table}")
    name = f'attachment; filename="{record.game}-{table}.intryga.json"'
    headers = {"content-disposition": name, "cache-control": "no-store"}
    return Response(msgspec.json.encode(record), 200, headers, "application/json")


def _posts(**deeds: Deed) -> list[BaseRoute]:
    found: list[BaseRoute] = []
    for name, deed in deeds.items():
        path = f"/table/{{table}}/{name.replace('_', '-')}"
        found += [Route(path, form_for(deed, name == "join"), methods=["POST"]), Route(path, look_again)]
    return found


routes: list[BaseRoute] = [
    Route("/table/{table}", table),
    Route("/table/{table}/replay", replay),
    Route("/table/{table}/file", file),
    Route("/join/{table}/{token}", join_page),
    *_posts(
        act=act, undo=undo, ask_again=ask_again, order=order, chat=chat, mute=mute, join=join, leave=leave, back=back,
        stand_in=stand_in, resign=resign, rematch=rematch, pace=pace, bot=bot, no_bot=no_bot, start=start,
        put_away=put_away,
    ),
]  # fmt: skip
