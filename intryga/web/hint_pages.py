"""What one might do now: the page behind the lamp, which the drawer beside a table shows too."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from intryga.bots.hints import Hint
from intryga.tables.types import Refused, TablePage
from intryga.texts.narrator import Narrator
from intryga.web.identity import person_of
from intryga.web.request import answer, house_of, language_of, sentence
from intryga.web.table_pages import Refusable, looked_at, refused, texts_for


class ShownMove(NamedTuple):
    action: int
    text: str
    chance: int    # in percent
    low: int
    high: int
    why: str
    as_good: bool    # as the first, as far as can be told


async def hint(request: Request) -> Response:
    person = person_of(request)
    language = language_of(request)
    try:
        page = await looked_at(request, person)
    except Refusable as error:
        return refused(request, error, 404)
    texts = await texts_for(page, language)
    try:
        if person is None:
            raise Refused("not_seated", "you have no seat at this table")
        found = await house_of(request).counsel.hints(page.table, person, page.viewer if page.hot_seat else None)
    except Refusable as error:
        return answer(request, "hint.html", 409, texts, here_table=f"/table/{page.table}",
                      error=sentence(error, language, texts))  # fmt: skip
    narrator = Narrator(texts, [info.name for info in page.seats])
    return answer(
        request,
        "hint.html",
        texts=texts,
        here_table=f"/table/{page.table}",
        error="",
        sure=found.hints.sure,
        games=found.hints.games,
        seat=found.seat,
        version=found.version,
        moves=[_shown(move, place, narrator, page) for place, move in enumerate(found.hints.moves)],
    )


def _shown(move: Hint, place: int, narrator: Narrator, page: TablePage) -> ShownMove:
    facts = page.view.facts if page.view else {}
    return ShownMove(
        move.action,
        narrator.option(move.action, facts),
        round(100 * move.chance),
        round(100 * move.low),
        round(100 * move.high),
        narrator.reason(move.term, move.difference),
        place > 0 and move.as_good,
    )


routes: list[BaseRoute] = [Route("/table/{table}/hint", hint)]
