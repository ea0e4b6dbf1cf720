"""Is this a component file that the game can be played with? Sentences for those who write one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from intryga.games.smierc_jasniepanu.cards import CHARACTERS, PLOTS, TYPES
from intryga.games.smierc_jasniepanu.operations import CONDITIONS, OPERATIONS, PASSIVE, TARGETS, TRIGGERS
from intryga.kernel.components import WrongComponent
from intryga.kernel.game import suggest

Table = Mapping[str, Any]

MOST_CARDS = 60
SEATS = range(4, 9)
# What each operation needs beside `op`, and who may stand there.
ANYONE = "who"
AMOUNT = "amount"
KEYS: dict[str, dict[str, str]] = {
    "order_taken_by": {"who": ANYONE},
    "gain_gold": {"who": ANYONE, "amount": AMOUNT},
    "take_gold": {"who": ANYONE, "from": ANYONE, "amount": AMOUNT},
    "take_gold_each": {"who": ANYONE, "from": "other_active", "amount": AMOUNT},
    "pay_gold": {"who": ANYONE, "to": ANYONE, "amount": AMOUNT},
    "discard": {"who": ANYONE, "amount": AMOUNT, "chooser": ANYONE},
    "draw": {"who": ANYONE, "amount": AMOUNT},
    "swap_characters": {"a": ANYONE, "b": ANYONE},
    "look_at_hand": {"who": ANYONE, "of": ANYONE},
    "rally": {"cost": "", "volunteers": "third_parties", "on_join": "", "on_none": ""},
    "eliminate": {"who": ANYONE},
    "end_execution": {"who": "nobody"},
    "cancel": {"what": "pending_plot_card"},
    "become_overlord": {"who": ANYONE},
}
GIVE_KEYS = {"seat": ["distance", "dirs"], "any": [], "rank": ["cmp"], "overlord": []}
ABILITY_KEYS = ["id", "trigger", "optional", "ops", "condition", "limit", "cost_gold", "cost_to", "give", "also"]
# Whom an ability may name, by its trigger.
NAMED = {
    "start_execution": ["self"],
    "on_give": ["self", "giver", "receiver"],
    "on_given": ["self", "giver", "receiver"],
    "holding": ["self", "giver", "receiver"],
    "usurp": ["self"],
    PASSIVE: [],
}
EXECUTION_NAMES = ["self", "executed"]


def check(components: Table) -> None:
    """Raises a WrongComponent, a Mistake that names the block and the key."""
    for group in ("setup", "characters", "plot_cards", "gold_tokens", "suggested_sets", "suggested_sets_extra"):
        if group not in components:
            raise WrongComponent(group, "", "", "this block is missing")
    _setup(Place("setup", "", "", components["setup"]))
    for coin in _blocks(components, "gold_tokens"):
        coin.whole("value", 1, 1000)
        coin.whole("count", 0, 1000)
    _characters(components)
    _plot_cards(components)
    for group in ("suggested_sets", "suggested_sets_extra"):
        _sets(Place(group, "", "", components[group]), components)
    Place("simulation", "", "", components.get("simulation", {})).whole("max_rounds_guard", 1, 10_000)


class Place:
    """A block of the file, or a table inside it, that can say where it is."""

    def __init__(self, group: str, id: str, path: str, table: Any) -> None:
        self.group = group
        self.id = id
        self.path = path    # inside the block: "ability.give."
        if not isinstance(table, Mapping):
            what = path.rstrip(".") or "this"
            raise WrongComponent(group, id, self.top(""), f"{what} must be a table, not {table!r}")
        self.table: Table = table

    def top(self, key: str) -> str:
        """The key of the block itself, which has a line of its own."""
        return (self.path + key).split(".")[0].split(" ")[0]

    def wrong(self, key: str, sentence: str) -> WrongComponent:
        return WrongComponent(self.group, self.id, self.top(key), f"{self.path}{key}: {sentence}")

    def get(self, key: str) -> Any:
        if key not in self.table:
            raise self.wrong(key, "is missing")
        return self.table[key]

    def inside(self, key: str) -> Place:
        return Place(self.group, self.id, f"{self.path}{key}.", self.get(key))

    def whole(self, key: str, least: int, most: int) -> int:
        value = self.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(key, f"a whole number from {least} to {most}, not {value!r}")
        return value

    def yes_or_no(self, key: str) -> bool:
        value = self.get(key)
        if not isinstance(value, bool):
            raise self.wrong(key, f"true or false, not {value!r}")
        return value

    def word(self, key: str, known: Iterable[str]) -> str:
        value = self.get(key)
        words = [word for word in known if word]
        if value not in words:
            raise self.wrong(key, f"'{value}' is not known here{suggest(str(value), words)}")
        return str(value)

    def names(self) -> None:
        both = self.inside("name")
        for language in ("pl", "en"):
            if not isinstance(both.get(language), str) or not both.table[language].strip():
                raise both.wrong(language, "a name is a text that is not empty")

    def only(self, known: Iterable[str]) -> None:
        for key in self.table:
            if key not in known:
                raise self.wrong(key, f"is not a key of this place{suggest(key, known)}")


def _blocks(components: Table, group: str) -> list[Place]:
    blocks = components[group]
    if not isinstance(blocks, list) or not blocks:
        raise WrongComponent(group, "", "", f"write each of them as a block [[{group}]]")
    return [Place(group, str(block.get("id", number)), "", block) for number, block in enumerate(blocks, 1)]


def _ids(places: list[Place], known: list[str]) -> None:
    found: set[str] = set()
    for place in places:
        name = place.word("id", known)
        if name in found:
            raise place.wrong("id", f"'{name}' stands there twice")
        found.add(name)


def _setup(setup: Place) -> None:
    setup.whole("start_gold", 0, 100)
    setup.whole("start_hand", 0, 5)
    setup.whole("draw_max", 0, 10)
    setup.whole("coronation_gold", 1, 1000)
    rounds = setup.get("skip_income_rounds")
    if not isinstance(rounds, list) or not all(isinstance(number, int) for number in rounds):
        raise setup.wrong("skip_income_rounds", f"a list of rounds, not {rounds!r}")


# --- characters ---


def _characters(components: Table) -> None:
    places = _blocks(components, "characters")
    _ids(places, CHARACTERS)
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
    trigger = place.word("trigger", [*TRIGGERS, PASSIVE])
    people = NAMED.get(trigger, EXECUTION_NAMES)
    if "optional" in place.table and place.yes_or_no("optional") and trigger in ("start_execution", "usurp"):
        raise place.wrong("optional", f"an ability with the trigger '{trigger}' cannot be optional")
    if "condition" in place.table:
        place.word("condition", CONDITIONS)
        if trigger not in ("on_give", "on_given"):
            raise place.wrong("condition", "only abilities on giving the Order have one")
    if "limit" in place.table:
        place.word("limit", ["once_per_round"])
    if trigger == "holding":
        if not _give(place.inside("give")):
            raise place.wrong("give", "says to whom the Order may be given")
        cost = place.whole("cost_gold", 0, 100) if "cost_gold" in place.table else 0
        if "cost_to" in place.table:
            place.word("cost_to", ["treasury"])
        if not cost and "limit" not in place.table:
            raise place.wrong("limit", "passing the Order on for nothing, as often as one likes, would never end")
    elif place.table.get("give") or place.table.get("cost_gold"):
        raise place.wrong("give", "only an ability with the trigger 'holding' gives the Order, at a price")
    _program(place, "ops", people, cancels=False, usurps=trigger == "usurp")
    ops = [op["op"] for op in place.table["ops"]]
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
    places = _blocks(components, "plot_cards")
    _ids(places, PLOTS)
    totals = dict.fromkeys(TYPES, 0)
    for place in places:
        place.names()
        card_type = place.word("type", TYPES)
        totals[card_type] += place.whole("count", 0, MOST_CARDS)
        place.yes_or_no("counterable")
        gives = _give(place.inside("give"))
        if place.get("requires"):
            place.word("requires", ["order_was_given"])
        people = ["player", "last_giver"] + (["giver", "receiver"] if gives else [])
        if card_type == "counter":
            people = ["player", "receiver"]    # the receiver is whose card it cancels
        _program(place, "then", people, cancels=card_type == "counter", usurps=False)
        ops = [op["op"] for op in place.table["then"]]
        if card_type == "shield" and not gives:
            raise place.wrong("give", "a shield card gives the Order to somebody (SMI-072)")
        if card_type in ("counter", "confession") and gives:
            raise place.wrong("give", f"a card of the type '{card_type}' gives the Order to nobody: write give = {{}}")
        if card_type == "confession" and "order_taken_by" not in ops:
            raise place.wrong("then", "a Confession takes the Order: 'order_taken_by' is missing (SMI-082)")
        if "rally" in ops and not gives:
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


def _give(place: Place) -> bool:
    """A rule of whom the Order may be given to; an empty one gives it to nobody."""
    if not place.table:
        return False
    kind = place.word("kind", TARGETS)
    place.only(["kind", *GIVE_KEYS[kind]])
    if kind == "seat":
        place.whole("distance", 1, 7)
        directions = place.get("dirs")
        if not isinstance(directions, list) or not directions or not set(directions) <= {"L", "R"}:
            raise place.wrong("dirs", f"a list of L (left, clockwise) and R (right), not {directions!r}")
    if kind == "rank":
        place.word("cmp", ["higher", "lower"])
    return True


def _program(place: Place, key: str, people: list[str], cancels: bool, usurps: bool) -> None:
    """A list of operations, each with all it needs and nothing else."""
    ops = place.get(key)
    if not isinstance(ops, list):
        raise place.wrong(key, f"a list of operations, not {ops!r}")
    for number, op in enumerate(ops, 1):
        _operation(Place(place.group, place.id, f"{place.path}{key} {number}.", op), people)
    names = [op["op"] for op in ops]
    if ("cancel" in names) != cancels or (cancels and (names[0] != "cancel" or names.count("cancel") > 1)):
        raise place.wrong(key, "'cancel' is what a card of the type 'counter' begins with, and no other")
    if ("become_overlord" in names) != usurps:
        raise place.wrong(key, "'become_overlord' is what an ability with the trigger 'usurp' does, and no other")


def _operation(place: Place, people: list[str]) -> None:
    name = place.word("op", OPERATIONS[1:])
    keys = KEYS[name]
    place.only(["op", *keys])
    for key, what in keys.items():
        if what == ANYONE:
            free = ["chosen_other"] if name == "order_taken_by" else ["nobody"] if key == "chooser" else []
            place.word(key, [*people, *free])
        elif what == AMOUNT:
            place.whole(key, 1, 50)
        elif what:
            place.word(key, [what])
    if name == "discard" and place.table["chooser"] not in ("nobody", place.table["who"]):
        raise place.wrong("chooser", "nobody chooses from a hand they cannot see: the discarding player or 'nobody'")
    if name == "rally":
        cost = place.inside("cost")
        cost.word("discard_type", TYPES)
        cost.whole("amount", 1, 1)
        for key in ("on_join", "on_none"):
            _operation(place.inside(key), people)


def _sets(place: Place, components: Table) -> None:
    """Suggested sets: as many characters as players, one Overlord, no rank twice (SMI-031, SMI-039)."""
    characters = {block["id"]: block for block in components["characters"]}
    for seats in SEATS:
        chosen = place.get(str(seats))
        if not isinstance(chosen, list) or len(chosen) != seats or len(set(chosen)) != seats:
            raise place.wrong(str(seats), f"a list of {seats} different characters (SMI-031)")
        for name in chosen:
            if name not in characters:
                raise place.wrong(str(seats), f"there is no character '{name}'{suggest(name, characters)}")
        if sum(characters[name]["is_overlord"] for name in chosen) != 1:
            raise place.wrong(str(seats), "exactly one of them is an Overlord (SMI-039)")
        if len({characters[name]["rank"] for name in chosen}) != seats:
            raise place.wrong(str(seats), "two of them have the same rank (SMI-039)")
