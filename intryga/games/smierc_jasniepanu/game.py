"""Śmierć Jaśniepanu! as the house sees it."""

from __future__ import annotations

from intryga.games.smierc_jasniepanu import effects, elimination, execution, plays, sentences, steps
from intryga.games.smierc_jasniepanu.cards import SPACE
from intryga.games.smierc_jasniepanu.compile import rules
from intryga.games.smierc_jasniepanu.data import Rules
from intryga.games.smierc_jasniepanu.positions import PHASES_BY_NAME
from intryga.games.smierc_jasniepanu.state import Court, empty_table
from intryga.games.smierc_jasniepanu.told import TOLD
from intryga.games.smierc_jasniepanu.zones import LAYOUT
from intryga.kernel.game import Game, Reactions

GAME: Game[Court, Rules] = Game(
    module=__name__,
    id="smierc_jasniepanu",
    version=2,
    prefix="SMI",
    layout=LAYOUT,
    space=SPACE,
    told=TOLD,
    steps=[steps, execution, plays, effects, elimination],
    rules=rules,
    table=empty_table,
    opening=steps.opening,
    phases=PHASES_BY_NAME,
    sentence=sentences.of_component,
    reactions=Reactions({"counter": True, "confession": False}, plays.threatened, "round"),
    chain_ends=("eliminated", "eliminated_without_token", "execution_ends"),    # an execution: SMI-014, SMI-015
)
