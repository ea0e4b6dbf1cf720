"""Where one learns a game: a guide of a few steps over a real table, and a first game with counsel.

The table of a step is a position as scenarios write them, so what is taught is what the rules do.
"""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from intryga import games
from intryga.kernel.game import Mistake
from intryga.kernel.view import awaited, view
from intryga.tables.model.requests import BOT_NAMES
from intryga.tables.types import SeatInfo, TablePage
from intryga.texts.library import GameTexts
from intryga.web import forms, render
from intryga.web.identity import person_of
from intryga.web.lessons import VIEWER, GameLessons, LessonStep, lessons
from intryga.web.request import answer, house_of, language_of, redirect, settings, somebody
from intryga.web.table_pages import missing, refused


async def begin(request: Request) -> Response:
    """To what the first step lights, as all steps lead to theirs: on a phone it may lie further down."""
    texts, taught = _taught(request)
    if texts is None or taught is None:
        return missing(request)
    return redirect(request, f"/learn/{texts.game.id}/1#{taught.step[0].light}")


async def guide(request: Request) -> Response:
    texts, taught = _taught(request)
    number = int(request.path_params["step"])
    if texts is None or taught is None or not 1 <= number <= len(taught.step):
        return missing(request)
    step = taught.step[number - 1]
    drawn = render.draw(
        table_of(texts, taught, step),
        texts.language,
        **settings(request, person_of(request)),
        frame="guide.html",
        still=True,
        lesson=step,
        nth=number,
        walk=taught.step,
        here_guide=f"/learn/{texts.game.id}",
    )
    return answer(request, "guide_page.html", texts=texts, layout=lit(drawn.whole, step.light))


def lit(html: str, id: str) -> Markup:
    """The page with one of its elements marked: styles light it and darken the rest."""
    mark = f' id="{id}"'
    assert html.count(mark) == 1, f"the table has no element '{id}', or several"
    return Markup(str(html).replace(mark, f"{mark} data-lit"))


@lru_cache(maxsize=128)
def _shown(game: str, place: int) -> TablePage:
    """A position as who sits there sees it; the names are filled in for the reader."""
    found = games.find(game)
    taught = lessons(found)
    assert taught is not None
    s = taught.position(found, taught.step[place])
    waiting = awaited(s)
    seats = [
        SeatInfo(seat, BOT_NAMES[seat - 1], "human", "", True, seat == VIEWER, None, None, False,
                 awaited=seat in waiting)
        for seat in range(s.seats)
    ]  # fmt: skip
    return TablePage(
        table="", game=game, name="", options={}, status="playing", version=0, seats=seats, viewer=VIEWER,
        view=view(found, s, VIEWER), story=[], can_undo=False, chat=[], commitment="", secret=None, invite=None,
        deadline=None, creator=False, hot_seat=False,
    )  # fmt: skip


def table_of(texts: GameTexts, taught: GameLessons, step: LessonStep) -> TablePage:
    """The table behind a step."""
    return _shown(texts.game.id, taught.step.index(step))


# --- the first game ---


async def play(request: Request) -> Response:
    """A table against bots from the deal that the game's lessons name."""
    form = await forms.read(request)
    texts, taught = _taught(request)
    if texts is None or taught is None:
        return missing(request)
    try:
        person = somebody(request, forms.text(form, "name"))
        table = await house_of(request).create(person, taught.wish(texts.game), taught.secret)
    except Mistake as error:
        return refused(request, error, 400)
    return redirect(request, f"/table/{table}", person)


def _taught(request: Request) -> tuple[GameTexts | None, GameLessons | None]:
    game = request.path_params["game"]
    if game not in games.names():
        return None, None
    texts = render.game_texts(game, language_of(request))
    return texts, lessons(texts.game)


routes: list[BaseRoute] = [
    Route("/learn/{game}", begin),
    Route("/learn/{game}/{step:int}", guide),
    Route("/learn/{game}/play", play, methods=["POST"]),
]
