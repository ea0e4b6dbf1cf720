"""Is this a component file that the game can be played with? Sentences for those who write one."""

from __future__ import annotations

from intryga.games.smierc_jasniepanu import gives
from intryga.games.smierc_jasniepanu.cards import CHARACTERS, OCCASIONS, PLOTS, TYPES
from intryga.games.smierc_jasniepanu.operations import LANGUAGE
from intryga.kernel.components import Mistake, WrongComponent, suggest
from intryga.kernel.places import Place, Table, blocks, different_ids

MOST_CARDS = 60
SEATS = range(4, 9)
PASSIVE = "passive"    # the trigger of an ability that does nothing: the effect is a printed number
ABILITY_KEYS = ["id", "trigger", "optional", "ops", "condition", "limit", "cost_gold", "cost_to", "give", "also"]
# Whom an ability may name, by its trigger.
ON_GIVING = ["self", "giver", "receiver"]
NAMED = {"start_execution": ["self"], "on_give": ON_GIVING, "on_given": ON_GIVING, "holding": ON_GIVING,
         "usurp": ["self"], PASSIVE: []}  # fmt: skip
EXECUTION_NAMES = ["self", "executed"]


def check(components: Table) -> None:
    """Raises a WrongComponent, a Mistake that names the block and the key."""
    for group in ("setup", "characters", "plot_cards", "gold_tokens", "suggested_sets", "suggested_sets_extra"):
        if group not in components:
            raise WrongComponent(group, "", "", "this block is missing")
    _setup(Place("setup", "", "", components["setup"]))
    for coin in blocks(components, "gold_tokens"):
        coin.whole("value", 1, 1000)
        coin.whole("count", 0, 1000)
    _characters(components)
    _plot_cards(components)
    for group in ("suggested_sets", "suggested_sets_extra"):
        _sets(Place(group, "", "", components[group]), components)
    Place("simulation", "", "", components.get("simulation", {})).whole("max_rounds_guard", 1, 10_000)


def _setup(setup: Place) -> None:
    setup.whole("start_gold", 0, 100)
    setup.whole("start_hand", 0, 5)
    setup.whole("draw_max", 0, 10)
    setup.whole("coronation_gold", 1, 1000)
    rounds = setup.listed("skip_income_rounds", "rounds")
    if not all(isinstance(number, int) for number in rounds):
        raise setup.wrong("skip_income_rounds", f"a list of rounds, not {rounds!r}")


# --- characters ---


def _characters(components: Table) -> None:
    places = blocks(components, "characters")
    different_ids(places, CHARACTERS)
    missing = set(CHARACTERS) - {place.table["id"] for place in places}
    if missing:
        raise WrongComponent("characters", "", "", f"'{min(missing)}' is missing; there are {', '.join(CHARACTERS)}")
    ranks: dict[tuple[str, int], str] = {}
    for place in places:
        place.names()
        belongs = place.word("set", ["base", "extra"])
        rank = place.whole("rank", 1, 100)
        place.whole("income", -50, 50)
        place.whole("hand_limit", 0, 20)
        if (belongs, rank) in ranks:    # SMI-039
            raise place.wrong("rank", f"'{ranks[belongs, rank]}' of the same set has rank {rank} too (SMI-039)")
        ranks[belongs, rank] = place.table["id"]
        triggers = _abilities(place.inside("ability"))
        if place.yes_or_no("is_overlord") and "start_execution" not in triggers:
            raise place.wrong("ability", "an Overlord needs an ability with the trigger 'start_execution' (SMI-059)")
        if not place.table["is_overlord"] and "start_execution" in triggers:
            raise place.wrong("ability", "only an Overlord starts executions (SMI-059)")
    for belongs in ("base", "extra"):
        if not any(place.table["set"] == belongs and place.table["is_overlord"] for place in places):
            sentence = f"the set '{belongs}' has no card with is_overlord = true (SMI-031)"
            raise WrongComponent("characters", "", "", sentence)


def _abilities(place: Place) -> list[str]:
    """One ability, and the one it carries along as `also`; gives their triggers."""
    place.only(ABILITY_KEYS)
    trigger = place.word("trigger", [*OCCASIONS, PASSIVE])
    people = NAMED.get(trigger, EXECUTION_NAMES)
    if "optional" in place.table and place.yes_or_no("optional") and trigger in ("start_execution", "usurp"):
        raise place.wrong("optional", f"an ability with the trigger '{trigger}' cannot be optional")
    if "condition" in place.table:
        place.word("condition", ["receiver_rank_higher"])
        if trigger not in ("on_give", "on_given"):
            raise place.wrong("condition", "only abilities on giving the Order have one")
    if "limit" in place.table:
        place.word("limit", ["once_per_round"])
    if trigger == "holding":
        if not gives.check(place.inside("give")):
            raise place.wrong("give", "says to whom the Order may be given")
        cost = place.whole("cost_gold", 0, 100) if "cost_gold" in place.table else 0
        if "cost_to" in place.table:
            place.word("cost_to", ["treasury"])
        if not cost and "limit" not in place.table:
            raise place.wrong("limit", "passing the Order on for nothing, as often as one likes, would never end")
    elif place.table.get("give") or place.table.get("cost_gold"):
        raise place.wrong("give", "only an ability with the trigger 'holding' gives the Order, at a price")
    ops = _program(place, "ops", people, cancels=False, usurps=trigger == "usurp")
    if trigger == "start_execution" and "order_taken_by" not in ops:
        raise place.wrong("ops", "the Overlord has somebody take the Order: 'order_taken_by' is missing (SMI-059)")
    if trigger == PASSIVE and ops:
        raise place.wrong("ops", "a passive ability does nothing by itself")
    triggers = [trigger]
    if "also" in place.table:
        triggers += _abilities(place.inside("also"))
        if len(set(triggers)) < len(triggers):
            raise place.wrong("also", f"two abilities of one card with the trigger '{trigger}'")
    return triggers


# --- plot cards ---


def _plot_cards(components: Table) -> None:
    places = blocks(components, "plot_cards")
    different_ids(places, PLOTS)
    totals = dict.fromkeys(TYPES, 0)
    for place in places:
        place.names()
        card_type = place.word("type", TYPES)
        totals[card_type] += place.whole("count", 0, MOST_CARDS)
        place.yes_or_no("counterable")
        gives_order = gives.check(place.inside("give"))
        if place.get("requires"):
            place.word("requires", ["order_was_given"])
        people = ["player", "last_giver"] + (["giver", "receiver"] if gives_order else [])
        if card_type == "counter":
            people = ["player", "receiver"]    # the receiver is whose card it cancels
        ops = _program(place, "then", people, cancels=card_type == "counter", usurps=False)
        if card_type == "shield" and not gives_order:
            raise place.wrong("give", "a shield card gives the Order to somebody (SMI-072)")
        if card_type in ("counter", "confession") and gives_order:
            raise place.wrong("give", f"a card of the type '{card_type}' gives the Order to nobody: write give = {{}}")
        if card_type == "confession" and "order_taken_by" not in ops:
            raise place.wrong("then", "a Confession takes the Order: 'order_taken_by' is missing (SMI-082)")
        if "rally" in ops and not gives_order:
            raise place.wrong("then", "a rally is against the receiver of the Order, so the card must give it")
    total = sum(totals.values())
    if total > MOST_CARDS:
        raise WrongComponent("plot_cards", "", "", f"at most {MOST_CARDS} cards find room, not {total}")
    stated = components.get("components", {}).get("plot_cards", total)
    if total != stated:
        raise WrongComponent("components", "", "plot_cards", f"the counts add up to {total}, not to {stated}")
    for card_type, stated in components.get("plot_type_totals", {}).items():
        if card_type in totals and totals[card_type] != stated:
            sentence = f"the counts of this type add up to {totals[card_type]}, not to {stated}"
            raise WrongComponent("plot_type_totals", "", card_type, f"{card_type}: {sentence}")


def _program(place: Place, key: str, people: list[str], cancels: bool, usurps: bool) -> list[str]:
    """The names of its operations, in order."""
    names = LANGUAGE.check(place, key, people)
    if ("cancel" in names) != cancels or (cancels and (names[0] != "cancel" or names.count("cancel") > 1)):
        raise place.wrong(key, "'cancel' is what a card of the type 'counter' begins with, and no other")
    if ("become_overlord" in names) != usurps:
        raise place.wrong(key, "'become_overlord' is what an ability with the trigger 'usurp' does, and no other")
    return names


# --- sets of characters ---


def _sets(place: Place, components: Table) -> None:
    """Suggested sets, by the number of players."""
    for seats in SEATS:
        chosen = place.listed(str(seats), "characters")
        if len(chosen) != seats or len({str(name) for name in chosen}) != seats:
            raise place.wrong(str(seats), f"a list of {seats} different characters (SMI-031)")
        flaw = _flaw(chosen, components, same_ranks=False)
        if flaw:
            raise place.wrong(str(seats), flaw)


def check_set(names: list[str], components: Table, same_ranks: bool) -> None:
    """Raise a Mistake unless these characters may play together: a set that was chosen by hand (SMI-031)."""
    flaw = _flaw(names, components, same_ranks)
    if len(set(names)) < len(names):
        flaw = "each character is there once (SMI-031)"
    if len(names) not in SEATS:
        flaw = f"as many as there are players, from {SEATS[0]} to {SEATS[-1]}, not {len(names)} (SMI-031)"
    if flaw:
        raise Mistake(f"characters {', '.join(names)}: {flaw}")


def _flaw(names: list[str], components: Table, same_ranks: bool) -> str:
    characters = {block["id"]: block for block in components["characters"]}
    for name in names:
        if name not in characters:
            return f"there is no character '{name}'{suggest(str(name), characters)}"
    if sum(characters[name]["is_overlord"] for name in names) != 1:
        return "exactly one of them is an Overlord (SMI-039)"
    if not same_ranks and len({characters[name]["rank"] for name in names}) < len(names):
        return "two of them have the same rank (SMI-039)"
    return ""
