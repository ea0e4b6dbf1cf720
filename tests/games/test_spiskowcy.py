"""What scenarios cannot say of Spiskowcy: chance, whole games, the data."""

from __future__ import annotations

from collections import Counter

from intryga import games
from intryga.games.spiskowcy.cards import NAMES
from intryga.games.spiskowcy.zones import DECK, FIRST, HAND
from intryga.kernel.dice import quick
from intryga.lab.simulate import plan, simulate

GAME = games.find("spiskowcy")


def test_SPI_005_everybody_may_begin() -> None:
    rules = GAME.chosen_rules()
    firsts = Counter(GAME.new_game(rules, 4, GAME.quick_dice(seed)).cells[FIRST] for seed in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 60    # a fair share is 100; four standard deviations are 35


def test_SPI_002_032_every_card_may_come_to_every_hand() -> None:
    rules = GAME.chosen_rules()
    seen: list[set[int]] = [set() for _ in range(4)]
    for seed in range(120):
        s = GAME.new_game(rules, 4, GAME.quick_dice(seed))
        for seat in range(4):
            seen[seat].update(s.kinds(HAND.of(seat)))
    assert seen == [set(range(11))] * 4


def test_SPI_110_the_deck_is_what_the_box_holds() -> None:
    cards = GAME.components["card"]
    characters = [card for card in cards if card["type"] == "character"]
    assert [card["copies"] for card in characters] == [card["influence"] for card in characters] == list(range(1, 10))
    assert sum(card["copies"] for card in cards) == 55
    s = GAME.table(GAME.chosen_rules(), 2, quick(0))
    assert s.size(DECK) == 55


def test_SPI_013_the_place_cards_follow_their_figures() -> None:
    places = GAME.components["place"]
    assert [(place["deal"], place["keep"]) for place in places] == [(11 - n, n + 2) for n in range(1, 9)]


def test_the_game_says_what_is_reconstructed() -> None:
    assert "place 1" in GAME.reconstructed()
    assert not any("victory" in part for part in GAME.reconstructed())


def test_advice_beats_chance() -> None:
    report = simulate(plan("spiskowcy", 2, 1, {}, ["heuristic", "random"]), 30, 1, lambda n: None)
    assert report.win_share[0] > 0.8


def test_the_data_names_the_cards_of_the_code() -> None:
    assert [card["id"] for card in GAME.components["card"]] == NAMES
    assert [place["round"] for place in GAME.components["place"]] == list(range(1, 9))
