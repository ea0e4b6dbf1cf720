"""The components and options of Konspiracja, checked and put into the form its steps read. Owners of a box may write a
component file of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from intryga.games.konspiracja.cards import (
    ANY_TWO_KEYS,
    FORCE_ONE,
    FORCE_TWO,
    GOLD,
    HIGHEST_LORD,
    INFLUENCES,
    LARGEST_GROUP,
    MOST_DRAWN,
    MOST_SEATS,
    NO_ABILITY,
    NO_EFFECT,
    NO_FORMULA,
    NO_KEY,
    PER_LOCATION,
    PER_LORD,
    PER_PEARL_PAIR,
    RESHUFFLE_LOCATIONS,
    RESHUFFLE_LORDS,
    REVEAL_TOP,
    SEARCH_DECK,
    SILVER,
    SLOTS,
    SWAP_TWO,
)
from intryga.kernel.cells import vec
from intryga.kernel.components import WrongComponent
from intryga.kernel.rules import RuleSet

Block = Mapping[str, Any]

# The words of cards.toml, as the steps know them.
KEYS = {"none": NO_KEY, "silver": SILVER, "gold": GOLD}
ABILITIES = {"swap_two_keyless": SWAP_TWO, "key": NO_ABILITY, "pearls": NO_ABILITY, "reveal_top_lord": REVEAL_TOP}
EFFECTS = {
    "none": NO_EFFECT,
    "gain_pearls": NO_EFFECT,    # pearls have a field of their own
    "opponents_recruit_top_lord": FORCE_ONE,
    "opponents_draw_two_keep_one": FORCE_TWO,
    "reshuffle_discarded_lords": RESHUFFLE_LORDS,
    "reshuffle_available_locations": RESHUFFLE_LOCATIONS,
    "any_two_keys": ANY_TWO_KEYS,
    "search_location_deck": SEARCH_DECK,
}
FORMULAS = {
    "none": NO_FORMULA,
    "lords": PER_LORD,
    "highest": HIGHEST_LORD,
    "group": LARGEST_GROUP,
    "pearl_pairs": PER_PEARL_PAIR,
    "locations": PER_LOCATION,
}


class LordCards:
    """What is printed on the lords, by kind."""

    def __init__(self, *, copies: list[i64], influence: list[i64], ability: list[i64], key: list[i64],
                 pearls: list[i64], movable: list[i64]) -> None:  # fmt: skip
        self.copies = vec[i64](copies)
        self.influence = vec[i64](influence)
        self.ability = vec[i64](ability)
        self.key = vec[i64](key)
        self.pearls = vec[i64](pearls)
        self.movable = vec[i64](movable)    # 1 if a swap may move it


class LocationCards:
    """What is printed on the locations, by kind."""

    def __init__(self, *, copies: list[i64], influence: list[i64], pearls: list[i64], effect: list[i64],
                 formula: list[i64], each: list[i64], lords: list[i64]) -> None:  # fmt: skip
        self.copies = vec[i64](copies)
        self.influence = vec[i64](influence)
        self.pearls = vec[i64](pearls)
        self.effect = vec[i64](effect)
        self.formula = vec[i64](formula)
        self.each = vec[i64](each)
        self.lords = vec[i64](lords)    # the kinds of lords the formula is about, as bits


class Rules(RuleSet):
    """What is printed on the components, and what this table has chosen."""

    def __init__(self, *, lords: LordCards, locations: LocationCards, touching: list[i64], coalition_per_lord: i64,
                 pearl_master: i64, most_drawn: i64, keys_same: i64, keys_any: i64, leftovers_wait: bool,
                 empty_search_takes: bool, drawn_at_once: bool) -> None:  # fmt: skip
        super().__init__()
        self.lords = lords
        self.locations = locations
        self.touching = vec[i64](touching)    # by slot: its neighbours, as bits (KON-R01)
        self.coalition_per_lord: i64 = coalition_per_lord
        self.pearl_master: i64 = pearl_master
        self.most_drawn: i64 = most_drawn
        self.keys_same: i64 = keys_same
        self.keys_any: i64 = keys_any
        self.leftovers_wait = leftovers_wait    # KON-R02
        self.empty_search_takes = empty_search_takes    # KON-R08
        self.drawn_at_once = drawn_at_once    # KON-R23


def rules(components: Block, options: Mapping[str, str | int | bool]) -> Rules:
    """Raises WrongComponent where a component file says something that cannot be."""
    check(components)
    numbers = components["scoring"]
    return Rules(
        lords=lord_cards(components),
        locations=location_cards(components, bool(options["bonus_locations"])),
        touching=neighbours(components["chamber"]),
        coalition_per_lord=numbers["coalition_per_lord"],
        pearl_master=numbers["pearl_master"],
        most_drawn=numbers["draw_max"],
        keys_same=numbers["keys_same_needed"],
        keys_any=numbers["keys_any_needed"],
        leftovers_wait=options["leftover_return"] == "after_placement",
        empty_search_takes=options["search_deck_empty"] == "allow_available",
        drawn_at_once=options["drawn_locations"] == "at_once",
    )


# --- into the order of the kinds ---


def lord_cards(components: Block) -> LordCards:
    colours, lords = components["colours"], components["lords"]
    return LordCards(
        copies=[lord["copies_per_colour"] for _ in colours for lord in lords],
        influence=[lord["influence"] for _ in colours for lord in lords],
        ability=[ABILITIES[lord["ability"]] for _ in colours for lord in lords],
        key=[KEYS[lord["key"]] for _ in colours for lord in lords],
        pearls=[lord["pearls"] for _ in colours for lord in lords],
        movable=[int(lord["movable"]) for _ in colours for lord in lords],
    )


def location_cards(components: Block, bonus: bool) -> LocationCards:
    """Bonus locations are known to every game and have copies only where they are chosen (KON-R24)."""
    printed, extra = components["locations"], components["bonus_locations"]
    cards = [*printed, *extra]
    return LocationCards(
        copies=[card["copies"] for card in printed] + [card["copies"] if bonus else 0 for card in extra],
        influence=[card["influence"] for card in cards],
        pearls=[card["pearls"] for card in cards],
        effect=[EFFECTS[card["effect"]] for card in cards],
        formula=[FORMULAS[card["formula"]] for card in cards],
        each=[card["each"] for card in cards],
        lords=[lords_meant(components, card.get("of", {})) for card in cards],
    )


def lords_meant(components: Block, of: Block) -> int:
    """The kinds of lords that `of` describes by colour, key or influence, as bits; none if it says nothing."""
    bits = 0
    for i, colour in enumerate(components["colours"]):
        for j, lord in enumerate(components["lords"]):
            if of and (
                of.get("colour", colour["id"]) == colour["id"]
                and of.get("key", lord["key"]) == lord["key"]
                and lord["influence"] in of.get("influence", INFLUENCES)
            ):
                bits |= 1 << (i * len(INFLUENCES) + j)
    return bits


def neighbours(chamber: Block) -> list[int]:
    """By slot from 0, the slots it touches as bits."""
    return [sum(1 << other - 1 for other in chamber["adjacency"][str(slot)]) for slot in range(1, SLOTS + 1)]


# --- what cannot be ---


def check(components: Block) -> None:
    """Raises WrongComponent where the rules would not work with what is written."""
    lords, locations = components["lords"], [*components["locations"], *components["bonus_locations"]]
    for lord, influence in zip(lords, INFLUENCES, strict=True):
        require("lords", lord, "influence", lord["influence"] == influence, f"must be {influence}")
        require("lords", lord, "ability", lord["ability"] in ABILITIES, f"is one of {', '.join(ABILITIES)}")
        require("lords", lord, "key", lord["key"] in KEYS, f"is one of {', '.join(KEYS)}")
        stays = lord["key"] == "none" or not lord["movable"]
        require("lords", lord, "movable", stays, "must be false for a lord with a key: its location would move")
        at_least("lords", lord, ["copies_per_colour", "pearls"], 0)
    for card in locations:
        group = "locations" if card in components["locations"] else "bonus_locations"
        require(group, card, "copies", card["copies"] in (0, 1), "is 1, or 0 for a card to be left out")
        require(group, card, "effect", card["effect"] in EFFECTS, f"is one of {', '.join(EFFECTS)}")
        require(group, card, "formula", card["formula"] in FORMULAS, f"is one of {', '.join(FORMULAS)}")
        at_least(group, card, ["influence", "pearls", "each"], 0)
    numbers = components["scoring"]
    at_least("scoring", numbers, ["coalition_per_lord", "pearl_master"], 0)
    at_least("scoring", numbers, ["keys_same_needed", "keys_any_needed"], 2)
    in_reach = 1 <= numbers["draw_max"] <= MOST_DRAWN
    require("scoring", numbers, "draw_max", in_reach, f"is from 1 to {MOST_DRAWN}")
    check_counts(components)
    check_adjacency(components["chamber"])


def check_counts(components: Block) -> None:
    """Enough lords for every chamber (KON-038), enough locations for every takeover (KON-073)."""
    colours, lords = len(components["colours"]), components["lords"]
    total = colours * sum(lord["copies_per_colour"] for lord in lords)
    if total < SLOTS * MOST_SEATS:
        raise WrongComponent("lords", "", "", f"there must be {SLOTS * MOST_SEATS} of them at least, not {total}")
    keys = colours * sum(lord["copies_per_colour"] for lord in lords if lord["key"] != "none")
    least = keys // 2 + 5    # of which 4 may have been turned up in the same turn
    found = sum(card["copies"] for card in components["locations"])
    if found < least:
        raise WrongComponent("locations", "", "", f"with {keys} keys there must be {least} of them, not {found}")


def check_adjacency(chamber: Block) -> None:
    slots = [str(slot) for slot in range(1, SLOTS + 1)]
    adjacency = chamber["adjacency"]
    require("chamber", chamber, "slots", chamber["slots"] == SLOTS == sum(chamber["rows"]), f"must be {SLOTS}")
    if list(adjacency) != slots:
        raise WrongComponent("chamber", "", "adjacency", f"adjacency lists the slots 1 to {SLOTS}, in this order")
    for slot in slots:
        for other in adjacency[slot]:
            if str(other) not in slots or str(other) == slot or int(slot) not in adjacency[str(other)]:
                raise WrongComponent("chamber", "", slot, f"{slot} and {other} must touch each other, or neither")


def at_least(group: str, block: Block, keys: list[str], least: int) -> None:
    for key in keys:
        require(group, block, key, block[key] >= least, f"cannot be less than {least}")


def require(group: str, block: Block, key: str, right: bool, sentence: str) -> None:
    if not right:
        raise WrongComponent(group, block.get("id", ""), key, f"{key} {sentence}, and not {block[key]!r}")
