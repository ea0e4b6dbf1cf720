"""Standing orders: what a player says in advance of a card that is played in reaction windows.

They are obeyed at the moment a window opens, as if their owner had passed at once, so nobody else can notice.
"""

from __future__ import annotations

from intryga.kernel.game import AnyGame
from intryga.kernel.state import AnyState
from intryga.kernel.steps import AnyStep
from intryga.tables.model.seats import Chair


def hold_back(game: AnyGame, state: AnyState, step: AnyStep, chair: Chair) -> bool:
    """Do a seat's orders hold back every card with which it could act here? Who could not act anyway needs none."""
    reactions = game.reactions
    if reactions is None or not chair.orders:
        return False
    acts = [action for action in step.options(state) if action != step.passing()]
    cards = [word for action in acts for word in game.space.arguments(action).values()]
    wishes = [chair.orders.get(card, "ask") for card in cards]
    return bool(wishes) and all(
        wish == "never" or (wish == "target" and not reactions.target(state, step.seat)) for wish in wishes
    )


def when_a_round_begins(chair: Chair) -> None:
    """What was not to be asked in the last one is asked again."""
    chair.orders = {card: wish for card, wish in chair.orders.items() if wish != "never"}
