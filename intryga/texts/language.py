"""Which language a person reads."""

from __future__ import annotations

from collections.abc import Mapping

from intryga.kernel.game import Mistake, suggest

LANGUAGES = ["pl", "en"]


def choose(wanted: str | None, environment: Mapping[str, str]) -> str:
    """What was asked for, else INTRYGA_LANG, else Polish in a Polish locale, else English."""
    asked = wanted or environment.get("INTRYGA_LANG")
    if asked:
        if asked not in LANGUAGES:
            raise Mistake(f"there is no language '{asked}'{suggest(asked, LANGUAGES)}")
        return asked
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "pl" if environment[name].startswith("pl") else "en"
    return "en"


def other(language: str) -> str:
    """The language that helps out where a sentence is missing."""
    return "en" if language == "pl" else "pl"
