"""Konspiracja as the house sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from intryga.games.konspiracja import abilities, advice, diagram, sampler, scoring, steps, takeover
from intryga.games.konspiracja.cards import (
    ANY_TWO_KEYS,
    COLOURS,
    FORCE_ONE,
    FORCE_TWO,
    GOLD,
    HIGHEST_LORD,
    INFLUENCES,
    LARGEST_GROUP,
    LETTERS,
    LOCATIONS,
    MOST_DRAWN,
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
    SPACE,
    SWAP_TWO,
)
from intryga.games.konspiracja.state import (
    FIRST,
    FORCED,
    LAYOUT,
    MASTER,
    PEARLS,
    LocationCards,
    LordCards,
    Rules,
    Senate,
    empty_table,
    recruits,
)
from intryga.kernel.dice import Dice
from intryga.kernel.game import Game, Mistake, Value, steps_of

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


class Konspiracja(Game[Senate, Rules]):
    id = "konspiracja"
    version = 1
    prefix = "KON"
    layout = LAYOUT
    space = SPACE
    step_types = steps_of(steps, abilities, takeover)
    phases = ["recruit", "place", "setup", "over"]  # noqa: RUF012

    def rules(self, components: Mapping[str, Any], options: Mapping[str, Value]) -> Rules:
        numbers = components["scoring"]
        if numbers["draw_max"] > MOST_DRAWN:
            raise Mistake(f"at most {MOST_DRAWN} cards can be drawn at once")
        return Rules(
            lord_cards(components),
            location_cards(components, bool(options["bonus_locations"])),
            neighbours(components["chamber"]),
            numbers["coalition_per_lord"],
            numbers["pearl_master"],
            numbers["draw_max"],
            numbers["keys_same_needed"],
            numbers["keys_any_needed"],
            options["leftover_return"] == "after_placement",
            options["search_deck_empty"] == "allow_available",
            options["drawn_locations"] == "at_once",
        )

    def empty_table(self, rules: Rules, seats: int, dice: Dice) -> Senate:
        return empty_table(rules, seats, dice)

    def opening(self, rules: Rules, seats: int, dice: Dice) -> Senate:
        return steps.opening(rules, seats, dice)

    def set_phase(self, s: Senate, phase: str, seat: int) -> None:
        diagram.complete(s)
        seat = s.cells[FIRST] if seat < 0 else seat
        if phase == "recruit" and not s.free(seat):
            raise Mistake(f"the chamber of seat {seat} is full: it takes no further turn (KON-095)")
        if phase == "place" and not 0 < s.size(recruits(seat)) <= s.free(seat):
            raise Mistake(f"'place' needs recruits of seat {seat}, no more than it has free slots")
        steps.from_phase(s, phase, seat)

    def scores(self, s: Senate) -> list[dict[str, int]]:
        return [
            {
                "lords": scoring.lords(s, seat),
                "locations": scoring.locations(s, seat),
                "coalition": scoring.coalition(s, seat),
                "pearls": scoring.pearl_master(s, seat),
            }
            for seat in range(s.seats)
        ]

    def live_scores(self, s: Senate, viewer: int) -> list[dict[str, int]]:
        """All that scores lies open."""
        return self.scores(s)

    def winners(self, s: Senate) -> list[int]:
        return list(scoring.winners(s))

    def facts(self, s: Senate, viewer: int) -> dict[str, Any]:
        seats = range(s.seats)
        return {
            "marker": s.cells[PEARLS + s.cells[MASTER]] if s.cells[MASTER] >= 0 else 0,    # KON-077
            "piles": {colour: s.pile_size(i) for i, colour in enumerate(COLOURS) if s.pile_size(i)},
            "must_draw": [s.cells[FORCED]] if s.cells[FORCED] else [],
            "silver": [s.live_keys(seat, SILVER) for seat in seats],
            "gold": [s.live_keys(seat, GOLD) for seat in seats],
            "free": [s.free(seat) for seat in seats],
            "coalition": [slot_numbers(scoring.coalition_slots(s, seat)) for seat in seats],
            "full": [seat for seat in seats if s.free(seat) == 0],
        }

    def resample(self, s: Senate, viewer: int, dice: Dice) -> Senate:
        return sampler.resample(s, viewer, dice)

    def impossible(self, s: Senate) -> str:
        return sampler.impossible(s)

    def value(self, s: Senate, seat: int) -> float:
        return advice.value(s, seat)


def slot_numbers(bits: int) -> list[int]:
    return [slot + 1 for slot in range(SLOTS) if bits >> slot & 1]


# --- cards.toml, checked and put into the order of the kinds ---


def lord_cards(components: Mapping[str, Any]) -> LordCards:
    colours, lords = components["colours"], components["lords"]
    if [colour["id"] for colour in colours] != COLOURS or [colour["letter"] for colour in colours] != LETTERS:
        raise Mistake(f"the colours are {', '.join(COLOURS)}, in this order")
    if [lord["influence"] for lord in lords] != INFLUENCES:
        raise Mistake(f"the lords have {', '.join(map(str, INFLUENCES))} influence, in this order")
    return LordCards(
        [lord["copies_per_colour"] for _ in colours for lord in lords],
        [lord["influence"] for _ in colours for lord in lords],
        [ABILITIES[lord["ability"]] for _ in colours for lord in lords],
        [KEYS[lord["key"]] for _ in colours for lord in lords],
        [lord["pearls"] for _ in colours for lord in lords],
        [int(lord["movable"]) for _ in colours for lord in lords],
    )


def location_cards(components: Mapping[str, Any], bonus: bool) -> LocationCards:
    """Bonus locations are known to every game and have copies only where they are chosen (KON-R24)."""
    printed, extra = components["locations"], components["bonus_locations"]
    cards = [*printed, *extra]
    if [card["id"] for card in cards] != LOCATIONS:
        raise Mistake(f"the locations are {', '.join(LOCATIONS)}, in this order")
    return LocationCards(
        [card["copies"] if bonus or card in printed else 0 for card in cards],
        [card["influence"] for card in cards],
        [card["pearls"] for card in cards],
        [EFFECTS[card["effect"]] for card in cards],
        [FORMULAS[card["formula"]] for card in cards],
        [card["each"] for card in cards],
        [lords_meant(components, card.get("of", {})) for card in cards],
    )


def lords_meant(components: Mapping[str, Any], of: Mapping[str, Any]) -> int:
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


def neighbours(chamber: Mapping[str, Any]) -> list[int]:
    """By slot from 0, the slots it touches as bits."""
    if chamber["slots"] != SLOTS or sum(chamber["rows"]) != SLOTS:
        raise Mistake(f"a chamber has {SLOTS} slots")
    touching = [sum(1 << other - 1 for other in chamber["adjacency"][str(slot)]) for slot in range(1, SLOTS + 1)]
    for slot in range(SLOTS):
        for other in range(SLOTS):
            if touching[slot] >> other & 1 != touching[other] >> slot & 1 or (touching[slot] >> slot & 1):
                raise Mistake(f"slots {slot + 1} and {other + 1} must touch each other or not")
    return touching


GAME = Konspiracja()
