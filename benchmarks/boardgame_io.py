"""boardgame.io, installed beside (benchmarks/.boardgame_io) and asked the same as our server."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType

import msgspec

HERE = Path(__file__).parent
PLACE = HERE / ".boardgame_io"
PACKAGES = ("boardgame.io@0.50.2", "socket.io-client@4.8.1")


def install() -> None:
    if not (PLACE / "node_modules" / "boardgame.io").exists():
        print(f"installing {PACKAGES[0]} into {PLACE.relative_to(HERE.parent)}", file=sys.stderr)
        PLACE.mkdir(exist_ok=True)
        command = ["npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", PLACE, *PACKAGES]
        subprocess.run(command, check=True)


class BoardgameIo:
    """Its server on one core, and people who have connected to it (boardgame_io.js)."""

    def __init__(self, tables: int, rate: float, seconds: float) -> None:
        self._load = [str(tables), str(rate), str(seconds)]

    def __enter__(self) -> BoardgameIo:
        install()
        with socket.create_server(("127.0.0.1", 0)) as game, socket.create_server(("127.0.0.1", 0)) as lobby:
            ports = [str(probe.getsockname()[1]) for probe in (game, lobby)]
        found = {**os.environ, "NODE_PATH": str(PLACE / "node_modules"), "NODE_ENV": "production"}
        script, pipe = HERE / "boardgame_io.js", subprocess.PIPE
        self._server = subprocess.Popen(
            ["node", script, "serve", *ports], env=found, stdout=pipe, text=True, preexec_fn=_on_one_core
        )
        assert self._server.stdout is not None
        while self._server.stdout.readline() != "ready\n":    # it has more to say
            pass
        self._people = subprocess.Popen(
            ["node", script, "play", *ports, *self._load], env=found, stdin=pipe, stdout=pipe, text=True
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in (self._people, self._server):
            process.terminate()
            process.wait()

    @property
    def process(self) -> int:
        return self._server.pid

    def go_on(self) -> None:
        """With the next thing: tables are made, people connect, they play half of the time, and the other half."""
        assert self._people.stdin is not None
        assert self._people.stdout is not None
        self._people.stdin.write("\n")
        self._people.stdin.flush()
        assert self._people.stdout.readline() == "done\n"

    def result(self) -> list[float]:
        """In how many seconds moves were answered."""
        self.go_on()
        assert self._people.stdout is not None
        return msgspec.json.decode(self._people.stdout.readline(), type=list[float])


def _on_one_core() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
