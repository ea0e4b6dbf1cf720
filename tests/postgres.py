"""A PostgreSQL for tests: the one that INTRYGA_TEST_DATABASE names, else one that `scripts/postgres` starts."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from intryga.tables.storage import postgres

SCRIPT = Path(__file__).parents[1] / "scripts" / "postgres"
TEMPLATE = "intryga_migrated"
QUICK = "-c fsync=off -c full_page_writes=off"    # for what outlives no power cut


@contextmanager
def server() -> Iterator[str]:
    """Its address."""
    if given := os.environ.get("INTRYGA_TEST_DATABASE"):
        yield given
        return
    folder = tempfile.mkdtemp(prefix="intryga-postgres-")
    try:
        url = start(Path(folder))
        try:
            yield url
        finally:
            subprocess.run([SCRIPT, "stop", folder], check=False)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def start(folder: Path, **more: str) -> str:
    environment = {"POSTGRES_OPTIONS": QUICK, **os.environ, **more}
    started = subprocess.run([SCRIPT, "start", folder], capture_output=True, text=True, check=False, env=environment)
    if started.returncode:
        sentence = started.stderr.strip() or "PostgreSQL cannot be started here"
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)
    return started.stdout.strip()


@functools.cache
def _template(server: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        # Of several processes that come here at once one makes it.
        connection.execute("select pg_advisory_lock(7013)")
        if not connection.execute("select from pg_database where datname = %s", [TEMPLATE]).fetchall():
            connection.execute(f"create database {TEMPLATE}")
            assert postgres.faults(_named(server, TEMPLATE)) == ""


def database(server: str, of: object) -> str:
    """The address of a database with no tables in it, one for everything that asks."""
    name = "t" + hashlib.blake2b(str(of).encode(), digest_size=8).hexdigest()
    _template(server)
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("select pg_advisory_lock(7013)")    # a template is copied by one at a time
        if not connection.execute("select from pg_database where datname = %s", [name]).fetchall():
            connection.execute(f"create database {name} template {TEMPLATE}")
    return _named(server, name)


def _named(server: str, name: str) -> str:
    return f"{server.rpartition('/')[0]}/{name}"
