"""Component files of one's own: checked line by line, and part of what a game file remembers."""

from __future__ import annotations

from pathlib import Path

import pytest

from intryga import games
from intryga.cli.local_game import LocalGame
from intryga.kernel.game import Mistake
from intryga.lab.scenario import run_file
from intryga.lab.simulate import plan, simulate
from intryga.tables.output.game_file import HUMAN, Player, load

GAME = games.find("spiskowcy")
TEXT = GAME.folder.joinpath("cards.toml").read_text("utf-8")
OWN = TEXT.replace('id = "bankier"\ntype = "character"\ncopies = 6', 'id = "bankier"\ntype = "character"\ncopies = 9')


def line(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize("name", games.names())
def test_every_game_accepts_its_own_file(name: str) -> None:
    game = games.find(name)
    own = game.with_components(game.folder.joinpath("cards.toml").read_text("utf-8"))
    assert own.components == game.components
    assert own.components_mark() != game.components_mark() == ""


def test_another_number_changes_the_game() -> None:
    assert OWN != TEXT
    own = GAME.with_components(OWN)
    assert own.chosen_rules().copies[5] == 9
    assert GAME.chosen_rules().copies[5] == 6
    ours, theirs = (simulate(plan("spiskowcy", 2, 1, {}, ["random"], text), 5, 1, lambda n: None) for text in ("", OWN))
    assert ours.checksum != theirs.checksum


@pytest.mark.parametrize(
    ("old", "new", "place", "sentence"),
    [
        ("copies = 6", 'copies = "six"', "copies =", "must be a whole number, not 'six'"),
        ("copies = 6", "copies = -6", "copies =", "cannot be less than 0"),
        ("copies = 6", "copies = 10", "copies =", "9 copies at most"),
        ("copies = 6\n", "", "[[card]]", "'copies' is missing"),
        ("copies = 6", "copies = 6\ncolour = 3", "colour =", "'colour' does not belong"),
        ('id = "bankier"', 'id = "banker"', "", "in this order"),
        ("[victory_points]", "[points]", "", "'victory_points' is missing from the file"),
        ("deal = 7", "deal = -1", "deal = -1", "cannot be less than 0"),
        ("[game]", "[game", "", "not a TOML file"),
        ("[game]", "a = " + "[" * 5000 + "\n[game]", "", "not a TOML file"),
        ("[game]", "a" + ".a" * 24_574 + " = 1\n[game]", "a.a.a", "more than 24 dots"),
        ("[game]", "[a" + ".a" * 24_574 + "]\n[game]", "", "more than 24 dots"),
        ("[game]", "a = {b" + ".b" * 24_574 + " = 1}\n[game]", "a = {b", "more than 24 dots"),
        ("copies = 6", "copies = " + "9" * 5000, "copies = 9", "a number of so many digits"),
        ("copies = 6", "copies = 0x" + "f" * 5000, "copies = 0x", "a number of so many digits"),
        ("copies = 6", "copies = 1979-99-99", "", "not a TOML file"),
        ("copies = 6", "copies = [" + '"x", ' * 5000 + "]", "copies =", "must be a whole number, not .'x', 'x'"),
        ("copies = 6\n", "copies = 6\n" + "#" * 300_000 + "\n", "", "at most 256 kB"),
        ("choices = [0, 1]", "choices = [0, 2]", "choices = [0, 2]", "choices are some of 0, 1"),
        ("choices = [0, 1]", "choices = []", "choices = []", "choices are some of 0, 1"),
        ('pl = "Dodatkowe odrzucanie", en =', "pl = 5, en =", "name = { pl = 5", "5 does not belong into name"),
        ('{ pl = "Dodatkowe odrzucanie", en =', "{ en =", 'name = { en = "Extra', "every language"),
        ("minutes = 15", "minutes = 1500", "minutes = 1500", "too large a number"),
        ("players_max = 4", "players_max = 5", "players_max = 5", "the number of players must be from 2 to 4"),
    ],
)
def test_a_mistake_names_its_line(old: str, new: str, place: str, sentence: str) -> None:
    start = TEXT.index('id = "bankier"') if old.startswith("copies") else 0
    text = TEXT[:start] + TEXT[start:].replace(old, new, 1)
    assert text != TEXT
    with pytest.raises(Mistake, match=sentence) as caught:
        GAME.with_components(text)
    if place:
        at = text.rindex(place, 0, start) if place.startswith("[") else text.index(place, start)
        assert f"line {text[:at].count(chr(10)) + 1}:" in str(caught.value)


def test_a_game_file_remembers_the_components(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = LocalGame.new(GAME.with_components(OWN), [Player("Ola", HUMAN), Player("Jan", "random")], {}, 1)
    session.save(path)
    assert load(path, OWN).components == GAME.with_components(OWN).components_mark()
    with pytest.raises(Mistake, match="component file of its own"):
        load(path)
    with pytest.raises(Mistake, match="component file of its own"):
        load(path, OWN.replace("minutes = 15", "minutes = 16"))
    LocalGame.new(GAME, session.record.players, {}, 1).save(path)
    with pytest.raises(Mistake, match="leave the component file out"):
        load(path, OWN)


def test_a_scenario_can_be_run_with_them(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text(
        'game = "spiskowcy"\ntitle = "Nine Bankers"\nrules = []\n[given]\nseats = 2\ntableau = [{ bankier = 9 }, {}]\n'
        'phase = "over"\n[then]\nscores = [6, 0]\n'
    )
    assert "there are 6 cards bankier" in run_file(path).failure
    assert run_file(path, GAME.with_components(OWN)).failure == ""
