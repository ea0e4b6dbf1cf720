"""What a service answers, asked in its own loop. A client that speaks HTTP from another thread takes ten times as long
as a short answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.types import ASGIApp, Message


def _scope(kind: str, scheme: str, path: str, headers: Mapping[str, str]) -> dict[str, Any]:
    named = {"host": "intryga.test", **headers}
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": scheme,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
        "client": ("testclient", 50000),
        "server": ("intryga.test", 80),
        "subprotocols": [],
    }


async def answer(app: ASGIApp, path: str, headers: Mapping[str, str]) -> bytes:
    """All of it: status, headers and what is sent."""
    said: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        said.append(message)

    await app(_scope("http", "http", path, headers), receive, send)
    begin = [f"{name}: {value}" for name, value in said[0].items() if name != "type"]
    return b"\n".join(["\n".join(begin).encode(), *(message.get("body", b"") for message in said[1:])])


async def first_message(app: ASGIApp, path: str, headers: Mapping[str, str]) -> bytes:
    """What a socket is told when it is opened; then it is closed."""
    told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    greeting: list[Message] = [{"type": "websocket.connect"}]

    async def receive() -> Message:
        if greeting:
            return greeting.pop()
        await told
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Message) -> None:
        if message["type"] == "websocket.send" and not told.done():
            told.set_result(message["text"])
        assert message["type"] != "websocket.close", message

    await app(_scope("websocket", "ws", path, headers), receive, send)
    return told.result().encode()
