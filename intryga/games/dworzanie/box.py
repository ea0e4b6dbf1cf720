"""What lies in the box of Dworzanie, checked and in the form the steps read. Its owner may have written it anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intryga.games.dworzanie import conditions
from intryga.games.dworzanie.cards import HAND, MEMORIES, MOST_SEATS, MOST_SPIES
from intryga.games.dworzanie.state import Rules
from intryga.kernel.components import Mistake, WrongComponent
from intryga.kernel.game import Value


def rules(components: Mapping[str, Any], options: Mapping[str, Value]) -> Rules:
    cards, missions = components["courtier"], components["mission"]
    points = {status["id"]: status["points"] for status in components["status"]}
    check_courtiers(cards)
    return Rules(
        [card["copies"] for card in cards],
        [card["weight"] for card in cards],
        removed(components["setup"], sum(card["copies"] for card in cards)),
        points["esteemed"],
        points["disgraced"],
        points["neutral"],
        [mission["points"] for mission in missions],
        [word for mission in missions for word in condition(mission)],
        bool(options["noble_counts_double_in_missions"]),
        options["spy_memory"] == "owner_recalls",
        bool(options["reveal_eliminated_spies_after_game"]),
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


def removed(setups: list[dict[str, Any]], courtiers: int) -> list[int]:
    """How many courtiers are removed, by number of players."""
    found = [0] * (MOST_SEATS + 1)
    for players, setup in enumerate(setups, 2):
        if setup["players"] != players:
            raise WrongComponent("setup", setup["id"], "players", f"this block is for {players} players")
        if not 0 <= setup["removed"] <= courtiers - players * HAND:
            sentence = f"from 0 to {courtiers - players * HAND} of the {courtiers} courtiers can be removed"
            raise WrongComponent("setup", setup["id"], "removed", sentence)
        found[players] = setup["removed"]
    return found


def condition(mission: dict[str, Any]) -> list[int]:
    try:
        return conditions.read(mission["condition"])
    except Mistake as mistake:
        raise WrongComponent("mission", mission["id"], "condition", str(mistake)) from mistake
