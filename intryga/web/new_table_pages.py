"""A new table: who sits there, and how it is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from intryga import bots, games
from intryga.kernel.components import COMPONENTS_LENGTH
from intryga.kernel.game import Mistake
from intryga.tables.types import Refused, Spectators
from intryga.web import forms, render, table_pages
from intryga.web.identity import YEAR
from intryga.web.look import look
from intryga.web.request import answer, house_of, language_of, redirect, sentence, somebody

SEATS_COOKIE = "seats."    # and the name of a game
MOST_SEATS = 8    # of any game
TOLD = 2    # variants that a closed fold tells of


async def new(request: Request) -> Response:
    """A new table; who comes from the home page has already said how many, with whom, and under which name."""
    asked = request.query_params
    seats, level = asked.get("seats", ""), asked.get("level", "")
    game = asked.get("game", games.names()[0])
    typed = {"nickname": asked.get("name", "")[:40]}
    if not seats:
        typed |= _seats_before(request, game)
    if seats.isdecimal() and len(seats) < 3:
        typed |= {f"seat{place}": "none" for place in range(int(seats), max(MOST_SEATS, int(seats)))}
    if level in bots.LEVELS:
        typed = {f"seat{place}": level for place in range(2, MOST_SEATS)} | typed
    return show_new(request, game, typed=typed)


class OptionField(NamedTuple):
    field: str
    name: str
    help: str
    choices: list[tuple[str, str]]    # as it is sent, as it is read
    parts: list[tuple[str, str]]    # where several things may be chosen one by one instead: these
    parts_how: str


def show_new(
    request: Request,
    game: str,
    error: Exception | None = None,
    typed: Mapping[str, Any] | None = None,
    picked: Sequence[str] = (),
) -> Response:
    """`typed`: what was chosen before a mistake was found in it, or for the last table. `picked`: of what is chosen one
    by one."""
    language = language_of(request)
    if game not in games.names():
        return table_pages.missing(request)
    texts = render.game_texts(game, language)
    options = [
        OptionField(
            f"option.{name}",
            texts.translated(option["name"]),
            texts.translated(option["help"]),
            [(str(choice).lower(), texts.choice(name, choice)) for choice in option["choices"]],
            [(part["id"], texts.word(part["id"])) for part in texts.game.components[option["of"]]]
            if "of" in option
            else [],
            texts.say(f"by_hand.{name}") if "of" in option else "",
        )
        for name, option in texts.game.components.get("options", {}).items()
    ]

    def named(words: Iterable[str], key: str) -> list[tuple[str, str]]:
        return [(word, texts.say(f"web.new.{key}.{word}")) for word in words]

    clocks, watching = named(forms.CLOCKS, "clocks"), named(get_args(Spectators), "watching")
    who_may_sit = [("no", texts.say("web.new.by_link")), ("yes", texts.say("web.new.for_all"))]
    usually = [clocks[0][1], f"{texts.say('web.new.spectators').lower()} {watching[0][1]}", who_may_sit[0][1]]
    more = ["…"] if len(options) > TOLD else []
    return answer(
        request,
        "new.html",
        400 if error else 200,
        game=game,
        title=texts.title,
        look=look(texts.game),
        players=f"{texts.game.seats[0]}–{texts.game.seats[-1]}",
        levels=bots.LEVELS,
        usual=bots.USUAL,
        least_seats=texts.game.seats[0],
        most_seats=texts.game.seats[-1],
        options=options,
        agreed=" · ".join([f"{option.name}: {option.choices[0][1]}" for option in options[:TOLD]] + more),
        usually=" · ".join(usually),
        picked=picked,
        who_may_sit=who_may_sit,
        clocks=clocks,
        paces=named(forms.PACES, "paces"),
        windows=named(forms.WINDOWS, "windows") if texts.game.chain_ends else [],
        watching=watching,
        most_kilobytes=COMPONENTS_LENGTH // 1024,
        wrong_file=isinstance(error, Refused) and error.key.startswith("components"),
        typed={name: value for name, value in (typed or {}).items() if isinstance(value, str)},
        error=sentence(error, language) if error else "",
    )


async def create(request: Request) -> Response:
    form = await forms.read(request, files=1)
    try:
        person = somebody(request, forms.text(form, "nickname"))
        table = await house_of(request).create(person, await forms.table_wish(form))
    except Mistake as error:
        picked = [part for name in form if name.endswith(forms.PART) for part in map(str, form.getlist(name))]
        name = forms.text(form, "game", 40)
        if picked and not isinstance(error, Refused):
            error = Refused("parts", "what was chosen one by one does not go together")
        return show_new(request, name, error, form, picked)
    finally:
        await form.close()
    response = redirect(request, f"/table/{table}", person)
    _remember_seats(request, response, form)
    return response


def _remember_seats(request: Request, response: Response, form: FormData) -> None:
    """Whoever opens a table of this game again finds the same company."""
    chosen = [forms.text(form, f"seat{place}", 20) for place in range(MOST_SEATS)]
    wanted = ".".join(kind if kind in (*bots.BOTS, "open", "guest") else "none" for kind in chosen[1:])
    secure = request.url.scheme == "https"
    name = SEATS_COOKIE + forms.text(form, "game", 40)
    response.set_cookie(name, wanted, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def _seats_before(request: Request, game: str) -> dict[str, str]:
    """As they were at one's last table of this game; a guest's name is asked for again."""
    kinds = request.cookies.get(SEATS_COOKIE + game, "").split(".")
    known = (*bots.BOTS, "open", "guest", "none")
    return {f"seat{place}": kind for place, kind in enumerate(kinds[: MOST_SEATS - 1], 1) if kind in known}


routes: list[BaseRoute] = [Route("/new", new), Route("/new", create, methods=["POST"])]
