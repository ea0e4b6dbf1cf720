"""Dworzanie as the house sees it."""

from __future__ import annotations

from intryga.games.dworzanie import assassin, steps
from intryga.games.dworzanie.cards import SPACE
from intryga.games.dworzanie.data import Rules, rules
from intryga.games.dworzanie.positions import PHASES_BY_NAME
from intryga.games.dworzanie.state import Court, empty_table
from intryga.games.dworzanie.told import TOLD
from intryga.games.dworzanie.zones import LAYOUT
from intryga.kernel.game import Game

GAME: Game[Court, Rules] = Game(
    module=__name__,
    id="dworzanie",
    version=2,
    prefix="DWO",
    layout=LAYOUT,
    space=SPACE,
    told=TOLD,
    steps=[steps, assassin],
    rules=rules,
    table=empty_table,
    opening=steps.opening,
    phases=PHASES_BY_NAME,
    past_opens="end",
)
