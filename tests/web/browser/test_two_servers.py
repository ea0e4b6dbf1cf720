"""One table in two browsers by two servers on one PostgreSQL, killed and restarted under the players' hands."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import httpx2
import pytest
from playwright.sync_api import Response

from benchmarks.storm import Server, new_secret
from intryga.tables.model.entries import MoveMade
from intryga.tables.storage.postgres import PostgresStore
from tests import postgres
from tests.support import PATIENCE
from tests.web.browser.guest import BOT, HERE, ME, OPEN, expect, play_on, visits
from tests.web.browser.screens import Screens


@contextmanager
def proxy(*ports: int) -> Iterator[str]:
    """Takes every connection to the first of these that lets it in. Its address."""
    address: Queue[str] = Queue()
    done = threading.Event()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for port in ports:
            try:
                there, here = await asyncio.open_connection(HERE, port)
            except OSError:
                continue
            await asyncio.gather(along(reader, here), along(there, writer))
        writer.close()

    async def along(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65_536):
                sink.write(data)
        except OSError:
            pass
        finally:
            sink.close()

    async def serve() -> None:
        server = await asyncio.start_server(carry, HERE, 0)
        address.put(f"http://{HERE}:{server.sockets[0].getsockname()[1]}")
        await asyncio.to_thread(done.wait)
        server.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        yield address.get()
    finally:
        done.set()
        thread.join()


def is_well(server: Server) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            if httpx2.get(f"http://{HERE}:{server.port}/healthz", timeout=PATIENCE).status_code == 200:
                return
        except httpx2.HTTPError:
            pass
        time.sleep(0.05)
    pytest.fail("the server does not start")


def restart(server: Server, how: signal.Signals) -> None:
    server.end(how)
    server.start()
    is_well(server)


@contextmanager
def meanwhile(work: Callable[[], None]) -> Iterator[None]:
    thread = threading.Thread(target=work)
    thread.start()
    yield
    thread.join()


def test_a_kill_and_a_rolling_restart_lose_no_click(screens: Screens, tmp_path: Path, postgres_server: str) -> None:
    """Ola comes by the first server and Jan by the second, each by the other while theirs is away. All they may notice
    is that the line is lost for a while."""
    url = postgres.database(postgres_server, tmp_path)
    new_secret(tmp_path)
    first, second = (Server(tmp_path, url) for _ in range(2))
    try:
        is_well(first)
        is_well(second)
        with (
            proxy(first.port, second.port) as here,
            proxy(second.port, first.port) as there,
            visits(screens, here) as visit_here,
            visits(screens, there) as visit_there,
        ):
            ola, jan = visit_here("Ola"), visit_there("Jan")
            faults: list[Response] = []
            for guest in (ola, jan):
                guest.page.on("response", lambda answer: faults.append(answer) if answer.status >= 500 else None)
            table = ola.table(ME, OPEN, BOT)
            ola.page.goto(table)
            jan.page.goto(ola.page.input_value("#link").replace(here, there))
            jan.page.click("text=Usiądź tutaj")
            ola.page.wait_for_selector("#decide")
            made = play_on(ola, jan, moves=2)
            with meanwhile(lambda: restart(first, signal.SIGKILL)):
                made += play_on(ola, jan, moves=3)
            for server in (first, second):
                with meanwhile(lambda server=server: restart(server, signal.SIGTERM)):    # type: ignore[misc]
                    made += play_on(ola, jan, moves=3)
            for guest in (ola, jan):
                expect(guest.page.locator(".oops")).to_have_count(0)
            made += play_on(ola, jan, moves=3)
            assert faults == []
    finally:
        for server in (first, second):
            server.close()
    assert made == clicks(url, table.rpartition("/")[2])


def clicks(url: str, table: str) -> int:
    """Moves of people in the log."""
    found: list[int] = []

    async def read() -> None:
        store = PostgresStore(url)
        entries = await store.entries(table, 0)
        found.append(sum(isinstance(entry.change, MoveMade) and not entry.change.by for entry in entries))
        await store.close()

    thread = threading.Thread(target=lambda: asyncio.run(read()))    # the browser's loop runs in this one
    thread.start()
    thread.join()
    return found[0]
