"""From cards.toml to the Rules that the steps read: what cards and abilities say becomes one program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from intryga.games.smierc_jasniepanu import gives
from intryga.games.smierc_jasniepanu.cards import CHARACTERS, OCCASIONS, PLOTS, ROLES, TYPES
from intryga.games.smierc_jasniepanu.check import check, check_set
from intryga.games.smierc_jasniepanu.data import Options, PlotCard, Rules, Setup
from intryga.games.smierc_jasniepanu.effects import CourtAbility
from intryga.games.smierc_jasniepanu.operations import LANGUAGE
from intryga.games.smierc_jasniepanu.zones import USED
from intryga.kernel.effects import Triggers
from intryga.kernel.game import Value
from intryga.kernel.language import Book

Table = Mapping[str, Any]

# A kind of plot card that this box does not have.
ABSENT: Table = {"count": 0, "type": TYPES[0], "give": {}, "then": [], "counterable": False, "requires": ""}
# Which characters chance draws from, by the option `characters`.
POOLS = {"random": ["base"], "random_extra": ["extra"], "mixed": ["base", "extra"]}


def rules(components: Table, options: Mapping[str, Value]) -> Rules:
    """Raises WrongComponent where a component file says something that cannot be."""
    check(components)
    book = Book(LANGUAGE)
    plots = [_named(name, components["plot_cards"]) for name in PLOTS]
    characters = [_named(name, components["characters"]) for name in CHARACTERS]
    every_card = options["counter_scope"] == "any_plot_card"
    cards = [_plot_card(card, book, every_card) for card in plots]
    triggers = Triggers(ROLES, len(OCCASIONS), USED)
    for role, character in enumerate(characters):
        for ability in abilities(character):
            if ability["trigger"] in OCCASIONS:
                triggers.add(OCCASIONS.index(ability["trigger"]), _ability(role, ability, book))
    return Rules(
        program=book.program(),
        plots=cards,
        copies=[card["count"] for card in plots],
        rank=[card["rank"] for card in characters],
        place=[card["rank"] * 2 + (card["set"] == "base") for card in characters],    # SMI-R14: base above extra
        income=[card["income"] for card in characters],
        limit=[card["hand_limit"] for card in characters],
        is_overlord=[int(card["is_overlord"]) for card in characters],
        triggers=triggers,
        looks="look_at_hand" in book.used,
        setup=_setup(components, options),
        options=Options(**{name: choice for name, choice in options.items() if isinstance(choice, bool)}),
    )


def _named(name: str, cards: list[Table]) -> Table:
    return next((card for card in cards if card["id"] == name), ABSENT)


def abilities(card: Table) -> Iterator[Table]:
    """The ability of a character, and the one it carries along as `also`."""
    ability: Table | None = card["ability"]
    while ability is not None:
        yield ability
        ability = ability.get("also")


def discards_own(ability: Table) -> int:
    """How many cards of the owner's choice an ability begins with discarding."""
    first: Table = ability["ops"][0] if ability["ops"] else {}
    own = first.get("op") == "discard" and first["who"] == first["chooser"] == "self"
    return first["amount"] if own else 0


def _plot_card(card: Table, book: Book, every_card: bool) -> PlotCard:
    return PlotCard(
        card_type=TYPES.index(card["type"]),
        give=gives.read(card["give"]),
        then=book.write(card["then"]),
        counterable=card["counterable"] or every_card,
        needs_giver=card["requires"] == "order_was_given",
    )


def _ability(role: int, ability: Table, book: Book) -> CourtAbility:
    return CourtAbility(
        role=role,
        start=book.write(ability["ops"]),
        optional=ability.get("optional", False),
        once="limit" in ability,
        to_higher_rank=ability.get("condition", "") == "receiver_rank_higher",
        give=gives.read(ability.get("give", {})),
        cost=ability.get("cost_gold", 0),
        discards=discards_own(ability),
    )


def _setup(components: Table, options: Mapping[str, Value]) -> Setup:
    setup, chosen = components["setup"], str(options["characters"])
    sets: dict[int, list[str]] = {}
    if chosen in ("suggested", "suggested_extra"):
        block = components["suggested_sets" if chosen == "suggested" else "suggested_sets_extra"]
        sets = {int(seats): names for seats, names in block.items() if seats.isdigit()}
    elif chosen not in POOLS:
        names = chosen.split("+")
        check_set(names, components, bool(options["allow_duplicate_ranks"]))
        sets = {len(names): names}
    pool = [card["id"] for card in components["characters"] if card["set"] in POOLS.get(chosen, [])]
    return Setup(
        start_gold=setup["start_gold"],
        start_hand=setup["start_hand"],
        draw_most=setup["draw_max"],
        coronation=setup["coronation_gold"],
        no_income=setup["skip_income_rounds"],
        most_rounds=components["simulation"]["max_rounds_guard"],
        coins=sum(coin["value"] * coin["count"] for coin in components["gold_tokens"]),
        sets={seats: [CHARACTERS.index(name) for name in names] for seats, names in sets.items()},
        pool=[CHARACTERS.index(name) for name in pool],
    )
