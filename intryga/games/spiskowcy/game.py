"""Spiskowcy as the house sees it."""

from __future__ import annotations

from intryga.games.spiskowcy import end_of_round, events, orders, steps, turn
from intryga.games.spiskowcy.cards import SPACE
from intryga.games.spiskowcy.data import Rules, rules
from intryga.games.spiskowcy.positions import PHASES_BY_NAME
from intryga.games.spiskowcy.state import Court, empty_table
from intryga.games.spiskowcy.told import TOLD
from intryga.games.spiskowcy.zones import LAYOUT
from intryga.kernel.game import Game

GAME: Game[Court, Rules] = Game(
    module=__name__,
    id="spiskowcy",
    version=2,
    prefix="SPI",
    layout=LAYOUT,
    space=SPACE,
    told=TOLD,
    steps=[steps, orders, turn, events, end_of_round],
    rules=rules,
    table=empty_table,
    opening=steps.opening,
    phases=PHASES_BY_NAME,
    past_opens="round",
)
