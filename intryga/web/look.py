"""The look of a game: a tincture and a charge for each card, and where its actions point on the table.

A game says so in `look.toml` beside its cards. Without one its cards still get arms of their own, by their order.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from intryga.kernel.game import AnyGame

TINCTURES = ("azure", "gules", "vert", "purpure", "or", "tenne", "celeste", "sanguine", "argent", "sable")
CHARGES = ("crown", "tower", "rose", "key", "shell", "eye", "scales", "book", "hare", "deer", "carp", "helm", "wheat",
           "castle", "hammer", "candle", "quill", "laurel", "coin", "shield")  # fmt: skip


@dataclass(frozen=True)
class Face:
    """What is drawn on a card: the number or sign in its corner, the field and the charge, perhaps a line of text."""

    index: str
    tincture: str
    charge: str
    short: Mapping[str, str]
    sign: str    # a charge in the place of the number, for what a card does beside whose it is
    title: Mapping[str, str]    # a shorter name for where the whole one does not fit
    of: str    # the component it is one of, where the components do not list it under its own name


class PointedAt(NamedTuple):
    """The thing on the table that a verb points at: a card of this zone, or the zone as a whole.

    An argument of the action may name the zone (`{side}`). Of several zones (`one|other`) it is the one that holds the
    card, in front of anybody.
    """

    zone: str
    card: str    # empty: the one named by the action's own argument, if any

    @classmethod
    def read(cls, where: str) -> PointedAt:
        """`tableau bankier`, or only `tableau`."""
        zone, _, card = where.partition(" ")
        return cls(zone, card)


class Look:
    def __init__(self, game: AnyGame) -> None:
        file = game.folder.joinpath("look.toml")
        told: dict[str, Any] = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
        about = told.get("game", {})
        self.cloth: str = about.get("cloth", "home")    # which colours the table has
        self.tincture: str = about.get("tincture", "azure")
        self.title_part: int = about.get("title_part", 0)    # of a title with a colon: the short name
        self.mark: str = about.get("mark", "mask")    # on the backs of the cards, and on the seal
        self.cover: list[list[Any]] = about.get("cover", [])
        self.line: dict[str, str] = about.get("line", {})
        self.own_table = game.folder.joinpath("table.html").is_file()
        self.ends: list[str] = about.get("ends", [])    # told of how the game was won
        self.tie: str = about.get("tie", "")    # the rule that decides between equal points
        self.tie_alone: str = about.get("tie_alone", self.tie)    # the same against guests of the rules
        self.aims: str = about.get("aims", "")    # the zone of what players strove for, for the page of the end
        self.sources: dict[str, str] = told.get("sources", {})    # by source of points: the charge in the bars
        self.heads: list[str] = about.get("heads", [])    # what is told as a heading of the journal
        self.seals: dict[str, str] = told.get("seals", {})    # by step: the charge on the seal of its question
        self.drawn: list[str] = about.get("drawn", [])    # verbs whose choices its own table places by itself
        self.twins: list[str] = about.get("twins", [])    # verbs whose choices stand in a phone's bar as well
        # By zone whose cards are chosen one by one: what it is called to choose all that are equal.
        self.alike: dict[str, str] = told.get("alike", {})
        # By step that asks for the first of two things: the verb of the second, which may be touched first, or which
        # the first is dragged onto where both choose among the same.
        self.either: dict[str, str] = told.get("either", {})
        # Facts of numbers by word, told beside the points of what a choice would change; None: no look ahead.
        self.ahead: list[str] | None = about.get("ahead")
        self.locks: list[str] = about.get("locks", [])    # verbs whose choices are told in the bar also when refused
        # By step: a zone. With an even number of cards there the question is another (`prompts.STEP.even`).
        self.questions: dict[str, str] = told.get("questions", {})
        self.chosen: dict[str, str] = told.get("chosen", {})    # by step: the zone of what was chosen before
        self.points = {verb: PointedAt.read(where) for verb, where in told.get("points", {}).items()}
        self.faces = dict(self._faces(game, told.get("card", {})))
        self.places = {kind: place for place, kind in enumerate(self.faces)}    # in the order of the components

    def _faces(self, game: AnyGame, told: dict[str, Any]) -> list[tuple[str, Face]]:
        kinds = dict.fromkeys(kind for zone in game.layout.zones for kind in zone.kinds)
        return [(kind, self._face(place, told.get(kind, {}))) for place, kind in enumerate(kinds)]

    def _face(self, place: int, told: dict[str, Any]) -> Face:
        return Face(
            told.get("index", ""),
            told.get("tincture", TINCTURES[place % len(TINCTURES)]),
            told.get("charge", CHARGES[place % len(CHARGES)]),
            told.get("short", {}),
            told.get("sign", ""),
            told.get("title", {}),
            told.get("of", ""),
        )


_looks: dict[str, Look] = {}


def look(game: AnyGame) -> Look:
    """The same for all who play it, also with components of their own."""
    if game.id not in _looks:
        _looks[game.id] = Look(game)
    return _looks[game.id]
