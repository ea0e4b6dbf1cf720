"""What scenarios cannot say of Konspiracja: chance, whole games, the data, positions that cannot be."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from intryga import games
from intryga.games.konspiracja.cards import COLOUR_COUNT, COLOURS, LOCATIONS, LORDS, RANKS, SILVER, SPACE
from intryga.games.konspiracja.sampler import pearls_given
from intryga.games.konspiracja.scoring import count_bits, largest_group
from intryga.games.konspiracja.state import Senate
from intryga.games.konspiracja.steps import Recruit
from intryga.games.konspiracja.zones import (
    AVAILABLE,
    CHAMBER,
    CONTROLLED,
    DECK,
    DISCARDS,
    FIRST,
    LOCATION_DECK,
    MASTER,
)
from intryga.kernel.dice import quick
from intryga.kernel.game import Mistake
from intryga.lab.scenario import run_file
from intryga.lab.simulate import plan, simulate
from tests.support import play

GAME = games.find("konspiracja")
SEEDS = range(12)
FULL = ["B0", "B3", "B3", "B4", "B4", "B6", "G0", "G3", "G3", "G4", "G4", "G6", "Y0", "Y3", "Y3"]


def new(seats: int, seed: int) -> Senate:
    s: Senate = GAME.new_game(GAME.chosen_rules(), seats, GAME.quick_dice(seed))
    return s


# --- the box ---


def test_KON_003_004_the_decks_are_what_the_box_holds() -> None:
    s = GAME.table(GAME.chosen_rules(), 2, quick(0))
    assert s.size(DECK) == 60
    assert s.size(LOCATION_DECK) == 24
    lords = GAME.components["lords"]
    assert {lord["influence"]: lord["copies_per_colour"] for lord in lords} == {0: 1, 1: 4, 2: 2, 3: 2, 4: 2, 6: 1}


def test_the_data_names_the_cards_of_the_code() -> None:
    data = GAME.components
    assert [card["id"] for card in [*data["locations"], *data["bonus_locations"]]] == LOCATIONS
    assert [colour["id"] for colour in data["colours"]] == COLOURS
    assert [f"{colour['letter']}{lord['influence']}" for colour in data["colours"] for lord in data["lords"]] == LORDS


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("influence = 6\ncopies", "influence = 5\ncopies", "lords lord6: influence must be 6, and not 5"),
        ("copies_per_colour = 4\nability", "copies_per_colour = 3\nability", "must be 60 of them at least, not 55"),
        ('key = "gold"\npearls', 'key = "bronze"\npearls', "key is one of none, silver, gold"),
        ("movable = false", "movable = true", "lord1: movable must be false"),
        ('effect = "any_two_keys"', 'effect = "any_two"', "any_two_keys: effect is one of"),
        ('formula = "locations"', 'formula = "places"', "per_location: formula is one of"),
        ('id = "seven"\ncopies = 1', 'id = "seven"\ncopies = 2', "seven: copies is 1, or 0"),
        ("keys_same_needed = 2", "keys_same_needed = 1", "keys_same_needed cannot be less than 2"),
        ("draw_max = 3", "draw_max = 4", "draw_max is from 1 to 3"),
        ("1 = [2, 6]", "1 = [2, 6, 9]", "1 and 9 must touch each other"),
    ],
)
def test_a_component_file_that_cannot_be_is_told(old: str, new: str, sentence: str) -> None:
    text = GAME.folder.joinpath("cards.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(Mistake, match=rf"line \d+: .*{re.escape(sentence)}"):
        GAME.with_components(text.replace(old, new, 1))


def test_KON_014_four_players_use_up_the_crests() -> None:
    crests = next(token for token in GAME.components["tokens"] if token["id"] == "crest")
    assert crests["per_player"] * GAME.seats[-1] == crests["total"] == crests["copies_per_colour"] * COLOUR_COUNT


def test_KON_001_two_to_four_players() -> None:
    assert list(GAME.seats) == [2, 3, 4]
    with pytest.raises(Mistake):
        GAME.check_seats(5)


def test_KON_R23_games_of_version_1_keep_their_default() -> None:
    """Both versions know both ways; a game in progress goes on as it began."""
    first = GAME.of_version(1)
    assert [game.options()["drawn_locations"] for game in (first, GAME)] == ["next_turn", "at_once"]
    assert not first.chosen_rules().drawn_at_once
    assert first.chosen_rules({"drawn_locations": "at_once"}).drawn_at_once


def test_KON_R01_slots_touch_as_the_rows_say() -> None:
    """Side by side, or in the next row with half a card between them: 30 pairs."""
    printed = GAME.components["chamber"]
    places = [(row, row + 2 * i) for row, length in enumerate(printed["rows"]) for i in range(length)]
    pairs = 0
    for slot, (row, column) in enumerate(places, 1):
        touching = [
            other
            for other, (row_there, column_there) in enumerate(places, 1)
            if (abs(row - row_there), abs(column - column_there)) in ((0, 2), (1, 1))
        ]
        assert sorted(printed["adjacency"][str(slot)]) == touching
        pairs += len(touching)
    assert pairs == 60    # each counted twice


def test_KON_102_the_flood_fill_agrees_with_walking() -> None:
    """Against a plain search from slot to slot, on many sets of slots."""
    s, dice = new(2, 0), quick(5)
    adjacency = {int(slot): others for slot, others in GAME.components["chamber"]["adjacency"].items()}
    for _ in range(300):
        bits = dice.below(1 << 15)
        slots = {slot for slot in range(1, 16) if bits >> (slot - 1) & 1}
        best, left = 0, set(slots)
        while left:
            todo, seen = [left.pop()], 1
            while todo:
                reached = left.intersection(adjacency[todo.pop()])
                left -= reached
                seen += len(reached)
                todo.extend(reached)
            best = max(best, seen)
        assert count_bits(largest_group(s, bits)) == best


# --- chance ---


def test_KON_015_everybody_may_begin() -> None:
    firsts = Counter(new(4, seed).cells[FIRST] for seed in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 60    # a fair share is 100; four standard deviations are 35


def test_KON_012_every_location_may_lie_there_first() -> None:
    seen = {s.kinds(AVAILABLE)[0] for s in (new(2, seed) for seed in range(300))}
    assert seen == set(range(24))


# --- whole games ---


@pytest.mark.parametrize("seats", GAME.seats)
def test_KON_053_074_076_what_follows_from_the_chambers(seats: int) -> None:
    """Crests on the highest lord of every colour present, pearls as lords and locations give them, the token with one
    who has the most."""

    def each(s: Senate) -> None:
        most = max(s.pearls(seat) for seat in range(seats))
        master = s.cells[MASTER]
        assert (master < 0) == (most == 0)
        assert master < 0 or s.pearls(master) == most
        for seat in range(seats):
            assert s.pearls(seat) == pearls_given(s, seat)
            for colour in range(COLOUR_COUNT):
                kinds = [s.lord(seat, slot) for slot in range(s.placed(seat)) if s.lord(seat, slot) // RANKS == colour]
                slot = s.crest(seat, colour)
                assert (slot > 0) == bool(kinds)
                assert not kinds or s.lord(seat, slot - 1) == max(kinds)

    for seed in SEEDS:
        play(new(seats, seed), quick(seed, 1), each)


@pytest.mark.parametrize("seats", GAME.seats)
def test_KON_038_073_there_is_always_something_to_take(seats: int) -> None:
    """In every turn a lord, in every takeover a location (no choice is empty), and nobody takes more than fits."""

    def each(s: Senate) -> None:
        assert s.options
        assert s.free(s.seat) >= 0

    for seed in SEEDS:
        s = new(seats, seed)
        play(s, quick(seed, 1), each)
        assert sum(s.row_size(CONTROLLED.of(seat)) for seat in range(seats)) <= 15


def test_KON_091_the_game_ends_before_the_first_full_chamber_moves_again() -> None:
    for seed in SEEDS:
        s = new(4, seed)
        turns: list[int] = []    # who moved after somebody had filled the chamber

        def each(s: Senate, turns: list[int] = turns) -> None:
            full = [seat for seat in range(4) if s.free(seat) == 0]
            if full and s.seat not in full and (not turns or turns[-1] != s.seat):
                turns.append(s.seat)

        play(s, quick(seed, 1), each)
        assert len(turns) == len(set(turns)) <= 3


# --- forced players are never asked, so no page can show this refusal ---


def test_KON_120_a_forced_player_has_no_other_way() -> None:
    s = GAME.table(GAME.chosen_rules(), 2, quick(0))
    s.move(LORDS.index("B4"), 1, DECK, DISCARDS)
    s.force(0, 2)
    offers = Recruit(1).explained(s)
    assert [SPACE.text(action) for action in offers.options] == ["draw 2"]
    assert {SPACE.text(action): rule for action, rule in offers.refused or []} == {
        "draw 1": "KON-120",
        "draw 3": "KON-120",
        "pile blue": "KON-120",
        "pile green": "KON-036",
        "pile yellow": "KON-036",
        "pile red": "KON-036",
        "pile purple": "KON-036",
    }


# --- positions that cannot be ---


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ('chamber = [["B6", "B6"], []]', "there are 1 cards B6, not 2"),
        ('chamber = [["B1", "G1"], []]', "suffice for a location on slot 2"),
        ('chamber = [["B1", "G2"], []]\nlocations = [["seven"], []]\ncovered = [["2"], []]', "do not suffice"),
        ('chamber = [["B1", "G1"], []]\nlocations = [["seven"], []]', "but 0 slots are covered"),
        ('chamber = [["B1", "G1"], []]\nlocations = [["seven"], []]\ncovered = [["9"], []]', "which covers none"),
        ('chamber = [["B1", "G3"], []]\nlocations = [["seven"], []]\ncovered = [["9"], []]', "out of order or empty"),
        ("available = { bonus_alliance1 = 1 }", "there are 0 cards bonus_alliance1, not 1"),
        ('chamber = [["B3", "B4"], []]\ncrest_blue = [1, 0]', "the blue crest of seat 0 belongs on slot 2"),
        ('chamber = [["B3"], []]\ncrest_green = [1, 0]', "there is no green lord on slot 1"),
        ('chamber = [["B3"], []]\npearls = [3, 0]\npearl_master = 0', "give 2 pearls, not 3"),
        ('chamber = [["B3"], ["B4"]]\npearl_master = 1', "cannot be the Pearl Master"),
        ('chamber = [["B3"], []]\npearls = [2, 0]', "there is a Pearl Master"),
        ("forced = 2\nforced_by = 0", "does not control the location"),
        ("forced = 2", "or neither is mentioned"),
        ("first = 2", "first is a seat from 0 to 1"),
        ('phase = "place"', "needs recruits of seat 0"),
        ("recruits = [{ B1 = 1 }, {}]", "recruits of seat 0 wait for nothing"),
        ("drawn = [{ B1 = 1 }, {}]", "nobody has drawn anything yet"),
        (f"chamber = [{FULL}, []]", "takes no further turn (KON-095)"),
    ],
)
def test_KON_005_a_position_that_cannot_be_is_told(given: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text(f'game = "konspiracja"\ntitle = "x"\nrules = []\n[given]\nseats = 2\n{given}\n[then]\n', "utf-8")
    assert sentence in run_file(path).failure


def test_what_a_position_leaves_unsaid_follows_from_it() -> None:
    s = GAME.table(GAME.chosen_rules(), 2, quick(0))
    for seat, lords in enumerate((["B1", "Y4"], ["R3", "R6"])):
        for word in lords:
            s.lay(LORDS.index(word), DECK, CHAMBER.of(seat))
    GAME.phases["over"](s, 0)
    assert [s.pearls(0), s.pearls(1), s.cells[MASTER]] == [1, 2, 1]
    assert s.crest(1, 3) == 2
    assert s.live_keys(0, SILVER) == 1


# --- bots ---


def test_the_heuristic_bot_beats_the_random_one() -> None:
    """More closely measured by hand; here only that nothing has broken it."""
    for seat in (0, 1):
        bots = ["random", "random"]
        bots[seat] = "heuristic"
        report = simulate(plan("konspiracja", 2, 1, {}, bots), 10, 1, lambda n: None)
        assert report.win_share[seat] >= 0.8
