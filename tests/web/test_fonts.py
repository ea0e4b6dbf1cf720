"""The typefaces are cut on the machine that serves them."""

from __future__ import annotations

from pathlib import Path

import pytest

from intryga.web.assets import fonts


def test_cut_typefaces_are_small_and_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INTRYGA_CACHE", str(tmp_path))
    fonts.cut()
    made = {path.stem: path for path in (fonts.folder() / "font").iterdir()}
    assert set(made) == set(fonts.FACES)
    assert sum(path.stat().st_size for path in made.values()) < 180_000
    before = {name: path.stat().st_mtime_ns for name, path in made.items()}
    fonts.cut()
    assert {name: path.stat().st_mtime_ns for name, path in made.items()} == before


def test_without_its_package_a_face_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INTRYGA_CACHE", str(tmp_path))
    monkeypatch.setattr(fonts, "find_spec", lambda package: None)
    fonts.cut()
    assert not (fonts.folder() / "font").exists()
