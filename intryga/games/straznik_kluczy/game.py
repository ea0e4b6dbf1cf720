"""Strażnik Kluczy as the house sees it."""

from __future__ import annotations

from intryga.games.straznik_kluczy import (
    actions,
    belt,
    castle,
    chests,
    collision,
    construct,
    effects,
    folk,
    gains,
    hiring,
    manuscripts,
    pairs,
    pay,
    public,
    ring,
    sentences,
    setup,
    solo,
    solo_turn,
    trade,
    turn,
    wording,
    workers,
)
from intryga.games.straznik_kluczy.cards import SPACE
from intryga.games.straznik_kluczy.compile import rules
from intryga.games.straznik_kluczy.data import Rules
from intryga.games.straznik_kluczy.positions import PHASES_BY_NAME
from intryga.games.straznik_kluczy.state import Kingdom, empty_table
from intryga.games.straznik_kluczy.told import TOLD
from intryga.games.straznik_kluczy.zones import LAYOUT
from intryga.kernel.game import Game

GAME: Game[Kingdom, Rules] = Game(
    module=__name__,
    id="straznik_kluczy",
    version=2,
    stage="complete",
    prefix="STR",
    layout=LAYOUT,
    space=SPACE,
    told=TOLD,
    steps=[
        setup, pairs, turn, ring, actions, trade, construct, public, workers, castle, manuscripts, pay, effects, gains,
        folk, belt, hiring, chests, collision, solo, solo_turn,
    ],
    rules=rules,
    table=empty_table,
    opening=setup.opening,
    phases=PHASES_BY_NAME,
    sentence=sentences.of_component,
    wording=wording.of_option,
)  # fmt: skip
