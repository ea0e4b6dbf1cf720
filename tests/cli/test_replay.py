"""A kept game, told again."""

from __future__ import annotations

import re
from pathlib import Path

from intryga.tables.model.playthrough import UNDO
from intryga.tables.output.game_file import load
from tests.cli.support import Here, two_players


def test_replay_from_different_seats(here: Here, saved: Path) -> None:
    viewpoints = ("0", "1", "spectator", "all")
    own, other, spectator, everything = (here("replay", str(saved), "--as", viewpoint).out for viewpoint in viewpoints)
    assert here("replay", str(saved)).out == own
    assert "As Guest saw it." in own
    assert "As Bona saw it." in other
    assert "As a spectator saw it." in spectator
    assert "With all cards open." in everything
    assert "Guest is dealt: " in own
    assert re.search(r"Guest is dealt \d+ cards\.", other)
    assert len({own, other, spectator, everything}) == 4
    for said in (own, other, spectator, everything):
        assert f"The checksum of the whole game is right: {load(saved).checksum}" in " ".join(said.split())


def test_a_replay_tells_nobody_what_they_cannot_know(here: Here, saved: Path) -> None:
    """Of other seats neither the options they chose nor the cards they laid."""
    report = here.json("replay", str(saved), "--as", "1")
    for move in report["story"]:
        assert (move["text"] is None) == (move["option"] is None) == (move["seat"] != 1)
        for line in move["story"]:
            assert line.startswith("Bona") or not re.search(r"lays face down:|returns to the deck:|is dealt:", line)


def test_replay_until(here: Here, saved: Path) -> None:
    total = len(load(saved).moves)
    for until in (0, 3, total):
        report = here.json("replay", str(saved), "--until", str(until))
        assert report["until"] == until
        assert report["moves"] == total
        assert len(report["story"]) == until
        assert report["verified"] is True
        assert report["checksum"] == load(saved).checksum
    assert "The table after 3 moves:" in here("replay", str(saved), "--until", "3", "--lang", "en").out
    assert here("replay", str(saved), "--until", "9999").status == 2
    assert here("replay", str(saved), "--until", "-1").status == 2
    assert "--as is one of all, spectator, 0, 1, 2, not '7'" in here("replay", str(saved), "--as", "7").err


def test_replay_of_a_game_with_undo(here: Here, tmp_path: Path) -> None:
    session = two_players({"orders": "simultaneous"})
    for _ in range(2):
        session.act(0, session.game.space.parse("none"))
        session.undo(0)
    session.save(tmp_path / "undone.json")
    said = here("replay", "undone.json", "--lang", "en")
    assert said.status == 0
    assert "2 moves were taken back during the game." in said.out
    assert [text for _, text in load(tmp_path / "undone.json").moves][1] == UNDO
