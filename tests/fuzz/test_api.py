"""Requests made up from the API's own description, right and wrong, by somebody who plays, a stranger and nobody."""

from __future__ import annotations

from typing import Any

import msgspec
import schemathesis
from hypothesis import given
from hypothesis import strategies as st
from schemathesis.generation import GenerationMode

from intryga.web import api
from intryga.web.openapi import document
from tests.fuzz.support import Service, many

ENDPOINTS = {(e.method, e.path): e for e in api.ENDPOINTS if e.handler is not api.events}    # a stream has no end
DESCRIPTION = document(list(ENDPOINTS.values()), api.Failure, "0")
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations()]
CASES = st.one_of(*[
    operation.as_strategy(generation_mode=mode) for operation in OPERATIONS for mode in GenerationMode
])  # fmt: skip


@many(10)
@given(CASES, st.sampled_from(["Ola", "Ewa", ""]), st.integers(0, 3), st.booleans())
def test_requests(service: Service, case: Any, who: str, table: int, right: bool) -> None:
    """No answer but one that the description has, and nothing happens where something is refused."""
    if "table" in (case.path_parameters or {}) and table < len(service.tables):
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
