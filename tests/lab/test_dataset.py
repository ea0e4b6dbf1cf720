"""Games as data: the same games with and without a file, documented columns, and rows that replay."""

from __future__ import annotations

from pathlib import Path

import polars
import pytest
from pyarrow import parquet

from intryga import games
from intryga.kernel.game import Mistake
from intryga.kernel.snapshot import fingerprint
from intryga.lab import dataset
from intryga.lab.arena import Contest, ContestGame
from intryga.lab.arena_file import write_contest
from intryga.lab.dataset import GamesFile, read_about, schema
from intryga.lab.simulate import SimulationPlan, SimulationReport, plan, simulate
from tests.cli.support import ROOT, Here

GAME = "spiskowcy"


def written(path: Path, what: SimulationPlan, count: int, jobs: int = 1) -> SimulationReport:
    with GamesFile(path, what) as file:
        return simulate(what, count, jobs, lambda done: None, file.keep, "", file.written, file.played())


@pytest.mark.parametrize("name", games.names())
def test_a_file_holds_the_games_of_the_simulation_and_replays(name: str, tmp_path: Path) -> None:
    game = games.find(name)
    seats = game.seats[-1]
    what = plan(name, seats, 7, {}, ["random"])
    report = written(tmp_path / "g.parquet", what, 12)
    bare = simulate(what, 12, 1, lambda done: None)
    assert report.checksum == bare.checksum
    about = read_about(tmp_path / "g.parquet")
    assert about.plan == what
    assert about.version == game.version
    rows = polars.read_parquet(tmp_path / "g.parquet").to_dicts()
    assert [row["number"] for row in rows] == list(range(12))
    assert sum(row["decisions"] for row in rows) == bare.decisions
    for row in rows:
        s = game.new_game(game.chosen_rules(), seats, game.quick_dice(row["seed"], 2 * row["number"]))
        assert row["dealt"] == found_before(s)
        for seat, options, action in zip(row["seat"], row["options"], row["action"], strict=True):
            assert (s.seat, len(s.options)) == (seat, options)
            assert action in s.options
            assert game.space.text(action) == about.actions[action]
            assert game.space.verb(action).name == about.verbs[action]
            s.apply(action)
        assert s.over() == row["finished"]
        assert fingerprint(s) == row["fingerprint"]
        assert list(s.winners()) == row["winners"]
        assert list(s.returns()) == row["shares"]
        assert [s.total(seat) for seat in range(seats)] == row["scores"]
        assert row["held"] == found_before(s)


def found_before(s) -> list[dict[str, object]]:
    """What lies before the seats, worked out another way: from the view of one who sees all."""
    from intryga.kernel.layout import OMNISCIENT
    from intryga.kernel.seen import zones_seen

    zones, _ = zones_seen(s, OMNISCIENT)
    found = []
    for zone in s.layout.zones_for(s.seats):
        if zone.seat >= 0 and zone.cards():
            lying = zones[zone.label()]
            counts = lying if isinstance(lying, dict) else {card: lying.count(card) for card in lying}
            for card, count in counts.items():
                found.append({"seat": zone.seat, "zone": zone.name, "card": card, "count": count})
    return found


def test_rows_are_written_in_groups_while_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However they are grouped and whoever plays them, the rows are the same."""
    what = plan(GAME, 2, 3, {}, ["random"])
    one = written(tmp_path / "one.parquet", what, 130)
    monkeypatch.setattr(dataset, "PART", 1000)
    monkeypatch.setattr(dataset, "GROUP", 2)
    many = written(tmp_path / "many.parquet", what, 130, jobs=2)
    assert one.checksum == many.checksum
    assert parquet.read_metadata(tmp_path / "one.parquet").num_row_groups == 1
    assert parquet.read_metadata(tmp_path / "many.parquet").num_row_groups == 2
    assert polars.read_parquet(tmp_path / "one.parquet").equals(polars.read_parquet(tmp_path / "many.parquet"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["many.parquet", "one.parquet"]


class CutOff(Exception):
    pass


def cut(done: int) -> None:
    raise CutOff


def test_a_run_that_was_cut_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, what = tmp_path / "g.parquet", plan(GAME, 2, 3, {}, ["random"])
    with pytest.raises(CutOff), GamesFile(path, what) as file:
        simulate(what, 10, 1, cut, file.keep)
    assert list(tmp_path.iterdir()) == []    # nothing was worth keeping
    monkeypatch.setattr(dataset, "PART", 1000)
    with pytest.raises(CutOff), GamesFile(path, what) as file:
        simulate(what, 130, 1, cut, file.keep)
    assert not path.exists()
    with pytest.raises(Mistake, match="another simulation"), GamesFile(path, plan(GAME, 2, 4, {}, ["random"])):
        pass
    with pytest.raises(Mistake, match="50 games were played"):
        written(path, what, 40)
    with GamesFile(path, what) as file:
        assert file.written == 50
        report = simulate(what, 130, 1, lambda done: None, file.keep, "", file.written, file.played())
    bare = simulate(what, 130, 1, lambda done: None)
    assert report.checksum == bare.checksum
    assert (report.decisions, report.win_share) == (bare.decisions, bare.win_share)
    assert polars.read_parquet(path)["number"].to_list() == list(range(130))
    assert [entry.name for entry in tmp_path.iterdir()] == ["g.parquet"]


def documented(table: int) -> dict[str, str]:
    """The columns of a table of the guide, and their types."""
    guide = ROOT.joinpath("docs/lab.md").read_text("utf-8")
    rows = guide.split("| column |")[table].partition("\n\n")[0].splitlines()[2:]
    return {cells[1].strip(" `"): cells[2].strip() for cells in (row.split("|") for row in rows)}


def test_the_columns_are_those_of_the_guide() -> None:
    assert list(documented(1)) == schema().names


def test_the_columns_of_a_contest_are_those_of_the_guide(tmp_path: Path) -> None:
    path = tmp_path / "contest.parquet"
    what, game = Contest(GAME, 1, 2, 1, {}, ["easy", "random"]), ContestGame(0, [0, 1], [1.0, 0.0], [5, 4], 30)
    write_contest(path, what, [game])
    names = {"Int64": "int64", "List(String)": "list of strings", "List(Float64)": "list of float64",
             "List(Int64)": "list of int64"}  # fmt: skip
    found = {name: names[str(kind)] for name, kind in polars.read_parquet(path).schema.items()}
    assert documented(2) == found


def test_the_command(here: Here) -> None:
    arguments = ["sim", GAME, "--seats", "3", "--games", "20", "--seed", "4", "--option", "orders=simultaneous"]
    assert here.json(*arguments)["checksum"] == here.json(*arguments, "--out", "g.parquet")["checksum"]
    about = read_about(Path("g.parquet"))
    assert about.plan.options["orders"] == "simultaneous"
    assert about.plan.bots == ["random"] * 3
    said = here(*arguments, "--out", "no/such/folder/g.parquet")
    assert (said.status, said.out) == (2, "")
    assert "cannot be written" in said.err
    said = here("sim", GAME, "--seed", str(2**64), "--out", "g.parquet")
    assert said.status == 2
    assert "seed" in said.err
