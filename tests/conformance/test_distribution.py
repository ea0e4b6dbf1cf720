"""Resampling is fair: in positions small enough to count, every world that the viewer must think possible comes up, as
often as cards dealt at random would bring it, and no other does.

Possible is what the game's own `impossible` finds nothing against. The dice are fixed, so each of these tests comes to
the same result on every run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from math import comb, prod, sqrt
from typing import Any

import pytest

from intryga import games
from intryga.kernel import position
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from intryga.kernel.layout import Zone
from intryga.kernel.state import AnyState

OFTEN = 40    # how often a world comes up on average
World = Any    # what lies in the hidden zones


def table(name: str, seats: int, phase: str, seat: int, parts: Mapping[str, Any], **options: Any) -> AnyState:
    game = games.find(name)
    s = position.set_up(game, game.chosen_rules(options), seats, quick(0), parts)
    game.phases[phase](s, seat)
    s.advance()
    assert s.impossible() == ""
    return s


def all_but(name: str, hidden: Mapping[str, int], *elsewhere: Mapping[str, int]) -> dict[str, int]:
    """The cards of a game without those that are to be hidden or lie elsewhere."""
    game = games.find(name)
    left = Counter(dict(zip(deck(game).kinds, game.chosen_rules().copies, strict=True)))
    for cards in (hidden, *elsewhere):
        left.subtract(cards)
    assert min(left.values()) >= 0
    return dict(+left)


def deck(game: AnyGame) -> Zone:
    return next(zone for zone in game.layout.zones if zone.name == "deck")


def holds(s: AnyState, label: str) -> World:
    zone = next(zone for zone in s.layout.zones if zone.label() == label)
    content = position.read(s, zone)
    return tuple(sorted(content.items())) if isinstance(content, dict) else tuple(content)


def possible(s: AnyState, labels: list[str], certain: Mapping[str, Mapping[str, int]]) -> dict[World, int]:
    """Every way to deal the hidden cards over these bags and the deck, and in how many ways real cards would come to
    lie so. What the viewer is certain of stays where it is."""
    zones = [next(zone for zone in s.layout.zones if zone.label() == label) for label in labels]
    home = next(zone for zone in s.layout.zones if zone.name == "deck")
    base, loose = s.clone(), Counter[int]()
    missing: list[int] = []
    for zone in zones:
        kept = certain.get(zone.label(), {})
        for i, kind in enumerate(zone.kinds):
            loose[i] += s.cells[zone.at + i] - kept.get(kind, 0)
            base.cells[zone.at + i] = kept.get(kind, 0)
        missing.append(s.size(zone.at) - base.size(zone.at))
    for i in range(len(home.kinds)):
        loose[i] += s.cells[home.at + i]
        base.cells[home.at + i] = 0
    found: dict[World, int] = {}
    for shares, ways in deals(loose, missing):
        world = base.clone()
        for at, share in zip([*(zone.at for zone in zones), home.at], shares, strict=True):
            for kind, count in share.items():
                world.cells[at + kind] += count
        if not world.impossible():
            found[tuple(holds(world, label) for label in labels)] = ways
    return found


def deals(cards: Counter[int], sizes: list[int]) -> Iterator[tuple[list[dict[int, int]], int]]:
    """All ways to deal shares of these sizes, what is left as the last; each with the number of ways by real cards."""
    if not sizes:
        yield [dict(+cards)], 1
        return
    for share in hands(sorted(+cards), cards, sizes[0]):
        ways = prod(comb(cards[kind], count) for kind, count in share.items())
        for rest, others in deals(cards - Counter(share), sizes[1:]):
            yield [share, *rest], ways * others


def hands(kinds: list[int], cards: Mapping[int, int], size: int) -> Iterator[dict[int, int]]:
    if not kinds:
        if size == 0:
            yield {}
        return
    for count in range(min(cards[kinds[0]], size) + 1):
        for rest in hands(kinds[1:], cards, size - count):
            yield {kinds[0]: count, **rest} if count else rest


def check(s: AnyState, viewer: int, worlds: Mapping[World, int], seen: Callable[[AnyState], World]) -> None:
    """Sampled from the truth, and from what was sampled before: a world is as good as the truth to who cannot tell."""
    assert len(worlds) > 1
    dice, truth = quick(3), s
    counts: Counter[World] = Counter()
    samples = OFTEN * len(worlds)
    for n in range(samples):
        r = truth.resample(viewer, dice)
        assert r.impossible() == ""
        counts[seen(r)] += 1
        if n == samples // 2:
            truth = r
    assert set(counts) == set(worlds)
    assert surprise(counts, worlds) < 4


def surprise(counts: Mapping[World, int], worlds: Mapping[World, int]) -> float:
    """Pearson's chi-square, in standard deviations from its mean."""
    samples, ways = sum(counts.values()), sum(worlds.values())
    square = sum((counts[world] - samples * n / ways) ** 2 / (samples * n / ways) for world, n in worlds.items())
    freedom = len(worlds) - 1
    return (square - freedom) / sqrt(2 * freedom)


def test_a_bias_would_be_found() -> None:
    fair = {"a": 1, "b": 1, "c": 2}
    assert surprise({"a": 50, "b": 55, "c": 95}, fair) < 4
    assert surprise({"a": 70, "b": 70, "c": 60}, fair) > 4


# --- Spiskowcy: orders of one type, unless somebody had the Innkeeper's right; the viewer is seat 1 ---

OWN = {"handlarz": 2}    # face down before the viewer, whose turn it is


@pytest.mark.parametrize(
    ("hidden", "elsewhere", "to_act", "zones"),
    [
        ({"orders 0": {"bankier": 2}, "returned 0": {"najazd": 1}}, {}, 1, ["orders 0", "returned 0"]),
        ({"orders 0": {"bankier": 1, "najazd": 1}}, {"innkeeper": 0}, 1, ["orders 0"]),
        ({"orders 0": {"bankier": 3}}, {"innkeeper": 0}, 1, ["orders 0"]),
        ({"orders 0": {"bankier": 2}, "returned 0": {"najazd": 2}},
         {"revealed": ["bankier"], "tableau 0": {"bankier": 1}}, 0, ["orders 0", "returned 0"]),
        ({"hand 0": {"bankier": 2, "kuglarz": 1}, "returned 0": {"szpieg": 1}}, {}, 1, ["hand 0", "returned 0"]),
    ],
    ids=["one type", "a pair", "three, not a pair", "the rest of what was shown", "a hand"],
)  # fmt: skip
def test_spiskowcy(hidden: dict[str, Any], elsewhere: dict[str, Any], to_act: int, zones: list[str]) -> None:
    cards = {"bankier": 3, "kuglarz": 3, "szpieg": 2, "najazd": 2}
    shown = elsewhere.get("tableau 0", {})
    open_cards = {"discards": all_but("spiskowcy", cards, OWN, shown), "orders 1": OWN, "first": to_act, "round": 3}
    s = table("spiskowcy", 2, "action", to_act, {**hidden, **elsewhere, **open_cards})
    assert s.seat == to_act
    check(s, 1, possible(s, zones, {}), lambda r: tuple(holds(r, label) for label in zones))


def test_spiskowcy_with_two_orders_every_world_comes_up() -> None:
    """How often is another matter: types are chosen order by order, not for all orders at once."""
    cards, orders = {"bankier": 3, "kuglarz": 3, "szpieg": 2}, {"orders 0": {"bankier": 2}, "orders 2": {"kuglarz": 2}}
    discards = all_but("spiskowcy", cards, OWN)
    s = table("spiskowcy", 3, "action", 1, {**orders, "discards": discards, "orders 1": OWN, "first": 1, "round": 3})
    worlds = possible(s, list(orders), {})
    dice = quick(3)
    sampled = [s.resample(1, dice) for _ in range(400)]
    assert {tuple(holds(r, label) for label in orders) for r in sampled} == set(worlds)


# --- Śmierć Jaśniepanu!: hands, of which something may be known; the viewer is seat 0 ---

COURT = [["overlord"], ["general"], ["squire"], ["servant"]]


def court(hands: dict[str, Any]) -> AnyState:
    cards = {"bribe": 2, "petition": 2, "counter": 2, "pardon": 1}
    own = {"capitalize": 1, "repression": 1}    # something to choose from, so that the game stops here
    rest = {"discards": all_but("smierc_jasniepanu", cards, own), "character": COURT, "order": [1, 0, 0, 0], "round": 2}
    s = table("smierc_jasniepanu", 4, "act", 0, {**hands, **rest, "hand 0": own})
    assert s.seat == 0
    return s


@pytest.mark.parametrize(
    ("hands", "more", "certain"),
    [
        ({"hand 1": {"bribe": 1, "counter": 1}, "hand 2": {"petition": 1}}, {}, {}),
        ({"hand 1": {"bribe": 2, "counter": 1}, "hand 2": {"petition": 1}}, {"known 1": {"bribe": 1}},
         {"hand 1": {"bribe": 1}}),
        ({"hand 1": {"counter": 2}, "hand 2": {"petition": 1}},
         {"lacks 1": {"bribe": 1, "petition": 1}, "at_most 1": 1}, {}),
    ],
    ids=["nothing", "a card shown to all", "what a surrender ruled out"],
)  # fmt: skip
def test_smierc(hands: dict[str, Any], more: dict[str, Any], certain: dict[str, Any]) -> None:
    s = court({**hands, **more})
    check(s, 0, possible(s, list(hands), certain), lambda r: tuple(holds(r, label) for label in hands))


def test_smierc_a_card_drawn_after_a_surrender() -> None:
    """Of a hand that held no such card when it surrendered, the one drawn since may be anything: whichever it is."""
    hands = {"hand 1": {"counter": 2, "bribe": 1}, "hand 2": {"petition": 1}}
    ruled_out = {"bribe": 1, "petition": 1}
    s = court({**hands, "lacks 1": ruled_out, "at_most 1": 2})
    worlds = {}
    for world, ways in possible(s, list(hands), {}).items():
        may_be_new = 1 if ruled_out.keys() & dict(world[0]).keys() else 3
        worlds[world] = ways * may_be_new
    check(s, 0, worlds, lambda r: tuple(holds(r, label) for label in hands))


# --- Dworzanie: spies, hands, missions; the viewer is seat 0 ---


def test_dworzanie_spies_and_hands() -> None:
    """A face-down card is any spy that is left, a card in hand any card."""
    families = ["butterfly", "toad", "nightingale", "hare", "deer", "carp"]
    spies, others = {f"{family}_spy": 2 for family in families}, {"toad_plain": 1, "hare_noble": 2}
    parts = {"above_spies": ["carp_spy"], "played_by": ["1"], "hand": [["toad_guard", "hare_guard"], ["hare_noble"]],
             "eliminated": all_but("dworzanie", {**spies, **others}, {"toad_guard": 1, "hare_guard": 1})}  # fmt: skip
    s = table("dworzanie", 2, "last_turn", 0, parts)
    worlds = {
        ((spy,), (card,)): spies[spy] * ({**spies, **others}[card] - (spy == card))
        for spy in spies
        for card in [*spies, *others]
    }
    check(s, 0, worlds, lambda r: (holds(r, "above_spies"), holds(r, "hand 1")))


def test_dworzanie_missions() -> None:
    """Everybody knows who has a mission of which colour."""
    s = table("dworzanie", 2, "turn", 0, {"missions": [["W01", "B05"], ["W02", "B01"]]})
    white, blue = ([f"{colour}{n:02}" for n in range(1, 11)] for colour in "WB")
    worlds = {(one, other): 1 for one in white for other in blue if one != "W01" and other != "B05"}
    check(s, 0, worlds, lambda r: holds(r, "missions 1"))
