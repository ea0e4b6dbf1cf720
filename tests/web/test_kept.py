"""Drawings that are kept: to the byte what would be drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from markupsafe import Markup

from intryga import games
from intryga.web import render
from intryga.web.asked import Asked
from intryga.web.jinja import environment
from intryga.web.kept import NODE, Answers, Sections, question
from tests.web.positions import by_kind, page_of


@pytest.mark.parametrize("name", games.names())
def test_what_is_kept_is_what_would_be_drawn_anew(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looked at whatever before; an update has the sections of the whole. Of two places of one kind each viewer
    looks at the one or the other."""
    kinds = [[places[i % len(places)] for i in range(3)] for places in by_kind(name)]
    pages = [page_of(place, place.viewers[i]) for kind in kinds for i, place in enumerate(kind)]
    kept = [render.draw(page, "pl") for page in pages]
    updates = [render.update(page, "pl") for page in pages]

    def anew(self: Sections, place: str, given: tuple[Any, ...], answers: Answers, draw: Callable[[], str]) -> str:
        return str(draw()).strip()

    monkeypatch.setattr(Sections, "draw", anew)
    other = environment.__wrapped__(render.game_texts(name, "pl"))    # whose pieces have drawn nothing yet
    monkeypatch.setattr(render, "environment", lambda texts: other)
    for page, drawn, update in zip(pages, kept, updates, strict=True):
        expected = render.draw(page, "pl")
        assert drawn == expected
        assert (update.sections, update.story) == (expected.sections, expected.story)


class Board:
    DERIVED = ("doubled",)

    def __init__(self, **cards: Any) -> None:
        self.cards = cards

    def card(self, place: str) -> Any:
        return self.cards.get(place)

    def doubled(self, text: str) -> str:
        return text + str(self.card("doubled"))


class Drawer:
    """Draws a section of such a board, and counts how often that is really done."""

    def __init__(self) -> None:
        self.sections = Sections()
        self.drawn = 0

    def draw(self, board: Board, *given: object) -> str:
        answers = Answers(scene=board)
        scene = Asked("scene", board, answers)

        def section() -> str:
            self.drawn += 1
            first = scene.card("first")
            return f"{first!r} {scene.card('second') if first else ''} {given}"

        return self.sections.draw("here", given, answers, section)


def test_a_section_is_found_again_by_what_it_asked() -> None:
    drawer = Drawer()
    once = drawer.draw(Board(first="king", second="queen", third="pawn"), 1)
    assert drawer.draw(Board(first="king", second="queen", third="rook"), 1) == once
    assert drawer.drawn == 1
    assert drawer.draw(Board(first="king", second="rook"), 1) != once
    assert drawer.draw(Board(first="king", second="queen"), 2) != once
    assert drawer.draw(Board(second="queen"), 1) == drawer.draw(Board(second="rook"), 1), "which is not asked for then"
    assert drawer.drawn == 4


def test_what_is_looked_at_stays_and_the_rest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intryga.web.kept.MOST", 3_000)
    drawer = Drawer()
    drawer.draw(Board(first="often"))
    drawer.draw(Board(first="once"))
    for n in range(50):
        drawer.draw(Board(first=f"another {n}"))
        drawer.draw(Board(first="often"))
    assert drawer.drawn == 52
    drawer.draw(Board(first="once"))
    assert drawer.drawn == 53


def test_what_drawings_are_found_by_takes_room_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intryga.web.kept.MOST", 30 * NODE)
    drawer = Drawer()
    for n in range(100):
        drawer.draw(Board(first=n))
    kept = drawer.sections._kept.values(), drawer.sections._before.values()
    assert sum(len(node.after) for trees in kept for node in trees) <= 60


@pytest.mark.parametrize(("one", "other"), [(True, 1), ("<b>", Markup("<b>")), (1, 1.0), ("1", 1), (None, "")])
def test_what_is_equal_and_not_the_same_is_told_apart(one: object, other: object) -> None:
    """Else a text could come out unescaped."""
    drawer = Drawer()
    assert drawer.draw(Board(first=one)) != drawer.draw(Board(first=other))
    assert drawer.draw(Board(), one) != drawer.draw(Board(), other)


def test_what_works_with_answers_asks_on() -> None:
    board = Board(doubled=7)
    answers = Answers(scene=board)
    assert Asked("scene", board, answers).doubled("x") == "x7"
    assert answers.noted == [question("scene", "card", ("doubled",))]


def test_nothing_is_kept_by_what_cannot_be_written_down() -> None:
    with pytest.raises(TypeError):
        Drawer().draw(Board(), object())


def test_no_template_means_something_else_by_whom_it_asks() -> None:
    """What stands for the scene is no value that a section is kept by."""
    with pytest.raises(AssertionError, match="another meaning"):
        environment(render.game_texts("spiskowcy", "pl")).from_string("{% set scene = 1 %}")
