"""Requests made up from the API's own description, right and wrong, by somebody who plays, a stranger and nobody."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from intryga.web import api
from intryga.web.openapi import document
from tests.fuzz.support import Service, many

ENDPOINTS = {(e.method, e.path): e for e in api.ENDPOINTS if e.handler is not api.events}    # a stream has no end
DESCRIPTION = document(list(ENDPOINTS.values()), api.Failure, "0")
PEOPLE = ("Ola", "Ewa", "")
AS_DRAWN = -1


def cases() -> st.SearchStrategy[Any]:
    import schemathesis  # slow to import, and every process collects this file
    from schemathesis.generation import GenerationMode

    operations = [found.ok() for found in schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations()]
    return st.one_of(*[one.as_strategy(generation_mode=mode) for one in operations for mode in GenerationMode])


@many(2)
@given(st.deferred(cases), st.booleans())
def test_requests(service: Service, case: Any, right: bool) -> None:
    """To make one up takes longer than to answer it, so everybody sends it, and of every table there is."""
    tables = [AS_DRAWN, *range(len(service.tables))] if "table" in (case.path_parameters or {}) else [AS_DRAWN]
    for who in PEOPLE:
        for table in tables:
            send(service, case, who, table, right)


def send(service: Service, case: Any, who: str, table: int, right: bool) -> None:
    """No answer but one that the description has, and nothing happens where something is refused."""
    if table != AS_DRAWN:
        case.path_parameters["table"] = service.tables[table]
    if right and who and case.path.endswith("/act") and isinstance(case.body, dict):
        version, options = service.options()
        case.body |= {"action": options[0] if options else 0, "version": version}
    asked = case.as_transport_kwargs(base_url="http://intryga.test")
    del asked["cookies"]
    if isinstance(raw := asked.pop("data", None), bytes | str):
        asked["content"] = raw
    before = service.numbers()
    answer = service.ask(asked.pop("method"), asked.pop("url"), who, **asked)
    done = answer.status_code == 200
    endpoint = ENDPOINTS.get((case.method.upper(), case.path))
    if done:
        assert endpoint is not None
        msgspec.json.decode(answer.content, type=endpoint.result)
    else:
        assert 400 <= answer.status_code < 500, answer.text
        assert msgspec.json.decode(answer.content, type=api.Failure).error
    after = service.numbers()
    if not done or case.method.upper() == "GET":
        assert after == before
    elif who != "Ola":
        assert after[0] == before[0], "a stranger changes nothing at a table where others play"
    if done and case.method.upper() == "POST":
        service.set_up()
