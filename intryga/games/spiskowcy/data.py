"""The components and options of Spiskowcy in the form its steps read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from intryga.games.spiskowcy.cards import MOST_COPIES, PRINCE
from intryga.kernel.cells import vec
from intryga.kernel.components import WrongComponent, id_of
from intryga.kernel.rules import RuleSet


class Rules(RuleSet):
    """What is printed on the components, and what this table has chosen."""

    def __init__(self, *, copies: list[i64], influence: list[i64], deal: list[i64], keep: list[i64],
                 prince_keeps: i64, victory_points: i64, victory_point_value: i64, simultaneous: bool,
                 min_orders: i64, two_player_spy: bool, extra_discards: bool) -> None:  # fmt: skip
        super().__init__()
        self.copies = vec[i64](copies)
        self.influence = vec[i64](influence)
        self.deal = vec[i64](deal)    # by round, from 0
        self.keep = vec[i64](keep)
        self.rounds: i64 = len(deal)
        self.prince_keeps: i64 = prince_keeps    # cards more than the limit (SPI-092)
        self.victory_points: i64 = victory_points
        self.victory_point_value: i64 = victory_point_value
        self.simultaneous = simultaneous    # SPI-R01
        self.min_orders: i64 = min_orders    # SPI-R02
        self.two_player_spy = two_player_spy    # SPI-R10
        self.extra_discards = extra_discards    # SPI-R13


def rules(components: Mapping[str, Any], options: Mapping[str, str | int | bool]) -> Rules:
    """Raises WrongComponent where a component file says something that cannot be."""
    cards, places = components["card"], components["place"]
    for card in cards:
        at_least_none("card", card, "copies")
        if card["copies"] > MOST_COPIES:
            raise WrongComponent("card", card["id"], "copies", f"there can be {MOST_COPIES} copies at most")
    for place in places:
        at_least_none("place", place, "deal")
        at_least_none("place", place, "keep")
    return Rules(
        copies=[card["copies"] for card in cards],
        influence=[card["influence"] for card in cards],
        deal=[place["deal"] for place in places],
        keep=[place["keep"] for place in places],
        prince_keeps=cards[PRINCE]["keeps"],
        victory_points=components["victory_points"]["copies"],
        victory_point_value=components["victory_points"]["value"],
        simultaneous=options["orders"] == "simultaneous",
        min_orders=int(options["min_orders"]),
        two_player_spy=bool(options["two_player_spy_protection"]),
        extra_discards=bool(options["extra_discards"]),
    )


def at_least_none(group: str, block: Mapping[str, Any], key: str) -> None:
    if block[key] < 0:
        raise WrongComponent(group, id_of(block), key, f"{key} cannot be less than 0, as {block[key]} is")
