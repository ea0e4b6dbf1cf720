"""Reads what people send by plain forms: sizes are limited, numbers are numbers, nothing is trusted."""

from __future__ import annotations

import msgspec
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request

from intryga import bots, games
from intryga.kernel.components import COMPONENTS_LENGTH
from intryga.kernel.game import MANY, AnyGame, Mistake, Value
from intryga.tables.types import Clock, Refused, SeatWish, Spectators, TableWish

MOST_FIELDS = 60
PART = ".part"    # ends the name of a field that sends one of several parts of a choice
PACES = {"none": 0.0, "quick": 0.3, "normal": 1.0, "slow": 2.5}
BRISK = 0.7    # seconds between two moves of bots: enough to see what happened
WINDOWS = {"auto": None, "calm": 20.0, "long": 45.0, "none": 0.0}    # of reactions, in seconds
CLOCKS = {"none": None, "quick": Clock(30, 180), "calm": Clock(90, 900), "daily": Clock(86400, 0)}


async def read(request: Request, files: int = 0) -> FormData:
    """Few fields, and no files where none are asked for."""
    return await request.form(max_files=files, max_fields=MOST_FIELDS)


def text(form: FormData, name: str, longest: int = 200) -> str:
    value = form.get(name, "")
    return value[:longest].strip() if isinstance(value, str) else ""


def whole(form: FormData, name: str, otherwise: int | None = None) -> int:
    value = text(form, name, 12)
    if value.lstrip("-").isdecimal():
        return int(value)
    if otherwise is None:
        raise Mistake(f"the field '{name}' should be a number")
    return otherwise


def back(form: FormData) -> str:
    """Where to return to: only ever a page of ours."""
    path = text(form, "back", 300)
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"


def game_of(form: FormData) -> AnyGame:
    return games.find(text(form, "game", 40))


def quick_wish(form: FormData) -> TableWish:
    """One person and bots, as on the home page."""
    game = game_of(form)
    seats = game.check_seats(whole(form, "seats", game.seats[-1]))
    level = text(form, "level") or bots.USUAL
    bots.find(level)
    opponents = [SeatWish("bot", level) for _ in range(seats - 1)]
    # Nobody looks on, so that nothing can be given away: Śmierć need not ask who has nothing to answer with.
    return TableWish(game=game.id, seats=[SeatWish("me"), *opponents], pace=BRISK, spectators="no", hints=True)


async def table_wish(form: FormData) -> TableWish:
    """The whole form of a new table."""
    game = game_of(form)
    wished: list[SeatWish] = []
    for place in range(game.seats[-1]):
        kind = text(form, f"seat{place}", 40) or "none"
        if kind == "none":
            continue
        name = text(form, f"name{place}", 40) or None
        wished.append(_seat(kind, name))
    game.check_seats(len(wished))
    try:
        return msgspec.convert(
            msgspec.structs.asdict(
                TableWish(
                    game=game.id,
                    seats=wished,
                    options=_options(game, form),
                    public=text(form, "public") == "yes",
                    pace=PACES.get(text(form, "pace"), PACES["normal"]),
                    window=WINDOWS.get(text(form, "window")),
                    clock=CLOCKS.get(text(form, "clock")),
                    spectators=_spectators(text(form, "spectators"), wished),
                    name=text(form, "name", 40) or None,
                    hints=text(form, "hints") == "yes",
                    components=await _component_file(form),
                )
            ),
            TableWish,
            from_attributes=True,
        )
    except msgspec.ValidationError as error:
        raise Mistake(str(error)) from error


async def _component_file(form: FormData) -> str:
    """Read like a file on disk would be, so that it has the same fingerprint."""
    file = form.get("components")
    if not isinstance(file, UploadFile) or not file.filename:
        return ""
    raw = await file.read(COMPONENTS_LENGTH + 1)
    if len(raw) > COMPONENTS_LENGTH:
        kilobytes = COMPONENTS_LENGTH // 1024
        raise Refused("components_long", f"a component file has at most {kilobytes} kB", n=kilobytes)
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Refused("components_text", "the component file is no text in UTF-8") from error


def _seat(kind: str, name: str | None) -> SeatWish:
    if kind in ("me", "guest"):    # a guest shares the screen: one more seat of mine, under another name
        return SeatWish("me", name=name if kind == "guest" else None)
    if kind == "open":
        return SeatWish("open")
    bots.find(kind)
    return SeatWish("bot", kind)


def _options(game: AnyGame, form: FormData) -> dict[str, Value]:
    """What was chosen one by one counts before what was chosen as a whole."""
    chosen: dict[str, Value] = {}
    for name in game.components.get("options", {}):
        parts = [str(part)[:40] for part in form.getlist(f"option.{name}{PART}")]
        whole = text(form, f"option.{name}")
        if parts:
            chosen[name] = MANY.join(parts)
        elif whole:
            chosen[name] = whole
    return game.options(chosen)


def _spectators(word: str, seats: list[SeatWish]) -> Spectators:
    """Alone with bots there are none unless they are asked for: a window then asks only who can act in it."""
    if word == "delayed":
        return "delayed"
    return "no" if word == "no" or sum(seat.kind != "bot" for seat in seats) == 1 else "public"
