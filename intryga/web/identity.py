"""Who asks: signed cookies, return links and Origin checks; and the headers of every answer."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from time import time
from urllib.parse import urlsplit

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from intryga.tables.invites import timed
from intryga.tables.plain_text import nickname
from intryga.tables.types import Person
from intryga.texts.language import LANGUAGES, NATIVE

COOKIE = "intryga"
YEAR = 365 * 86400

HEADERS = {
    "content-security-policy": "default-src 'self'; object-src 'none'; img-src 'self' data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",    # links to a table are secrets; other sites shall not see them
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
ONLY_HTTPS = {"strict-transport-security": f"max-age={YEAR}"}    # where we are reached so once, never otherwise again


class Passport:
    """Who somebody is, signed. The cookie and the return link are kept apart: neither passes for the other."""

    def __init__(
        self, secret: str, renewal: Callable[[str], int] = lambda person: 0, now: Callable[[], float] = time
    ) -> None:
        self._renewal = renewal    # how often a person has made void what was signed for them before
        self._cookies = timed(secret, "cookie", now)
        self._links = timed(secret, "return", now)

    def cookie(self, person: Person) -> str:
        return self._sign(self._cookies, person)

    def return_token(self, person: Person) -> str:
        """Carries a person to another device; whoever has it is that person."""
        return self._sign(self._links, person)

    def from_cookie(self, text: str) -> Person | None:
        return self._read(self._cookies, text)

    def from_return(self, text: str) -> Person | None:
        return self._read(self._links, text)

    def _sign(self, serializer: URLSafeTimedSerializer, person: Person) -> str:
        return str(serializer.dumps([person.id, person.name, person.language, self._renewal(person.id)]))

    def _read(self, serializer: URLSafeTimedSerializer, text: str) -> Person | None:
        try:
            id, name, language, *renewed = serializer.loads(text[:1000], max_age=YEAR)
            person = msgspec.convert({"id": id, "name": name, "language": language}, Person)
        except (BadData, ValueError, TypeError):    # msgspec's own errors are ValueErrors
            return None
        return person if (renewed or [0]) == [self._renewal(person.id)] else None    # the oldest have no number


def new_person(name: str, language: str) -> Person:
    """Somebody new; raises Mistake if the name will not do."""
    return Person(secrets.token_urlsafe(18), nickname(name), language if language in LANGUAGES else NATIVE)


def passport(connection: HTTPConnection) -> Passport:
    found: Passport = connection.app.state.passport
    return found


def person_of(connection: HTTPConnection) -> Person | None:
    """By cookie, or for programs by `Authorization: Bearer` with the token of the return link."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return passport(connection).from_return(token.strip())
    cookie = connection.cookies.get(COOKIE)
    return passport(connection).from_cookie(cookie) if cookie else None


def remember(connection: HTTPConnection, response: Response, person: Person) -> None:
    response.set_cookie(
        COOKIE,
        passport(connection).cookie(person),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme == "https",
    )


def same_origin(connection: HTTPConnection) -> bool:
    """Browsers name the page that asks; a program that names none has no cookie of ours to misuse."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    asking = urlsplit(origin)
    weaker = connection.url.scheme in ("https", "wss") and asking.scheme != "https"    # anybody on the way wrote it
    return asking.netloc == connection.headers.get("host", "") and not weaker
