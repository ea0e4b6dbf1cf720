"""Turns away what another site sends in a visitor's name, and adds the headers of every answer.

Who is turned away is told why, in their language and with a way on.
"""

from __future__ import annotations

from functools import cache

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from intryga.texts.library import house
from intryga.web.identity import HEADERS, same_origin
from intryga.web.jinja import environment
from intryga.web.request import preferred_language, theme_of


class Guard:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not same_origin(HTTPConnection(scope)):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return None
            return await turned_away(scope, "other_site", 403)(scope, receive, _with_headers(send))
        return await self.app(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            have = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                *((n.encode(), v.encode()) for n, v in HEADERS.items() if n.encode() not in have),
            ]
        await send(message)

    return send_with_headers


def turned_away(scope: Scope, key: str, status: int) -> Response:
    """An answer before anybody is asked who they are: of their wishes only those count that their browser sends."""
    connection = HTTPConnection(scope)
    language = preferred_language(connection)
    if scope["path"].startswith("/api/"):
        failure = {"error": house(language).say(f"web.error.{key}"), "key": key}
        return Response(msgspec.json.encode(failure), status, media_type="application/json")
    return Response(_page(key, language, theme_of(connection)), status, media_type="text/html")


@cache
def _page(key: str, language: str, theme: str) -> str:
    """Drawn once: who sends too much shall not make us draw, too."""
    words = house(language)
    return environment(words).get_template("error.html").render(
        theme=theme,
        here="/",
        person_name="",
        error="",
        heading=words.say("web.error.title"),
        sentence=words.say(f"web.error.{key}"),
        way="/",
    )
