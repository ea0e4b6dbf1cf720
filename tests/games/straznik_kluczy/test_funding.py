"""Strażnik Kluczy: paying for an action, against brute force over every heap of pieces and every use of a chest."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from hypothesis import example, given
from hypothesis import strategies as st

from intryga.games.straznik_kluczy.funding import affordable, card_icons, completes, own_part, pair_icons

MERCHANT, BUILDER, NOBLE, CLERIC, CRIMINAL = "MBNCX"


class Chest(NamedTuple):
    turns: str
    makes: str


CHESTS = [
    *(Chest(icon, icon + icon) for icon in "CBN"),
    Chest(CLERIC, "BN"), Chest(BUILDER, "NC"), Chest(NOBLE, "BC"),
    *(Chest(icon, "MMM") for icon in "CBN"),
]  # fmt: skip

cards = st.lists(st.text("MBNCX", max_size=3), min_size=3, max_size=3)
chests = st.lists(st.none() | st.sampled_from(CHESTS), min_size=3, max_size=3)
pieces = st.integers(0, 4)


# --- icons that come for free ---


def free_icons(belt: list[str], under: list[Chest | None], beside: str, wanted: str, paired: bool) -> int:
    """`beside`: permanent, uncovered and dismissed icons."""
    total = card_icons(beside.count(wanted), beside.count(CRIMINAL), 0, 0)
    for card, chest in zip(belt, under, strict=True):
        fits = chest is not None and chest.turns in card
        made = chest.makes.count(wanted) if chest and fits else 0
        turned = int(fits and chest is not None and chest.turns == wanted)
        total += card_icons(card.count(wanted), card.count(CRIMINAL), made, turned)
    merchants = "".join([*belt, beside]).count(MERCHANT)
    return total + pair_icons(merchants) if paired and wanted != MERCHANT else total


def free_icons_slowly(belt: list[str], under: list[Chest | None], beside: str, wanted: str, paired: bool) -> int:
    """Every set of chests that may be used, every number of Criminals taken as Merchants."""
    best = 0
    fitting = [
        [False, True] if chest and chest.turns in card else [False] for card, chest in zip(belt, under, strict=True)
    ]
    for used in itertools.product(*fitting):
        icons, made = beside, ""
        for use, card, chest in zip(used, belt, under, strict=True):
            icons += card.replace(chest.turns, "", 1) if use and chest else card
            made += chest.makes if use and chest else ""
        wild = icons.count(CRIMINAL)
        for as_merchant in range(wild + 1):
            worth = icons.count(wanted) + made.count(wanted) + wild - as_merchant
            if wanted == MERCHANT:
                worth += as_merchant
            elif paired:
                worth += (icons.count(MERCHANT) + as_merchant) // 2
            best = max(best, worth)
    return best


@given(cards, chests, st.text("MBNCX", max_size=6), st.sampled_from("MBNC"), st.booleans())
@example(["XB", "MM", "C"], [None, None, Chest(CLERIC, "BN")], "MMN", BUILDER, True)
def test_STR_342_icons_are_counted_at_their_best(
    belt: list[str], under: list[Chest | None], beside: str, wanted: str, paired: bool
) -> None:
    case = (belt, under, beside, wanted, paired)
    assert free_icons(*case) == free_icons_slowly(*case)


def test_STR_R18_what_a_chest_makes_is_not_paired() -> None:
    belt, under = ["C", "", ""], [Chest(CLERIC, "MMM"), None, None]
    assert free_icons(belt, under, "M", BUILDER, paired=True) == 0


# --- paying for the rest ---


class Payment(NamedTuple):
    own: int
    stone: int
    gold: int
    pairs: int


def payments(missing: int, have: Payment, doubled: bool) -> set[Payment]:
    """All ways that a player asked kind by kind can go. No answer leads to where nothing is legal."""
    found: set[Payment] = set()
    for pairs in range(have.pairs + 1):
        if not completes(missing, pairs, have.own, have.gold + have.stone, doubled):
            continue
        before = len(found)
        for gold in range(have.gold + 1):
            if not completes(missing, pairs + gold, have.own, have.stone, doubled):
                continue
            ends = [
                Payment(own_part(missing, missing - pairs - gold - stone, doubled), stone, gold, pairs)
                for stone in range(have.stone + 1)
                if completes(missing, pairs + gold + stone, have.own, 0, doubled)
            ]
            assert ends
            found.update(ends)
        assert len(found) > before
    return found


def payments_slowly(missing: int, have: Payment, doubled: bool) -> set[Payment]:
    """Every heap of pieces that pays, from which no single piece can be taken back; Silver lies there coin by coin."""

    def worth(heap: list[int]) -> int:
        return heap[0] + (doubled and heap[0] > 0) + heap[1] + heap[2] + heap[3] // 2

    found: set[Payment] = set()
    for heap in itertools.product(*(range(most + 1) for most in (have.own, have.stone, have.gold, 2 * have.pairs + 1))):
        smaller = [[n - (i == j) for j, n in enumerate(heap)] for i in range(4) if heap[i]]
        if worth(list(heap)) >= missing and all(worth(less) < missing for less in smaller):
            found.add(Payment(heap[0], heap[1], heap[2], heap[3] // 2))
    return found


@given(st.integers(0, 8), st.builds(Payment, pieces, pieces, pieces, pieces), st.booleans())
@example(1, Payment(1, 0, 0, 1), True)
@example(2, Payment(1, 1, 0, 0), True)
def test_STR_077_nothing_spent_is_superfluous(missing: int, have: Payment, doubled: bool) -> None:
    legal = payments(missing, have, doubled)
    assert legal == payments_slowly(missing, have, doubled)
    assert bool(legal) == affordable(missing, have.own, have.stone + have.gold + have.pairs, doubled)


def test_STR_165_a_doubled_resource_may_overpay_alone() -> None:
    assert payments(1, Payment(3, 0, 0, 0), doubled=True) == {Payment(1, 0, 0, 0)}
    assert payments(2, Payment(3, 1, 0, 0), doubled=True) == {Payment(1, 0, 0, 0)}
    assert payments(3, Payment(3, 1, 0, 0), doubled=True) == {Payment(2, 0, 0, 0), Payment(1, 1, 0, 0)}
