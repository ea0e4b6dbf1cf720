"""Reports of balance: right figures, one page that needs nothing else, and sentences where something is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import polars
import pytest

from intryga import games
from intryga.kernel.game import Mistake
from intryga.lab.balance import SECTIONS, Balance, Share, balance
from intryga.lab.dataset import GamesFile
from intryga.lab.report import ReportWords, page
from intryga.lab.simulate import plan, simulate
from tests.cli.support import Here, command
from tests.support import PATIENCE

GAME = "spiskowcy"


def played(path: Path, game: str, seats: int, count: int, bots: list[str], **options: str) -> Path:
    what = plan(game, seats, 2, dict(options), bots)
    with GamesFile(path, what) as file:
        simulate(what, count, 1, lambda done: None, file.keep)
    return path


def told(paths: list[Path]) -> Balance:
    steps: list[int] = []
    found = balance(paths, steps.append)
    assert sum(steps) == SECTIONS
    return found


class Page(HTMLParser):
    """Every element that would ask for something else."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        for name, value in attributes:
            if tag in ("script", "link", "iframe", "img") or (name.endswith(("href", "src")) and value[:1] != "#"):
                self.asked.append(f"{tag} {name}={value}")


@pytest.mark.parametrize("name", games.names())
def test_a_page_for_every_game(name: str, tmp_path: Path) -> None:
    """The first of them in every language, with the same figures; the others in one or the other. What a report says
    beside names of cards is the same for all games."""
    seats = max(games.find(name).seats[0], 2)
    found = told([played(tmp_path / "g.parquet", name, seats, 40, ["random"])])
    assert found.games == 40
    assert sum(chair.share.share for chair in found.chairs) == pytest.approx(1)
    zones = {(kind, share.group) for kind, shares in (("dealt", found.dealt), ("held", found.held)) for share in shares}
    figures, number = [], games.names().index(name)
    spoken = [("en", "These are games of bots"), ("pl", "To gry botów")]
    for language, sentence in [spoken[number % 2]] if number else spoken:
        text = page(found, language)
        assert Page(text).asked == []
        assert f'<html lang="{language}">' in text
        assert text.count("<svg") == 3 + len(zones)
        assert sentence in text
        assert "random" in text
        words = ReportWords(found, language)
        verbs = {use.verb: words.verb(use.verb) for use in found.verbs}
        assert [verb for verb, said in verbs.items() if said.startswith(verb)] == []    # players never hear these
        read = re.sub("<[^>]*>", "", text)
        assert not re.search(r"\bnan\b|\breport\.", read)
        decimals = re.findall(r"<text[^>]*>−?\d+([.,])\d\d?</text>", text)    # along the axes, if there are any
        assert set(decimals) <= {"," if language == "pl" else "."}
        figures.append(re.findall(r"\d+\.\d %", read.replace(",", ".")))
    assert figures[0] == figures[-1]


def test_the_figures_are_those_of_the_games(tmp_path: Path) -> None:
    """Counted once more by hand, from the rows."""
    path = played(tmp_path / "g.parquet", GAME, 2, 60, ["heuristic", "random"])
    found, rows = told([path]), polars.read_parquet(path).to_dicts()
    assert found.chairs[0].bots == ["heuristic"]
    for seat, chair in enumerate(found.chairs):
        assert chair.share.share == pytest.approx(sum(row["shares"][seat] for row in rows) / 60)
        assert chair.score == pytest.approx(sum(row["scores"][seat] for row in rows) / 60)
    assert found.decisions == pytest.approx(sum(row["decisions"] for row in rows) / 60)
    assert sum(count for _, _, count in found.lengths) == 60
    assert sum(won + lost for _, won, lost in found.points) == 120
    assert found.choices == pytest.approx(sum(n > 1 for row in rows for n in row["options"]) / 60)
    for column, shares in (("dealt", found.dealt), ("held", found.held)):
        assert shares
        for share in shares:
            had = [(row, one["seat"]) for row in rows for one in row[column]
                   if (one["zone"], one["card"]) == (share.group, share.name)]  # fmt: skip
            assert share.times == len(had)
            assert share.share == pytest.approx(sum(row["shares"][seat] for row, seat in had) / len(had))
            assert share.expected == pytest.approx(sum(found.chairs[seat].share.share for _, seat in had) / len(had))
    space = games.find(GAME).space
    for use in found.verbs:
        times = sum(space.verb(action).name == use.verb for row in rows for action in row["action"])
        assert use.a_game == pytest.approx(times / 60)
    kind, better = found.stands_out()[0]    # the better bot, though it won everything
    assert (kind, better.share, better.expected) == ("seat", pytest.approx(1, abs=0.1), 0.5)


def test_a_difference_is_clear_only_beyond_chance() -> None:
    assert Share("", "x", 100, 0.60, 0.50, 0.02).clear
    assert not Share("", "x", 100, 0.55, 0.50, 0.02).clear


def test_what_winning_is_does_not_stand_out(tmp_path: Path) -> None:
    """There is a character that only the winner has."""
    found = told([played(tmp_path / "g.parquet", "smierc_jasniepanu", 4, 60, ["random"])])
    assert {share.share for share in found.held if share.group == "character"} == {1}
    assert "character" not in [share.group for kind, share in found.stands_out(100) if kind == "held"]
    assert all(0 < share.share < 1 for kind, share in found.stands_out(100) if kind != "seat")


def test_files_with_other_options_are_compared(tmp_path: Path) -> None:
    paths = [
        played(tmp_path / f"{orders}.parquet", GAME, 2, 30, ["random"], orders=orders)
        for orders in ("sequential", "simultaneous")
    ]
    found = told(paths)
    assert [(one.option, one.value, one.games) for one in found.options_compared] == [
        ("orders", "sequential", 30), ("orders", "simultaneous", 30),
    ]  # fmt: skip
    assert "By option" in page(found, "en")
    assert not told(paths[:1]).options_compared
    other = played(tmp_path / "three.parquet", GAME, 3, 2, ["random"])
    with pytest.raises(Mistake, match="another table"):
        told([paths[0], other])


def test_the_command(here: Here) -> None:
    assert here("sim", GAME, "--seats", "2", "--games", "40", "--out", "g.parquet").status == 0
    said = here("report", "g.parquet")
    assert said.status == 0
    assert said.out.startswith("g.html: 40 games of random")
    assert Path("g.html").read_text("utf-8").startswith("<!doctype html>")
    assert here.json("report", "g.parquet")["games"] == 40
    polars.DataFrame({"x": [1]}).write_parquet("other.parquet")
    Path("text.parquet").write_text("hello", "utf-8")
    damaged = bytearray(Path("g.parquet").read_bytes())
    damaged[200:1200] = bytes(1000)    # among the rows; what describes them stands at the end
    Path("damaged.parquet").write_bytes(damaged)
    for name, sentence in (("no.parquet", "cannot be read"), ("text.parquet", "cannot be read"),
                           ("damaged.parquet", "'damaged.parquet' cannot be read"),
                           ("other.parquet", "was not written by")):  # fmt: skip
        said = here("report", name)
        assert said.status == 2
        assert sentence in said.err


def test_a_report_goes_where_a_link_leads_and_into_a_pipe(here: Here) -> None:
    here("sim", GAME, "--seats", "2", "--games", "40", "--out", "g.parquet")
    Path("link.html").symlink_to("real.html")
    assert here("report", "g.parquet", "--out", "link.html").status == 0
    assert Path("link.html").is_symlink()
    os.mkfifo("pipe")
    with open("read.html", "wb") as out:
        reader = subprocess.Popen(["cat", "pipe"], stdout=out)
    try:
        assert here("report", "g.parquet", "--out", "pipe").status == 0
        assert reader.wait(PATIENCE) == 0
    finally:
        reader.kill()
        reader.wait()
    assert Path("read.html").read_bytes() == Path("real.html").read_bytes()
    assert Path("pipe").is_fifo()


EXTRAS = ["numpy", "gymnasium", "pettingzoo", "polars", "pyarrow", "matplotlib", "pyspiel", "ray", "openskill", "cma"]


def without_extras(code: str, cwd: Path) -> tuple[int, str]:
    from tests.cli.support import ROOT

    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.modules.update(dict.fromkeys({EXTRAS})); {code}"],
        capture_output=True, text=True, cwd=cwd, env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=PATIENCE,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["sim", GAME, "--games", "3", "--out", "g.parquet"], "lab"),
        (["arena", GAME, "--bots", "easy,random", "--seats", "2", "--games", "2", "--out", "g.parquet"], "lab"),
        (["report", "g.parquet"], "report"),
        (["sim", GAME, "--games", "3", "--ray", "local"], "ray"),
        (["arena", GAME, "--bots", "easy,random", "--seats", "2", "--games", "2", "--ray", "local"], "ray"),
        (["tune", GAME, "--seats", "2", "--out", "tuned.json"], "tune"),
    ],
)
def test_a_missing_extra_is_named(arguments: list[str], extra: str, tmp_path: Path) -> None:
    status, said = without_extras(f"from intryga.cli import run; sys.exit(run({arguments!r}))", tmp_path)
    assert status == 2
    assert f"pip install 'intryga[{extra}]'" in said
    assert len(said.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("module", ["zoo", "gym", "vector", "spiel"])
def test_a_module_of_the_lab_names_its_extra(module: str, tmp_path: Path) -> None:
    extra = "openspiel" if module == "spiel" else "lab"
    status, said = without_extras(f"import intryga.lab.{module}", tmp_path)
    assert status == 1
    assert f"pip install 'intryga[{extra}]'" in said


def test_simulation_and_observation_need_no_extra(tmp_path: Path) -> None:
    for arguments in (["sim", GAME, "--games", "3"], ["observe", GAME]):
        status, said = without_extras(f"from intryga.cli import run; sys.exit(run({arguments!r}))", tmp_path)
        assert status == 0, said
    loaded = command("sim", GAME, "--games", "3", PYTHONVERBOSE="1").err
    assert not re.search(r"import '(numpy|polars|pyarrow|matplotlib|pettingzoo|gymnasium)'", loaded)
