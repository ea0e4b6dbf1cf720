"""`intryga admin`: what whoever runs a server may do. It asks the running server, and proves itself with its secret."""

from __future__ import annotations

import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import msgspec

from intryga.cli.harmless import harmless
from intryga.cli.output import console, print_json
from intryga.cli.serve import USUAL_PORT, check_secret, data_folder
from intryga.kernel.game import Mistake
from intryga.web.admin_pages import AdminKey
from intryga.web.secret import SECRET

PATIENCE = 60    # seconds
DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))    # what is sent may close tables


class Server:
    """A running server, as somebody sees it who has its secret."""

    def __init__(self, data: Path | None, secret: Path | None, address: str | None) -> None:
        folder = data or data_folder(os.environ, sys.platform)
        check_secret(secret)
        file = secret or folder / SECRET
        try:
            self._key = AdminKey(file.read_text("ascii").strip(), time.time)
        except FileNotFoundError as error:
            help = "name the folder with --data, or it with --secret-file"
            raise Mistake(f"there is no secret in '{folder}'; {help}") from error
        except OSError as error:
            raise Mistake(f"the secret '{file}' cannot be read: {error.strerror}") from error
        said = folder / "server"
        known = said.read_text().strip() if said.is_file() else ""
        self.address = (address or known or f"http://localhost:{USUAL_PORT}").rstrip("/")

    def link(self) -> str:
        return f"{self.address}/admin/{self._key.link()}"

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"authorization": f"Bearer {self._key.link()}", "accept-language": "en"}
        data = None if body is None else msgspec.json.encode(body)
        try:
            asked = urllib.request.Request(f"{self.address}{path}", data, headers)
            with DIRECTLY.open(asked, timeout=PATIENCE) as answer:
                return msgspec.json.decode(answer.read())
        except urllib.error.HTTPError as error:
            told = error.read()
            if error.code == 404 and b'"missing"' in told:
                raise Mistake(f"the server at {self.address} has another secret") from error
            try:
                raise Mistake(msgspec.json.decode(told)["error"]) from error
            except (msgspec.DecodeError, KeyError, TypeError):
                raise Mistake(f"the server at {self.address} answers {error.code}") from error
        except (OSError, ValueError) as error:
            raise Mistake(f"no server answers at {self.address}; name it with --server") from error


def show_link(server: Server) -> None:
    console().print(server.link(), soft_wrap=True)


def show_tables(server: Server, json: bool) -> None:
    tables = server.ask("/api/admin/tables")
    if json:
        return print_json(tables)
    for table in tables:
        players = ", ".join(f"{seat}: {name or '–'}" for seat, name in enumerate(table["players"]))
        console().print(harmless(f"{table['table']}  {table['status']:8} {table['game']:18} {players}"), soft_wrap=True)


def order(server: Server, deed: str, table: str, **more: int) -> None:
    server.ask("/api/admin/do", {"deed": deed, "table": table, **more})
