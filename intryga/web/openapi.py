"""The API's description, from the types it speaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from intryga.web.api import Endpoint

REF = "#/components/schemas/{name}"


def document(endpoints: Sequence[Endpoint], failure: Any, version: str) -> dict[str, Any]:
    types = [failure, *(kind for e in endpoints for kind in (e.result, e.body) if kind is not None)]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    shape = dict(zip(map(repr, types), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, shape, shape[repr(failure)])
    return {
        "openapi": "3.1.0",
        "info": {"title": "Intryga", "version": version},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _operation(endpoint: Endpoint, shape: dict[str, Any], failure: Any) -> dict[str, Any]:
    kind = "text/event-stream" if endpoint.result is str else "application/json"
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.handler.__name__,
        "parameters": [
            *(_parameter(name, "path") for name in re.findall(r"{(\w+)}", endpoint.path)),
            *(_parameter(name, "query") for name in endpoint.query),
        ],
        "responses": {
            "200": {"description": "Done", "content": {kind: {"schema": shape[repr(endpoint.result)]}}},
            "4XX": {"description": "Refused", "content": {"application/json": {"schema": failure}}},
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": shape[repr(endpoint.body)]}},
        }
    return operation


def _parameter(name: str, place: str) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": {"type": "string"}}
