"""The server process: one event loop, as this machine runs it best."""

from __future__ import annotations

import asyncio
import gc
import resource
import socket
from functools import partial
from pathlib import Path
from typing import NamedTuple, cast

import uvicorn

from intryga.tables.house import House
from intryga.tables.storage.sqlite import SqliteStore
from intryga.web import logs
from intryga.web.app import app_of
from intryga.web.door import Door, Network, TimedConnection
from intryga.web.limits import Limits
from intryga.web.secret import SECRET, load_secret

FRAME = 8 * 1024    # bytes; a page sends far less
# A full collection looks at every object of every table while everybody waits, and finds next to nothing: what tables
# leave behind is freed without it. So it comes rarely, and what is there from the start is left out.
COLLECT = (50_000, 20, 20)

EVERYWHERE = ("0.0.0.0", "::")    # listens to all of the network
FILES = 65_536    # descriptors at most
SPARE = 100    # file descriptors for the database, worker processes and the like


class Hosting(NamedTuple):
    """What whoever runs a server has chosen."""

    names: frozenset[str] = frozenset()    # that browsers know us by; none: those of a home
    proxies: tuple[Network, ...] = ()    # that say truly who asks, and whether by https
    json_log: bool = False
    database: str = ""    # the address of a PostgreSQL, which other processes may use too; none: the folder
    secret: Path | None = None    # the file of the secret; none: that of the folder
    days: float = 0.0    # after so many without a change a table that is not over is removed; 0: never


def serve(folder: Path, listener: socket.socket, limits: Limits | None = None, hosting: Hosting | None = None) -> None:
    limits, hosting = limits or Limits(), hosting or Hosting()
    secret = load_secret(hosting.secret or folder / SECRET)
    if hosting.json_log:
        logs.as_json()
    door = Door(limits, hosting.proxies, most_files() - SPARE)
    config = uvicorn.Config(
        app_of(
            _house(folder, secret, hosting, listener),
            secret,
            limits,
            hosting.names,
            open_to_others=listener.getsockname()[0] in EVERYWHERE,
        ),
        proxy_headers=bool(hosting.proxies),
        forwarded_allow_ips=[str(network) for network in hosting.proxies],
        http=cast(type[asyncio.Protocol], partial(TimedConnection, door)),
        ws="websockets-sansio",
        ws_max_size=FRAME,
        # Secrets beside what others have written: the compressed length would tell something (see app.Compressed).
        ws_per_message_deflate=False,
        access_log=False,    # addresses hold invites and return links
        log_level="warning",
        log_config=None if hosting.json_log else uvicorn.config.LOGGING_CONFIG,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    gc.freeze()
    gc.set_threshold(*COLLECT)
    uvicorn.Server(config).run([listener])


def _house(folder: Path, secret: str, hosting: Hosting, listener: socket.socket) -> House:
    if not hosting.database:
        return House(SqliteStore(folder), secret, days=hosting.days)
    # Who keeps tables in a folder need not have the driver.
    from intryga.tables.line.database_clock import DatabaseClock
    from intryga.tables.line.line import Line
    from intryga.tables.line.thoughts import WorkersElsewhere
    from intryga.tables.storage.postgres import PostgresStore

    clock = DatabaseClock()
    name = f"{socket.gethostname()}:{listener.getsockname()[1]}"
    line = Line(hosting.database, name, clock)
    workers = WorkersElsewhere(line.thoughts)
    return House(PostgresStore(hosting.database), secret, workers, clock, line, hosting.days)


def most_files() -> int:
    """As many descriptors as the system allows us, and how many these are."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
