"""Strażnik Kluczy: what stays true however it is played, and an AI that chance alone moves."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from intryga import games
from intryga.games.straznik_kluczy import scoring, solo
from intryga.games.straznik_kluczy.cards import (
    CHESTS,
    FOLK,
    FOLK_KINDS,
    HEROES,
    ICONS,
    IN_TWO_SILVER,
    MANUSCRIPTS,
    SECTION_COUNT,
    SLOTS_OF_TYPE,
    SPOT_COUNT,
    TYPE_COUNT,
)
from intryga.games.straznik_kluczy.icons import permanent
from intryga.games.straznik_kluczy.pages import in_order
from intryga.games.straznik_kluczy.public import Cover
from intryga.games.straznik_kluczy.spots import exists, next_spot, spot_before
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.zones import (
    ACTIVE,
    BONUS,
    BUILT,
    CASTLE_1,
    CASTLE_2,
    CASTLE_3,
    CASTLE_BUSY,
    CASTLE_QUEUE,
    CHEST_BOX,
    COINS,
    CORRUPTION,
    COVERED,
    FOLK_BOX,
    LAYOUT,
    LEADER,
    MANUSCRIPT_BOX,
    MANUSCRIPTS_OF,
    PUBLIC_AT,
    PUBLIC_OWNER,
    ROUND,
    SUPPLY,
    VIRTUE,
)
from intryga.kernel import position
from intryga.kernel.dice import QuickDice, quick
from intryga.kernel.journal import Journal
from intryga.kernel.layout import BAG, SPECTATOR
from intryga.kernel.view import read

GAME = games.find("straznik_kluczy")
CASES = [(seats, expansion) for seats in (1, 2, 3, 4) for expansion in (True, False)]


def start(seats: int, seed: int, **options: Any) -> Kingdom:
    s: Kingdom = GAME.new_game(GAME.chosen_rules(options), seats, GAME.quick_dice(seed))
    return s


def play(s: Kingdom, chooser: QuickDice) -> None:
    s.apply(s.options[chooser.below(len(s.options))])


def cards_of(s: Kingdom, box: int, kinds: list[str]) -> list[int]:
    """How many of each kind there are, wherever they lie."""
    found = [0 for _ in kinds]
    for zone in LAYOUT.family(box):
        if zone.shape == BAG:
            for kind in range(len(kinds)):
                found[kind] += s.cells[zone.at + kind]
        else:
            for place in range(s.row_size(zone.at)):
                found[s.row_item(zone.at, place)] += 1
    return found


def check(s: Kingdom) -> None:
    taken = [0 for _ in range(SPOT_COUNT)]
    for building in range(TYPE_COUNT):
        assert (s.row_size(PUBLIC_AT[building]) == 1) == (s.cells[PUBLIC_OWNER[building]] >= 0)
        if s.row_size(PUBLIC_AT[building]):
            taken[s.row_item(PUBLIC_AT[building], 0)] += 1
    for seat in range(s.players):
        inside = sum(s.cells[zones.at(seat, i)] for zones in (CASTLE_1, CASTLE_2) for i in range(SECTION_COUNT))
        assert inside + s.cells[CASTLE_3.of(seat)] + s.cells[SUPPLY.of(seat)] == s.rules.setup.workers
        for building in range(TYPE_COUNT):
            on_spots = [s.cells[BUILT[building].at(seat, spot)] for spot in range(SPOT_COUNT)]
            first = building * SLOTS_OF_TYPE
            covered = sum(s.cells[COVERED.at(seat, slot)] for slot in range(first, first + SLOTS_OF_TYPE))
            assert sum(on_spots) + covered == SLOTS_OF_TYPE - returning(s, seat, building)
            taken = [a + b for a, b in zip(taken, on_spots, strict=True)]
        assert 1 <= s.cells[CORRUPTION.of(seat)] <= s.cells[VIRTUE.of(seat)] <= 7
        assert all(s.cells[zone.of(seat)] >= 0 for zone in COINS)
        assert s.is_ai(seat) or s.cards_owned(seat) >= s.rules.setup.fewest_cards
    assert max(taken) <= 1
    assert all(exists(s, spot) for spot in range(SPOT_COUNT) if taken[spot])
    if s.cells[CASTLE_BUSY] < 0:
        check_castle_at_rest(s)
    check_cards_on_the_table(s)


def returning(s: Kingdom, seat: int, building: int) -> int:
    """A building that a Public Building has replaced, while its owner thinks about the slot it covers."""
    step = s.top() if s.depth else None
    return int(isinstance(step, Cover) and (step.seat, step.building) == (seat, building))


def check_castle_at_rest(s: Kingdom) -> None:
    assert s.row_size(CASTLE_QUEUE) == 0
    for zones in (CASTLE_1, CASTLE_2):
        for section in range(SECTION_COUNT):
            there = [s.cells[zones.at(seat, section)] for seat in range(s.players)]
            assert max(there) < s.rules.castle.threshold
            assert sum(there) <= s.rules.castle.capacity


def check_cards_on_the_table(s: Kingdom) -> None:
    """Castle Leader and Cleric Bonus cards lie where they must."""
    tops = [s.cells[CASTLE_3.of(seat)] for seat in range(s.players)]
    leader = s.cells[LEADER]
    assert (leader < 0) == (max(tops) == 0)
    assert leader < 0 or tops[leader] == max(tops)
    ribbon = s.rules.manuscripts.ribbon
    for colour in range(len(BONUS)):
        counts = [
            sum(s.cells[MANUSCRIPTS_OF.at(seat, kind)] for kind in range(len(MANUSCRIPTS)) if ribbon[kind] == colour)
            for seat in range(s.players)
        ]
        holder = s.cells[BONUS[colour]]
        assert (holder >= 0) == (max(counts) >= 3)
        assert holder < 0 or counts[holder] >= 3


@pytest.mark.parametrize(("seats", "expansion"), CASES)
def test_what_always_holds(seats: int, expansion: bool) -> None:
    """20 workers, nine buildings, one on a spot, every card once, markers in order: STR-006, 055, 085, 096 to 106."""
    for seed in range(3):
        s = start(seats, seed, expansion=expansion)
        families = [(FOLK_BOX, FOLK), (MANUSCRIPT_BOX, MANUSCRIPTS), (CHEST_BOX, CHESTS)]
        all_cards = [cards_of(s, box, kinds) for box, kinds in families]
        chooser = quick(seed, 1)
        while not s.over():
            play(s, chooser)
            if chooser.below(4) == 0:
                check(s)
        check(s)
        assert [cards_of(s, box, kinds) for box, kinds in families] == all_cards


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_STR_006_how_it_begins(seats: int) -> None:
    """STR-001, 006, 013, 022, 024: everybody has eight starting cards and a Hero; nobody owns anything common."""
    for expansion in (True, False):
        s: Kingdom = GAME.table(GAME.chosen_rules({"expansion": expansion}), seats, GAME.quick_dice(seats))
        GAME.opening(s)
        s.advance()
        for seat in range(seats):
            owned = [FOLK[kind] for kind in range(FOLK_KINDS) if s.owns(seat, kind)]
            replaced = {"journeyman", "lender", "trader"}
            assert len(owned) == 8
            assert {name.removesuffix("_k") for name in owned} >= replaced
            assert any(name.endswith("_k") for name in owned) == expansion
        assert s.cells[LEADER] == -1
        assert {s.cells[card] for card in (*BONUS, *PUBLIC_OWNER)} == {-1}


def test_spots_form_a_ring() -> None:
    """STR-002, STR-090: 20 spots for one and two, 25 for three and four; every one is before the next."""
    for seats, spots in ((1, 20), (2, 20), (3, 25), (4, 25)):
        s = start(seats, seats)
        there = [spot for spot in range(SPOT_COUNT) if exists(s, spot)]
        walk, spot = [], there[0]
        for _ in there:
            walk.append(spot)
            assert spot_before(s, next_spot(s, spot)) == spot
            spot = next_spot(s, spot)
        assert (spot, sorted(walk), len(walk)) == (there[0], there, spots)


def test_STR_143_corruption_comes_first() -> None:
    """Wherever a component prints it."""
    assert in_order(["virtue:1", "silver:1", "corruption:2"]) == ["corruption:2", "virtue:1", "silver:1"]
    assert in_order(["silver:1", "virtue:2"]) == ["silver:1", "virtue:2"]


# --- the AI ---

# Every pile that could surprise holds at most one card.
NO_SURPRISES: dict[str, Any] = {
    **{f"townsfolk_left_{segment}": -1 for segment in "ABCDE"},
    **{f"manuscripts_left_{segment}": -1 for segment in "ABCDE"},
    "future_schemes": {"f1": 1},
    "heroes": ["ada", "bertha", "clovis"],
    "hero_deck": {"emma": 1},
    "chests": ["double_builder", "swap_cleric", "swap_noble", "merchant_noble"],
    "chest_deck": {"merchant2_ink": 1},
    "ai_chests_down": ["ai_swap_builder", "ai_swap_noble", "ai_swap_cleric"],
    "viscount": [["at_5"], ["at_1"]],
    "ink": [0, 2],
    "stone": [0, 2],
    "gold": [0, 2],
    "unpaid": [0, 1],
    "acquired": [0, 1],
    "hand 0": {"squire": 1, "abbot": 1, "labourer": 1},
}


@pytest.mark.parametrize("scheme", ["s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "f2", "f3", "f7", "f8"])
@pytest.mark.parametrize("board", ["cleric", "builder", "noble", "card"])
def test_the_ai_is_determined_by_its_cards(board: str, scheme: str) -> None:
    """STR-327: other dice, the same turn, without a question to the person beside their own play."""
    ends = set()
    for seed in range(4):
        parts = {**NO_SURPRISES, "schemes": {scheme: 1}}
        s = position.set_up(GAME, GAME.chosen_rules({"ai_board": board}), 1, quick(seed), parts)
        GAME.phases["ai"](s, -1)
        s.advance()
        assert s.seat == 0
        ends.add(tuple(s.cells))
    assert len(ends) == 1


def test_STR_R23_a_lone_silver_is_nothing_to_the_ai() -> None:
    s = start(1, 0, ai_board="builder")
    before = tuple(s.cells)
    s.journal = Journal(LAYOUT)
    solo.instead(s, 1, IN_TWO_SILVER, 1 // 2)
    s.advance()
    assert tuple(s.cells) == before
    assert [line.word for line in read(s.journal, SPECTATOR)] == ["ai_nothing"]


# --- scoring ---

ICONS_OF = {card["id"]: card["icons"] for card in GAME.components["townsfolk"]}
ICONS_OF_SCHEME = {scheme["id"]: scheme["icons"] for scheme in GAME.components["scheme"]}


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_STR_253_icons_and_heroes_are_counted_wherever_they_lie(seats: int) -> None:
    """Against a count card by card; and the total that bots ask for is the sum of what is shown."""
    s, chooser = start(seats, 5), quick(5, 1)
    while not s.over():
        play(s, chooser)
        for seat in range(s.players) if chooser.below(20) == 0 or s.over() else []:
            mine = [FOLK[kind] for kind in range(FOLK_KINDS) if s.owns(seat, kind)]
            printed = [icon for card in mine for icon in ICONS_OF[card]]
            if s.is_ai(seat):
                left = {zone.label(): position.read(s, zone) for zone in LAYOUT.zones if "scheme" in zone.name}
                piles = [left["schemes"], left["scheme_discards"], left["scheme_1"], left["scheme_2"], left["scheme_3"]]
                printed = [icon for pile in piles for scheme in pile for icon in ICONS_OF_SCHEME[scheme]]
            for number, icon in enumerate(ICONS):
                assert scoring.all_icons(s, seat, number) == printed.count(icon) + permanent(s, seat, number)
            assert scoring.heroes(s, seat) == sum(card in HEROES for card in mine)
            assert s.total(seat) == sum(s.scores()[seat].values())


# Words for what random play seldom comes to.
SELDOM = {
    "action_fails", "ai_nothing", "blind", "bonus", "copies_printed", "declines_chest", "dismisses_printed",
    "extra_action", "ignores",
}  # fmt: skip


def test_what_happens_is_told() -> None:
    told: set[str] = set()
    for seats, seed in product((1, 2, 4), (0, 1)):
        s = GAME.new_game(GAME.chosen_rules(), seats, GAME.quick_dice(seed), Journal(LAYOUT))
        chooser = quick(seed, 1)
        while not s.over():
            play(s, chooser)
        told.update(line.word for line in read(s.journal, SPECTATOR))
    assert set(GAME.told.by_name) - told <= SELDOM


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_STR_040_a_question_knows_its_phase(seats: int) -> None:
    """Also one that a card, a spot or a collision asks in the middle of it; a turn never goes back."""
    own = {"PlayCard": 1, "Ride": 2, "Act": 3, "Recruit": 4, "Ignore": 5}
    s, chooser = start(seats, seats), quick(seats, 1)
    turn, before = (0, 0), 0
    while not s.over():
        now, phase = (int(s.cells[ROUND]), int(s.cells[ACTIVE])), s.facts(0)["phase"]
        outside = not now[0] or s.is_ai(now[1])    # the set-up, and the turn of the AI
        assert (phase == 0) == outside
        assert outside or phase == own.get(type(s.awaiting(s.seat)).__name__, phase)
        assert now != turn or phase >= before
        turn, before = now, phase
        play(s, chooser)
