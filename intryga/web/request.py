"""What every page asks of its request: the reader's language, theme and name, and the house."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from intryga.kernel.game import Mistake
from intryga.kernel.state import IllegalMove
from intryga.tables.house import House
from intryga.tables.types import Person, Refused
from intryga.texts.catalogue import Catalogue
from intryga.texts.language import COMMON, LANGUAGES, NATIVE
from intryga.texts.library import GameTexts, house
from intryga.web.identity import new_person, person_of, remember
from intryga.web.jinja import environment
from intryga.web.squeezed import squeezed

SEE_OTHER = 303
LANGUAGE_COOKIE = "language"
THEME_COOKIE = "theme"
THEMES = ("auto", "light", "dark")


def house_of(connection: HTTPConnection) -> House:
    found: House = connection.app.state.house
    return found


def language_of(connection: HTTPConnection) -> str:
    """What was chosen, else what the person or their browser prefers."""
    person = None if connection.cookies.get(LANGUAGE_COOKIE) in LANGUAGES else person_of(connection)
    if person is not None and person.language in LANGUAGES:
        return person.language
    return preferred_language(connection)


def preferred_language(connection: HTTPConnection) -> str:
    """What was chosen in this browser, else what it prefers."""
    chosen = connection.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return chosen
    preferred = [part.strip()[:2].lower() for part in connection.headers.get("accept-language", "").split(",")[:8]]
    return next((code for code in preferred if code in LANGUAGES), COMMON if preferred != [""] else NATIVE)


def theme_of(connection: HTTPConnection) -> str:
    chosen = connection.cookies.get(THEME_COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"


def settings(request: Request, person: Person | None) -> dict[str, Any]:
    """What every template gets about its reader."""
    query = f"?{request.url.query}" if request.url.query else ""
    return {
        "theme": theme_of(request),
        "here": request.url.path + query if request.method == "GET" else "/",
        "person_name": person.name if person else "",
    }


def answer(
    request: Request,
    template: str,
    status: int = 200,
    texts: GameTexts | None = None,
    public: Sequence[str] = (),
    **context: Any,
) -> HTMLResponse:
    """A page of the house, or with `texts` about a game; what the reader brings may be overruled. `public`: parts of it
    that everybody may know."""
    whole = {**settings(request, person_of(request)), "error": "", **context}
    html = environment(texts or house(language_of(request))).get_template(template).render(whole)
    # A table's page holds what one person may know: nobody in between shall keep it.
    headers = {"cache-control": "no-store", "vary": "cookie, accept-language, accept-encoding"}
    if public and "gzip" in request.headers.get("accept-encoding", ""):
        return HTMLResponse(squeezed(html, public), status, headers={**headers, "content-encoding": "gzip"})
    return HTMLResponse(html, status, headers=headers)


def sentence(error: Exception, language: str, texts: GameTexts | None = None) -> str:
    """What went wrong, for the person who did it."""
    words: Catalogue = texts or house(language)
    if isinstance(error, Refused):
        key = f"web.refused.{error.key}"
        return words.say(key, **error.arguments) if key in words.messages else str(error)
    if isinstance(error, IllegalMove):
        rule = texts.rule(error.rule) if texts and error.rule else ""
        return f"{rule} ({error.rule})" if rule else words.say("play.not_offered")
    # Other mistakes are told to programs only: no page of ours leads to them.
    return words.say("web.error.request" if isinstance(error, Mistake) else "web.error.unknown")


def somebody(request: Request, name: str) -> Person:
    """Whoever asks; somebody new gets the name they gave, or a guest's."""
    language = language_of(request)
    return person_of(request) or new_person(name or house(language).say("names.player"), language)


def redirect(request: Request, path: str, person: Person | None = None) -> Response:
    response = RedirectResponse(path, SEE_OTHER)
    if person is not None:
        remember(request, response, person)
    return response
