"""The components and options of Dworzanie in the form its steps read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from intryga.games.dworzanie import conditions
from intryga.games.dworzanie.cards import HAND_SIZE, MEMORIES, MOST_SEATS, MOST_SPIES
from intryga.kernel.cells import vec
from intryga.kernel.components import Mistake, WrongComponent
from intryga.kernel.rules import RuleSet


class Rules(RuleSet):
    """What is printed on the components, and what this table has chosen."""

    def __init__(self, *, copies: list[i64], weight: list[i64], removed: list[i64], esteemed: i64, disgraced: i64,
                 neutral: i64, mission_points: list[i64], conditions: list[i64], double_in_missions: bool,
                 recalls: bool, reveals_eliminated: bool) -> None:  # fmt: skip
        super().__init__()
        self.copies = vec[i64](copies)
        self.weight = vec[i64](weight)
        self.removed = vec[i64](removed)    # by number of seats
        self.esteemed: i64 = esteemed    # points for a card of such a family
        self.disgraced: i64 = disgraced
        self.neutral: i64 = neutral
        self.mission_points = vec[i64](mission_points)
        self.conditions = vec[i64](conditions)    # see missions.py
        self.double_in_missions = double_in_missions    # DWO-R01
        self.recalls = recalls    # DWO-R05
        self.reveals_eliminated = reveals_eliminated    # DWO-R06


def rules(components: Mapping[str, Any], options: Mapping[str, str | int | bool]) -> Rules:
    """Raises WrongComponent where a component file says something that cannot be."""
    cards, missions = components["courtier"], components["mission"]
    points = {status["id"]: status["points"] for status in components["status"]}
    check_courtiers(cards)
    return Rules(
        copies=[card["copies"] for card in cards],
        weight=[card["weight"] for card in cards],
        removed=removed(components["setup"], sum([card["copies"] for card in cards])),
        esteemed=points["esteemed"],
        disgraced=points["disgraced"],
        neutral=points["neutral"],
        mission_points=[mission["points"] for mission in missions],
        conditions=[word for mission in missions for word in condition(mission)],
        double_in_missions=bool(options["noble_counts_double_in_missions"]),
        recalls=options["spy_memory"] == "owner_recalls",
        reveals_eliminated=bool(options["reveal_eliminated_spies_after_game"]),
    )


def check_courtiers(cards: list[dict[str, Any]]) -> None:
    spies = 0
    for card in cards:
        for key in ("copies", "weight"):
            if card[key] < 0:
                raise WrongComponent("courtier", card["id"], key, f"{key} cannot be less than 0, as {card[key]} is")
        spies += card["copies"] if card["id"] in MEMORIES else 0
        if spies > MOST_SPIES:
            raise WrongComponent("courtier", card["id"], "copies", f"there is room for {MOST_SPIES} spies in all")


def removed(setups: list[dict[str, Any]], courtiers: int) -> list[i64]:
    """How many courtiers are removed, by number of players."""
    found: list[i64] = [0] * (MOST_SEATS + 1)
    for players, setup in enumerate(setups, 2):
        if setup["players"] != players:
            raise WrongComponent("setup", setup["id"], "players", f"this block is for {players} players")
        most = courtiers - players * HAND_SIZE
        if not 0 <= setup["removed"] <= most:
            sentence = f"from 0 to {most} of the {courtiers} courtiers can be removed"
            raise WrongComponent("setup", setup["id"], "removed", sentence)
        found[players] = setup["removed"]
    return found


def condition(mission: dict[str, Any]) -> list[int]:
    try:
        return conditions.read(mission["condition"])
    except Mistake as mistake:
        raise WrongComponent("mission", mission["id"], "condition", str(mistake)) from mistake
