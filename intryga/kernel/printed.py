"""The rules of a game that begins: what stands in cards.toml, as it stands there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intryga.kernel.components import WrongComponent
from intryga.kernel.rules import RuleSet


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
