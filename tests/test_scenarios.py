"""The scenario notation: every game's scenarios hold, and what is wrong with one is told in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from intryga import games
from intryga.lab.scenario import find_files, load, run_file
from tests.support import complete

FOLDERS = {name: Path(str(games.find(name).folder)) / "scenarios" for name in games.names()}
FILES = {name: find_files([folder]) if folder.is_dir() else [] for name, folder in FOLDERS.items()}

GOOD = """
game = "spiskowcy"
title = "A good one"
rules = ["SPI-041"]
[given]
seats = 3
round = 2
hand = [{ bankier = 2 }, {}, {}]
phase = "orders"
[[when]]
do = "order bankier 2"
[then]
state = { orders = [{ bankier = 2 }, {}, {}] }
"""


@pytest.mark.parametrize("name", games.names())
def test_scenarios_hold(name: str) -> None:
    """One after the other, as `intryga scenario` does; to ask for one, hand it that file."""
    failures = [f"{path.name}: {failure}" for path in FILES[name] if (failure := run_file(path).failure)]
    assert not failures, "\n".join(failures)


@pytest.mark.parametrize("name", games.names())
def test_each_is_its_own(name: str) -> None:
    scenarios = [load(path) for path in FILES[name]]
    assert len({scenario.title for scenario in scenarios}) == len(scenarios)
    assert {scenario.game for scenario in scenarios} <= {name}


@pytest.mark.parametrize("name", complete())
def test_there_are_enough(name: str) -> None:
    assert len(FILES[name]) >= 35


def run(text: str, folder: Path) -> str:
    path = folder / "one.toml"
    path.write_text(text, "utf-8")
    return run_file(path).failure


def test_a_good_one_holds(tmp_path: Path) -> None:
    assert run(GOOD, tmp_path) == ""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("bankier = 2 }, {}, {}]\nphase", "bankier = 7 }, {}, {}]\nphase", "there are 6 cards bankier, not 7"),
        ("bankier = 2 }, {}, {}]\nphase", "bankeir = 2 }, {}, {}]\nphase", "did you mean 'bankier'"),
        ("bankier = 2 }, {}, {}]\nphase", "bankier = 2 }, {}]\nphase", "write a list of 3"),
        ("bankier = 2 }, {}, {}]\nphase", 'bankier = "two" }, {}, {}]\nphase', "needs a whole number"),
        ("round = 2", "rnd = 2", "did you mean 'round'"),
        ("round = 2", "round = 9", "round is a number from 1 to 8"),
        ("round = 2", "bank = 3", "together hold 8 Victory Points, not 3"),
        ("round = 2", "innkeeper = 7", "innkeeper is a seat"),
        ('phase = "orders"', 'orders = [{ bankier = 1 }, {}, {}]\nphase = "action"\nto_act = 1',
         "this position cannot be: seat 0 has had its turn"),
        ('phase = "orders"', 'orders = [{}, {}, { bankier = 1 }]\nphase = "end_of_round"\nto_act = 1',
         "this position cannot be: seat 2 has had its turn"),
        ("round = 2", 'seed = "abc"', "seed"),
        ('phase = "orders"', 'phase = "ordres"', "did you mean 'orders'"),
        ('phase = "orders"', 'phase = "orders"\nto_act = 3', "to_act is a seat from 0 to 2"),
        ("seats = 3", "seats = 9", "for 2 to 4 players, not 9"),
        ("seats = 3", 'seats = "3"', "seats"),
        ("seats = 3", "options = { ordrs = 1 }\nseats = 3", "did you mean 'orders'"),
        ('do = "order', 'do = "ordr', "'ordr' is not a verb"),
        ("bankier 2", "bankier", "should read 'order CARD COUNT'"),
        ("bankier 2", "banker 2", "is not a card"),
        ("bankier 2", "bankier 3", "seat 0 may not"),
        ('do = "order bankier 2"', "do = 5", "Expected 'str'"),
        ('"SPI-041"', '"SPI-941"', "no rule 'SPI-941'"),
        ('["SPI-041"]', '"SPI-041"', "rules"),
        ("[then]", "[thne]", "did you mean 'then'"),
        ("[then]", "[then]\nlagal = []", "did you mean 'legal'"),
        ("[then]", "[then]\nscores = [1]", "list of 3"),
        ("[then]", "[then]\nview = { x = {} }", "a viewer is a seat"),
        ("[then]", "[then]\nlegal = 5", "legal"),
        ("[then]", '[then]\nrefused = { "order bankier 1" = "SPI-041" }', "expected a refusal by SPI-041"),
        ("bankier = 2 }, {}, {}] }", "bankier = 1 }, {}, {}] }", "orders 0 is {'bankier': 2}, expected {'bankier': 1}"),
        ('"spiskowcy"', '"spiskowce"', "did you mean 'spiskowcy'"),
        ("[given]", "[given", "not a TOML file"),
        ("[then]", '[then]\nrefused = { "order bankier 1" = "SPI-941" }', "no rule 'SPI-941'"),
        ('do = "order bankier 2"', 'do = "order bankier 2"\nrefused = "SPI-941"', "no rule 'SPI-941'"),
        ("state = { orders = [{ bankier = 2 }, {}, {}] }", "", "then: nothing is demanded here"),
        ("state = { orders = [{ bankier = 2 }, {}, {}] }", "seat = 1", "then: nothing is demanded here"),
        ("[then]", "[when.then]\nseat = 0\n[then]", "when 1, then: nothing is demanded here"),
        ("[then]", "[then]\nknows = { 0 = {} }", "nothing is demanded of what 0 knows"),
        ("[then]", "[then]\nknows = { 7 = { facts = { limit = 5 } } }", "a viewer is a seat from 0 to 2"),
        ("[then]", "[then]\nknows = { 1 = { facts = { limt = 5 } } }", "no fact 'limt' as told to 1; did you mean"),
        ("[then]", "[then]\nknows = { 1 = { facts = { limit = 9 } } }", "limit as told to 1 is 4, expected 9"),
        ("[then]", "[then]\nknows = { 1 = { scores = [0, 0, 9] } }", "scores as told to 1 is [0, 0, 0], expected"),
        ("[then]", "[then]\nknows = { 1 = { story = [] } }", "story as told to 1 is ['move 2 cards: hand 0 to orders"),
        ("[then]", "[then]\noutcomes = { clicks = 1 }", "'outcomes' needs a 'count'"),
        ("[[when]]", '[[when]]\ndo = "none"\nseat = 1\n[[when]]\nseat = 0', "when 1: seat 1 may not 'none'"),
    ],
)  # fmt: skip
def test_a_mistake_gets_a_sentence(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    assert old in GOOD
    failure = run(GOOD.replace(old, new, 1), tmp_path)
    assert re.search(re.escape(sentence), failure), failure
    assert "\n" not in failure


# A Plot swaps two characters of two other players: two clicks, in whichever order.
PLOT = """
game = "spiskowcy"
title = "Which swaps there are"
rules = []
[given]
seats = 4
round = 3
tableau = [{ szpieg = 2 }, { kuglarz = 2, biskup = 1 }, { bankier = 1 }, {}]
orders = [{ spisek = 1 }, {}, {}, { bankier = 1 }]
phase = "action"
to_act = 0
[[when]]
seat = 0
do = "reveal spisek"
[then]
"""


BISHOP, JUGGLER = ["plot 2 bankier", "plot 1 biskup"], ["plot 1 kuglarz", "plot 2 bankier"]


@pytest.mark.parametrize(
    ("demand", "failure"),
    [
        ("outcomes = { clicks = 1, count = 4 }", ""),
        ("outcomes = { clicks = 2, count = 3 }", ""),    # two of the four lead to one table
        ("outcomes = { count = 3 }", ""),    # to the end of the Plot
        ("outcomes = { clicks = 2, count = 4 }", "then: number of outcomes is 3, expected 4"),
        (f"outcomes = {{ clicks = 2, ways = [{BISHOP}, {JUGGLER}, ['decline']] }}", ""),
        (f"outcomes = {{ clicks = 2, ways = [{BISHOP}, {JUGGLER}, {JUGGLER}] }}",
         "then: two of the 'ways' lead to the same table: write one of them"),
        (f"outcomes = {{ clicks = 2, ways = [{BISHOP}, ['decline']] }}",
         "then: outcomes differ: there are also ['plot 1 kuglarz'], there are no []"),
        (f"outcomes = {{ clicks = 2, ways = [{BISHOP}, {JUGGLER}, ['decline'], ['plot 2 bankier']] }}",
         "then: outcomes differ: there are also [], there are no ['plot 2 bankier']"),
        ("outcomes = { clicks = 2, ways = [['plot 3 biskup']] }", "then: seat 0 may not 'plot 3 biskup': not offered"),
        ("knows.1.story = ['move 1 spisek: orders 0 to tableau 0']", ""),
        ("knows.-1.facts = { limit = 5 }\nknows.2.scores = [1, 12, { characters = 6, events = 0, vp = 0 }, 0]", ""),
        ("seat = 1\noutcomes = { clicks = 1, count = 2 }", "then: seat 1 has nothing to choose; seats awaited: [0]"),
    ],
)  # fmt: skip
def test_what_a_position_leads_to_and_what_is_told_of_it(tmp_path: Path, demand: str, failure: str) -> None:
    assert run(PLOT + demand, tmp_path) == failure


def test_a_refused_attempt_must_be_refused(tmp_path: Path) -> None:
    attempt = GOOD.replace('do = "order bankier 2"', 'do = "order bankier 2"\nrefused = "SPI-041"')
    assert "is legal; expected a refusal" in run(attempt, tmp_path)


def test_a_number_does_not_stand_for_cards_in_plain_sight(tmp_path: Path) -> None:
    """Otherwise a scenario about a secret would hold where everybody can look."""
    for viewer, failure in (("1", ""), ("0", "'orders 0' as seen by 0 is {'bankier': 2}, expected 2")):
        assert run(GOOD + f'[then.view.{viewer}]\n"orders 0" = 2\n', tmp_path).endswith(failure)


@pytest.mark.parametrize("name", complete())
def test_every_rule_that_refuses_is_seen_refusing(name: str) -> None:
    """Each id the steps refuse with is the reason of some refusal in some scenario."""
    game = games.find(name)
    seen: set[str] = set()
    for path in FILES[name]:
        scenario = load(path)
        seen.update(scenario.then.refused.values())
        for move in scenario.when:
            seen.update([move.refused or "", *(move.then.refused.values() if move.then else [])])
    used: set[str] = set()
    for path in Path(str(game.folder)).glob("*.py"):
        used.update(re.findall(rf'"({game.prefix}-R?\d+)"', path.read_text("utf-8")))
    # A rule marked `unseen` leaves a single option that everybody can see, which is then taken unasked.
    assert used - seen == {rule["id"] for rule in game.rulebook["rule"] if rule.get("unseen")}
