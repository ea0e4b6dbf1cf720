"""Konspiracja as the house sees it."""

from __future__ import annotations

from intryga.games.konspiracja import abilities, steps, takeover
from intryga.games.konspiracja.cards import SPACE
from intryga.games.konspiracja.data import Rules, rules
from intryga.games.konspiracja.positions import PHASES_BY_NAME
from intryga.games.konspiracja.state import Senate, empty_table
from intryga.games.konspiracja.told import TOLD
from intryga.games.konspiracja.zones import LAYOUT
from intryga.kernel.game import Game

GAME: Game[Senate, Rules] = Game(
    module=__name__,
    id="konspiracja",
    version=2,
    prefix="KON",
    layout=LAYOUT,
    space=SPACE,
    told=TOLD,
    steps=[steps, abilities, takeover],
    rules=rules,
    table=empty_table,
    opening=steps.opening,
    phases=PHASES_BY_NAME,
    past_opens="always",
)
