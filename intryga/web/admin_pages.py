"""The administrator's page and the same for programs. Whoever has the server's secret may come in: `intryga admin link`
signs a link that is good for a quarter of an hour and turns into a cookie for half a day. Others find nothing here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec
from itsdangerous import BadData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from intryga import games
from intryga.kernel.game import Mistake
from intryga.tables.invites import timed
from intryga.tables.runtime.administrator import Administrator
from intryga.tables.storage.store import NotReached
from intryga.tables.types import Refused
from intryga.web import api, forms
from intryga.web.guard import turned_away
from intryga.web.lists import short_title
from intryga.web.render import game_texts
from intryga.web.request import SEE_OTHER, answer, house_of, language_of, sentence
from intryga.web.table_pages import missing

COOKIE = "intryga-admin"
LINK_LASTS = 15 * 60
STAYS = 12 * 3600
LISTED = 100

Deed = Literal["close", "slow", "block", "forget"]


class AdminKey:
    """Signs who may come in."""

    def __init__(self, secret: str, now: Callable[[], float]) -> None:
        self._links = timed(secret, "admin", now)
        self._cookies = timed(secret, "admin-cookie", now)

    def link(self) -> str:
        return str(self._links.dumps("admin"))

    def cookie(self) -> str:
        return str(self._cookies.dumps("admin"))

    def opens(self, token: str) -> bool:
        return _holds(self._links, token, LINK_LASTS + 60)

    def is_cookie(self, token: str) -> bool:
        return _holds(self._cookies, token, STAYS)


def _holds(serializer: object, token: str, seconds: int) -> bool:
    try:
        return bool(serializer.loads(token[:500], max_age=seconds) == "admin")    # type: ignore[attr-defined]
    except BadData:
        return False


class AdminOrder(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be done at a table, and to whom."""

    deed: Deed
    table: str
    seat: int = -1
    seconds: int = 0


def _key(request: Request) -> AdminKey:
    found: AdminKey = request.app.state.admin
    return found


def _administrator(request: Request) -> Administrator:
    return house_of(request).administrator


async def obey(administrator: Administrator, order: AdminOrder) -> None:
    if order.deed == "close":
        await administrator.close_table(order.table)
    elif order.deed == "slow":
        await administrator.slow_down(order.table, order.seconds)
    elif order.deed == "block":
        await administrator.send_away(order.table, order.seat)
    else:
        await administrator.forget(order.table, order.seat)


# --- the page ---


def _known(request: Request) -> bool:
    return _key(request).is_cookie(request.cookies.get(COOKIE, ""))


async def enter(request: Request) -> Response:
    if not _key(request).opens(request.path_params["token"]):
        return missing(request)
    if request.method == "GET":    # the link may be opened by a preview; a click is somebody's
        return answer(request, "admin.html", entering=True, tables=[], error="")
    response = RedirectResponse("/admin", SEE_OTHER)
    secure = request.url.scheme == "https"
    value = _key(request).cookie()
    response.set_cookie(COOKIE, value, max_age=STAYS, httponly=True, samesite="strict", secure=secure)
    return response


async def page(request: Request) -> Response:
    if not _known(request):
        return missing(request)
    return await _show(request)


async def order(request: Request) -> Response:
    if not _known(request):
        return missing(request)
    form = await forms.read(request)
    fields = {name: forms.text(form, name) for name in ("deed", "table", "seat", "seconds") if name in form}
    try:
        await obey(_administrator(request), msgspec.convert(fields, AdminOrder, strict=False))
    except NotReached:
        raise
    except (Mistake, msgspec.ValidationError) as error:
        return await _show(request, sentence(error, language_of(request)), 400)
    return RedirectResponse("/admin", SEE_OTHER)


async def _show(request: Request, error: str = "", status: int = 200) -> Response:
    tables = await _administrator(request).tables(LISTED)
    known = {name: short_title(game_texts(name, language_of(request)).title) for name in games.names()}
    titles = {table.game: known.get(table.game, table.game) for table in tables}
    return answer(request, "admin.html", status, entering=False, tables=tables, titles=titles, error=error)


# --- for programs ---


async def tables_as_data(request: Request) -> Response:
    if not _trusted(request):
        return turned_away(request.scope, "missing", 404)
    listed = await _administrator(request).tables(LISTED)
    public = [{"table": t.table, "game": t.game, "status": t.status, "players": t.players, "changed": t.changed}
              for t in listed]  # fmt: skip
    return Response(msgspec.json.encode(public), headers={"cache-control": "no-store"}, media_type="application/json")


async def order_as_data(request: Request) -> Response:
    if not _trusted(request):
        return turned_away(request.scope, "missing", 404)
    try:
        await obey(_administrator(request), msgspec.json.decode(await request.body(), type=AdminOrder))
    except (Refused, msgspec.DecodeError) as error:
        return api.failed(request, error)
    return Response(b'{"done":true}', media_type="application/json")


def _trusted(request: Request) -> bool:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and _key(request).opens(token.strip())


routes: list[BaseRoute] = [
    Route("/admin", page),
    Route("/admin", order, methods=["POST"]),
    Route("/admin/{token}", enter, methods=["GET", "POST"]),
    Route("/api/admin/tables", tables_as_data),
    Route("/api/admin/do", order_as_data, methods=["POST"]),
]
