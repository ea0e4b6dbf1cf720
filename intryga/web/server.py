"""The server process: one event loop, as this machine runs it best."""

from __future__ import annotations

import gc
import socket
from pathlib import Path

import uvicorn

from intryga.web.app import create_app
from intryga.web.limits import Limits

FRAME = 8 * 1024    # bytes; a page sends far less
# A full collection looks at every object of every table while everybody waits, and finds next to nothing: what tables
# leave behind is freed without it. So it comes rarely, and what is there from the start is left out.
COLLECT = (50_000, 20, 20)


def serve(folder: Path, listener: socket.socket, limits: Limits | None = None) -> None:
    config = uvicorn.Config(
        create_app(folder, limits),
        ws="websockets-sansio",
        ws_max_size=FRAME,
        access_log=False,    # addresses hold invites and return links
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    gc.freeze()
    gc.set_threshold(*COLLECT)
    uvicorn.Server(config).run([listener])
