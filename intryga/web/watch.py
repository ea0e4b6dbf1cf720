"""For whoever runs a server: is it well, what does it do, whom has it turned away. Nothing here tells who plays what.

`/healthz` is for everybody. `/metrics` (in the form that Prometheus reads) answers who asks from this very machine. A
request is known by the first words of its address: the rest would be tables, invitations and personal links.
"""

from __future__ import annotations

import logging
from functools import partial
from ipaddress import ip_address
from time import perf_counter
from typing import NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from intryga.tables.house import House
from intryga.tables.storage.store import NotReached
from intryga.tables.types import Refused
from intryga.web.request import house_of

REFUSALS = (403, 408, 413, 421, 429)
TURNED_AWAY = {1008: 403, 1013: 429}    # sockets, by the code they are closed with before they are open
PLACES = ("table", "join", "return", "me", "new", "play", "settings", "static", "look", "rules", "cards", "healthz",
          "history", "push", "admin")  # fmt: skip
FIGURES = {"rooms": "Tables in memory", "watchers": "Open pages and streams",
           "stored": "Entries stored since the start", "damaged": "Tables that stay closed",
           "kept": "Games that this process looks after", "failing": "1 while nothing can be stored"}  # fmt: skip

log = logging.getLogger("intryga.web.watch")


class Metrics(NamedTuple):
    """What is counted, for one server."""

    registry: CollectorRegistry
    requests: Counter
    refusals: Counter
    seconds: Histogram
    sockets: Gauge


def new_metrics(house: House) -> Metrics:
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)    # memory, processor, open files
    for name, about in FIGURES.items():
        Gauge(f"intryga_{name}", about, registry=registry).set_function(partial(_figure, house, name))
    return Metrics(
        registry,
        Counter("intryga_requests", "Requests answered", ["method", "place", "status"], registry=registry),
        Counter("intryga_refusals", "Requests and sockets turned away", ["place", "status"], registry=registry),
        Histogram("intryga_request_seconds", "Until an answer began", ["place"], registry=registry),
        Gauge("intryga_sockets", "Open WebSockets", registry=registry),
    )


def _figure(house: House, name: str) -> float:
    return float(getattr(house.figures(), name))


class Watched:
    """Counts what comes in and how it is answered, and logs what is turned away."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        metrics, place, began = self.metrics, place_of(scope["path"]), perf_counter()
        is_open = False

        async def watched(message: Message) -> None:
            nonlocal is_open
            if message["type"] == "http.response.start":
                metrics.seconds.labels(place).observe(perf_counter() - began)
                method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST") else "other"
                metrics.requests.labels(method, place, message["status"]).inc()
                if message["status"] in REFUSALS:
                    self._refused(scope, place, message["status"])
            elif message["type"] == "websocket.accept":
                is_open = True
                metrics.sockets.inc()
            elif message["type"] == "websocket.close" and not is_open:
                self._refused(scope, place, TURNED_AWAY.get(message.get("code", 0), 403))
            await send(message)

        try:
            return await self.app(scope, receive, watched)
        finally:
            if is_open:
                metrics.sockets.dec()

    def _refused(self, scope: Scope, place: str, status: int) -> None:
        self.metrics.refusals.labels(place, status).inc()
        address = scope["client"][0] if scope.get("client") else ""
        log.info("turned away", extra={"status": status, "place": place, "address": address})


def place_of(path: str) -> str:
    """The first word of an address, or the first two of the API."""
    first, _, rest = path.lstrip("/").partition("/")
    if first == "api":
        second = rest.partition("/")[0]
        return f"/api/{second}" if second in ("games", "people", "tables") else "/api"
    return f"/{first}" if first in PLACES else "/" if path == "/" else "other"


async def health(request: Request) -> Response:
    """Is the store there, and the line to the other processes? A list is read, as for the home page. Who cannot store
    anything still shows everything: that is said, but a restart or another server would not help."""
    try:
        if not house_of(request).well():
            raise NotReached
        await house_of(request).lobby(None)
    except Refused as error:
        return JSONResponse({"status": "ill", "error": error.key}, 503, {"cache-control": "no-store"})
    status = "cannot store" if house_of(request).figures().failing else "well"
    return JSONResponse({"status": status}, headers={"cache-control": "no-store"})


async def metrics(request: Request) -> Response:
    if not _from_here(request):
        raise HTTPException(404)
    counted: Metrics = request.app.state.metrics
    return Response(generate_latest(counted.registry), media_type="text/plain; version=0.0.4; charset=utf-8")


def _from_here(request: Request) -> bool:
    try:
        return request.client is not None and ip_address(request.client.host).is_loopback
    except ValueError:
        return False


routes: list[BaseRoute] = [Route("/healthz", health), Route("/metrics", metrics)]
