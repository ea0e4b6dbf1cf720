"""axe finds nothing on the pages around the tables, nor where a table begins. What is asked there later, the ends and
the replays are looked at where games are played and replayed: `test_games.py`, `test_replay.py`."""

from __future__ import annotations

import pytest

from tests.web.browser.conftest import Visit
from tests.web.browser.eye import Eye
from tests.web.browser.guest import CLOCK, COMPLETE, ME, OPEN, SIZES


@pytest.mark.parametrize("begin", range(len(SIZES)))
def test_the_pages_around_the_tables(measure: Visit, begin: int) -> None:
    ola = measure("Ola")
    eye = Eye(ola, begin)
    waiting = ola.table(ME, OPEN, public=True, name="Stół Oli")
    for path in ("/", "/new?game=spiskowcy", "/me", "/nowhere", waiting):
        eye.visit(path)
    eye.saw_nothing()
    jan = measure()    # who has no name yet is asked for it
    eye = Eye(jan, begin)
    for path in ("/?game=smierc_jasniepanu", waiting):
        eye.visit(path)
    eye.saw_nothing()


@pytest.mark.parametrize("game", COMPLETE)
def test_a_games_rules_all_its_cards_its_lessons_and_its_table_with_a_clock(measure: Visit, game: str) -> None:
    ola, watcher = measure("Ola"), measure()
    begin = COMPLETE.index(game)
    eye, other = Eye(ola, begin), Eye(watcher, begin)
    table = ola.against_bots(game, clock=CLOCK)
    for path in (f"/rules/{game}", f"/cards/{game}", f"/learn/{game}", f"/learn/{game}/3", table):
        eye.visit(path)
    other.visit(table)
    for found in (eye, other):
        found.saw_nothing()
