"""Moments: each game names its own, they are told in both languages, and made of nothing but the reader's story."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from itertools import pairwise

import pytest

from intryga import games
from intryga.kernel.dice import quick
from intryga.kernel.journal import Journal
from intryga.kernel.layout import SEAT, SPECTATOR
from intryga.kernel.view import read
from intryga.tables.types import NO_SEAT, ToldMove
from intryga.texts.catalogue import Message, forms
from intryga.texts.language import LANGUAGES
from intryga.texts.library import GameTexts
from intryga.texts.moments import declared
from intryga.texts.narrator import Narrator
from intryga.web.lines import DrawnLine
from intryga.web.look import look
from intryga.web.story import drawn_lines
from tests.support import complete

NAMES = ["Ola", "Jan", "Ewa", "Iwo", "Ada", "Leo", "Mia", "Tom"]
CHARGES = resources.files("intryga.web").joinpath("static/charges.svg").read_text("utf-8")
ALL = [(name, moment) for name in games.names() for moment in declared(games.find(name))]


@pytest.mark.parametrize(("name", "moment"), ALL)
def test_a_moment_is_something_that_the_game_tells(name: str, moment: str) -> None:
    game, found = games.find(name), declared(games.find(name))[moment]
    word = game.told.by_name.get(moment)
    people = {word.name for word in word.parameters if word.meaning == SEAT} if word else {"source", "target"}
    assert found.whom in {"", *people}
    assert not found.charge or f'id="c-{found.charge}"' in CHARGES
    for language in LANGUAGES:
        messages = GameTexts(game, language, strict=True).messages
        for told in (moment, *(cause.partition(":")[0] for cause in found.because), *found.follows):
            assert any(told_as(messages, f"story.{told}")), f"{told} is no line of the chronicle"


def told_as(messages: Mapping[str, Message], key: str) -> list[str]:
    """In which words; of a moment about one card those about the way it goes."""
    keys = (key, f"{key}.hidden", key.rpartition(".")[0])
    return [form for known in keys if known in messages for form in forms(messages[known]) if form]


@cache
def stories(name: str) -> list[list[ToldMove]]:
    """Of two random games, to the first seat and to who looks on, move by move."""
    game, found = games.find(name), []
    for seed in range(2):
        journal, chooser, until = Journal(game.layout), quick(seed, 1), [0]
        s = game.new_game(game.chosen_rules(), game.seats[1], game.quick_dice(seed), journal)
        while not s.over():
            s.apply(s.options[chooser.below(len(s.options))])
            until.append(len(journal.events))
        for viewer in (0, SPECTATOR):
            moves = [ToldMove(NO_SEAT, read(journal, viewer, *part)) for part in pairwise(until)]
            found.append(moves)
    return found


@cache
def narrator(name: str, language: str) -> Narrator:
    """What was drawn by it is known to it: another one draws all of it anew."""
    return Narrator(GameTexts(games.find(name), language, strict=True), NAMES)


def shown(name: str, language: str, moves: list[ToldMove], viewer: int) -> list[DrawnLine]:
    return drawn_lines(moves, 0, narrator(name, language), look(games.find(name)), viewer)


@pytest.mark.parametrize("name", complete())
def test_games_have_plates_with_whole_sentences(name: str) -> None:
    """One game in the one language and one in the other."""
    met: set[str] = set()
    for language, moves in zip(LANGUAGES, stories(name)[::2], strict=True):
        for line in shown(name, language, moves, 0):
            if "data-moment" in line.attributes:
                words = re.sub("<[^>]+>", " ", line.plate)
                assert words.strip()
                assert "{" not in words
                assert "moments." not in words
                met.add(line.attributes)
    assert any("plate" in marks for marks in met), "no plate in two games"
    assert any("data-mine" in marks for marks in met), "none was about its reader"


@pytest.mark.parametrize("name", games.names())
def test_a_moment_is_the_same_for_all_who_read_the_same_story_and_are_not_in_it(name: str) -> None:
    """Nothing but the story goes into it: neither the position nor what another reader was told."""
    moves = stories(name)[-1]    # of somebody who looks on
    strangers = [[line.item for line in shown(name, "pl", moves, viewer)] for viewer in (NO_SEAT, 99)]
    assert strangers[0] == strangers[1]
    later = [line.item for line in shown(name, "pl", moves[:-1], NO_SEAT)]
    assert strangers[0][-len(later) :] == later, "what is told later changes an earlier moment"


def test_a_plate_says_who_why_and_what_follows() -> None:
    game = games.find("smierc_jasniepanu")
    plates = [line.plate for line in shown(game.id, "pl", stories(game.id)[-1], NO_SEAT) if "mo-blood" in line.plate]
    assert all("traci głowę" in plate for plate in plates)
    assert any("daje Nakaz Egzekucji" in plate for plate in plates)
    assert any("mo-fx" in plate for plate in plates)


def test_a_plate_says_why_this_head_falls() -> None:
    """Not who gave the Order to somebody else: who plays a card that costs their own head falls by that card."""
    causes: set[str] = set()
    for moves in stories("smierc_jasniepanu")[1::2]:
        for line in shown("smierc_jasniepanu", "en", moves, NO_SEAT):
            victim = re.search(r">([^<]+) loses their head", line.plate)
            why = re.search(r'class="mo-w">(.*?)</p>', line.plate)
            if victim and why:
                given = re.search(r"gives the Execution Order to (\w+)", why.group(1))
                assert not given or given.group(1) == victim.group(1), why.group(1)
                causes |= {card for card in ("Uprising", "Martyrdom", "Revenge") if card in why.group(1)}
    assert causes
