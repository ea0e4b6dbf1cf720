"""From cards.toml to the Rules that the steps read: every card and ability becomes a stretch of one flat program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from intryga.games.smierc_jasniepanu.cards import CHARACTERS, PLOTS, ROLES, TYPES
from intryga.games.smierc_jasniepanu.operations import (
    CONDITIONS,
    END,
    HIGHER,
    LEFT,
    LOOK,
    LOWER,
    NO_ONE,
    OPERATIONS,
    PASSIVE,
    PEOPLE,
    RALLY,
    RIGHT,
    TARGETS,
    TRIGGERS,
)
from intryga.games.smierc_jasniepanu.state import Rules
from intryga.kernel.game import Value

Table = Mapping[str, Any]


def compile_rules(components: Table, options: Mapping[str, Value]) -> Rules:
    """The components have been checked (check.py)."""
    rules = Rules()
    book = Book()
    _setup(rules, components)
    _options(rules, components, options)
    _plot_cards(rules, book, components, options["counter_scope"] == "any_plot_card")
    _characters(rules, book, components)
    rules.set_programs(book.gives, book.code, book.looks)
    return rules


class Book:
    """The program, as it is written."""

    def __init__(self) -> None:
        self.code: list[int] = [END]    # the empty program stands at 0
        self.gives: list[int] = []
        self.looks = False

    def give(self, give: Table) -> None:
        kind = give.get("kind", "")
        first = second = 0
        if kind == "seat":
            first = give["distance"]
            second = (LEFT if "L" in give["dirs"] else 0) + (RIGHT if "R" in give["dirs"] else 0)
        elif kind == "rank":
            first = HIGHER if give["cmp"] == "higher" else LOWER
        self.gives += [TARGETS.index(kind), first, second]

    def write(self, ops: Sequence[Table]) -> int:
        """Gives where the program begins."""
        if not ops:
            return 0
        lines = [self.line(op) for op in ops]
        start = len(self.code)
        for line in lines:
            self.code += line
        self.code.append(END)
        return start

    def line(self, op: Table) -> list[int]:
        number = OPERATIONS.index(op["op"])
        if number == RALLY:
            joined, nobody = self.write([op["on_join"]]), self.write([op["on_none"]])
            return [number, TYPES.index(op["cost"]["discard_type"]), joined, nobody]
        self.looks = self.looks or number == LOOK
        who = op.get("who", op.get("a", "nobody"))
        whom = op.get("from", op.get("to", op.get("of", op.get("b", op.get("chooser", "nobody")))))
        return [number, PEOPLE.get(who, NO_ONE), PEOPLE.get(whom, NO_ONE), op.get("amount", 0)]


def _setup(rules: Rules, components: Table) -> None:
    setup = components["setup"]
    rules.set_round(
        setup["start_gold"],
        setup["start_hand"],
        setup["draw_max"],
        setup["coronation_gold"],
        setup["skip_income_rounds"],
        components["simulation"]["max_rounds_guard"],
        sum(coin["value"] * coin["count"] for coin in components["gold_tokens"]),
    )


def _options(rules: Rules, components: Table, options: Mapping[str, Value]) -> None:
    rules.limited = bool(options["treasury_limited"])
    rules.reshuffle = bool(options["midround_reshuffle"])
    rules.forced_shield = bool(options["forced_shield_play"])
    rules.confess_first = bool(options["confession_at_execution_start"])
    rules.target_joins = bool(options["uprising_target_may_volunteer"])
    rules.same_ranks = bool(options["allow_duplicate_ranks"])
    rules.overlord_token = bool(options["overlord_takes_token"])
    chosen = str(options["characters"])
    if chosen.startswith("suggested"):
        sets = components["suggested_sets" if chosen == "suggested" else "suggested_sets_extra"]
        rules.sets = {
            int(seats): [CHARACTERS.index(name) for name in names] for seats, names in sets.items() if seats.isdigit()
        }
    else:
        sets_used = {"random": ["base"], "random_extra": ["extra"], "mixed": ["base", "extra"]}[chosen]
        rules.pool = [CHARACTERS.index(card["id"]) for card in components["characters"] if card["set"] in sets_used]


def _plot_cards(rules: Rules, book: Book, components: Table, all_counterable: bool) -> None:
    given = {card["id"]: card for card in components["plot_cards"]}
    cards = [given.get(name, ABSENT) for name in PLOTS]
    for card in cards:
        book.give(card["give"])
    rules.set_cards(
        [card["count"] for card in cards],
        [TYPES.index(card["type"]) for card in cards],
        [book.write(card["then"]) or -1 for card in cards],
        [int(card["counterable"] or all_counterable) for card in cards],
        [int(card["requires"] == "order_was_given") for card in cards],
    )


def _characters(rules: Rules, book: Book, components: Table) -> None:
    given = {card["id"]: card for card in components["characters"]}
    cards = [given[name] for name in CHARACTERS]
    rules.set_characters(
        [card["rank"] for card in cards],
        [card["rank"] * 2 + (card["set"] == "base") for card in cards],    # SMI-R14: base above extra
        [card["income"] for card in cards],
        [card["hand_limit"] for card in cards],
        [int(card["is_overlord"]) for card in cards],
    )
    places = [-1 for _ in range(len(TRIGGERS) * ROLES)]
    abilities: list[Table] = []
    for role, card in enumerate(cards):
        ability: Table | None = card["ability"]
        while ability is not None:
            if ability["trigger"] != PASSIVE:
                places[TRIGGERS.index(ability["trigger"]) * ROLES + role] = len(abilities)
                abilities.append(ability)
                book.give(ability.get("give", {}))
            ability = ability.get("also")
    rules.set_abilities(
        places,
        [book.write(ability["ops"]) for ability in abilities],
        [int(ability.get("optional", False)) for ability in abilities],
        [CONDITIONS.index(ability.get("condition", "")) for ability in abilities],
        [int("limit" in ability) for ability in abilities],
        [ability.get("cost_gold", 0) for ability in abilities],
    )


# A kind of plot card that this box does not have.
ABSENT: Table = {"count": 0, "type": TYPES[0], "give": {}, "then": [], "counterable": False, "requires": ""}
