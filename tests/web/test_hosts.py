"""Under which names and through whom a server is reached."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from intryga.cli import serve
from intryga.kernel.game import Mistake
from intryga.web.hosts import is_ours
from tests.support import PATIENCE
from tests.web.support import EN, PL, client

HOME = ["localhost:8600", "127.0.0.1:8600", "[::1]:8600", "192.168.1.7", "laptop", "Laptop.local"]


@pytest.mark.parametrize("host", HOME)
def test_at_home_every_name_of_a_home_will_do(host: str) -> None:
    assert is_ours(host, ())


@pytest.mark.parametrize("host", ["evil.com", "evil.com:8600", "localhost.evil.com", "127.0.0.1.evil.com"])
def test_a_name_that_somebody_could_register_is_not_ours(host: str) -> None:
    assert not is_ours(host, ())
    assert not is_ours(host, {"games.example.org"})


def test_a_given_name_is_ours_and_no_other() -> None:
    names = {"games.example.org"}
    assert all(is_ours(host, names) for host in ("games.example.org", "GAMES.example.org:443", "localhost:8600"))
    assert not any(is_ours(host, names) for host in ("laptop", "192.168.1.7", "other.example.org", ""))


def test_a_foreign_name_gets_a_sentence(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        for spoken, words in ((PL, "nie jest znany pod tą nazwą"), (EN, "not known by that name")):
            answer = http.get("/", headers={**spoken, "host": "evil.com"})
            assert (answer.status_code, words in answer.text) == (421, True)
        assert http.get("/api/tables", headers={"host": "evil.com"}).json()["key"] == "host"


def test_over_https_cookies_are_secure_and_http_is_over(tmp_path: Path) -> None:
    with client(tmp_path, url="https://intryga.test") as http:
        assert http.get("/").headers["strict-transport-security"].startswith("max-age=")
        weaker = http.post("/me", data={"name": "Ola"}, headers={"origin": "http://intryga.test"})
        assert weaker.status_code == 403
        origin = {"origin": "https://intryga.test"}
        made = http.post("/me", data={"name": "Ola"}, headers=origin, follow_redirects=False)
        assert "Secure" in made.headers["set-cookie"]
    with client(tmp_path) as http:
        assert "strict-transport-security" not in http.get("/").headers


@contextmanager
def server(folder: Path, *options: str) -> Iterator[str]:
    command = [sys.executable, "-m", "intryga", "serve", "--no-browser", "--port", "0", "--data", str(folder), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[1]
        process.terminate()
        process.wait(PATIENCE)


def test_who_asks_is_believed_of_named_proxies_only(tmp_path: Path) -> None:
    told = {"x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https", "host": "games.example.org"}
    named = ("--name", "games.example.org")
    for options, believed in ((named, False), ((*named, "--proxy", "127.0.0.1", "--proxy", "::1"), True)):
        with server(tmp_path, *options) as url, httpx2.Client(base_url=url, timeout=PATIENCE) as http:
            answer = http.get("/", headers=told)
            assert answer.status_code == 200
            assert ("strict-transport-security" in answer.headers) == believed
            assert http.get("/", headers={"host": "evil.com"}).status_code == 421


@pytest.mark.parametrize("wrong", [("--proxy", "nginx"), ("--name", "https://games.example.org/")])
def test_a_wrong_option_is_a_sentence(tmp_path: Path, wrong: tuple[str, str]) -> None:
    names, proxies = ([wrong[1]], []) if wrong[0] == "--name" else ([], [wrong[1]])
    with pytest.raises(Mistake, match="not '"):
        serve.run("127.0.0.1", 0, tmp_path, False, names, proxies, "plain", None, None, 0)
