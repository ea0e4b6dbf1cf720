"""For spectators who see everything later: a past that is older than its secrets, as the game says.

It follows from the log alone, so all processes show the same, also one that has just begun.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from intryga.kernel.journal import Told
from intryga.kernel.view import View
from intryga.tables.model.table import Table
from intryga.tables.output import table_page
from intryga.tables.types import ToldMove

DELAY = 180.0    # seconds after which they may see it


class Past(NamedTuple):
    """The table as it was since then."""

    since: float
    moves: int
    table: Table


class Pasts:
    """What was at a table, as far as it may be shown once it is old enough."""

    def __init__(self) -> None:
        self._now: Past | None = None    # what must not be shown yet
        self._old: deque[Past] = deque()
        self._opened = 0    # how often the game has said that its past may be shown
        self._shown: tuple[Past, View, list[ToldMove]] | None = None

    def look_at(self, table: Table, now: float) -> bool:
        """A table after one more entry, which nobody changes any more. Is there another past to be shown later?"""
        opens = table.game.past_opens
        if table.header.spectators != "delayed" or table.playthrough is None or opens == "end":
            return False
        moves = table.dropped + table.played.in_force()
        if self._now is not None and (self._now.since, self._now.moves) == (table.since, moves):
            return False    # something else has changed, not the game
        told = sum(isinstance(event, Told) and event.word.name == opens for event in table.played.journal.events)
        another = self._now is not None and (opens == "always" or told > self._opened)
        if another and self._now is not None:
            self._old.append(self._now)
            self._let_go(now)
        self._opened = told
        self._now = Past(table.since, moves, table)
        return another

    def shown(self, now: float) -> tuple[float, View, list[ToldMove]] | None:
        """The newest that is old enough: since when it was so, and how it looks with everything open."""
        self._let_go(now)
        if not self._old or self._old[0].since > now - DELAY:
            return None
        past = self._old[0]
        if self._shown is None or self._shown[0] is not past:
            self._shown = (past, *table_page.everything(past.table))
        return past.since, *self._shown[1:]

    def _let_go(self, now: float) -> None:
        while len(self._old) > 1 and self._old[1].since <= now - DELAY:
            self._old.popleft()
