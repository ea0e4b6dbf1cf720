"""Compiled templates are found again by the next process, and only while nothing has changed that they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from intryga import games
from intryga.texts.library import GameTexts, house
from intryga.web import kept_templates
from intryga.web.compiling import TableEnvironment
from intryga.web.jinja import environment
from intryga.web.render import game_texts
from tests.web.test_new_table import OWN

GAME = "spiskowcy"
PIECES = "pieces_things.html"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache."""
    monkeypatch.setenv("INTRYGA_CACHE", str(tmp_path))
    kept_templates._folder.cache_clear()
    yield tmp_path / "templates"
    kept_templates._folder.cache_clear()


@pytest.fixture
def generated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is really compiled from now on."""
    names: list[str] = []
    compiled = TableEnvironment._generate

    def noted(self: TableEnvironment, source: Any, name: str, *more: Any, **named: Any) -> str:
        names.append(name)
        return compiled(self, source, name, *more, **named)

    monkeypatch.setattr(TableEnvironment, "_generate", noted)
    return names



def test_the_next_process_compiles_nothing(folder: Path, generated: list[str]) -> None:
    first = {language: environment.__wrapped__(game_texts(GAME, language)) for language in ("pl", "en")}
    assert generated.count(PIECES) == 2, "words are part of them, so that each language has its own"
    generated.clear()
    for language, made in first.items():
        again = environment.__wrapped__(game_texts(GAME, language))
        assert again.globals["plate"]._piece._draw.__code__ == made.globals["plate"]._piece._draw.__code__
    assert generated == []


def test_what_cannot_be_read_is_compiled_anew(folder: Path, generated: list[str]) -> None:
    environment.__wrapped__(game_texts(GAME, "pl"))
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert files
    for number, file in enumerate(files):
        file.write_bytes(file.read_bytes()[:40] if number % 2 else b"\0" * 100)
    generated.clear()
    environment.__wrapped__(game_texts(GAME, "pl"))
    assert PIECES in generated
    generated.clear()
    environment.__wrapped__(game_texts(GAME, "pl"))
    assert generated == []


def test_where_nothing_can_be_written_nothing_is_kept(folder: Path, generated: list[str]) -> None:
    folder.write_text("a file in its place")
    for _ in range(2):
        generated.clear()
        assert environment.__wrapped__(house("pl")).get_template("error.html")
        assert PIECES in generated


def test_any_file_of_the_package_changes_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "scenarios").mkdir()
    page, scenario = tmp_path / "web" / "page.html", tmp_path / "scenarios" / "one.toml"
    page.write_text("one")
    monkeypatch.setattr(kept_templates, "PACKAGE", tmp_path)
    before = kept_templates._key()
    scenario.write_text("no template knows it")
    assert kept_templates._key() == before
    page.write_text("two")
    assert kept_templates._key() != before
    page.write_text("one")
    assert kept_templates._key() == before
    page.rename(page.with_name("other.html"))
    assert kept_templates._key() != before


def test_only_the_last_versions_stay(folder: Path) -> None:
    for number in range(kept_templates.KEPT + 2):
        (folder / f"old{number}").mkdir(parents=True)
    now = kept_templates._folder()
    assert now.is_dir()
    assert len(list(folder.iterdir())) == kept_templates.KEPT


def test_only_what_everybody_reads_is_kept() -> None:
    """Components of somebody's own change words, and where a text is missing nobody may hide it."""
    own = GameTexts(games.find(GAME, OWN), "pl")
    assert kept_templates.kept_templates(own) is None
    assert kept_templates.kept_templates(house("pl", strict=True)) is None
    assert kept_templates.kept_templates(GameTexts(game_texts(GAME, "pl").game, "pl", strict=True)) is None
    assert kept_templates.kept_templates(game_texts(GAME, "pl")) is not None
