"""What the commands report."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from intryga import games
from tests.cli.support import ROOT, Here, command, rule


def test_games(here: Here) -> None:
    found = {game["id"]: game for game in here.json("games")}
    assert set(found) == set(games.names())
    spiskowcy = found["spiskowcy"]
    assert spiskowcy["players"] == [2, 4]
    assert spiskowcy["rules"] == 110
    assert "place 1" in spiskowcy["reconstructed"]
    assert [option["name"] for option in spiskowcy["options"]][:2] == ["orders", "min_orders"]
    polish, english = here("games", "--lang", "pl").out, here("games", "--lang", "en").out
    assert "Nieoficjalna" in polish
    assert "unofficial" in english
    assert "Miejsca (8)" in polish
    assert "Places (8)" in english


def test_rules(here: Here) -> None:
    assert len(here.json("rules", "spiskowcy")) == 110
    polish, english = here("rules", "spiskowcy", "--lang", "pl").out, here("rules", "spiskowcy", "--lang", "en").out
    assert "Faza II: rozkazy" in polish
    assert "Phase II: orders" in english
    for statement in games.find("spiskowcy").rulebook["rule"]:
        assert statement["id"] in polish
        assert statement["id"] in english


def test_coverage(here: Here) -> None:
    report = {row["rule"]: row for row in here.json("rules", "spiskowcy", "--coverage")}
    assert any(place.startswith("events.py:") for place in report[rule("087")]["code"])
    assert "12-spy-plots.toml" in report[rule("087")]["scenarios"]
    said = here("rules", "spiskowcy", "--coverage")
    missing = sum(1 for row in report.values() if row["missing"])
    assert said.status == (1 if missing else 0)
    assert f"110 rules, {missing} of them without test or scenario" in said.out


def test_scenarios(here: Here, tmp_path: Path) -> None:
    good = (ROOT / "intryga/games/spiskowcy/scenarios/12-spy-plots.toml").read_text("utf-8")
    tmp_path.joinpath("good.toml").write_text(good, "utf-8")
    assert here("scenario", ".").out.splitlines()[-1] == "1 passed, 0 failed"
    tmp_path.joinpath("wrong.toml").write_text(good.replace('"plot 2 bankier", ', ""), "utf-8")
    said = here("scenario", "good.toml", "wrong.toml")
    first, second, last = said.out.splitlines()
    assert first.startswith("✓ good.toml: ")
    assert second.startswith("✗ wrong.toml: ")
    assert "legal moves differ" in second
    assert last == "1 passed, 1 failed"
    assert said.status == 1
    report = here.json("scenario", ".")
    assert (report["passed"], report["failed"]) == (1, 1)


def test_simulation_has_the_promised_keys_and_repeats_itself() -> None:
    arguments = ["sim", "spiskowcy", "--seats", "4", "--games", "60", "--seed", "1", "--json"]
    first = command(*arguments, PYTHONHASHSEED="1")
    again = command(*arguments, "--jobs", "2", PYTHONHASHSEED="2")
    assert first.err == again.err == ""
    report = json.loads(first.out)
    assert list(report) == [
        "game", "seats", "games", "finished", "decisions", "seconds", "mean_length", "mean_score", "win_share",
        "win_share_error", "checksum",
    ]  # fmt: skip
    assert report["finished"] == 60
    assert sum(report["win_share"]) == pytest.approx(1)
    assert report["checksum"] == json.loads(again.out)["checksum"]


def test_simulation_for_people(here: Here) -> None:
    said = here("sim", "spiskowcy", "--seats", "2", "--games", "5", "--bots", "random,heuristic")
    assert said.err == ""
    assert "5 of 5 games finished" in said.out
    assert "heuristic" in said.out
    assert re.search(r"^checksum [0-9a-f]{32}$", said.out, re.MULTILINE)


def test_arena_report(here: Here) -> None:
    arguments = ("arena", "spiskowcy", "--bots", "heuristic,random", "--seats", "2", "--games", "11", "--seed", "3")
    first, again = here.json(*arguments), here.json(*arguments, "--jobs", "2")
    assert list(first) == ["game", "seats", "seed", "deals", "games", "seconds", "standings"]
    assert (first["games"], first["deals"]) == (12, 6)
    shares = [standing["win_share"] for standing in first["standings"]]
    assert shares == [standing["win_share"] for standing in again["standings"]]
    assert sum(shares) == pytest.approx(1)
    said = here(*arguments)
    assert said.err == ""
    assert "12 games, 6 deals" in said.out


def test_a_contest_that_cannot_be(here: Here) -> None:
    for wrong, sentence in (
        (("--bots", "hard"), "at least two"),
        (("--bots", "hard,hevristic"), "did you mean 'heuristic'"),
        (("--bots", "hard,random", "--seats", "9"), "2 to 4 players"),
        (("--bots", "no.such:Bot,random"), "cannot be made"),
    ):
        said = here("arena", "spiskowcy", *wrong)
        assert said.status == 2
        assert sentence in said.err
        assert said.err.count("\n") == 1


def test_the_form_of_an_observation(here: Here) -> None:
    form = here.json("observe", "spiskowcy", "--seats", "3", "--encoding", "codes")
    assert (form["seats"], form["actions"]) == (3, 232)
    assert form["features"][-1]["at"] + form["features"][-1]["length"] == form["length"]
    said = here("observe", "spiskowcy", "--seats", "3")
    assert "tableau              +2" in said.out


def test_bench(here: Here) -> None:
    rows = here.json("bench", "spiskowcy", "--rounds", "1")
    for row in rows:
        assert set(row) == {
            "game", "seats", "engine", "decisions_per_second", "clone_us", "resample_per_second", "spread",
        }  # fmt: skip
