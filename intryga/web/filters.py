"""Filters for templates: pictures, durations and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from markupsafe import Markup

from intryga.kernel.seen import Cards
from intryga.web.assets.files import assets_version

MINUS = "\u2212"



@cache
def icon(name: str, cls: str = "") -> Markup:
    return Markup('<svg class="i {}" aria-hidden="true"><use href="/static/{}/charges.svg#c-{}"/></svg>').format(
        cls, assets_version(), name
    )


@cache
def flag(seat: int) -> Markup:
    return Markup('<svg class="flag" aria-hidden="true"><use href="/static/{}/charges.svg#f-{}"/></svg>').format(
        assets_version(), seat % 8 + 1
    )


def duration(seconds: float) -> str:
    whole = max(int(seconds), 0)
    if whole >= 2 * 86400:
        return f"{whole // 86400} d"
    if whole >= 3600:
        return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 60}:{whole % 60:02}"


def number(n: int) -> str:
    """With a minus sign as wide as the plus sign."""
    return f"{MINUS}{-n}" if n < 0 else str(n)


def holding(zones: Mapping[str, Cards], name: str) -> bool:
    """Does anybody have something in a zone of this name?"""
    return any(content for label, content in zones.items() if label.split()[0] == name)
