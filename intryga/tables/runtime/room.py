"""A room with one table: who is there, whom to wake, and what each of them may look at."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection

from intryga.tables.invites import Invites
from intryga.tables.model.table import Table
from intryga.tables.output import table_page
from intryga.tables.output.table_page import Around, Viewer
from intryga.tables.runtime.cluster import Presence
from intryga.tables.runtime.past import DELAY, Pasts
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.types import NO_SEAT, Onlookers, Person, Refused, TablePage

SEEN_AGAIN = 20.0    # seconds after which others are told that somebody without a socket still looks
FAREWELL = 3.0    # a page that is loaded anew is gone for a moment; nobody needs to hear of it
NAMED = 3    # of many who look on: the rest are a number
INVITE_SHOWN = 86400.0
JUMP = 2.0    # seconds between the table's time and the clock's, from which on somebody has set the clock


class Watcher:
    """A page that is open somewhere."""

    def __init__(self, person: str, name: str = "") -> None:
        self.person = person
        self.name = name
        self.news = asyncio.Event()
        self.cut_off = False    # what happens at the table cannot be known here for the time being


class Room:
    """One table with all who look at it."""

    def __init__(
        self,
        table: Table,
        pasts: Pasts,
        invites: Invites,
        clock: WallClock,
        tell: Callable[[Presence], None] = lambda _: None,
    ) -> None:
        """`tell` is told who comes and goes."""
        self.table = table    # as it is stored: another takes its place with every entry
        self.lock = asyncio.Lock()    # held while an entry is written
        self.changed = asyncio.Event()    # for the clockwork
        self.clockwork: asyncio.Task[None] | None = None
        self._mutes: set[tuple[str, str]] = set()
        self.watchers: set[Watcher] = set()
        self._invites = invites
        self._clock = clock
        self._pulse = 0
        self._tell = tell
        self._present: Counter[str] = Counter()
        self._elsewhere: set[str] = set()    # who is there by other processes
        self._onlookers = Onlookers()
        self._counts_onlookers = False    # soon
        self._seen: dict[str, float] = {}
        self._told: dict[str, float] = {}    # when others were told of who looks without a socket
        self._loaded = clock.now()
        self._reachable = self._loaded    # since when people can reach the table
        self._position = -1    # of which the age is counted
        self._age_at = 0.0    # when it had the age 0, as `elapsed` counts
        self._invite = ("", 0.0)
        self.code = ""    # by which words it is found, once somebody has looked at it
        self._pasts = pasts
        self._pages: dict[tuple[str, int], tuple[tuple[int, int, Onlookers | None], TablePage]] = {}
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
                self._tell(Presence(watcher.person, True, self._clock.now()))
        self._onlookers_change(watcher)

    def depart(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self._onlookers_change(watcher)
        if watcher.person:
            self._clock.call_later(FAREWELL, lambda: self._farewell(watcher.person))
            if self.table.seats_of(watcher.person):    # nobody else's absence is of any interest
                self._seen[watcher.person] = self._clock.now()
                self._clock.call_later(table_page.ABSENT_AFTER + 1, self.wake)
                if not any(map(self._plays, self.watchers)):
                    self._unread()

    def _unread(self) -> None:
        """Nobody who plays looks: the pages are built again for who comes back."""
        self._pages.clear()
        if self.table.playthrough is not None:
            self.table.playthrough.unread()

    def _farewell(self, person: str) -> None:
        self._present[person] -= 1
        if self._present[person] <= 0:
            del self._present[person]
            if self.table.seats_of(person):
                self.wake()
                self._tell(Presence(person, False, self._seen.get(person, self._loaded)))

    def _onlookers_change(self, watcher: Watcher) -> None:
        """Players hear of it a while later, all changes at once: a crowd that comes costs no more than one guest. Who
        looked on may have sat down since."""
        if not self._counts_onlookers and (self._onlookers.count or not self._plays(watcher)):
            self._counts_onlookers = True
            self._clock.call_later(FAREWELL, self._count_onlookers)

    def _count_onlookers(self) -> None:
        self._counts_onlookers = False
        looking = {watcher.person or id(watcher): watcher.name for watcher in self.watchers if not self._plays(watcher)}
        found = Onlookers(len(looking), tuple(sorted(filter(None, looking.values()))[:NAMED]))
        if found != self._onlookers:
            self._onlookers = found
            for watcher in filter(self._plays, self.watchers):
                watcher.news.set()

    def _plays(self, watcher: Watcher) -> bool:
        return bool(watcher.person and self.table.seats_of(watcher.person))

    def present(self) -> set[str]:
        """The people who have this table open."""
        return self._present.keys() | self._elsewhere

    def announce(self) -> None:
        """Tell others once more who is here."""
        for person in self._present:
            if self.table.seats_of(person):
                self._tell(Presence(person, True, self._clock.now()))

    def others(self, present: Collection[Presence]) -> None:
        """Who looks at this table by other processes."""
        here = {there.person for there in present if there.here}
        seen = {there.person: there.seen for there in present} | dict.fromkeys(here, self._clock.now())
        for person in self._elsewhere - seen.keys():    # their process is gone: they were there until now
            seen[person] = self._clock.now()
        for person, when in seen.items():
            self._seen[person] = max(when, self._seen.get(person, 0.0))
        if here != self._elsewhere:
            self._elsewhere = here
            self.wake()

    def mutes(self, mutes: Collection[tuple[str, str]]) -> None:
        """Who does not want to read whom."""
        changed = {person for person, _ in self._mutes ^ set(mutes)}
        self._mutes = set(mutes)
        for person in changed:
            for key in [key for key in self._pages if key[0] == person]:
                del self._pages[key]
            self.wake(person)

    def kept_since(self, when: float) -> None:
        """0.0: since it lies in memory here."""
        reachable = when or self._loaded
        if reachable != self._reachable:
            self._reachable = reachable
            if self.table.windows.timed:
                self.wake()

    def cut_off(self) -> None:
        """Who looks shall look elsewhere."""
        for watcher in self.watchers:
            watcher.cut_off = True
            watcher.news.set()

    def _remember(self) -> None:
        if self._pasts.look_at(self.table, self._clock.now()):
            self._clock.call_later(DELAY + 0.1, self.wake)

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
            self._sees(person)
        muted = {author for muting, author in self._mutes if muting == person} if known else set()
        key = (person if known else "", viewpoint)
        stamp = (self._pulse, self.table.version(viewpoint), self._onlookers if known else None)
        cached = self._pages.get(key)
        if cached is None or cached[0] != stamp:
            viewer = Viewer(key[0], viewpoint, bool(person) and self.table.header.creator == person, muted)
            before = cached[1] if cached else None
            cached = (stamp, table_page.build(self.table, viewer, self._around(), before))
            self._pages[key] = cached
        return cached[1]

    def _sees(self, person: str) -> None:
        now = self._seen[person] = self._clock.now()
        if person not in self._present and now - self._told.get(person, 0.0) > SEEN_AGAIN:
            self._told[person] = now
            self._tell(Presence(person, False, now))

    def _around(self) -> Around:
        past = self._pasts.shown(self._clock.now())
        return Around(
            now=self._clock.now(),
            present=self._present.keys() | self._elsewhere,
            onlookers=self._onlookers,
            last_seen=lambda person: self._seen.get(person, self._loaded),
            author=lambda person: self._invites.author(self.table.header.table, person),
            invite=self._inviting,
            code=self.code,
            delayed=past[1:] if past else None,
            delayed_since=past[0] if past else 0.0,
            window_ends=self.window_ends(),
            ahead=round(self.time() - self._clock.now()),
        )

    def window_ends(self) -> float | None:
        """The bell of an open reaction window. Where nobody could reach the table it gets its whole time again."""
        return self.table.window_ends(self._reachable)

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
