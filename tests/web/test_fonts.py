"""The typefaces are cut on the machine that serves them."""

from __future__ import annotations

from pathlib import Path

import pytest

from intryga.web.assets import fonts


def made() -> dict[str, Path]:
    return {path.stem: path for path in (fonts.folder() / "font").glob("*.woff2")}


def test_cut_typefaces_are_small() -> None:
    """In the cache of this machine, where browsers that test pages find them later."""
    fonts.cut()
    assert set(made()) == set(fonts.FACES)
    assert sum(path.stat().st_size for path in made().values()) < 180_000


def test_a_typeface_is_cut_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anew, whatever the cache of this machine holds; one is enough to see it."""
    name, source = next(iter(fonts.FACES.items()))
    monkeypatch.setenv("INTRYGA_CACHE", str(tmp_path))
    monkeypatch.setattr(fonts, "FACES", {name: source})
    fonts.cut()
    assert list(made()) == [name]
    before = made()[name].stat().st_mtime_ns
    fonts.cut()
    assert made()[name].stat().st_mtime_ns == before


def test_without_its_package_a_face_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INTRYGA_CACHE", str(tmp_path))
    monkeypatch.setattr(fonts, "find_spec", lambda package: None)
    fonts.cut()
    assert not (fonts.folder() / "font").exists()
