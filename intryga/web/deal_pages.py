"""The same deal at several tables: one page to sit down from, and to compare afterwards."""

from __future__ import annotations

import statistics
from typing import NamedTuple

from babel.numbers import format_decimal
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from intryga import bots, games
from intryga.kernel.game import Mistake
from intryga.tables.types import DealPage, Refused, SeatWish, TableWish
from intryga.web import forms, render
from intryga.web.filters import MINUS
from intryga.web.identity import person_of
from intryga.web.look import Look, look
from intryga.web.request import SEE_OTHER, answer, house_of, language_of, redirect, sentence, somebody
from intryga.web.table_pages import missing, refused

PEOPLE = "people"    # instead of a level of bots: the other seats are for who is invited


class Dealt(NamedTuple):
    """A game as the list of deals shows it."""

    game: str
    title: str
    look: Look
    seats: range


async def deals(request: Request) -> Response:
    """Today's deal of every game, and deals by a name of one's own."""
    asked = request.query_params
    game, seats, name = asked.get("game", ""), asked.get("seats", ""), asked.get("name", "").strip().lower()
    error = ""
    if name and game in games.names() and seats.isdecimal() and len(seats) < 3:
        try:
            return RedirectResponse(f"/deal/{house_of(request).deals.id(game, int(seats), name)}", SEE_OTHER)
        except Mistake as mistake:
            error = sentence(mistake, language_of(request))
    language = language_of(request)
    found = []
    for title in games.names():
        texts = render.game_texts(title, language)
        found.append(Dealt(title, texts.title, look(texts.game), texts.game.seats))
    day = house_of(request).deals.today()
    return answer(request, "deals.html", 400 if error else 200, dealt=found, day=day, error=error, typed=name[:40])


async def deal(request: Request) -> Response:
    return await show_deal(request)


async def show_deal(request: Request, error: str = "") -> Response:
    at = request.path_params
    try:
        page = await house_of(request).deals.page(at["game"], at["seats"], at["name"], person_of(request))
    except Refused as mistake:
        return refused(request, mistake, 404, "/deals")
    except Mistake:
        return missing(request)
    texts = render.game_texts(page.game, language_of(request))
    return answer(
        request, "deal.html", 400 if error else 200, texts=texts, deal=page,
        place=_place(page, texts.language), error=error,
        levels=list(bots.BOTS), usual=bots.USUAL, today=page.name == house_of(request).deals.today(),
    )  # fmt: skip


class DealPlace(NamedTuple):
    """How the reader did among those who had the same cards."""

    points: int
    rank: int
    of: int
    mean: str    # as the reader writes numbers


def _place(page: DealPage, language: str) -> DealPlace | None:
    mine = next((table for table in page.tables if table.seat >= 0), None)
    if mine is None:
        return None
    points = [table.scores[mine.seat] for table in page.tables]
    mean = str(format_decimal(statistics.mean(points), "#,##0.0", language)).replace("-", MINUS)
    return DealPlace(mine.scores[mine.seat], mine.rank, len(points), mean)


async def sit_down(request: Request) -> Response:
    """A table of this deal: against bots at once, or with people by invitation."""
    form = await forms.read(request)
    at = request.path_params
    try:
        person = somebody(request, forms.text(form, "name"))
        others = forms.text(form, "others", 40) or bots.USUAL
        seat = SeatWish("open") if others == PEOPLE else SeatWish("bot", others)
        wish = TableWish(
            game=at["game"], seats=[SeatWish("me"), *[seat] * (min(at["seats"], 8) - 1)], pace=forms.BRISK,
            deal=at["name"][:40],
        )  # fmt: skip
        table = await house_of(request).create(person, wish)
    except Mistake as error:
        return await show_deal(request, sentence(error, language_of(request)))
    return redirect(request, f"/table/{table}", person)


routes: list[BaseRoute] = [
    Route("/deals", deals),
    Route("/deal/{game}/{seats:int}/{name}", deal),
    Route("/deal/{game}/{seats:int}/{name}", sit_down, methods=["POST"]),
]
