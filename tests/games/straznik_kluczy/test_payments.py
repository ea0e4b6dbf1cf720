"""Strażnik Kluczy: what the engine offers to pay with, on random boards, against the brute force of test_funding."""

from __future__ import annotations

from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from intryga import games
from intryga.games.straznik_kluczy import means, pay
from intryga.games.straznik_kluczy.cards import FOLK, ICONS, NOTHING, PURSE
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.kernel import position
from intryga.kernel.dice import quick
from tests.games.straznik_kluczy.test_funding import Chest, Payment, free_icons_slowly, payments_slowly

GAME = games.find("straznik_kluczy")
LETTER = dict(zip(ICONS, "MBNCX", strict=True))
CARD = {card["id"]: card for card in GAME.components["townsfolk"]}
TILE = {chest["id"]: chest for chest in GAME.components["chest"]}
SLOT = {slot["id"]: slot for slot in GAME.components["slot"]}
SPACES = ("first", "second", "third")
PAID_WITH = {"merchant": "silver", "builder": "stone", "noble": "gold", "cleric": "ink"}

CHANGE_PAYMENTS = [card for card in FOLK if CARD[card]["standing"]]

belts = st.lists(st.sampled_from(CHANGE_PAYMENTS) | st.sampled_from(FOLK), min_size=3, max_size=3, unique=True)
tiles = st.lists(st.sampled_from(["", *TILE]), min_size=3, max_size=3)
purses = st.fixed_dictionaries({name: st.integers(0, 5) for name in PURSE})
open_slots = st.sampled_from(["", "trading_post_3", "guildhall_1", "guildhall_2", "guildhall_3"])


def board(belt: list[str], under: list[str], purse: dict[str, int], opened: str, empty: int) -> Kingdom:
    """Seat 0 of two, with the last spaces of the belt still empty."""
    parts: dict[str, Any] = {f"{name} 0": count for name, count in purse.items()}
    for place, space in enumerate(SPACES[: 3 - empty]):
        parts[f"{space} 0"] = [belt[place]]
    for place, tile in enumerate(under):
        if tile:
            parts[f"chest_{place + 1} 0"] = [tile]
    if opened:
        kind = opened.rpartition("_")[0]
        parts[f"{kind}s 0"] = {"E1": 1}
        parts["slots 0"] = {slot: 1 for slot in SLOT if slot.startswith(kind) and slot != opened}
    s = position.set_up(GAME, GAME.chosen_rules({}), 2, quick(0), parts)
    assert isinstance(s, Kingdom)
    GAME.phases["over"](s, -1)
    return s


def letters(words: list[str]) -> str:
    return "".join(LETTER[word] for word in words)


def standing(belt: list[str], modifier: str) -> bool:
    return any(modifier in CARD[card]["standing"] for card in belt)


def missing_slowly(belt: list[str], under: list[str], opened: str, icon: str, price: int) -> int:
    """What the icons leave unpaid, counted from cards.toml."""
    beside = "".join(letters(GAME.components["start_icons"][space]) for space in SPACES[len(belt) :])
    for modifier in SLOT[opened]["standing"] if opened else []:
        _, name, count = modifier.split(":")
        beside += LETTER[name] * int(count)
    chests: list[Chest | None] = []
    for tile in under[: len(belt)]:
        turns = TILE[tile]["condition"].partition(">")[0] if tile and TILE[tile]["becomes"] else ""
        chests.append(Chest(LETTER[turns], letters(TILE[tile]["becomes"])) if turns else None)
    cards = [letters(CARD[card]["icons"]) for card in belt]
    paired = standing(belt, f"pair:merchant:{icon}")
    return max(price - free_icons_slowly(cards, chests, beside, LETTER[icon], paired), 0)


def paid(s: Kingdom, icon: int, price: int) -> set[Payment]:
    """Every way through the questions, as what is gone from the purse at their end."""
    found: set[Payment] = set()
    before = [int(s.coins(0, what)) for what in range(4)]

    def follow(state: Kingdom) -> None:
        if not state.over():
            assert len(state.options) > 1, "there is no choice to be asked for"
            for option in state.options:
                after = state.clone()
                after.apply(option)
                follow(after)
            return
        silver, ink, stone, gold = (old - int(state.coins(0, what)) for what, old in enumerate(before))
        own = {"merchant": silver, "builder": stone, "noble": gold, "cleric": ink}[ICONS[icon]]
        found.add(
            Payment(
                own,
                stone if ICONS[icon] == "cleric" else 0,
                gold if ICONS[icon] == "cleric" else 0,
                silver // 2 if ICONS[icon] != "merchant" else 0,
            )
        )

    start = s.clone()
    pay.charge(start, 0, icon, price, NOTHING)
    start.advance()
    follow(start)
    return found


@settings(max_examples=300, deadline=None)
@given(belts, tiles, purses, open_slots, st.integers(0, 2), st.integers(0, 3), st.integers(1, 9))
def test_STR_077_every_way_of_paying_is_offered_and_no_other(
    belt: list[str], under: list[str], purse: dict[str, int], opened: str, empty: int, number: int, price: int
) -> None:
    chests = [tile for tile in under if tile]
    assume(len(set(chests)) == len(chests))
    s = board(belt, under, purse, opened, empty)
    shown = belt[: 3 - empty]
    icon = ICONS[number]
    own = PAID_WITH[icon]
    emma = icon == "cleric"
    have = Payment(
        purse[own],
        purse["stone"] if emma and standing(shown, "also:stone:cleric") else 0,
        purse["gold"] if emma and standing(shown, "also:gold:cleric") else 0,
        purse["silver"] // 2 if standing(shown, f"silver_pair:{icon}") else 0,
    )
    missing = missing_slowly(shown, under, opened, icon, price)
    legal = payments_slowly(missing, have, standing(shown, f"double:{own}:{icon}"))
    assert means.can_pay(s, 0, number, price, NOTHING) == bool(legal)
    if legal:
        assert paid(s, number, price) == legal
