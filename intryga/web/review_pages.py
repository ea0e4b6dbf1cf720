"""A finished game looked at again: a page of its own, which the end page takes its part from."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from intryga.texts.narrator import Narrator
from intryga.web import render
from intryga.web.identity import person_of
from intryga.web.request import answer, house_of, language_of
from intryga.web.review_drawing import drawing
from intryga.web.table_pages import Refusable, refused

REFRESH = 4    # seconds until a browser without script looks again


async def review(request: Request) -> Response:
    table = request.path_params["table"]
    everything = request.query_params.get("open") == "yes"
    language = language_of(request)
    try:
        page = await house_of(request).finished.review(table, person_of(request), everything)
    except Refusable as error:
        return refused(request, error, 404, f"/table/{table}")
    texts = render.game_texts(page.game, language, page.components, page.rules)
    drawn = drawing(page.review, Narrator(texts, page.names), page.viewer) if page.review else None
    return answer(
        request,
        "review.html",
        200 if drawn or page.failed else 202,
        texts,
        drawn=drawn,
        failed=page.failed,
        percent=100 * page.done // page.total if page.total else 0,
        here_table=f"/table/{table}",
        here_replay=f"/table/{table}/replay",
        everything=everything,
        refresh=0 if drawn or page.failed else REFRESH,
    )


routes: list[BaseRoute] = [Route("/table/{table}/review", review)]
