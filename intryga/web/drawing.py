"""How templates are read: one environment for each language, and for each game in it.

Words and pictures are filters: where a template names them outright (`"web.table.turn" | say`), they become part of it
when it is compiled. Pieces (`pieces.html`, the house's and each game's) know nothing but their arguments, the language
and the game, so that equal ones are drawn once, whoever looks.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import msgspec
from jinja2 import BaseLoader, ChoiceLoader, Environment, FunctionLoader, PackageLoader, StrictUndefined
from jinja2.runtime import Macro
from markupsafe import Markup

from intryga import games
from intryga.kernel.view import Cards
from intryga.texts.catalogue import Catalogue
from intryga.texts.library import GameTexts
from intryga.web.cardbook import cards_told
from intryga.web.heraldry import look

MINUS = "\u2212"
SPOKEN = 64    # environments: languages, games in them, and games with components of somebody's own
KEPT = 8192    # drawings of each piece


@lru_cache(maxsize=SPOKEN)
def environment(texts: Catalogue) -> Environment:
    """`texts` are a game's for pages about it, the house's for all others."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader("intryga.web"), _game_layouts()]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters |= {"say": texts.say, "icon": icon, "flag": flag, "duration": duration, "number": number,
                     "holding": holding}  # fmt: skip
    folder = f"/static/{assets_version()}"
    made.globals |= {"language": texts.language, "static": folder, "sprite": f"{folder}/charges.svg"}
    if isinstance(texts, GameTexts):
        _furnish(made, texts)
    _lay_out(made, "pieces.html")
    if isinstance(texts, GameTexts) and texts.game.folder.joinpath("pieces.html").is_file():
        _lay_out(made, f"games/{texts.game.id}/pieces.html")
    return made


def _lay_out(made: Environment, pieces: str) -> None:
    for name, piece in vars(made.get_template(pieces).module).items():
        if isinstance(piece, Macro):
            made.globals[name] = DrawnOnce(piece)
        elif not name.startswith("_"):
            made.globals[name] = piece


class DrawnOnce:
    """A piece that remembers how it looked, by the content of its arguments."""

    def __init__(self, piece: Macro) -> None:
        self._piece = piece
        self._drawn: dict[bytes, str] = {}

    def __call__(self, *arguments: Any, **named: Any) -> str:
        key = _content.encode((arguments, named))
        found = self._drawn.get(key)
        if found is None:
            if len(self._drawn) >= KEPT:
                del self._drawn[next(iter(self._drawn))]    # the oldest
            found = self._drawn[key] = self._piece(*arguments, **named)
        return found


def _as_text(value: object) -> str:
    """Words with cases, and what is marked as safe HTML. Nothing else: it might look the same and be another."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"a piece cannot remember {value!r}")


_content = msgspec.msgpack.Encoder(enc_hook=_as_text)


def _furnish(made: Environment, texts: GameTexts) -> None:
    """What every page about one game needs."""
    game, appearance = texts.game.id, look(texts.game)
    made.filters |= {
        "word": texts.word,
        "short": lambda kind: texts.short(kind, appearance.faces[kind].short),
    }
    made.globals |= {
        "title": texts.title,
        "cards_told": cards_told(texts),
        "look": appearance,
        "cloth": appearance.cloth,
        "rules_url": f"/rules/{game}",
        "cards_url": f"/cards/{game}",
        "game_css": f"/look/{game}.css?{_digest([css(game).encode()])}" if css(game) else "",
    }


# --- pictures and small words ---


@cache
def icon(name: str, cls: str = "") -> Markup:
    return Markup('<svg class="i {}" aria-hidden="true"><use href="/static/{}/charges.svg#c-{}"/></svg>').format(
        cls, assets_version(), name
    )


@cache
def flag(seat: int) -> Markup:
    return Markup('<svg class="flag" aria-hidden="true"><use href="/static/{}/charges.svg#f-{}"/></svg>').format(
        assets_version(), seat % 8 + 1
    )


def duration(seconds: float) -> str:
    whole = max(int(seconds), 0)
    if whole >= 2 * 86400:
        return f"{whole // 86400} d"
    if whole >= 3600:
        return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 60}:{whole % 60:02}"


def number(n: int) -> str:
    """With a minus sign as wide as the plus sign."""
    return f"{MINUS}{-n}" if n < 0 else str(n)


def holding(zones: Mapping[str, Cards], name: str) -> bool:
    """Does anybody have something in a zone of this name?"""
    return any(content for label, content in zones.items() if label.split()[0] == name)


# --- files ---


def _game_layouts() -> BaseLoader:
    def load(name: str) -> str | None:
        parts = name.split("/")
        if len(parts) != 3 or parts[0] != "games" or parts[1] not in games.names():
            return None
        file = games.find(parts[1]).folder.joinpath(parts[2])
        return file.read_text("utf-8") if file.is_file() else None

    return FunctionLoader(load)


@cache
def css(game: str) -> str:
    """What a game's own table adds to the house's looks."""
    file = games.find(game).folder.joinpath("table.css")
    return file.read_text("utf-8") if file.is_file() else ""


@cache
def assets_version() -> str:
    """Part of their address, so that browsers may keep them for ever."""
    folder = resources.files("intryga.web").joinpath("static")
    files = sorted((file for file in folder.iterdir() if file.is_file()), key=lambda file: file.name)
    return _digest([file.read_bytes() for file in files])


def _digest(parts: Sequence[bytes]) -> str:
    return hashlib.blake2b(b"".join(parts), digest_size=5).hexdigest()
