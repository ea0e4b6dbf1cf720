"""The line between processes: where somebody is waited for too long it speaks again, and what is told fits into its
notices."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from intryga.tables.house import House
from intryga.tables.line import line
from intryga.tables.line.channel import payloads
from intryga.tables.line.database_clock import DatabaseClock
from intryga.tables.runtime.workers import WorkersInPlace
from intryga.tables.storage.postgres import PostgresStore
from tests import postgres
from tests.support import PATIENCE
from tests.tables.support import SECRET

ALIVE = "alive"


def test_a_beat_that_waits_too_long_closes_no_connection_of_others(postgres_server: str, tmp_path: Path) -> None:
    """It did, while another task waited on the socket, and libuv ended the whole process without a word. So in a
    process of its own, on the server's event loop."""
    pytest.importorskip("uvloop")
    command = [sys.executable, "-m", "tests.tables.test_channel", postgres.database(postgres_server, tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ALIVE), done.stderr
    assert "does not answer in time" in done.stderr, "the beat has waited too long"


def test_what_is_told_fits_into_a_notice() -> None:
    words = [f"entry:{n:012}:1" for n in range(2000)]
    told = payloads(17, words)
    assert max(map(len, told)) < 8000
    assert [word for payload in told for word in payload.split(" ")[1:]] == words
    assert {payload.split(" ")[0] for payload in told} == {"17"}


async def wait_for_somebody(url: str) -> None:
    clock = DatabaseClock()
    spoken = line.Line(url, "test", clock)
    house = House(PostgresStore(url), SECRET, WorkersInPlace(), clock, spoken)
    await house.open()
    line.BEAT = 0.05
    assert await spoken._channel.ask("select pg_sleep(1)")    # beats fall due meanwhile
    await house.close()
    print(ALIVE)


if __name__ == "__main__":
    import uvloop

    uvloop.run(wait_for_somebody(sys.argv[1]))
