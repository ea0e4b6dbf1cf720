"""What a game's `learn.toml` teaches: the steps of its guide, the summary of its rules, its guided first game.

    [given]                     # the table behind the guide, in the words of scenarios
    seats = 3

    [[step]]                    # five of them
    light = "majority"          # id of the element that is lit
    asks = "LayOrder"           # what the viewer is asked in this position
    rules = ["SPI-020"]
    given = { phase = "orders" }    # what differs from the table above
    do = ["order bankier 2"]    # what has been done since, by whoever was asked
    title = { pl = "…", en = "…" }
    text = { pl = "…", en = "…" }

    [[summary]]                 # one panel of the summary; its points may show cards
    title = { pl = "…", en = "…" }
    [[summary.point]]
    cards = ["bankier"]
    text = { pl = "…", en = "…" }

    [first]                     # the guided game: its deal is known by a number
    seats = 3
    number = 7
    [first.why]                 # by verb, or by verb and first word: why one does that
    order = { pl = "…", en = "…" }
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import msgspec

from intryga.kernel.dice import secret_of
from intryga.kernel.game import AnyGame
from intryga.kernel.position import laid_out
from intryga.kernel.state import AnyState
from intryga.kernel.view import awaited
from intryga.tables.types import SeatWish, TableWish

FILE = "learn.toml"
PACE = 1.0    # seconds between two moves of bots: somebody reads them for the first time
LEVEL = "easy"
VIEWER = 0    # whose table it is in guides and first games

Both = dict[str, str]
"""A text in every language."""


class LessonStep(msgspec.Struct, forbid_unknown_fields=True):
    light: str
    asks: str
    rules: list[str]
    title: Both
    text: Both
    given: dict[str, Any] = {}
    do: list[str] = []


class LessonPoint(msgspec.Struct, forbid_unknown_fields=True):
    text: Both
    cards: list[str] = []
    sign: str = ""    # a charge, where no card shows it


class Panel(msgspec.Struct, forbid_unknown_fields=True):
    title: Both
    point: list[LessonPoint]


class First(msgspec.Struct, forbid_unknown_fields=True):
    seats: int
    number: int
    why: dict[str, Both]


class GameLessons(msgspec.Struct, forbid_unknown_fields=True, dict=True):
    given: dict[str, Any]
    step: list[LessonStep]
    summary: list[Panel]
    first: First

    def position(self, game: AnyGame, step: LessonStep) -> AnyState:
        s = laid_out(game, {**self.given, **step.given})
        for move in step.do:
            s.answer(awaited(s)[0], game.space.parse(move))
        return s

    @cached_property
    def secret(self) -> bytes:
        return secret_of(self.first.number)

    def wish(self, game: AnyGame) -> TableWish:
        """The table of the guided game: nobody waits for anybody there."""
        rivals = [SeatWish("bot", LEVEL) for _ in range(self.first.seats - 1)]
        return TableWish(game=game.id, seats=[SeatWish("me"), *rivals], pace=PACE, window=0.0, spectators="no")

    def reason(self, verb: str, words: Iterable[str]) -> Both:
        """Why one does that: of the verb with one of its words, else of the verb."""
        found = (self.first.why.get(f"{verb} {word}") for word in words)
        return next((both for both in found if both), self.first.why.get(verb, {}))


_lessons: dict[str, GameLessons | None] = {}


def lessons(game: AnyGame) -> GameLessons | None:
    """None for a game that teaches nothing yet."""
    if game.id not in _lessons:
        file = game.folder.joinpath(FILE)
        told = tomllib.loads(file.read_text("utf-8")) if file.is_file() else None
        _lessons[game.id] = msgspec.convert(told, GameLessons) if told is not None else None
    return _lessons[game.id]
