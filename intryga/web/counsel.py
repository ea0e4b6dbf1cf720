"""Counsel in a guided first game: what somebody might do, and why. Never more than a word: all else stays open too."""

from __future__ import annotations

from typing import NamedTuple

from intryga.tables.house import House
from intryga.tables.types import Person, TablePage
from intryga.texts.narrator import Narrator
from intryga.web import render
from intryga.web.lessons import GameLessons, lessons


class ShownCounsel(NamedTuple):
    action: int
    what: str
    why: str


def lessons_of(page: TablePage) -> GameLessons | None:
    """Of a table whose cards were dealt as the game's lessons say: its commitment is theirs."""
    if page.components or page.rules == 0:
        return None
    game = render.game_texts(page.game, "en", rules=page.rules).game
    taught = lessons(game)
    return taught if taught and game.sealed_dice(taught.secret).commitment() == page.commitment else None


async def counsel_for(house: House, page: TablePage, who: Person | None, language: str) -> ShownCounsel | None:
    """For who is asked something at such a table."""
    view = page.view
    taught = lessons_of(page) if view and view.decision and who else None
    if view is None or view.decision is None or who is None or taught is None:
        return None
    action = await house.counsel.move(page.table, who)
    if action not in [option.action for option in view.decision.options]:
        return None    # the table has gone on meanwhile: the next page will have it
    texts = render.game_texts(page.game, language, rules=page.rules)
    space = texts.game.space
    why = taught.reason(space.verb(action).name, space.arguments(action).values())
    narrator = Narrator(texts, [info.name for info in page.seats])
    return ShownCounsel(action, narrator.option(action, view.facts), texts.translated(why))
