"""The replay of a game that is over, from any seat's knowledge or with everything open.

It is worked out beside the event loop (see runtime/workers.py). The whole game is played through once, with a copy of
the state every so many moves, from which any move is near.
"""

from __future__ import annotations

from collections import OrderedDict
from itertools import islice, pairwise
from typing import NamedTuple

from intryga import games
from intryga.kernel.dice import SealedDice, from_mark
from intryga.kernel.journal import NAMELESS, Counted, Event, Journal, Noted
from intryga.kernel.journal import Moved as CardsMoved
from intryga.kernel.layout import NOTE, OMNISCIENT
from intryga.kernel.state import AnyState
from intryga.kernel.view import StoryLine, read, view
from intryga.tables.model.table import TAKEN_BACK, Table
from intryga.tables.output import game_file
from intryga.tables.output.game_file import GameFile
from intryga.tables.output.opened import opened_story, opened_view
from intryga.tables.types import NO_SEAT, ReplayPage, TableId

STORY_BEFORE = 30    # moves told beside the one that is shown
EVERY = 20    # moves between two copies
REPLAYS = 16    # that a process remembers, about a megabyte each


class FinishedGame(NamedTuple):
    """All there is to replay."""

    table: TableId
    name: str
    file: GameFile
    moves: list[tuple[int, int]]    # in force: seat and action
    components: str    # the text of a component file of somebody's own, or empty


def finished_game(table: Table) -> FinishedGame:
    file = game_file.of_table(table)
    return FinishedGame(table.header.table, table.header.name, file, in_force(table), table.game.own_components)


def in_force(table: Table) -> list[tuple[int, int]]:
    """The moves nobody took back: what a viewer steps through."""
    kept: list[tuple[int, int]] = []
    for seat, action in table.file_moves:
        if action == TAKEN_BACK:
            del kept[max(place for place, move in enumerate(kept) if move[0] == seat)]
        else:
            kept.append((seat, action))
    return kept


class Replay:
    """A finished game, ready to show any of its moves."""

    def __init__(self, game: FinishedGame) -> None:
        self.of = game
        self.file = file = game.file
        self.game = games.find(file.game, game.components, file.rules)
        self.journal = Journal(self.game.layout)
        state: AnyState = self.game.new_game(
            self.game.chosen_rules(file.options), len(file.players), from_mark(file.dice), self.journal
        )
        self.copies = [state.clone()]
        self.told = [len(self.journal.events)]    # how many events there were after so many moves
        for number, (seat, action) in enumerate(game.moves, 1):
            state.answer_for(seat, action)
            self.told.append(len(self.journal.events))
            if number % EVERY == 0:
                self.copies.append(state.clone())
        told = [n for n in range(1, len(game.moves) + 1) if self.tells(n)]
        movers = [NO_SEAT, *(game.moves[n - 1][0] for n in told)]
        self.turns = [n for n, (before, now) in zip(told, pairwise(movers), strict=True) if before != now]

    def state(self, at: int) -> AnyState:
        """After so many moves."""
        state = self.copies[at // EVERY].clone()
        for seat, action in self.of.moves[at // EVERY * EVERY : at]:
            state.answer_for(seat, action)
        return state

    def story(self, viewpoint: int, at: int) -> list[StoryLine]:
        """What came of that move; of the set-up, where it is 0."""
        since, until = self.told[at - 1] if at else 0, self.told[at]
        if viewpoint == OMNISCIENT:
            return opened_story(self.journal, self.copies[0], since, until)
        return read(self.journal, viewpoint, since, until)

    def tells(self, at: int) -> bool:
        """Something came of it: a pass in a reaction window is not worth a step of its own."""
        return not at or any(map(self._is_news, self.journal.events[self.told[at - 1] : self.told[at]]))

    def _is_news(self, event: Event) -> bool:
        """More than book-keeping."""
        if isinstance(event, Counted):
            return self.game.layout.at[event.counter].use != NOTE
        return not isinstance(event, Noted)

    def said(self, viewpoint: int, at: int) -> str:
        """The move itself as text, for who made it and where everything is open; not where no log may keep which card
        it was."""
        if at == 0 or viewpoint not in (OMNISCIENT, self.of.moves[at - 1][0]):
            return ""
        events = self.journal.events[self.told[at - 1] : self.told[at]]
        nameless = any(isinstance(event, CardsMoved) and event.kind == NAMELESS for event in events)
        return "" if nameless else self.game.space.text(self.of.moves[at - 1][1])

    def page(self, at: int, viewpoint: int) -> ReplayPage:
        file, moves, state = self.file, self.of.moves, self.state(at)
        earlier = (told for n in range(at - 1, -1, -1) if (told := self.story(viewpoint, n)))
        dice = from_mark(file.dice)
        assert isinstance(dice, SealedDice)
        return ReplayPage(
            table=self.of.table,
            game=file.game,
            name=self.of.name,
            names=file.names,
            move=at,
            moves=len(moves),
            viewpoint=viewpoint,
            view=opened_view(self.game, state) if viewpoint == OMNISCIENT else view(self.game, state, viewpoint),
            story=self.story(viewpoint, at),
            before=[*islice(earlier, STORY_BEFORE)][::-1],
            earlier=next((n for n in range(at - 1, -1, -1) if self.tells(n)), 0),
            later=next((n for n in range(at + 1, len(moves)) if self.tells(n)), len(moves)),
            said=self.said(viewpoint, at),
            seat=moves[at - 1][0] if at else NO_SEAT,
            commitment=dice.commitment(),
            secret=dice.secret.hex(),
            checksum=file.checksum,
            turns=self.turns,
            components=file.components,
            rules=file.rules,
        )


_replays: OrderedDict[TableId, Replay] = OrderedDict()    # those looked at last


def get_ready() -> None:
    """The slowest part of the first replay: to read what the games are."""
    for game in games.names():
        games.find(game)


def page(table: TableId, at: int, viewpoint: int, game: FinishedGame | None = None) -> ReplayPage | None:
    """None where the game is not remembered and was not sent along."""
    if game is not None:
        _replays[table] = Replay(game)
        while len(_replays) > REPLAYS:
            _replays.popitem(last=False)
    if table not in _replays:
        return None
    _replays.move_to_end(table)
    return _replays[table].page(at, viewpoint)
