"""The Jinja environments: one for each language, and for each game in it.

Words and pictures are filters: where a template names them outright (`"web.table.turn" | say`), they become part of it
when it is compiled; so compiled it is kept (kept_templates.py). Pieces (`pieces_*.html`, the house's and each game's)
know nothing but their arguments, the language and the game, so that equal ones are drawn once, whoever looks.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, FunctionLoader, PackageLoader, StrictUndefined
from jinja2.ext import Extension

from intryga import games
from intryga.texts.catalogue import Catalogue
from intryga.texts.language import LANGUAGES
from intryga.texts.library import GameTexts
from intryga.web.assets.files import assets_version, css, digest, parts_of
from intryga.web.cardbook import cards_told
from intryga.web.compiling import DirectMacro, TableEnvironment
from intryga.web.filters import duration, flag, holding, icon, number
from intryga.web.kept_templates import kept_templates
from intryga.web.look import look
from intryga.web.recent import Recent
from intryga.web.written import content

SPOKEN = 64    # environments: languages, games in them, and games with components of somebody's own
KEPT = 5_000_000    # bytes of all pieces and what they were drawn from; at most as many again that were kept before
PIECES = ("things", "seats", "points", "frame", "plates")    # of the house


@lru_cache(maxsize=SPOKEN)
def environment(texts: Catalogue) -> TableEnvironment:
    """`texts` are a game's for pages about it, the house's for all others."""
    made = TableEnvironment(
        loader=ChoiceLoader([PackageLoader("intryga.web"), _game_layouts()]),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=[JoinedLines],
        auto_reload=False,
        bytecode_cache=kept_templates(texts),
    )
    made.filters |= {"say": texts.say, "icon": icon, "flag": flag, "duration": duration, "number": number,
                     "holding": holding, "min": min, "max": max}  # fmt: skip
    folder = f"/static/{assets_version()}"
    made.globals |= {
        "language": texts.language,
        "languages": LANGUAGES,
        "static": folder,
        "sprite": f"{folder}/charges.svg",
    }
    if isinstance(texts, GameTexts):
        _add_game(made, texts)
    drawn = Recent[bytes](KEPT)
    for name in PIECES:
        _add_pieces(made, f"pieces_{name}.html", drawn)
    if isinstance(texts, GameTexts):
        for file in parts_of(texts.game, "pieces", ".html"):
            _add_pieces(made, f"games/{texts.game.id}/{file.name}", drawn)
    return made


class JoinedLines(Extension):
    """Line breaks and indentation are for who reads a template: between tags they say nothing, inside of one they are a
    space. A space that is to be said at the end of a line is written `{{ " " }}`."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        inside = False    # of a tag

        def part(found: re.Match[str]) -> str:
            nonlocal inside
            text = found.group()
            if not text.isspace():
                inside = text == "<" if text in "<>" else inside
                return text
            kept = "{#" + "\n" * text.count("\n") + "#}"    # a comment, so that a mistake is found by its line
            return f" {kept}" if inside and source[found.end()] not in ">/" else kept

        return PARTS.sub(part, source)


# Of a template, as far as line breaks are concerned: what Jinja reads, a value, the ends of a tag, a break.
PARTS = re.compile(r"""{#.*?#}|{%.*?%}|{{.*?}}|="[^"{]*"|<(?=[a-z/!])|>|[ \t]*\n\s*""", re.DOTALL)


def _add_pieces(made: TableEnvironment, pieces: str, drawn: Recent[bytes]) -> None:
    for name, piece in vars(made.get_template(pieces).module).items():
        if isinstance(piece, DirectMacro):
            made.globals[name] = DrawnOnce(piece, f"{pieces} {name}", drawn)
        elif not name.startswith("_"):
            made.globals[name] = piece


class DrawnOnce:
    """A piece that remembers how it looked, by the content of its arguments."""

    def __init__(self, piece: DirectMacro, name: str, drawn: Recent[bytes]) -> None:
        """`drawn`: what is kept of all pieces, so that little-used ones do not fill memory for hours."""
        self._piece = piece
        self._name = name
        self._drawn = drawn

    def __call__(self, *arguments: Any, **named: Any) -> str:
        key = content((self._name, arguments, named))
        found = self._drawn.find(key)
        if found is None:
            found = self._piece(*arguments, **named)
            self._drawn.keep(key, found)
        return found


def _add_game(made: TableEnvironment, texts: GameTexts) -> None:
    """What every page about one game needs."""
    game, appearance = texts.game.id, look(texts.game)
    parts = texts.title.split(": ")
    made.filters |= {
        "word": texts.word,
        "deed": texts.deed,
        "short": lambda kind: texts.short(kind, appearance.faces[kind].short),
    }
    made.globals |= {
        "title": texts.title,
        "short_title": parts[appearance.title_part % len(parts)],
        "components": texts.game.components,
        "cards_told": cards_told(texts),
        "look": appearance,
        "cloth": appearance.cloth,
        "rules_url": f"/rules/{game}",
        "cards_url": f"/cards/{game}",
        "game_css": f"/look/{game}.css?{digest([css(game).encode()])}" if css(game) else "",
    }


def _game_layouts() -> BaseLoader:
    def load(name: str) -> str | None:
        parts = name.split("/")
        if len(parts) != 3 or parts[0] != "games" or parts[1] not in games.names():
            return None
        file = games.find(parts[1]).folder.joinpath(parts[2])
        return file.read_text("utf-8") if file.is_file() else None

    return FunctionLoader(load)
