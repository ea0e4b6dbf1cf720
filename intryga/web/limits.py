"""Limits: requests in a while, bytes in a body, connections at once.

Who asks for more is told so and loses nothing.
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from intryga.tables.types import Person, Refused, TableId
from intryga.web.guard import turned_away

REMEMBERED = 10_000    # askers; the one who asked longest ago is forgotten first
WITH_FILE = ("/new", "/api/tables")    # what is posted there may bring a component file
# What is posted there makes something that stays.
MAKING = ("/play", "/new", "/me", "/me/renew", "/api/people", "/api/people/renew", "/api/tables")


MayMake = Callable[[str, float, float], Awaitable[bool]]
"""May this asker make one more thing, at so many a second and so many at once?"""


class Limits(msgspec.Struct, frozen=True):
    requests: float = 50.0    # a second, from one address
    burst: float = 400.0    # at once: several tabs opening, several people behind one address
    tables: float = 2.0    # new tables and people a second, from one address: they are kept
    table_burst: float = 100.0
    body: int = 64 * 1024
    table_body: int = 1024 * 1024    # of a new table: a component file, in JSON with every letter escaped
    sockets: int = 200    # and streams, from one address
    connections: int = 200    # that are neither, from one address
    head_seconds: float = 10.0    # for saying what is wanted
    body_seconds: float = 30.0    # for sending what belongs to it
    windows: int = 6    # of one person, at one table
    frames: float = 8.0    # a second, on one socket
    frame_burst: float = 40.0
    guesses: float = 0.05    # wrong words for a table a second, from one address: there are some 50 000 codes
    guess_burst: float = 15.0


def neighbourhood(address: str) -> str:
    """Whom to count as one: an address, or of IPv6 the network that one household or machine is given whole."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found) >> 64 << 64, 64)))


class Bucket:
    """A token bucket: it fills steadily up to its brim, and everything asked for takes one out."""

    def __init__(self, rate: float, brim: float) -> None:
        self._rate = rate
        self._brim = brim
        self._level = brim
        self._at = monotonic()

    def take(self) -> bool:
        if not self.left():
            return False
        self._level -= 1
        return True

    def left(self) -> bool:
        """Is there something to take?"""
        now = monotonic()
        self._level = min(self._brim, self._level + (now - self._at) * self._rate)
        self._at = now
        return self._level >= 1


class TooMany(Refused):
    def __init__(self, most: int) -> None:
        super().__init__("windows", f"you have this table open {most} times already; close one of them", n=most)


class Crowd:
    """Who looks at which table how often: every open page of a person costs a message for all that happens there."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[tuple[TableId, str]] = Counter()

    @contextmanager
    def place(self, table: TableId, who: Person | None) -> Iterator[None]:
        """While a page or stream is open. Strangers without a name are counted by their address alone."""
        if who is None:
            yield
            return
        key = (table, who.id)
        if self._open[key] >= self._most:
            raise TooMany(self._most)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


class Guesses:
    """Who has said wrong words too often is not listened to for a while, right words or wrong."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._wrong: OrderedDict[str, Bucket] = OrderedDict()

    def may(self, address: str) -> bool:
        return neighbourhood(address) not in self._wrong or self._wrong[neighbourhood(address)].left()

    def wrong(self, address: str) -> None:
        asker = neighbourhood(address)
        bucket = self._wrong.pop(asker, None) or Bucket(self._limits.guesses, self._limits.guess_burst)
        bucket.take()
        self._wrong[asker] = bucket
        if len(self._wrong) > REMEMBERED:
            self._wrong.popitem(last=False)


class Unfit(Exception):
    """A body that is not waited for any longer."""

    def __init__(self, status: int, key: str) -> None:
        super().__init__(key)
        self.status = status
        self.key = key


def _makes_a_table(path: str) -> bool:
    return path in MAKING or path.startswith("/deal/") or path.endswith("/rematch")


class Limiter:
    def __init__(self, app: ASGIApp, limits: Limits, may_make: MayMake) -> None:
        """`may_make`: what several processes count together."""
        self.app = app
        self.limits = limits
        self._may_make = may_make
        self._buckets: OrderedDict[tuple[str, bool], Bucket] = OrderedDict()
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        asker = neighbourhood(scope["client"][0]) if scope.get("client") else ""
        path: str = scope["path"]
        makes = scope["type"] == "http" and scope["method"] == "POST" and _makes_a_table(path)
        if not self._bucket(asker, False).take() or (makes and not await self._makes(asker)):
            return await self._refuse(scope, receive, send, 429, "too_many")
        if scope["type"] == "websocket" or path.endswith("/events"):
            return await self._connect(asker, scope, receive, send)
        return await self._read(scope, receive, send)

    async def _makes(self, asker: str) -> bool:
        if not self._bucket(asker, True).take():
            return False
        return await self._may_make(asker, self.limits.tables, self.limits.table_burst)

    def _bucket(self, asker: str, makes: bool) -> Bucket:
        rate, brim = self.limits.requests, self.limits.burst
        if makes:
            rate, brim = self.limits.tables, self.limits.table_burst
        bucket = self._buckets.pop((asker, makes), None) or Bucket(rate, brim)
        self._buckets[asker, makes] = bucket
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket

    async def _connect(self, asker: str, scope: Scope, receive: Receive, send: Send) -> None:
        if self._sockets[asker] >= self.limits.sockets:
            return await self._refuse(scope, receive, send, 429, "too_many")
        self._sockets[asker] += 1
        try:
            await (self.app if scope["type"] == "websocket" else self._read)(scope, receive, send)
        finally:
            self._sockets[asker] -= 1
            if not self._sockets[asker]:
                del self._sockets[asker]

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A body may say how long it is; it is counted all the same."""
        most = self.limits.table_body if scope["path"] in WITH_FILE else self.limits.body
        said = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if not said.isdigit() or int(said[:12]) > most:
            return await self._refuse(scope, receive, send, 413, "too_large")
        length, whole = 0, False
        unfit: Unfit | None = None
        late_at = asyncio.get_running_loop().time() + self.limits.body_seconds

        async def counted() -> Message:
            nonlocal length, whole, unfit
            if whole:    # what comes now is that they hang up
                return await receive()
            try:
                async with asyncio.timeout_at(late_at):
                    message = await receive()
            except TimeoutError:
                unfit = Unfit(408, "too_slow")
                raise unfit from None
            whole = not message.get("more_body", False)
            length += len(message.get("body", b""))
            if length > most:
                unfit = Unfit(413, "too_large")
                raise unfit
            return message

        async def unless_refused(message: Message) -> None:
            if unfit is None:    # else the application only tells of its surprise
                await send(message)

        try:
            await self.app(scope, counted, unless_refused)
        except Unfit as error:
            await self._refuse(scope, receive, send, error.status, error.key)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, key: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1013})
            return
        response = turned_away(scope, key, status)
        if status == 429:
            response.headers["retry-after"] = "5"
        await response(scope, receive, send)
