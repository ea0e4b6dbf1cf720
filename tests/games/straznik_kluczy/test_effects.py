"""Strażnik Kluczy: every card and manuscript with plain gains gives just what cards.toml prints."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from intryga import games
from intryga.games.straznik_kluczy.cards import FOLK, OPTION, PLAY, SEGMENTS
from intryga.games.straznik_kluczy.hiring import hire
from intryga.games.straznik_kluczy.manuscripts import Copied
from intryga.games.straznik_kluczy.state import Kingdom
from intryga.games.straznik_kluczy.zones import ACQUIRED, COINS, CORRUPTION, UNPAID, VIRTUE
from intryga.kernel import position
from intryga.kernel.dice import quick
from intryga.kernel.effects import ChooseOption

GAME = games.find("straznik_kluczy")
CARD = {card["id"]: card for card in GAME.components["townsfolk"]}
TILE = {tile["id"]: tile for tile in GAME.components["manuscript"]}
PLAIN = {"silver", "ink", "stone", "gold", "virtue", "corruption", "debt", "deed"}


def atoms(option: list[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for atom in option:
        word, _, count = atom.partition(":")
        found[word] += int(count)
    return found


def plain(effect: list[list[str]]) -> list[int]:
    """The places of options that only give."""
    return [
        place
        for place, option in enumerate(effect)
        if option and {atom.partition(":")[0] for atom in option} <= PLAIN
    ]


def purse(s: Kingdom) -> Counter[str]:
    silver, ink, stone, gold = (int(s.cells[zones.of(0)]) for zones in COINS)
    steps = {"virtue": 7 - int(s.cells[VIRTUE.of(0)]), "corruption": int(s.cells[CORRUPTION.of(0)]) - 1}
    cards = {"debt": int(s.cells[UNPAID.of(0)]), "deed": int(s.cells[ACQUIRED.of(0)])}
    return Counter({"silver": silver, "ink": ink, "stone": stone, "gold": gold, **steps, **cards})


def table(phase: str, **parts: Any) -> Kingdom:
    """Seat 0 of two alone at the first space; its hand and draw pile are plain cards."""
    named = {"viscount": [["at_1"], ["at_6"]], "hand 0": {"squire": 1, "abbot": 1}, "draw_pile 0": {"labourer": 1}}
    s = position.set_up(GAME, GAME.chosen_rules({}), 2, quick(0), {**named, **parts})
    assert isinstance(s, Kingdom)
    GAME.phases[phase](s, 0)
    s.advance()
    return s


def choose(s: Kingdom, place: int) -> None:
    if s.depth and isinstance(s.top(), ChooseOption):
        s.apply(OPTION.of(place))


def cases(moment: str) -> list[tuple[str, int]]:
    return [(card, place) for card in CARD if CARD[card]["when"] == moment for place in plain(CARD[card]["effect"])]


@pytest.mark.parametrize(("card", "place"), cases("played"))
def test_STR_054_what_a_played_card_gives(card: str, place: int) -> None:
    s = table("play", **{"hand 0": {card: 1, "squire": 1}})
    s.apply(PLAY.of(FOLK.index(card)))
    choose(s, place)
    expected = atoms(CARD[card]["effect"][place])
    expected["corruption"] += CARD[card]["icons"].count("criminal")    # STR-053
    assert purse(s) == expected


@pytest.mark.parametrize(("card", "place"), cases("dropped"))
def test_STR_050_what_a_card_gives_that_drops_off(card: str, place: int) -> None:
    s = table("slide", **{"third 0": [card]})
    choose(s, place)
    assert purse(s) == atoms(CARD[card]["effect"][place])


@pytest.mark.parametrize("card", [card for card in CARD if plain(CARD[card]["hire"])])
def test_STR_115_what_a_hired_card_gives(card: str) -> None:
    s = table("over", townsfolk_C=[card])
    hire(s, 0, SEGMENTS.index("C"))
    s.advance()
    assert purse(s) == atoms(CARD[card]["hire"][0])
    assert s.owns(0, FOLK.index(card))


@pytest.mark.parametrize("tile", [tile for tile in TILE if plain(TILE[tile]["effect"])])
def test_STR_105_what_a_manuscript_gives(tile: str) -> None:
    s = table("over", manuscript_D=[tile])
    s.push(Copied(0, SEGMENTS.index("D")))
    s.advance()
    assert purse(s) == atoms(TILE[tile]["effect"][0])
    assert position.read(s, next(zone for zone in s.layout.zones if zone.label() == "manuscripts 0")) == {tile: 1}
