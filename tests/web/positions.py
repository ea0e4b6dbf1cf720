"""Positions of every kind of decision, found by random play at every seat count and with every option and, where chance
does not lead, in the game's scenarios; and how a table in such a position is shown to somebody."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from intryga import games
from intryga.kernel.dice import quick
from intryga.kernel.game import AnyGame
from intryga.kernel.journal import Journal
from intryga.kernel.layout import SPECTATOR
from intryga.kernel.state import AnyState
from intryga.kernel.view import read, view
from intryga.lab import scenario
from intryga.tables.types import NO_SEAT, ChatLine, SeatInfo, TablePage, ToldMove
from intryga.texts.language import LANGUAGES
from intryga.web import render
from tests.support import Case, cases

SEEDS = 6    # games of each case: enough to meet nearly every question that a game has a prompt for
TOLD = 2 * render.STORY_LINES    # entries of the story: more than a page shows
REMEMBERED = 2 * TOLD    # events: what a game of two thousand told before tests nothing that these do not

Kind = tuple[str, tuple[str, ...], bool]
"""What is asked, by which verbs it can be answered, and whether something is refused."""


class Position(NamedTuple):
    game: AnyGame
    state: AnyState

    @property
    def kind(self) -> Kind | None:
        """None when the game is over."""
        if self.state.over():
            return None
        step = self.state.awaiting(self.state.seat)
        assert step is not None
        offers = step.explained(self.state)
        verbs = {self.game.space.verb(action).name for action in offers.options}
        return type(step).__name__, tuple(sorted(verbs)), bool(offers.refused)

    @property
    def step(self) -> str:
        """What is asked; empty when the game is over."""
        return self.kind[0] if self.kind else ""

    @property
    def viewers(self) -> list[int]:
        """Who is asked, somebody else, and a spectator."""
        mover = max(0, int(self.state.seat))
        return [mover, (mover + 1) % int(self.state.seats), SPECTATOR]

    def __str__(self) -> str:
        return f"{self.game.id} for {self.state.seats}: {self.step or 'over'}"


@cache
def of_every_kind(name: str) -> list[Position]:
    """Each kind where it is met first and last, which is at other seats or later in a game; an end too."""
    first: dict[Kind | None, Position] = {}
    last: dict[Kind | None, Position] = {}
    for case in cases():
        if case.game.id != name:
            continue
        for seed in range(SEEDS):
            met: dict[Kind | None, Position] = {}
            for kind, s in _played(case, seed):
                if kind not in first:
                    first[kind] = Position(case.game, _kept(s))
                elif kind not in met:
                    met[kind] = Position(case.game, _kept(s))
            last |= met
    return [*first.values(), *last.values(), *_written(name, {kind[0] for kind in first if kind})]


def by_kind(name: str) -> list[list[Position]]:
    """The same, those of one kind together: one or two of each."""
    found: dict[Kind | None, list[Position]] = {}
    for position in of_every_kind(name):
        found.setdefault(position.kind, []).append(position)
    return list(found.values())


def looks(name: str) -> Iterator[tuple[Position, int, str]]:
    """Every kind through the eyes of every viewer and in every language; of two places one has the one language and one
    the other."""
    for places in by_kind(name):
        for number, language in enumerate(LANGUAGES):
            for i in range(len(places[0].viewers)):
                position = places[(number + i) % len(places)]
                yield position, position.viewers[i], language


def _written(name: str, met: set[str]) -> list[Position]:
    """The questions that only scenarios lead to, each where it is asked first."""
    game = games.find(name)
    found: dict[str, Position] = {}
    for path in scenario.find_files([Path(str(game.folder)) / "scenarios"]):
        for s in scenario.played(scenario.load(path)):
            step = Position(game, s).step
            if step and step not in met | found.keys():
                found[step] = Position(game, _kept(s))
    return list(found.values())


def _played(case: Case, seed: int) -> Iterator[tuple[Kind | None, AnyState]]:
    s, chooser = case.new(seed, journal=True), quick(seed, 1)
    while not s.over():
        yield Position(case.game, s).kind, s
        s.apply(s.options[chooser.below(len(s.options))])
    yield None, s


def _kept(s: AnyState) -> AnyState:
    """A copy that remembers the end of the same story."""
    assert s.journal is not None
    copy = s.clone()
    copy.journal = Journal(s.journal.layout)
    copy.journal.events = s.journal.events[-REMEMBERED:]
    return copy


def page_of(position: Position, viewer: int, told: AnyState | None = None, name: str = "") -> TablePage:
    """`told` has the story, if not the position itself; `name` is what everybody and everything is called."""
    game, s = position
    journal = (told or s).journal
    assert journal is not None
    story = read(journal, viewer)[-TOLD:]
    seats = [
        SeatInfo(seat, name or f"Gracz {seat}", "human", "", True, seat == viewer, 75, None, False)
        for seat in range(s.seats)
    ]
    return TablePage(
        table="t", game=game.id, name=name, options=game.options(), status="over" if s.over() else "playing",
        version=7, seats=seats, viewer=viewer, view=view(game, s, viewer), news=1,
        story=[ToldMove(NO_SEAT, story)], can_undo=True, commitment="c" * 64, secret=None, invite=None,
        chat=[ChatLine(1, 0.0, "x", name or "Ola", 0, name or "Cześć", False)], deadline=None, creator=True,
        hot_seat=False,
    )  # fmt: skip
