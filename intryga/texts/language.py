"""The languages, and which one a person reads."""

from __future__ import annotations

from collections.abc import Mapping

from intryga.kernel.game import Mistake, suggest

# All there are: one more needs a place here, its `CODE.toml` beside this file, and in every game `texts.CODE.toml` and
# `CODE = "…"` beside the other languages of its data. `intryga texts` lists what is missing.
LANGUAGES = ["pl", "en"]
NATIVE = "pl"    # of the rulebooks: the cases that component files give are those of its nouns
COMMON = "en"    # what most people read who read none of the others


def choose(wanted: str | None, environment: Mapping[str, str]) -> str:
    """What was asked for, else INTRYGA_LANG, else the language of the locale, else English."""
    asked = wanted or environment.get("INTRYGA_LANG")
    if asked:
        if asked not in LANGUAGES:
            raise Mistake(f"there is no language '{asked}'{suggest(asked, LANGUAGES)}")
        return asked
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return next((language for language in LANGUAGES if locale.startswith(language)), COMMON)


def other(language: str) -> str:
    """The language that helps out where a sentence is missing."""
    return NATIVE if language == COMMON else COMMON
