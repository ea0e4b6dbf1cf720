"""The house: all tables of one process. Pages, the API and tests come in here, and nowhere else.

Sitting down, playing and looking are its own; games that are over, deals, counsel, people, calls and the administrator
have a part each."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator
from contextlib import suppress

import msgspec

from intryga import bots
from intryga.tables import codes
from intryga.tables.invites import Invites
from intryga.tables.model import requests
from intryga.tables.model.table import Table
from intryga.tables.output import replay, table_page
from intryga.tables.plain_text import talk
from intryga.tables.runtime.administrator import Administrator
from intryga.tables.runtime.calls import Calls
from intryga.tables.runtime.cluster import Alone, Cluster
from intryga.tables.runtime.counsel import Counsel
from intryga.tables.runtime.deals import Deals
from intryga.tables.runtime.finished import Finished
from intryga.tables.runtime.following import Following
from intryga.tables.runtime.people import People
from intryga.tables.runtime.room import Room, Watcher
from intryga.tables.runtime.tables import Figures, Tables
from intryga.tables.runtime.wall_clock import WallClock
from intryga.tables.runtime.workers import WorkerProcesses, Workers
from intryga.tables.storage.store import NotReached, NotStored, Store, Taken
from intryga.tables.types import (
    ChatLine,
    Lobby,
    Person,
    Refused,
    SeatInfo,
    SeatWish,
    Stale,
    TableCard,
    TableId,
    TablePage,
    TableWish,
    TakenBack,
    Wish,
)

__all__ = [
    "ChatLine",
    "House",
    "Lobby",
    "Person",
    "Refused",
    "SeatInfo",
    "SeatWish",
    "Stale",
    "TableCard",
    "TableId",
    "TablePage",
    "TableWish",
    "TakenBack",
]

LISTED = 30
HISTORY = 500    # tables of one person that are looked at
RESUMED = 10_000
OPENED_WITHIN = 20    # tries
UNFINISHED = 100    # tables at which one person may sit, to make one more


class House:
    """All methods, also of its parts, raise Refused (a Mistake with the key of a sentence), another Mistake, or
    IllegalMove."""

    def __init__(
        self,
        store: Store,
        secret: str,
        workers: Workers | None = None,
        clock: WallClock | None = None,
        cluster: Cluster | None = None,
        days: float = 0.0,
    ) -> None:
        """`days`: how long a table is kept at which nothing happens; 0: for ever."""
        self._store = store
        self._clock = clock or WallClock()
        self._invites = Invites(secret, self._clock.now)
        self._workers = workers or WorkerProcesses()
        self._cluster = cluster or Alone()
        self.people = People(store, self._cluster)
        self.calls = Calls(store)
        self._tables = Tables(store, self._invites, self._workers, self._clock, self._cluster, self.calls.call)
        self._following = Following(self._tables, store, self._cluster, self._people_changed)
        self.administrator = Administrator(self._tables, store, self._cluster, self._clock, self.people.renew, days)
        self.deals = Deals(store, self._clock)
        self.counsel = Counsel(self._tables, self._workers)
        self.finished = Finished(self._tables, self._workers)

    async def open(self) -> None:
        """Ready the store and let the games go on that were being played. A database that does not answer at once, on a
        machine with much to do, is asked again."""
        for left in reversed(range(OPENED_WITHIN)):
            try:
                return await self._open()
            except (NotReached, NotStored):
                if self._cluster.alone or not left:
                    raise
            await asyncio.sleep(1)

    async def _open(self) -> None:
        await self._store.open()
        self._workers.get_ready()
        await self.people.open()
        await self._following.open()
        if self._cluster.alone:
            self._tables.resume(await self._store.playing(RESUMED))
        self.administrator.open()

    async def close(self) -> None:
        await self.administrator.close()
        await self._following.close()
        await self._tables.close()
        await self._cluster.close()
        await self.finished.close()
        await self._workers.close()
        await self._store.close()

    # --- sitting down and getting up ---

    async def create(self, who: Person, wish: TableWish, secret: bytes | None = None) -> TableId:
        """`secret`: of a deal that is to be the same for all, for lessons; else nobody can know it."""
        if await self._store.unfinished(who.id) >= UNFINISHED:
            raise Refused("quota", f"you sit at {UNFINISHED} tables already; end or leave some of them", n=UNFINISHED)
        # A component file is read beside the event loop: others are playing.
        game = await asyncio.to_thread(requests.chosen_game, wish)
        if wish.deal:
            deal = self.deals.id(game.id, len(wish.seats), wish.deal)
            await self.deals.not_played_before(deal, who)
            secret = self._invites.cards_of(deal, game.version)
        table = Table(requests.new_header(who, wish, game, self._clock.now(), secret), game)
        mine = [(n, seat.name) for n, seat in enumerate(wish.seats) if seat.kind == "me"]
        return await self._set_up(table, [(n, who.id, name or who.name) for n, name in mine])

    async def join(self, table: TableId, seat: int, who: Person, token: str | None = None) -> None:
        room = await self._tables.room(table)
        if room.table.header.deal and not room.table.seats_of(who.id):
            await self.deals.not_played_before(room.table.header.deal, who)
        await self._tables.change(room, requests.sit_down, who, seat, self._invites, token)
        await self._tables.begin_when_full(room)

    async def seat_bot(self, table: TableId, who: Person, seat: int, level: str = bots.USUAL) -> None:
        """Whoever made the table puts a bot on a free seat."""
        room = await self._tables.room(table)
        await self._tables.change(room, requests.seat_bot, who, seat, level)
        await self._tables.begin_when_full(room)

    async def send_bot_away(self, table: TableId, who: Person, seat: int) -> None:
        await self._tables.change(await self._tables.room(table), requests.send_bot_away, who, seat)

    async def start(self, table: TableId, who: Person) -> None:
        """Whoever made the table begins with those who are there; free seats are taken away."""
        room = await self._tables.room(table)
        await self._tables.change(room, requests.close_free_seats, who)
        await self._tables.begin_when_full(room)

    async def leave(self, table: TableId, who: Person) -> None:
        """A free seat again before the game; in the game a bot plays until they are back."""
        room = await self._tables.room(table)
        for seat in await self._seats_of(room, who):
            await self._tables.change(room, requests.leave, who, seat)
        if room.table.status == "waiting" and not any(chair.person for chair in room.table.chairs):
            with suppress(Refused):
                await self._tables.change(room, requests.close)

    async def back(self, table: TableId, who: Person) -> None:
        """Take one's seats over from the bot again; nothing happens if none was away."""
        await self._come_back(await self._tables.room(table), who)

    async def stand_in(self, table: TableId, who: Person, seat: int) -> None:
        """A player asks a bot to play for a seat whose owner has gone away."""
        room = await self._tables.room(table)
        await self._seats_of(room, who)
        page = room.page(who, None, None)
        if not any(info.seat == seat and info.replaceable for info in page.seats):
            raise Refused("not_absent", "a bot can only play for somebody we wait for and who has gone away")
        await self._tables.change(room, requests.replace, seat)

    async def resign(self, table: TableId, who: Person) -> None:
        room = await self._tables.room(table)
        for seat in await self._seats_of(room, who):
            await self._tables.change(room, requests.resign, who, seat)

    async def rematch(self, table: TableId, who: Person) -> TableId:
        """The same people on the same seats; whoever asks later joins."""
        room = await self._tables.room(table)
        await self._seats_of(room, who)
        if room.table.rematch is None:
            with suppress(Stale):    # somebody else was quicker: theirs it is
                await self._tables.change(room, requests.rematch, secrets.token_urlsafe(9))
        found = room.table.rematch
        assert found is not None
        game = requests.rematch_game(room.table)
        header = requests.rematch_header(room.table, game, found, who, self._clock.now())
        seats = [(n, who.id, plan.name) for n, plan in enumerate(header.seats) if plan.reserved == who.id]
        try:
            return await self._set_up(Table(header, game), seats)
        except Taken:
            next_room = await self._tables.room(found)
            if not next_room.table.seats_of(who.id) and seats:
                await self.join(found, seats[0][0], who)
            return found

    # --- playing ---

    async def act(
        self, table: TableId, who: Person, action: int, version: int, seat: int | None = None, rest: bool = False
    ) -> None:
        """`version` is that of the page clicked on. Who holds several seats must say for which. `rest`: a pass that
        holds in every window until their chain is over, as if it were clicked each time."""
        room = await self._tables.room(table)
        if any(room.table.chairs[mine].away for mine in room.table.seats_of(who.id)):
            await self._come_back(room, who)
            raise Stale    # the bot may have moved; the page shows what is to be chosen now
        await self._tables.change(room, requests.click, who, action, version, seat, rest)

    async def undo(self, table: TableId, who: Person, seat: int | None = None) -> None:
        """Take the last move back."""
        await self._tables.change(await self._tables.room(table), requests.take_back, who, seat)

    async def undo_turn(self, table: TableId, who: Person, seat: int | None = None) -> TakenBack:
        """Take one's moves back to the start of one's turn, or as far as nobody has learnt anything from them."""
        room = await self._tables.room(table)
        done = await self._tables.change(room, requests.take_back_turn, who, seat)
        return TakenBack(done.moves, done.stopped)

    async def ask_again(self, table: TableId, who: Person, seat: int | None = None) -> None:
        """No longer pass for the rest of a chain of windows; an answer that was given so and not yet seen is taken
        back."""
        await self._tables.change(await self._tables.room(table), requests.ask_again, who, seat)

    async def set_pace(self, table: TableId, who: Person, seconds: float) -> None:
        """How fast bots move from now on, for all at the table; whoever sits there may say so."""
        with suppress(Stale):    # that is the pace already
            await self._tables.change(await self._tables.room(table), requests.set_pace, who, seconds)

    async def order(self, table: TableId, who: Person, card: str, wish: Wish, seat: int | None = None) -> None:
        """Say in advance when to be asked about a card in reaction windows."""
        await self._tables.change(await self._tables.room(table), requests.order, who, seat, card, wish)

    async def chat(self, table: TableId, who: Person, text: str) -> None:
        said = talk(text)
        room = await self._tables.room(table)
        await self._tables.change(room, requests.say, who, said, room.time())

    async def mute(self, table: TableId, who: Person, author: str, muted: bool = True) -> None:
        """`author` as in SeatInfo and ChatLine. Only who sits there: it is kept, and their pages are made anew."""
        room = await self._tables.room(table)
        await self._seats_of(room, who)
        known = {self._invites.author(table, chair.person) for chair in room.table.chairs if chair.person}
        if author not in known:
            raise Refused("nobody_such", "nobody here is called that")
        await self._store.mute(table, who.id, author, muted)
        room.mutes(await self._store.mutes(table))
        self._cluster.tell("mutes", table)

    # --- for whoever runs the server ---

    def figures(self) -> Figures:
        return self._tables.figures()

    def well(self) -> bool:
        """Is it known what other processes do?"""
        return self._cluster.well()

    def time(self) -> float:
        return self._clock.now()

    async def may_make(self, asker: str, rate: float, brim: float) -> bool:
        """As in `Cluster`."""
        return await self._cluster.may_make(asker, rate, brim)

    # --- looking ---

    async def page(
        self, table: TableId, who: Person | None, seat: int | None = None, token: str | None = None
    ) -> TablePage:
        """`seat`: from which of several own seats to look (-1: public facts only); otherwise the one that is asked.
        `token`: an invite lets its holder look at a table that has no spectators."""
        room = await self._tables.room(table)
        if room.gathers and not room.code:
            with suppress(NotStored):    # it can be found by its link
                room.code = await self._store.visitors.code(table, codes.draw())
        try:
            page = room.page(who, seat, token)
        except Refused:
            if not await self._tables.read_on(room):
                raise
            page = room.page(who, seat, token)
        if page.view is not None and page.view.over:
            self._workers.expect_replay(table, lambda: replay.finished_game(room.table))
        elif page.status != "over" and (expires := self.administrator.expires(room.table.changed)):
            return msgspec.structs.replace(page, expires=expires)
        return page

    async def read_on(self, table: TableId) -> None:
        """For who comes anew: another process may have shown them more than this one has heard of yet, and nobody shall
        see their own move undone. Raises NotReached."""
        await self._tables.read_on(await self._tables.room(table))

    async def invited(self, code: str) -> tuple[TableId, str] | None:
        """The table that is found by these words, with an invitation while it gathers people."""
        table = await self._store.visitors.table_of(code)
        if table is None:
            return None
        room = await self._tables.room(table)
        return table, self._invites.invite(table) if room.gathers else ""

    async def history(self, who: Person) -> list[TableCard]:
        """All finished games of somebody's, the last one first, but for those that they have put away."""
        away = await self._store.visitors.away(who.id)
        mine = await self._store.tables_of(who.id, HISTORY)
        return [table_page.card(one, who.id) for one in mine if one.status == "over" and one.table not in away]

    async def put_away(self, table: TableId, who: Person) -> None:
        """A finished game that they do not want to see in their lists any more."""
        room = await self._tables.room(table)
        await self._seats_of(room, who)
        if room.table.status != "over":
            raise Refused("not_over", "this game is not over yet")
        await self._store.visitors.put_away(who.id, table)

    async def lobby(self, who: Person | None) -> Lobby:
        person = who.id if who else ""
        mine = await self._store.tables_of(person, HISTORY) if person else []
        away = await self._store.visitors.away(person) if person else set()
        return Lobby(
            [table_page.card(listed, person) for listed in await self._store.open_tables(LISTED)],
            [table_page.card(listed, person) for listed in mine if listed.table not in away][:LISTED],
            [table_page.card(listed, person) for listed in await self._store.finished(LISTED)],
        )

    async def components(self, table: TableId, who: Person | None, token: str | None = None) -> str:
        """The component file this table is played with: of somebody's own, or the game's."""
        room = await self._tables.room(table)
        room.may_look(who.id if who else "", token)
        game = room.table.game
        return game.own_components or game.folder.joinpath("cards.toml").read_text("utf-8")

    async def watch(self, table: TableId, who: Person | None = None) -> AsyncGenerator[int, None]:
        """The viewer's version: at once, and whenever the page may look different for them. They count as present
        meanwhile. Several changes in quick succession may be told as one. Raises NotReached where it cannot be known
        any longer: another process may know."""
        room = await self._tables.room(table)
        watcher = Watcher(who.id, who.name) if who else Watcher("")
        watcher.news.set()
        room.arrive(watcher)
        try:
            while True:
                await watcher.news.wait()
                watcher.news.clear()
                if watcher.cut_off:
                    raise NotReached
                yield room.table.version(room.viewpoint(watcher.person, None))
        finally:
            self._tables.leave(room, watcher)

    # --- parts of the above ---

    async def _seats_of(self, room: Room, who: Person) -> list[int]:
        """Raises Refused if there are none. They may have sat down by another process a moment ago."""
        if not room.table.seats_of(who.id):
            await self._tables.read_on(room)
        return requests.seats_of(room.table, who)

    def _people_changed(self) -> None:
        self._tables.spawn(self.people.read_on())

    async def _set_up(self, table: Table, seats: list[tuple[int, str, str]]) -> TableId:
        header = table.header
        await self._store.add(header, table_page.summary(table), table.game.own_components)
        room = await self._tables.room(header.table)
        for seat, person, name in seats:
            await self._tables.change(room, requests.seat_person, seat, person, name)
        await self._tables.begin_when_full(room)
        return header.table

    async def _come_back(self, room: Room, who: Person) -> None:
        for seat in room.table.seats_of(who.id):
            if room.table.chairs[seat].away:
                with suppress(Stale):
                    await self._tables.change(room, requests.come_back, seat)
