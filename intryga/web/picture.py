"""The result of a game as a picture to share: one SVG file that needs nothing else."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from intryga.kernel.game import Mistake
from intryga.texts.narrator import Narrator
from intryga.web import render
from intryga.web.identity import person_of
from intryga.web.jinja import environment
from intryga.web.request import house_of, language_of
from intryga.web.result import result
from intryga.web.table_pages import missing, refused, texts_for


async def picture(request: Request) -> Response:
    table = request.path_params["table"]
    language = language_of(request)
    try:
        page = await house_of(request).page(table, person_of(request))
    except Mistake as error:
        return refused(request, error, 404)
    if page.view is None or not page.view.over or not page.view.scores:
        return missing(request)
    texts = await texts_for(page, language)
    narrator = Narrator(texts, [info.name for info in page.seats])
    drawn = environment(texts).get_template("picture.svg").render(
        {**render.DEFAULTS, **result(page, page.view, page.view.scores, narrator), "symbols": symbols()}
    )
    return Response(drawn, headers={"cache-control": "no-store"}, media_type="image/svg+xml")


@cache
def symbols() -> Markup:
    """The pennants and the mask, out of the file of all drawings."""
    sprite = resources.files("intryga.web").joinpath("static/charges.svg").read_text("utf-8")
    wanted = re.findall(r'<symbol id="(?:f-\d|c-mask)".*?</symbol>', sprite, re.DOTALL)
    return Markup("".join(wanted))


routes = [Route("/table/{table}/picture.svg", picture)]
