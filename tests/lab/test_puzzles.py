"""Puzzles: positions that can be, answers that are offered there, judges that are named and say the same again."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from intryga import games
from intryga.bots.bot import Perspective
from intryga.games.puzzles import Puzzle, puzzles, read
from intryga.kernel.dice import quick
from intryga.lab.puzzles import GAP, LEAST_OPTIONS, hunt, search, solve, weighed
from tests.cli.support import Here
from tests.support import complete

ALL = [(name, number) for name in games.names() for number in range(len(puzzles(name)))]
GAME = "spiskowcy"


@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_puzzle_can_be_and_has_one_best_answer(name: str, number: int) -> None:
    puzzle = puzzles(name)[number]
    game, s = puzzle.played_by(), puzzle.position()
    assert (puzzle.game, s.seat) == (name, puzzle.seat)
    assert sorted(answer.action for answer in puzzle.answers) == sorted(game.space.text(a) for a in s.options)
    assert len(puzzle.answers) >= LEAST_OPTIONS
    shares = [answer.share for answer in puzzle.answers]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[1] >= GAP - 0.001    # as they are rounded
    assert [judge.how for judge in puzzle.judges] == ["search", "play"]


def test_every_game_has_puzzles() -> None:
    assert {name for name, _ in ALL} >= set(complete())


@pytest.mark.parametrize("name", complete())
def test_a_judge_who_knows_what_the_seat_knows_says_the_same(name: str) -> None:
    """Less of it than was kept, with other dice."""
    puzzle = max(puzzles(name), key=lambda one: one.answers[0].share - one.answers[1].share)
    side = Perspective(puzzle.played_by(), puzzle.position(), puzzle.seat)
    found = weighed(side, 150, quick(99))
    best = max(range(len(found.options)), key=lambda i: found.chance(i)[0])
    assert puzzle.played_by().space.text(found.options[best]) == puzzle.best


def test_the_same_hunt_finds_the_same_puzzles() -> None:
    what = hunt(GAME, 2, 11, {}, 300)
    one, other = (list(search(what, 3, jobs)) for jobs in (1, 2))
    assert one == other


def test_bots_are_told_apart() -> None:
    found = {bot: solve(bot, puzzles(GAME), lambda done: None) for bot in ("heuristic", "random")}
    assert found["heuristic"].solved > found["random"].solved
    assert 0 <= found["heuristic"].cost < found["random"].cost


@pytest.mark.parametrize(("changed", "sentence"), [
    ({"game": "dworzanie"}, "puzzles of 'dworzanie'"),
    ({"seats": 9}, "for 2 to 4 players"),
    ({"seed": 10**30}, "is not offered there"),
    ({"moves": []}, "cannot be"),
    ({"moves": ["decline"]}, "move 1, 'decline', is not offered there"),
    ({"seat": 9}, "that seat 9 has"),
    ({"answers": []}, "its answers are not those"),
])  # fmt: skip
def test_a_puzzle_that_cannot_be_is_refused(here: Here, changed: dict[str, object], sentence: str) -> None:
    puzzle = msgspec.to_builtins(puzzles(GAME)[0])
    Path("mine.jsonl").write_bytes(msgspec.json.encode({**puzzle, **changed}))
    said = here("puzzles", GAME, "--file", "mine.jsonl")
    assert (said.status, said.out) == (2, "")
    assert sentence in said.err


def test_the_commands(here: Here) -> None:
    kept = [puzzle for puzzle in puzzles(GAME) if puzzle.seats == 2]
    assert here.json("puzzles", GAME, "--seats", "2", "--bots", "random")[0]["puzzles"] == len(kept)
    said = here("puzzles", GAME, "--find", "1", "--seats", "2", "--iterations", "300", "--file", "mine.jsonl")
    assert said.status == 0
    assert "mine.jsonl: " in said.out
    found: list[Puzzle] = read(Path("mine.jsonl").read_text("utf-8"))
    assert f"{len(found)} altogether" in said.out
    Path("wrong.jsonl").write_text('{"game": 1}\n', "utf-8")
    for arguments, sentence in ((["--file", "wrong.jsonl"], "no puzzle"), (["--file", "no.jsonl"], "cannot be read"),
                                (["--seats", "7"], "no such puzzles"), (["--find", "1"], "--file")):  # fmt: skip
        said = here("puzzles", GAME, *arguments)
        assert said.status == 2, arguments
        assert sentence in said.err
