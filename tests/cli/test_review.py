"""`intryga review`, and hints in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from intryga import games
from intryga.bots import find
from intryga.bots import review as reviewing
from intryga.bots.bot import Budget, Perspective
from intryga.bots.review import Point, Review, Turning
from intryga.cli import play as playing
from intryga.cli.review import page as review_page
from intryga.kernel.dice import from_mark, quick
from intryga.texts.library import GameTexts
from intryga.texts.narrator import Narrator
from tests.cli.support import Here, two_players


def finished(path: Path) -> Path:
    session = two_players({})
    while not session.state.over():
        session.act(session.to_answer()[0], session.state.options[-1])
    session.save(path)
    return path


def test_a_review_is_one_file_that_needs_nothing(here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {"POINTS": 3, "OUTLOOK": 3, "SEARCH": 6, "TRIALS": 3}.items():
        monkeypatch.setattr(reviewing, name, number)
    game = finished(tmp_path / "g.json")
    said = here("review", str(game), "--out", "review.html", "--open", "--lang", "pl")
    assert (said.status, said.err) == (0, "")
    page = Path("review.html").read_text("utf-8")
    assert "<polyline" in page
    assert "<script" not in page
    assert "http" not in page
    assert "Gra i los" in page
    found = here.json("review", str(game))
    assert len(found["points"]) == 4    # and the end
    assert [one["seat"] for one in found["accounts"]] == [0, 1]


def test_a_turning_point_that_no_log_may_name_says_so() -> None:
    points = [Point(0, [0.5, 0.5], [0.1, 0.1]), Point(2, [1.0, 0.0], [0.0, 0.0])]
    found = Review(points, [], [Turning(move=1, seat=0, played=-1, better=-1, change=0.5)], [])
    page = review_page(found, Narrator(GameTexts(games.find("dworzanie"), "en"), ["Ola", "Jan"]), [0])
    assert "Move 1, Ola: A card that stays face down" in " ".join(page.split())


def test_a_move_is_weighed_by_second_thoughts_where_random_play_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "REHEARSALS", 12)
    game = games.find("straznik_kluczy")
    dice, chooser, bot = game.quick_dice(1).mark(), quick(1), find("easy")
    s = game.new_game(game.chosen_rules(), 2, from_mark(dice))
    moves: list[tuple[int, int]] = []
    while len(moves) < 18:
        moves.append((int(s.seat), int(bot.choose(Perspective(game, s, s.seat), chooser))))
        s.apply(moves[-1][1])
    judged = find("hard").think(Perspective(game, s, s.seat), chooser, Budget())
    worst = min(zip(judged.values, judged.options, strict=True))[1]
    played = reviewing.Played({}, 2, dice, [*moves, (int(s.seat), worst)])
    task = reviewing.Task("move", len(moves), int(s.seat))
    assert task in reviewing.tasks(game, played)
    found = reviewing.work_out(game, played, task)
    assert found.better != worst
    assert found.lost > reviewing.CLEAR * found.lost_error


def test_a_turning_point_says_what_was_chosen_then() -> None:
    """One of the things that a card offers has no name of its own."""
    game = games.find("straznik_kluczy")
    dice, chooser = game.quick_dice(1).mark(), quick(1)
    s, moves = game.new_game(game.chosen_rules(), 2, from_mark(dice)), []
    while game.space.verb(s.options[0]).name != "option":
        moves.append((int(s.seat), int(s.options[chooser.below(len(s.options))])))
        s.apply(moves[-1][1])
    known = reviewing.Positions(game, reviewing.Played({}, 2, dice, moves))
    chosen, facts = s.options[0], known.facts(len(moves), s.seat)
    points = [Point(0, [0.5, 0.5], [0.1, 0.1]), Point(len(moves) + 1, [1.0, 0.0], [0.0, 0.0])]
    narrator = Narrator(GameTexts(game, "en"), ["Ola", "Jan"])
    found = Review(points, [], [Turning(len(moves) + 1, int(s.seat), chosen, -1, 0.5, facts)], [])
    page = " ".join(review_page(found, narrator, [0]).split())
    assert narrator.option(chosen, s.facts(s.seat)) in page
    assert narrator.option(chosen) not in page


def test_a_game_that_is_not_over_is_not_reviewed(here: Here, saved: Path) -> None:
    said = here("review", str(saved))
    assert said.status == 2
    assert "not over" in said.err
    assert here("review", "nowhere.json").status == 2


def test_a_hint_in_the_terminal(here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "HINT_SECONDS", 0.02)
    out = here.play(["hint", "quit"])
    assert out.count("%)") == 3    # three chances, each with its range
