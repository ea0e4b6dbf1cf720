"""`intryga new-game` writes a game that plays, before anybody has changed a line of it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from intryga.kernel.game import AnyGame, Mistake
from intryga.lab import new_game
from intryga.lab.scenario import find_files, run_file
from tests.support import play, quick


def test_a_new_game_plays_and_its_scenarios_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_game.write("a_probe", tmp_path, [])
    monkeypatch.syspath_prepend(str(tmp_path))
    game: AnyGame = import_module("a_probe.game").GAME
    for seats in game.seats:
        s = game.new_game(game.chosen_rules(), seats, game.quick_dice(seats))
        play(s, quick(seats))
        assert s.over()
        assert sum(s.total(seat) for seat in range(seats)) == game.components["setup"]["hand"]
        assert s.resample(0, quick(1)).scores() == s.scores()
    scenarios = find_files([tmp_path / "a_probe" / "scenarios"])
    assert scenarios
    assert [run_file(path, game).failure for path in scenarios] == [""] * len(scenarios)


def test_a_game_is_never_written_over(tmp_path: Path) -> None:
    new_game.write("a_probe", tmp_path, [])
    for name in ("a_probe", "A Probe", "known"):
        with pytest.raises(Mistake):
            new_game.write(name, tmp_path, ["known"])
