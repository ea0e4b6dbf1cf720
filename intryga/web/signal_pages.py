"""What makes the house an app of one's own: its manifest, the script that works while no page is open, and where to be
told of one's move."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from intryga.tables.storage.visitors import Pushed
from intryga.web.identity import person_of
from intryga.web.push import Post, installed, is_service
from intryga.web.request import answer, house_of, language_of

CLOTH = "#11141e"


class Keys(msgspec.Struct):
    p256dh: Annotated[str, Meta(min_length=80, max_length=100)]
    auth: Annotated[str, Meta(min_length=20, max_length=40)]


class Subscription(msgspec.Struct):
    """As a browser describes it."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    keys: Keys


class Unsubscription(msgspec.Struct):
    endpoint: Annotated[str, Meta(max_length=1000)]


@cache
def _file(name: str) -> bytes:
    return resources.files("intryga.web").joinpath("static", name).read_bytes()


async def worker(request: Request) -> Response:
    """At the root, so that it may answer for every page; browsers ask for it again by themselves."""
    return Response(_file("worker.js"), media_type="text/javascript", headers={"cache-control": "no-cache"})


async def icon(request: Request) -> Response:
    """At an address that does not change: an installed page keeps it."""
    return Response(_file("icon.svg"), media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


async def manifest(request: Request) -> Response:
    about = {
        "name": "Intryga",
        "short_name": "Intryga",
        "lang": language_of(request),
        "start_url": "/",
        "display": "standalone",
        "background_color": CLOTH,
        "theme_color": CLOTH,
        "icons": [{"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    headers = {"vary": "cookie, accept-language", "cache-control": "no-cache"}
    return Response(msgspec.json.encode(about), media_type="application/manifest+json", headers=headers)


async def offline(request: Request) -> Response:
    return answer(request, "offline.html")


async def subscribe(request: Request) -> Response:
    person = person_of(request)
    if person is None or not installed():
        return Response(status_code=403)
    try:
        wish = msgspec.json.decode(await request.body(), type=Subscription)
    except msgspec.MsgspecError:
        return Response(status_code=400)
    if not is_service(wish.endpoint):
        return Response(status_code=400)
    pushed = Pushed(wish.endpoint, person.id, wish.keys.p256dh, wish.keys.auth, language_of(request))
    await house_of(request).calls.push_to(pushed)
    return Response(status_code=204)


async def unsubscribe(request: Request) -> Response:
    """Whoever knows the address of a browser is that browser."""
    try:
        wish = msgspec.json.decode(await request.body(), type=Unsubscription)
    except msgspec.MsgspecError:
        return Response(status_code=400)
    await house_of(request).calls.push_no_more(wish.endpoint)
    return Response(status_code=204)


def public_key(request: Request) -> str:
    """Empty where nobody can be told anything."""
    post: Post = request.app.state.post
    return post.public_key


routes: list[BaseRoute] = [
    Route("/manifest.webmanifest", manifest),
    Route("/worker.js", worker),
    Route("/icon.svg", icon),
    Route("/offline", offline),
    Route("/push", subscribe, methods=["POST"]),
    Route("/push/off", unsubscribe, methods=["POST"]),
]
