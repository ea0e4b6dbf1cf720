"""What players would otherwise work out by looking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

if TYPE_CHECKING:
    from intryga.games.straznik_kluczy.state import Kingdom


def facts(s: Kingdom, viewer: i64) -> dict[str, Any]:
    return {}
