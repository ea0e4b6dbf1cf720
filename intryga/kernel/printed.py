"""The rules of a game that begins: what stands in cards.toml, as it stands there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from intryga.kernel.components import WrongComponent
from intryga.kernel.dice import Dice
from intryga.kernel.layout import Layout
from intryga.kernel.rules import RuleSet
from intryga.kernel.state import State


class Printed(RuleSet):
    """How many copies there are of each `[[card]]`, the numbers of `[setup]`, and what the table has chosen."""

    def __init__(self, components: Mapping[str, Any], options: Mapping[str, str | int | bool]) -> None:
        super().__init__()
        for card in components["card"]:
            if card["copies"] < 0:
                raise WrongComponent("card", card["id"], "copies", "there cannot be less than none")
        self.copies = [int(card["copies"]) for card in components["card"]]
        self.setup: Mapping[str, Any] = components["setup"]
        self.options = options


S = TypeVar("S", bound=State[Printed])


def cards_in(deck: int, state: Callable[..., S], layout: Layout) -> Callable[[Printed, int, Dice], S]:
    """Gives what lays a table on which nothing has happened yet: every card lies in the deck."""

    def table(rules: Printed, seats: int, dice: Dice) -> S:
        s = state(layout, rules, seats, layout.new_cells(), dice)
        for kind, copies in enumerate(rules.copies):
            s.fill(deck, kind, copies)
        return s

    return table
