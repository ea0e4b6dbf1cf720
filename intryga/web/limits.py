"""Limits: requests in a while, bytes in a body, connections at once.

Who asks for more is told so and loses nothing.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from time import monotonic

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from intryga.web.guard import turned_away

REMEMBERED = 10_000    # askers; the one who asked longest ago is forgotten first
WITH_FILE = ("/new", "/api/tables")    # what is posted there may bring a component file
MAKING = ("/play", "/new", "/me", "/api/people", "/api/tables")    # what is posted there makes something that stays


class Limits(msgspec.Struct, frozen=True):
    requests: float = 50.0    # a second, from one address
    burst: float = 400.0    # at once: several tabs opening, several people behind one address
    tables: float = 2.0    # new tables and people a second, from one address: they are kept
    table_burst: float = 100.0
    body: int = 64 * 1024
    table_body: int = 1024 * 1024    # of a new table: a component file, in JSON with every letter escaped
    sockets: int = 200    # from one address
    frames: float = 8.0    # a second, on one socket
    frame_burst: float = 40.0


class Bucket:
    """A token bucket: it fills steadily up to its brim, and everything asked for takes one out."""

    def __init__(self, rate: float, brim: float) -> None:
        self._rate = rate
        self._brim = brim
        self._level = brim
        self._at = monotonic()

    def take(self) -> bool:
        now = monotonic()
        self._level = min(self._brim, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class TooLarge(Exception):
    pass


class Limiter:
    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits
        self._buckets: OrderedDict[tuple[str, bool], Bucket] = OrderedDict()
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        asker = scope["client"][0] if scope.get("client") else ""
        makes = scope["type"] == "http" and scope["method"] == "POST" and scope["path"] in MAKING
        if not self._bucket(asker, False).take() or (makes and not self._bucket(asker, True).take()):
            return await self._refuse(scope, receive, send, 429, "too_many")
        if scope["type"] == "websocket":
            return await self._connect(asker, scope, receive, send)
        return await self._read(scope, receive, send)

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
            await self.app(scope, receive, send)
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
        length = 0

        async def counted() -> Message:
            nonlocal length
            message = await receive()
            length += len(message.get("body", b""))
            if length > most:
                raise TooLarge
            return message

        async def unless_refused(message: Message) -> None:
            if length <= most:    # else the application only tells of its surprise
                await send(message)

        try:
            await self.app(scope, counted, unless_refused)
        except TooLarge:
            await self._refuse(scope, receive, send, 413, "too_large")

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, status: int, key: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1013})
            return
        response = turned_away(scope, key, status)
        if status == 429:
            response.headers["retry-after"] = "5"
        await response(scope, receive, send)
