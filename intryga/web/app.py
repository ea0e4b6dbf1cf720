"""The service: the house behind pages, live updates and the API."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from intryga.tables.house import House
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.runtime.workers import Workers
from intryga.tables.storage.sqlite import SqliteStore
from intryga.tables.storage.store import NotReached
from intryga.web import admin_pages, api, home_pages, socket, table_pages, watch
from intryga.web.assets import fonts
from intryga.web.guard import Guard
from intryga.web.identity import Passport
from intryga.web.limits import Crowd, Guesses, Limiter, Limits
from intryga.web.push import Post
from intryga.web.secret import SECRET, load_secret

PUBLIC = ("/static/", "/look/", "/rules/", "/cards/", "/learn/")


def create_app(
    folder: Path,
    limits: Limits | None = None,
    workers: Workers | None = None,
    names: Collection[str] = (),
    clock: WallClock | None = None,
    open_to_others: bool = False,
) -> ASGIApp:
    """Make the service. Everything it keeps lies in this folder. `names`: under which it is reached. `open_to_others`:
    other machines in the network reach it too."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    secret = load_secret(folder / SECRET)
    return app_of(House(SqliteStore(folder), secret, workers, clock), secret, limits, names, open_to_others)


def app_of(
    house: House,
    secret: str,
    limits: Limits | None = None,
    names: Collection[str] = (),
    open_to_others: bool = False,
) -> ASGIApp:
    """The service around a house, wherever its tables are."""
    post = Post(secret, names)
    house.calls.tell_by(post.tell)
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await house.open()
        cutting = asyncio.create_task(asyncio.to_thread(fonts.cut))    # nobody waits for typefaces
        try:
            yield
        finally:
            await house.close()
            await cutting

    app = Starlette(
        routes=[*watch.routes, *admin_pages.routes, *api.routes, *socket.routes, *home_pages.routes],
        exception_handlers={**home_pages.handlers, NotReached: _not_reached, 500: _our_fault},
        lifespan=lifespan,
    )
    app.state.house = house
    app.state.passport = Passport(secret, house.people.renewal, house.time)
    app.state.admin = admin_pages.AdminKey(secret, house.time)
    app.state.limits = limits
    app.state.metrics = watch.new_metrics(house)
    app.state.crowd = Crowd(limits.windows)
    app.state.guesses = Guesses(limits)
    app.state.post = post
    app.state.open_to_others = open_to_others
    return watch.Watched(Guard(Limiter(Compressed(app), limits, house.may_make), names), app.state.metrics)


class Compressed:
    """Compresses what is the same for everybody.

    A page with secrets is left alone: its compressed length would tell an eavesdropper how much of a secret is like a
    name or a message they chose. What is public of it is compressed apart (squeezed.py).
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.compressing = GZipMiddleware(app, minimum_size=500)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        public = path.startswith(PUBLIC) and not path.endswith(".woff2")
        await (self.compressing if public and scope["type"] == "http" else self.app)(scope, receive, send)


async def _not_reached(request: Request, error: Exception) -> Response:
    return table_pages.refused(request, error, 503)


async def _our_fault(request: Request, error: Exception) -> Response:
    if request.url.path.startswith("/api/"):
        return Response(b'{"error":"Something went wrong here. Please try again."}', 500, media_type="application/json")
    return table_pages.failed(request, "web.error.unknown", 500)
