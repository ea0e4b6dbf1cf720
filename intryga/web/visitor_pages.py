"""Who one is: name, personal link, settings, and the games one has played."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from intryga.kernel.game import Mistake
from intryga.tables.plain_text import nickname
from intryga.tables.types import Person
from intryga.texts.language import LANGUAGES
from intryga.texts.library import house
from intryga.web import forms, signal_pages, table_pages
from intryga.web.identity import COOKIE, YEAR, new_person, passport, person_of
from intryga.web.lists import by_month, tallies
from intryga.web.request import (
    LANGUAGE_COOKIE,
    SEE_OTHER,
    THEME_COOKIE,
    THEMES,
    answer,
    house_of,
    language_of,
    redirect,
    sentence,
)


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
    await house_of(request).people.renew(person.id)
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
        person = speaking(person, language)
    response = redirect(request, forms.back(form), person)
    secure = request.url.scheme == "https"
    if language in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, samesite="lax", secure=secure)
    if theme in THEMES:
        response.set_cookie(THEME_COOKIE, theme, max_age=YEAR, samesite="lax", secure=secure)
    return response



def speaking(person: Person, language: str) -> Person:
    """The same person in another language. Who has never said a name is called a guest in that one."""
    guests = {house(code).say("names.player") for code in LANGUAGES}
    name = house(language).say("names.player") if person.name in guests else person.name
    return msgspec.structs.replace(person, name=name, language=language)


routes: list[BaseRoute] = [
    Route("/history", history),
    Route("/me", me),
    Route("/me", rename, methods=["POST"]),
    Route("/me/renew", renew, methods=["POST"]),
    Route("/me/sign-out", sign_out, methods=["POST"]),
    Route("/return/{token}", come_back, methods=["GET", "POST"]),
    Route("/settings", change_settings, methods=["POST"]),
]
