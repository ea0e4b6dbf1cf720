"""What a value says, written down: drawings are kept by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from jinja2 import Undefined
from markupsafe import Markup


class Written(list[Any]):
    """An answer that is given again and again, with what it says."""

    told = b""

    def __init__(self, answer: list[Any]) -> None:
        super().__init__(answer)
        self.told = content(answer)


def _as_text(value: object) -> msgspec.msgpack.Ext | str:
    """Words with cases, what is marked as safe HTML (which is not the same as the text it consists of), and a name that
    stands for nothing. Nothing else: it might look the same and be another."""
    if isinstance(value, Markup):
        return msgspec.msgpack.Ext(1, value.encode())
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Undefined):
        return msgspec.msgpack.Ext(2, b"")
    raise TypeError(f"a drawing cannot be kept by {value!r}")


content: Callable[[Any], bytes] = msgspec.msgpack.Encoder(enc_hook=_as_text).encode
"""What a value says. Types count: True is not 1."""
