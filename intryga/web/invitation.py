"""How somebody gets to a table: three words to say, a link that holds them, and the same link as a picture."""

from __future__ import annotations

import socket
import unicodedata
from functools import lru_cache
from ipaddress import ip_address
from typing import Literal, NamedTuple

import segno
from markupsafe import Markup
from starlette.requests import HTTPConnection

from intryga.tables import codes
from intryga.tables.types import TablePage
from intryga.texts.language import LANGUAGES
from intryga.texts.library import house
from intryga.web.hosts import AT_HOME, LOOPBACK, without_port

TINCTURES = ("gules", "azure", "vert")    # of the three shields on which a code is shown
QUIET = 4    # modules of margin that a scanner needs


Reach = Literal["machine", "network", "world"]
"""From where it can be followed: only here, from the same network, or from anywhere."""


class Invitation(NamedTuple):
    """What a host can pass on."""

    link: str
    address: str    # where to type the words
    words: list[tuple[str, str, str]]    # of each: its charge, the shield's tincture, and what it is called
    picture: Markup    # of the link
    reach: Reach


def invitation(connection: HTTPConnection, page: TablePage, language: str) -> Invitation | None:
    if not page.code:
        return None
    origin = reached_at(connection)
    link = f"{origin}/join/{page.code}"
    say = house(language).say
    charges = page.code.split(codes.JOINED)
    words = [(charge, tincture, say(f"code.{charge}")) for charge, tincture in zip(charges, TINCTURES, strict=True)]
    host = origin.partition("://")[2]
    return Invitation(link, host, words, picture(link), _reach(without_port(host)))


def _reach(host: str) -> Reach:
    if host in LOOPBACK:
        return "machine"
    try:
        return "network" if ip_address(host).is_private else "world"
    except ValueError:
        return "network" if "." not in host or host.endswith(AT_HOME) else "world"


def reached_at(connection: HTTPConnection) -> str:
    """As it is reached now; where that is this very machine, by its address in the network if it listens there."""
    here = connection.url
    if without_port(here.netloc) in LOOPBACK and connection.app.state.open_to_others:
        address = own_address()
        if address:
            return f"http://{address}:{here.port}"
    return f"{'https' if here.scheme in ('https', 'wss') else 'http'}://{here.netloc}"


def own_address() -> str:
    """By which others in the same network reach this machine; empty if there is no network. Nothing is sent: only the
    way that a packet would take is asked for."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))    # an address that is nobody's
        except OSError:
            return ""
        return str(way.getsockname()[0])


@lru_cache(maxsize=256)
def picture(link: str) -> Markup:
    """The link as a QR code, to be scanned from a screen."""
    code = segno.make(link, error="m", micro=False)
    return Markup(code.svg_inline(border=QUIET, omitsize=True, svgclass="qr", light="#fff", dark="#14100a"))


def code_from(text: str) -> str:
    """What somebody has typed or pasted, as a code; empty if it is none. Case, accents and what stands between the
    words do not matter, nor in which language they are."""
    spoken = _spoken()
    words = "".join(letter if letter.isalpha() else " " for letter in text).split()
    found = [spoken.get(_plain(word), "") for word in words]
    return codes.JOINED.join(found) if len(found) == codes.WORDS and all(found) else ""


@lru_cache(maxsize=1)
def _spoken() -> dict[str, str]:
    """Every name of every charge, without accents."""
    known = {charge: charge for charge in codes.CHARGES}
    return known | {
        _plain(house(language).say(f"code.{charge}")): charge for language in LANGUAGES for charge in codes.CHARGES
    }


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.lower().replace("ł", "l"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
