"""Static files: drawings, fonts, styles and scripts.

Their addresses change with their content, so browsers keep them for ever. Comments and indentation are for who reads
the sources: styles and scripts go out without.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from intryga import games
from intryga.kernel.game import AnyGame
from intryga.web.assets import fonts

FOR_EVER = "public, max-age=31536000, immutable"


BASE = "base.css"
# What goes together is one file for browsers: of whatever shows a table, and of one that is played at.
JOINED = {
    "tables.css": ("frame.css", "learn.css", "moments.css"),
    "play.js": ("table.js", "sounds.js", "moments.js", "choose.js", "lexicon.js"),
    "live.js": ("wire.js", "drawer.js", "signal.js"),
}


class Versioned(StaticFiles):
    """Serves `/static/VERSION/name`, whichever version is asked for: old pages still find their files."""

    def get_path(self, scope: Scope) -> str:
        return super().get_path(scope).partition("/")[2]

    async def get_response(self, path: str, scope: Scope) -> Response:
        if path in texts() and scope["method"] in ("GET", "HEAD"):
            return Response(texts()[path], media_type="text/css" if path.endswith(".css") else "text/javascript")
        return await super().get_response(path, scope)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_cached(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in (200, 304):
                message["headers"] = [*message["headers"], (b"cache-control", FOR_EVER.encode())]
            await send(message)

        await super().__call__(scope, receive, send_cached)


static_files = Versioned(directory=str(resources.files("intryga.web").joinpath("static")))
static_files.all_directories.append(str(fonts.folder()))    # the typefaces are cut on this machine


@cache
def texts() -> dict[str, str]:
    """Styles and scripts by name, as they are served."""
    folder = resources.files("intryga.web").joinpath("static")
    found = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith((".css", ".js"))}
    lean = {name: lean_css(text) if name.endswith(".css") else lean_script(text) for name, text in found.items()}
    joined = {name: "\n".join(lean[part] for part in parts) for name, parts in JOINED.items()}
    return {**lean, **joined, BASE: base_css()}


# Of a style: texts, which are kept; comments; blanks around signs, after a colon, and others, of which one is enough.
STYLE = re.compile(r"""("[^"]*"|'[^']*')|/\*.*?\*/|\s*([{};,])\s*|(?<=:)\s+|(\s)\s*""", re.DOTALL)
# Comments of a script as we write them: types before names, lines of their own, and four blanks behind code.
SCRIPT = re.compile(r"/\*\*[\s\S]*?\*/ ?|^\s*//.*\n| {4}//.*$|^\s+", re.MULTILINE)


def lean_css(text: str) -> str:
    return STYLE.sub(lambda found: found[1] or found[2] or (" " if found[3] else ""), text).strip()


def lean_script(text: str) -> str:
    return SCRIPT.sub("", text)


@cache
def base_css() -> str:
    """The looks of every page: one file for browsers, of files of one concept each, by their numbers."""
    folder = resources.files("intryga.web").joinpath("static", "base")
    files = sorted(folder.iterdir(), key=lambda file: file.name)
    return lean_css("".join(file.read_text("utf-8") for file in files))


async def game_css(request: Request) -> Response:
    game = request.path_params["game"]
    text = css(game) if game in games.names() else ""
    return Response(text, 200 if text else 404, {"cache-control": FOR_EVER}, "text/css")


@cache
def css(game: str) -> str:
    """What a game's own table adds to the house's looks: its layout, then the zones that have files of their own."""
    return lean_css("".join(file.read_text("utf-8") for file in parts_of(games.find(game), "table", ".css")))


def parts_of(game: AnyGame, name: str, ending: str) -> list[Traversable]:
    """`table.css`, then what of it stands in `table_wheel.css` and so on; each may build on those before it."""
    found = (file for file in game.folder.iterdir() if file.name.startswith(name) and file.name.endswith(ending))
    return sorted((file for file in found if file.name[len(name)] in "._"), key=lambda file: file.name)


@cache
def assets_version() -> str:
    """Part of their address, so that browsers may keep them for ever."""
    folder = resources.files("intryga.web").joinpath("static")
    files = sorted((file for file in folder.iterdir() if file.is_file()), key=lambda file: file.name)
    return digest([file.read_bytes() for file in files] + [base_css().encode(), str(JOINED).encode()])


def digest(parts: Sequence[bytes]) -> str:
    return hashlib.blake2b(b"".join(parts), digest_size=5).hexdigest()
