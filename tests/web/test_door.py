"""Connections that say nothing, too many of them, and bodies that never end."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from intryga.tables.runtime.cluster import Alone
from intryga.web.door import Door, TimedConnection
from intryga.web.limits import Limiter, Limits, neighbourhood
from tests.support import PATIENCE
from tests.web.support import FRIENDS, Player, client

MANY = 1000
LOOPBACK = ipaddress.ip_network("127.0.0.0/8")


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    body = await Request(scope, receive).body()
    await PlainTextResponse(f"{len(body)} bytes")(scope, receive, send)


@asynccontextmanager
async def served(door: Door) -> AsyncIterator[int]:
    http = cast(type[asyncio.Protocol], partial(TimedConnection, door))
    limiter = Limiter(app, door.limits, Alone().may_make)
    server = uvicorn.Server(uvicorn.Config(limiter, port=0, http=http, lifespan="off", log_level="error"))
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        await running


async def is_closed(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read(1) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nhost: intryga.test\r\nx-slow: "])
def test_who_does_not_say_what_they_want_is_not_waited_for(said: bytes) -> None:
    async def scene() -> None:
        async with served(Door(Limits(head_seconds=0.2), [], MANY)) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said)
            assert await is_closed(reader)
            writer.close()

    asyncio.run(scene())


def test_the_second_request_of_a_connection_is_not_waited_for_either() -> None:
    async def scene() -> None:
        door = Door(Limits(head_seconds=PATIENCE), [], MANY)
        async with served(door) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nhost: intryga.test\r\n\r\n")
            assert b"200 OK" in await reader.readuntil(b"0 bytes")
            door.limits = Limits(head_seconds=0.2)
            writer.write(b"GET / HTTP/1.1\r\n")
            assert await is_closed(reader)
            writer.close()

    asyncio.run(scene())


def test_a_body_that_never_ends_is_not_waited_for() -> None:
    async def scene() -> None:
        async with served(Door(Limits(body_seconds=0.2), [], MANY)) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"POST /api/x HTTP/1.1\r\nhost: intryga.test\r\ncontent-length: 10\r\n\r\nabc")
            assert b" 408 " in await reader.readline()
            writer.close()

    asyncio.run(scene())


@pytest.mark.parametrize(("proxies", "most", "let_in"), [([], MANY, 3), ([LOOPBACK], MANY, 5), ([LOOPBACK], 2, 2)])
def test_connections_are_counted(proxies: list[Any], most: int, let_in: int) -> None:
    """By address, except those of a named proxy; and altogether."""

    async def scene() -> None:
        async with served(Door(Limits(connections=3), proxies, most)) as port:
            opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(5)]
            served_ones = 0
            for reader, writer in opened:
                try:
                    writer.write(b"GET / HTTP/1.1\r\nhost: intryga.test\r\n\r\n")
                    served_ones += b"200 OK" in await reader.readline()
                except ConnectionError:
                    pass
            for _, writer in opened:
                writer.close()
            assert served_ones == let_in

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("address", "counted"),
    [("10.0.0.1", "10.0.0.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("::ffff:10.0.0.1", "10.0.0.1"),
     ("testclient", "testclient"), ("", "")],
)  # fmt: skip
def test_whole_networks_of_ipv6_are_one_asker(address: str, counted: str) -> None:
    assert neighbourhood(address) == counted


def test_streams_and_rematches_are_counted(tmp_path: Any) -> None:
    with client(tmp_path, Limits(requests=1e6, burst=1e6, sockets=0, tables=0.001, table_burst=2)) as http:
        ola = Player(http, "Ola")
        table = ola.table(FRIENDS)
        assert ola.get(f"{table}/events").json()["key"] == "too_many"
        assert ola.post(f"{table}/rematch").json()["key"] == "too_many"
