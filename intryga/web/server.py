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

from intryga.web import logs
from intryga.web.app import create_app
from intryga.web.door import Connection, Door, Network
from intryga.web.limits import Limits

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


def serve(folder: Path, listener: socket.socket, limits: Limits | None = None, hosting: Hosting | None = None) -> None:
    limits, hosting = limits or Limits(), hosting or Hosting()
    if hosting.json_log:
        logs.as_json()
    door = Door(limits, hosting.proxies, most_files() - SPARE)
    config = uvicorn.Config(
        create_app(folder, limits, names=hosting.names, open_to_others=listener.getsockname()[0] in EVERYWHERE),
        proxy_headers=bool(hosting.proxies),
        forwarded_allow_ips=[str(network) for network in hosting.proxies],
        http=cast(type[asyncio.Protocol], partial(Connection, door)),
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


def most_files() -> int:
    """As many descriptors as the system allows us, and how many these are."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most
