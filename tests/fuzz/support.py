"""A service in this very thread, for thousands of inputs a minute, and what must hold after each of them.

Each fuzzer tries so many times the examples of the profile: a few seconds in `./test`, some 100,000 inputs altogether
with `make fuzz`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import msgspec
from hypothesis import settings

from intryga.tables.house import House, Person
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.tables.storage.sqlite import SqliteStore
from intryga.web.app import app_of
from intryga.web.identity import Passport
from intryga.web.limits import Limits
from tests.tables.support import BOT, EWA, JAN, ME, OLA, OPEN, SECRET, wish

NO_LIMITS = Limits(1e9, 1e9, 1e9, 1e9, sockets=10**6, frames=1e9, frame_burst=1e9, guesses=1e9, guess_burst=1e9)


def many(times: int) -> Callable[[Any], Any]:
    """So many times the usual number of examples."""
    return settings(max_examples=times * settings.default.max_examples)    # type: ignore[union-attr]


class Service:
    """Ola and Jan play at one table, wait at another and have ended a third; Ewa has no seat anywhere."""

    def __init__(self, folder: Path) -> None:
        self._loop = asyncio.Runner()
        self.house = House(SqliteStore(folder), SECRET, WorkersInPlace())
        self.app = app_of(self.house, SECRET, NO_LIMITS)
        transport = httpx2.ASGITransport(app=self.app)    # raises what the service lets through
        self._http = httpx2.AsyncClient(transport=transport, base_url="http://intryga.test")
        self.run(self.house.open())
        passport = Passport(SECRET, self.house.people.renewal, self.house.time)
        self.people: dict[str, dict[str, str]] = {"": {}}
        for who in (OLA, EWA):
            self.people[who.name] = {"authorization": f"Bearer {passport.return_token(who)}"}
        self.over = self.run(self._ended())
        self.inputs = 0
        self.set_up()

    def run(self, work: Any) -> Any:
        return self._loop.run(work)

    def close(self) -> None:
        self.run(self.house.close())
        self._loop.close()

    def set_up(self) -> None:
        """New tables, where nothing happens by itself."""
        self.playing, self.waiting = self.run(self._two_tables())
        self.tables = [self.playing, self.waiting, self.over]

    async def _two_tables(self) -> tuple[str, str]:
        playing = await self.house.create(OLA, wish(ME, OPEN, public=True))
        await self.house.join(playing, 1, JAN)
        return playing, await self.house.create(OLA, wish(ME, OPEN, public=True))

    async def _ended(self) -> str:
        table = await self.house.create(OLA, wish(ME, BOT))
        await self.house.resign(table, OLA)    # bots play it to its end
        while (await self.house.page(table, OLA)).status != "over":
            await asyncio.sleep(0.001)
        return table

    def numbers(self) -> list[int]:
        """Of the last entry at each table."""
        rooms = self.house._tables.rooms
        return [rooms[table].table.number for table in self.tables]

    def options(self, who: Person = OLA) -> tuple[int, list[int]]:
        """The version that somebody sees, and what they may choose."""
        page = self.run(self.house.page(self.playing, who))
        decision = page.view and page.view.decision
        return page.version, [option.action for option in decision.options] if decision else []

    def ask(self, method: str, path: str, who: str, **more: Any) -> httpx2.Response:
        self.inputs += 1
        headers = {**more.pop("headers", {}), **self.people[who]}
        answer: httpx2.Response = self.run(self._http.request(method, path, headers=headers, **more))
        return answer

    def talk(self, table: str, who: str, frames: list[str | bytes]) -> list[dict[str, Any]]:
        """What a socket answers to these frames, closed afterwards."""
        self.inputs += len(frames)
        return self.run(self._talk(table, who, frames))    # type: ignore[no-any-return]

    async def _talk(self, table: str, who: str, frames: list[str | bytes]) -> list[dict[str, Any]]:
        incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        incoming.put_nowait({"type": "websocket.connect"})
        for frame in frames:
            kind = "text" if isinstance(frame, str) else "bytes"
            incoming.put_nowait({"type": "websocket.receive", kind: frame})
        incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        sent: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        headers = {"host": "intryga.test", **self.people[who]}
        scope = {
            "type": "websocket", "path": f"/table/{table}/live", "raw_path": b"", "query_string": b"", "scheme": "ws",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1), "server": ("intryga.test", 80), "subprotocols": [], "asgi": {"version": "3.0"},
        }  # fmt: skip
        await self.app(scope, incoming.get, send)
        return [msgspec.json.decode(message["text"]) for message in sent if message["type"] == "websocket.send"]


class Faults(logging.Handler):
    """What the house logs as a fault of its own is one, however politely it was answered."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@contextmanager
def no_faults() -> Iterator[None]:
    faults, log = Faults(), logging.getLogger("intryga")
    log.addHandler(faults)
    try:
        yield
    finally:
        log.removeHandler(faults)
    assert faults.found == []
