"""Strażnik Kluczy: the castle where a bumped worker may set off another's resolution, as no printed one does."""

from __future__ import annotations

from pathlib import Path

from intryga import games
from intryga.lab.scenario import run_file

GAME = games.find("straznik_kluczy")
BUMPED = 'bumped_first = [["silver:2"]]'
POSITION = """
game = "straznik_kluczy"
title = "Bumped in the middle of a resolution, both others have three workers somewhere: they wait for its end"
rules = ["STR-102"]

[given]
seats = 3
third = [["frederick"], [], []]
hand = [{ squire = 1, abbot = 1 }, {}, {}]
"draw_pile 0" = { labourer = 1 }
castle_1 = [{}, { section_rolls = 3, section_gold = 1, section_people = 2 }, { section_stores = 2, section_virtue = 3 }]
phase = "slide"
to_act = 0

[[when]]
seat = 0
do = "post section_stores"

[[when]]
seat = 0
do = "bump_1 section_rolls 1"
then = { awaited = [1] }

[[when]]
seat = 1
do = "shift section_gold clockwise"
[when.then]    # the first still has to make room
awaited = [0]
legal = ["bump_1 section_virtue 0", "bump_1 section_virtue 2"]
state = { castle_busy = 0, castle_queue = ["1"], "castle_1 1" = { section_rolls = 2, section_people = 3 } }

[[when]]
seat = 0
do = "bump_1 section_virtue 2"
then = { awaited = [2] }

[[when]]
seat = 2
do = "shift section_virtue clockwise"
[when.then]
awaited = [1]
state = { castle_busy = 1, castle_queue = ["2"], "castle_2 1" = { section_people = 1 }, "castle_2 2" = {} }

[[when]]
seat = 1
do = "option 2"

[[when]]
seat = 1
do = "stop"

[then]
awaited = [2]
includes = ["bump_1 section_rolls 0", "bump_1 section_rolls 1", "bump_1 section_virtue 2"]
state = { castle_busy = 2, castle_queue = [], "castle_2 2" = { section_stores = 1 }, "ink 2" = 1, "stone 2" = 1 }
"""


def test_STR_102_whoever_resolves_the_castle_finishes_first(tmp_path: Path) -> None:
    text = GAME.folder.joinpath("cards.toml").read_text("utf-8")
    assert BUMPED in text
    file = tmp_path / "bumped.toml"
    file.write_text(POSITION, "utf-8")
    own = GAME.with_components(text.replace(BUMPED, 'bumped_first = [["castle_move:1"]]'))
    assert run_file(file, own).failure == ""
