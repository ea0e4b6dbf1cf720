"""Serve the tables to browsers. What is kept lies in one folder, and one server at a time uses it."""

from __future__ import annotations

import fcntl
import ipaddress
import os
import re
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from pathlib import Path

from intryga.cli.output import console
from intryga.kernel.game import Mistake
from intryga.tables.storage.sqlite import faults
from intryga.web.door import Network
from intryga.web.secret import SECRET, load_secret
from intryga.web.server import Hosting, serve

USUAL_PORT = 8600
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def run(
    host: str,
    port: int | None,
    data: Path | None,
    browser: bool,
    names: list[str],
    proxies: list[str],
    log: str,
    database: str | None,
    secret: Path | None,
    days: float,
) -> None:
    address = database_address(database) if database else ""
    check_secret(secret)
    hosting = Hosting(
        frozenset(map(name_of, names)), tuple(map(network, proxies)), log == "json", address, secret, days
    )
    folder = data or data_folder(os.environ, sys.platform)
    os.umask(0o077)    # whatever is written from here on is for its owner only
    if not (hosting.database and secret):
        make_folder(folder)
    with only_one(folder) if not hosting.database else nullcontext() as lock:
        if fault := why_not(folder, hosting.database):
            raise Mistake(fault)
        listener = listen(host, port)
        address = url(host, listener.getsockname()[1])
        with usable(folder):
            load_secret(secret or folder / SECRET)
            if lock is not None:
                lock.write_text(address)
        console().print(f"Intryga: {address}   (Ctrl+C ends)", soft_wrap=True)
        if browser:
            threading.Timer(0.8, webbrowser.open, [address]).start()
        serve(folder, listener, hosting=hosting)


def why_not(folder: Path, database: str) -> str:
    """What keeps the tables from being opened, as a sentence; empty if nothing does."""
    if not database:
        return faults(folder)
    from intryga.tables.storage import postgres

    return postgres.faults(database)


def database_address(given: str) -> str:
    """`given`: an address, or a file that holds one, for it may have a password in it."""
    if find_spec("psycopg") is None:
        raise Mistake("--database needs the extra `postgres`; install it with: pip install 'intryga[postgres]'")
    from intryga.tables.storage import postgres

    if "://" in given:
        return postgres.check_url(given)
    try:
        return postgres.check_url(Path(given).read_text("utf-8").strip())
    except (OSError, UnicodeDecodeError) as error:
        message = f"--database is an address like postgresql://user@host/name, or a file with one; {error}"
        raise Mistake(message) from error


def check_secret(file: Path | None) -> None:
    if file is None:
        return
    try:
        long_enough = len(file.read_text("ascii").strip()) >= 16
    except UnicodeDecodeError:
        long_enough = False
    except OSError as error:
        raise Mistake(f"--secret-file cannot be read: '{file}': {error.strerror}") from error
    if not long_enough:
        raise Mistake(f"--secret-file names no file with a secret of at least 16 plain letters: '{file}'")


def name_of(text: str) -> str:
    if not re.fullmatch(r"[\w.-]+", text):
        raise Mistake(f"--name is the name of a host like games.example.org, without https:// or a port; not '{text}'")
    return text.lower()


def network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise Mistake(f"--proxy is an address like 127.0.0.1 or a network like 10.0.0.0/24, not '{text}'") from error


def make_folder(folder: Path) -> None:
    with usable(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with (folder / "server").open("a"):
            pass


@contextmanager
def usable(folder: Path) -> Iterator[None]:
    """What the system refuses there is a sentence."""
    try:
        yield
    except OSError as error:
        raise Mistake(f"the folder '{folder}' cannot be used: {error.strerror}") from error


def data_folder(environment: Mapping[str, str], platform: str) -> Path:
    if "INTRYGA_DATA" in environment:
        return Path(environment["INTRYGA_DATA"])
    home = Path.home()
    if platform == "darwin":
        return home / "Library" / "Application Support" / "intryga"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "intryga"


def listen(host: str, port: int | None) -> socket.socket:
    """On the port asked for; without a wish on the usual one, or if that is taken on any other."""
    for candidate in (USUAL_PORT, 0) if port is None else (port,):
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
        except OSError as error:
            listener.close()
            problem = error
            continue
        listener.listen(2048)
        listener.setblocking(False)
        return listener
    raise Mistake(f"port {port or USUAL_PORT} at {host} cannot be used: {problem.strerror}; say another with --port")


def url(host: str, port: int) -> str:
    name = "localhost" if host in (*LOOPBACK, "0.0.0.0", "::") else host
    return f"http://{name}:{port}/"


@contextmanager
def only_one(folder: Path) -> Iterator[Path]:
    """Two servers would not hear of each other's moves."""
    path = folder / "server"
    with path.open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            running = path.read_text().strip()
            raise Mistake(f"these tables are being served already: open {running or 'the other server'}") from error
        yield path
