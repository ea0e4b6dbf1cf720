"""A room with one table: who is there, whom to wake, and what each of them may look at."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Collection
from typing import NamedTuple

from intryga.kernel.journal import Told
from intryga.kernel.view import View
from intryga.tables.invites import Invites
from intryga.tables.model.table import Table
from intryga.tables.output import table_page
from intryga.tables.output.table_page import Around, Viewer
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.types import NO_SEAT, Person, Refused, TablePage, ToldMove

DELAY = 180.0    # seconds after which spectators may see everything, where the table allows it
FAREWELL = 3.0    # a page that is loaded anew is gone for a moment; nobody needs to hear of it
INVITE_SHOWN = 86400.0
JUMP = 2.0    # seconds between the table's time and the clock's, from which on somebody has set the clock


class Watcher:
    """A page that is open somewhere."""

    def __init__(self, person: str) -> None:
        self.person = person
        self.news = asyncio.Event()


class Past(NamedTuple):
    """The table as it was since then, with everything open."""

    since: float
    moves: int
    view: View
    story: list[ToldMove]


class Room:
    """One table with all who look at it."""

    def __init__(
        self, table: Table, mutes: Collection[tuple[str, str]], invites: Invites, clock: WallClock
    ) -> None:
        self.table = table    # as it is stored: another takes its place with every entry
        self.lock = asyncio.Lock()    # held while an entry is written
        self.changed = asyncio.Event()    # for the clockwork
        self.clockwork: asyncio.Task[None] | None = None
        self._mutes = set(mutes)
        self.watchers: set[Watcher] = set()
        self._invites = invites
        self._clock = clock
        self._pulse = 0
        self._present: Counter[str] = Counter()
        self._seen: dict[str, float] = {}
        self._loaded = clock.now()
        self._position = -1    # of which the age is counted
        self._age_at = 0.0    # when it had the age 0, as `elapsed` counts
        self._invite = ("", 0.0)
        self.code = ""    # by which words it is found, once somebody has looked at it
        self._now: Past | None = None    # for spectators who see everything later: what must not be shown yet
        self._past: deque[Past] = deque()    # and what may be, a while after
        self._opened = 0    # how often the game has said that its past may be shown
        self._pages: dict[tuple[str, int], tuple[tuple[int, int], TablePage]] = {}
        self._remember()

    # --- the table's time ---

    def time(self) -> float:
        """The clock's, unless that was set to another time while this position lasts: then no wait gets longer or
        shorter by it. A position that seems to lie in the future has just begun."""
        now, elapsed = self._clock.now(), self._clock.elapsed()
        if self._position != self.table.positions:
            self._position = self.table.positions
            self._age_at = elapsed - max(0.0, now - self.table.since)
        own = self.table.since + elapsed - self._age_at
        return own if abs(own - now) > JUMP else now

    # --- who is told what ---

    def wake(self, person: str | None = None) -> None:
        """Everybody, or only the pages of one person: what they did in secret is nobody else's news. A bot (an empty
        person) has no page."""
        if person is None:
            self._pulse += 1
            self.time()    # a new position is noticed when it begins
            self._remember()
        for watcher in self.watchers:
            if person is None or (person and watcher.person == person):
                watcher.news.set()
        self.changed.set()

    def arrive(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        if watcher.person:
            self._present[watcher.person] += 1
            if self._present[watcher.person] == 1 and self.table.seats_of(watcher.person):
                self.wake()

    def depart(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        if watcher.person:
            self._clock.call_later(FAREWELL, lambda: self._farewell(watcher.person))
            if self.table.seats_of(watcher.person):    # nobody else's absence is of any interest
                self._seen[watcher.person] = self._clock.now()
                self._clock.call_later(table_page.ABSENT_AFTER + 1, self.wake)

    def _farewell(self, person: str) -> None:
        self._present[person] -= 1
        if self._present[person] <= 0:
            del self._present[person]
            if self.table.seats_of(person):
                self.wake()

    def present(self) -> set[str]:
        """The people who have this table open."""
        return set(self._present)

    def mute(self, person: str, author: str, muted: bool) -> None:
        (self._mutes.add if muted else self._mutes.discard)((person, author))
        for key in [key for key in self._pages if key[0] == person]:
            del self._pages[key]
        self.wake(person)

    def _remember(self) -> None:
        """For spectators who see everything later: a past that is older than its secrets, as the game says."""
        table = self.table
        opens = table.game.past_opens
        if table.header.spectators != "delayed" or table.playthrough is None or opens == "end":
            return
        moves = table.dropped + table.played.in_force()
        if self._now is not None and (self._now.since, self._now.moves) == (table.since, moves):
            return    # something else has changed, not the game
        told = sum(isinstance(event, Told) and event.word.name == opens for event in table.played.journal.events)
        if self._now is not None and (opens == "always" or told > self._opened):
            self._past.append(self._now)
            self._delayed()    # lets go of what nobody will see any more
            self._clock.call_later(DELAY + 0.1, self.wake)
        self._opened = told
        self._now = Past(table.since, moves, *table_page.everything(table))

    def _delayed(self) -> Past | None:
        """The newest past that is old enough."""
        while len(self._past) > 1 and self._past[1].since <= self._clock.now() - DELAY:
            self._past.popleft()
        return self._past[0] if self._past and self._past[0].since <= self._clock.now() - DELAY else None

    # --- what a viewer may know ---

    def may_look(self, person: str, token: str | None) -> None:
        table = self.table
        if table.header.spectators != "no" or (person and (table.seats_of(person) or table.header.creator == person)):
            return
        if any(person and chair.reserved == person for chair in table.chairs):
            return
        if token is None:
            raise Refused("no_spectators", "only those who play may look at this table")
        self._invites.check_invite(table.header.table, token)

    def viewpoint(self, person: str, seat: int | None) -> int:
        """From where a person looks: the wished seat of theirs, else the one that is asked, else their first."""
        own = self.table.seats_of(person) if person else []
        if seat is None:
            found = table_page.asked(self.table, own)
            return found if found >= 0 or not own else own[0]
        if seat != NO_SEAT and seat not in own:
            raise Refused("not_your_seat", "that is not your seat")
        return seat

    def page(self, who: Person | None, seat: int | None, token: str | None) -> TablePage:
        person = who.id if who else ""
        self.may_look(person, token)
        viewpoint = self.viewpoint(person, seat)
        known = self.table.seats_of(person) or self.table.header.creator == person if person else False
        if known:
            self._seen[person] = self._clock.now()
        muted = {author for muting, author in self._mutes if muting == person} if known else set()
        key = (person if known else "", viewpoint)
        stamp = (self._pulse, self.table.version(viewpoint))
        cached = self._pages.get(key)
        if cached is None or cached[0] != stamp:
            viewer = Viewer(key[0], viewpoint, bool(person) and self.table.header.creator == person, muted)
            cached = (stamp, table_page.build(self.table, viewer, self._around()))
            self._pages[key] = cached
        return cached[1]

    def _around(self) -> Around:
        past = self._delayed()
        return Around(
            now=self._clock.now(),
            present=self._present.keys(),
            last_seen=lambda person: self._seen.get(person, self._loaded),
            author=lambda person: self._invites.author(self.table.header.table, person),
            invite=self._inviting,
            code=self.code,
            delayed=(past.view, past.story) if past else None,
            delayed_since=past.since if past else 0.0,
            window_ends=self.window_ends(),
            ahead=round(self.time() - self._clock.now()),
        )

    def window_ends(self) -> float | None:
        """The bell of an open reaction window. After a restart it gets its whole time again."""
        return self.table.window_ends(self._loaded)

    def _inviting(self) -> str:
        token, made = self._invite
        if self._clock.now() - made > INVITE_SHOWN:
            token = self._invites.invite(self.table.header.table)
            self._invite = (token, self._clock.now())
        return token

    @property
    def gathers(self) -> bool:
        """Is a seat still free for somebody to come?"""
        return self.table.status == "waiting" and any(chair.free for chair in self.table.chairs)

    # --- rest ---

    def idle(self) -> bool:
        """Nobody looks, and nothing will happen by itself."""
        table = self.table
        timed = table.windows.timed or any(table.deadline(seat) is not None for seat in table.awaited())
        return not (self.watchers or self.lock.locked() or timed or table.bots_to_move())
