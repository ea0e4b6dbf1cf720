"""Contests: the same arguments, the same result, whoever plays and whenever it was cut off."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from intryga.cli.output import written_in
from intryga.kernel.game import Mistake
from intryga.lab.arena import Contest, Deal, contest, hold
from intryga.lab.arena_file import write_contest
from intryga.lab.diary import Diary
from intryga.lab.ratings import ratings

GAME = "spiskowcy"


def held(what: Contest, games: int, jobs: int = 1):
    return hold(what, games, jobs, lambda done: None)


def test_every_entrant_sits_in_every_chair_of_every_deal() -> None:
    assert contest(GAME, 3, 1, {}, ["heuristic", "easy", "random"]).tables() == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert contest(GAME, 3, 1, {}, ["heuristic", "random"]).tables() == [[0, 1, 1], [1, 1, 0], [1, 0, 1]]
    groups = contest(GAME, 2, 1, {}, ["heuristic", "easy", "random"]).tables()
    assert groups == [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]


def test_the_same_arguments_give_the_same_games() -> None:
    what = contest(GAME, 2, 3, {}, ["easy", "random"])
    (one, rows), (other, again) = held(what, 7), held(what, 7, jobs=2)
    assert rows == again
    assert one.games == other.games == 8    # whole deals
    assert [standing.win_share for standing in one.standings] == [standing.win_share for standing in other.standings]
    assert held(contest(GAME, 2, 4, {}, ["easy", "random"]), 8)[1] != rows


def test_the_better_bot_wins_more_and_shares_add_up() -> None:
    result, rows = held(contest(GAME, 2, 1, {}, ["heuristic", "random"]), 40)
    better, worse = result.standings
    assert better.win_share + worse.win_share == pytest.approx(1.0)
    assert better.low > better.par > worse.high
    assert 0 < better.error < 0.2
    assert better.games == worse.games == len(rows) == 40
    assert all(sum(row.shares) == pytest.approx(1.0) for row in rows)


def test_copies_share_their_part() -> None:
    result, _ = held(contest(GAME, 4, 1, {}, ["random", "heuristic"]), 8)
    alone, copies = result.standings
    assert alone.win_share + 3 * copies.win_share == pytest.approx(1.0)


def test_a_run_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    what = contest(GAME, 2, 3, {}, ["easy", "random"])
    whole, rows = held(what, 10)
    path = tmp_path / "games.parquet"
    kept: list[Deal] = []

    class CutOff(Exception):
        pass

    def cut(deal: Deal) -> None:
        file.keep(deal)
        kept.append(deal)
        if len(kept) == 3:
            raise CutOff

    with pytest.raises(CutOff), Diary(path, what, Deal) as file:
        hold(what, 10, 1, lambda done: None, file.earlier, cut)
    assert not path.exists()
    part = tmp_path / "games.parquet.part"
    part.write_bytes(part.read_bytes() + b'{"games":[{"deal":3,')    # the line being written when it was killed
    with Diary(path, what, Deal) as file:
        assert len(file.earlier) == 3
        result, again = hold(what, 10, 1, lambda done: None, file.earlier, file.keep)
        write_contest(file.whole, what, again)
        file.finish()
    assert again == rows
    assert result.standings[0].win_share == whole.standings[0].win_share
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["games.parquet"]
    frame = polars.read_parquet(path)
    assert frame["shares"].to_list() == [row.shares for row in rows]
    assert msgspec.json.decode(polars.read_parquet_metadata(path)["intryga"], type=Contest) == what


def test_a_part_of_another_contest_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    with Diary(path, contest(GAME, 2, 3, {}, ["easy", "random"]), Deal):
        pass
    other = contest(GAME, 2, 4, {}, ["easy", "random"])
    with pytest.raises(Mistake, match="another run"), Diary(path, other, Deal):
        pass


def test_ratings_follow_who_won() -> None:
    pytest.importorskip("openskill")
    games = [([0, 1, 1], [1.0, 0.0, 0.0]), ([1, 0, 1], [0.0, 1.0, 0.0]), ([1, 1, 0], [0.0, 0.0, 1.0])] * 5
    found = ratings(2, games)
    assert found is not None
    assert found[0].skill > 25 > found[1].skill
    assert found[0].error < 8.3


@pytest.mark.parametrize(
    ("bots", "seats", "sentence"),
    [
        (["heuristic"], 2, "at least two"),
        (["heuristic", "heuristc"], 2, "did you mean 'heuristic'"),
        (["easy", "easy"], 2, "named twice"),
        (["easy", "random"], 7, "2 to 4 players"),
        (["easy", "no.such:Bot"], 2, "cannot be made"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(bots: list[str], seats: int, sentence: str) -> None:
    with pytest.raises(Mistake, match=sentence):
        contest(GAME, seats, 1, {}, bots)


@pytest.mark.parametrize("done", [[], [Deal([], [], [])]])
def test_who_stops_a_long_command_is_told_what_is_not_lost(
    done: list[Deal], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(diary: Diary[Deal]) -> None:
        for deal in done:
            diary.keep(deal)
        raise KeyboardInterrupt

    diary = Diary(tmp_path / "games", contest(GAME, 2, 3, {}, ["easy", "random"]), Deal)
    with pytest.raises(KeyboardInterrupt), written_in(diary):
        stopped(diary)
    assert ("the same command goes on" in capsys.readouterr().err) == bool(done)
    assert (tmp_path / "games.part").exists() == bool(done)
