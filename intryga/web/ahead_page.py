"""A look ahead for who is choosing: what a choice, or a chain of them, would change. `choose.js` asks for it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from intryga.kernel.game import Mistake
from intryga.texts.narrator import Narrator
from intryga.web.identity import person_of
from intryga.web.jinja import environment
from intryga.web.look import look
from intryga.web.request import house_of, language_of
from intryga.web.table_pages import looked_at, texts_for

MOST = 4    # choices in a chain


async def look_ahead(request: Request) -> Response:
    """Chips, or nothing where nothing can be said."""
    who = person_of(request)
    wanted = [int(text) for text in request.query_params.getlist("do")[:MOST] if text.isdecimal() and len(text) < 7]
    try:
        page = await looked_at(request, who)
        found = await house_of(request).counsel.ahead(page.table, who, page.viewer, wanted) if who else None
    except Mistake:
        found = None
    if found is None:
        return _nothing()
    texts = await texts_for(page, language_of(request))
    told = [found.facts[name] for name in look(texts.game).ahead or [] if name in found.facts]
    if not told and not found.points:
        return _nothing()
    narrator = Narrator(texts, [info.name for info in page.seats])
    html = environment(texts).get_template("ahead.html").render(
        points=[(seat, narrator.name(seat), change) for seat, change in sorted(found.points.items())],
        words=[(texts.word(word), *change) for words in told for word, change in words.items()],
        unless=found.unless,
    )
    return Response(html, headers={"cache-control": "no-store"}, media_type="text/html")


def _nothing() -> Response:
    return Response("", 204, {"cache-control": "no-store"})


routes = [Route("/table/{table}/ahead", look_ahead)]
