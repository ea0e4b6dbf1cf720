"""Turns away what another site sends in a visitor's name, and adds the headers of every answer.

Who is turned away is told why, in their language and with a way on.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import msgspec
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from intryga.texts.library import house
from intryga.web.hosts import is_ours
from intryga.web.identity import HEADERS, ONLY_HTTPS, same_origin
from intryga.web.jinja import environment
from intryga.web.request import preferred_language, theme_of


class Guard:
    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self.app = app
        self.names = names    # under which we are reached; none: see hosts.py

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        connection = HTTPConnection(scope)
        if not is_ours(connection.headers.get("host", ""), self.names):
            return await self._refuse(scope, receive, send, "host", 421)
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if changes and not same_origin(connection):
            return await self._refuse(scope, receive, send, "other_site", 403)
        return await self.app(scope, receive, _with_headers(scope, send))

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, key: str, status: int) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await turned_away(scope, key, status)(scope, receive, _with_headers(scope, send))


def _with_headers(scope: Scope, send: Send) -> Send:
    ours = HEADERS if scope["scheme"] != "https" else {**HEADERS, **ONLY_HTTPS}

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            have = {name.lower() for name, _ in message["headers"]}
            message["headers"] = [
                *message["headers"],
                *((n.encode(), v.encode()) for n, v in ours.items() if n.encode() not in have),
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
